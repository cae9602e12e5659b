/// Finds where a keyword stands in a text, without regard to case.
///
/// A match is a run of whole characters whose folded form equals the folded form of the keyword, so composed and
/// decomposed spellings are the same, and nothing that a reader sees as one character is ever cut in two. Matches come
/// leftmost first, the shortest at one start, and do not overlap.
///
/// ```swift
/// import NoticeBoardSearch
///
/// let ranges = Highlighter("hello").ranges(in: "Hello WORLD hello")    // two ranges
/// ```
///
/// Making a highlighter prepares the keyword; make one for a search and use it for every text. It can be used from
/// several threads at once.
public struct Highlighter: Sendable {
    /// What is looked for, without terms that mean the same as an earlier one.
    public let terms: [String]
    /// What counts as the same.
    public let options: Options
    /// What becomes of matches of several terms that meet.
    public let merge: Merge
    let compiled: [CompiledTerm]
    /// The only term, when bytes can be compared and its matches are never merged; otherwise none.
    let onlyTerm: ByteTerm

    /// A highlighter for `keyword`, taken as it is: nothing is trimmed.
    ///
    /// An empty keyword matches nothing.
    public init(_ keyword: String, options: Options = [.caseInsensitive]) {
        self.init(terms: [keyword], options: options)
    }

    /// A highlighter for several keywords, each taken as it is and looked for on its own.
    public init(terms: some Sequence<String>, options: Options = [.caseInsensitive], merge: Merge = .overlapping) {
        var spellings: Set<String> = []
        var kept: [String] = []
        var compiled: [CompiledTerm] = []
        for keyword in terms {
            let term = CompiledTerm(keyword, options)
            guard term.path != .nothing, spellings.insert(term.spelling).inserted else { continue }
            kept.append(keyword)
            compiled.append(term)
        }
        (self.terms, self.compiled, self.options, self.merge) = (kept, compiled, options, merge)
        onlyTerm = compiled.count == 1 && merge != .touching ? compiled[0].bytes ?? .none : .none
    }

    /// A highlighter for what a person typed: the words between white space, each looked for on its own.
    public init(userInput: String, options: Options = [.caseInsensitive], merge: Merge = .overlapping) {
        let words = userInput.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        self.init(terms: words.map(String.init), options: options, merge: merge)
    }
}

extension Highlighter: Hashable {
    /// Two highlighters are equal when they look for the same terms in the same way.
    public static func == (left: Self, right: Self) -> Bool {
        left.terms == right.terms && left.options == right.options && left.merge == right.merge
    }

    /// Hashes what makes two highlighters equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(terms)
        hasher.combine(options)
        hasher.combine(merge)
    }
}
