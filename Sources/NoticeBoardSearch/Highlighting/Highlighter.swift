public import NoticeBoardBase

/// Finds where keywords occur in a text, ignoring case.
///
/// A match is a run of whole characters whose folded form equals the folded form of the keyword. Composed and decomposed
/// spellings are the same, and no character is cut in two. Matches are found leftmost first, the shortest at each start, and
/// do not overlap. Overlapping matches of several keywords are merged.
///
/// ```swift
/// import NoticeBoardSearch
///
/// let ranges = Highlighter("hello").ranges(in: "Hello WORLD hello")    // two ranges
/// ```
///
/// Creating a highlighter prepares its keywords: create one per search and use it for every text, from any thread.
public struct Highlighter: Sendable {
    /// The keywords as they were passed.
    public let terms: [String]
    /// The options for comparing.
    public let options: Options
    /// The keywords that can be found, without those that fold to the same as an earlier one.
    let keywords: [Keyword]
    /// The pattern of the only keyword, so that a text without it is rejected without retaining the keyword.
    let onlyPattern: BytePattern?

    /// Creates a highlighter for one keyword, white space included; an empty keyword matches nothing.
    public init(_ keyword: String, options: Options = []) { self.init(terms: [keyword], options: options) }

    /// Creates a highlighter for several keywords, each used as it is.
    public init(terms: some Sequence<String>, options: Options = []) {
        self.terms = Array(terms)
        self.options = options
        var spellings: Set<[UInt32]> = []
        keywords = self.terms.map { Keyword($0, options) }.filter { !$0.folded.isEmpty && spellings.insert($0.folded).inserted }
        onlyPattern = keywords.count == 1 ? keywords[0].pattern : nil
    }

    /// Creates a highlighter for the words of a user's input, split at white space.
    public init(userInput: String, options: Options = []) {
        let words = userInput.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        self.init(terms: words.map(String.init), options: options)
    }
}

extension Highlighter: Hashable {
    /// Returns whether both have the same keywords in the same order, and the same options.
    public static func == (left: Self, right: Self) -> Bool { left.terms == right.terms && left.options == right.options }

    /// Hashes the keywords and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(terms)
        hasher.combine(options)
    }
}

extension Highlighter: Redacted {
    /// The number of keywords; never the keywords, which are private.
    public var description: String { "Highlighter(\(terms.count) \(terms.count == 1 ? "term" : "terms"))" }
}
