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
    /// What is looked for, as it was given.
    public let terms: [String]
    /// What counts as the same.
    public let options: Options
    /// What becomes of matches of several terms that meet.
    public let merge: Merge
    /// The terms that can be found, without those that mean the same as an earlier one, and where each stands in `terms`.
    let compiled: [CompiledTerm]
    let places: [Int]
    /// What bytes tell of the only term, when its matches are never merged; otherwise nothing.
    let onlyTerm: ByteTerm
    /// A few terms that are found together, when they can be.
    let several: SeveralTerms?

    /// A highlighter for `keyword`, taken as it is: nothing is trimmed.
    ///
    /// An empty keyword matches nothing.
    public init(_ keyword: String, options: Options = []) {
        self.init(terms: [keyword], options: options)
    }

    /// A highlighter for several keywords, each taken as it is and looked for on its own.
    ///
    /// An empty keyword, and one that means the same as an earlier one, is never found.
    public init(terms: some Sequence<String>, options: Options = [], merge: Merge = .overlapping) {
        let terms = Array(terms)
        var spellings: Set<String> = []
        var places: [Int] = []
        var compiled: [CompiledTerm] = []
        for (place, keyword) in terms.enumerated() {
            let term = CompiledTerm(keyword, options.folding, isTyping: options.contains(.hangulTyping))
            guard term.path != .nothing, spellings.insert(term.spelling).inserted else { continue }
            places.append(place)
            compiled.append(term)
        }
        (self.terms, self.places, self.compiled, self.options, self.merge) = (terms, places, compiled, options, merge)
        (onlyTerm, several) = (Self.onlyTerm(of: compiled, merge), SeveralTerms(compiled))
    }

    /// The same terms, whose matches are merged in another way.
    init(_ other: Highlighter, merge: Merge) {
        (terms, places, compiled, options, self.merge) = (other.terms, other.places, other.compiled, other.options, merge)
        (onlyTerm, several) = (Self.onlyTerm(of: compiled, merge), other.several)
    }

    private static func onlyTerm(of compiled: [CompiledTerm], _ merge: Merge) -> ByteTerm {
        compiled.count == 1 && merge != .touching ? compiled[0].bytes ?? .none : .none
    }

    /// A highlighter for what a person typed: the words between white space, each looked for on its own.
    public init(userInput: String, options: Options = [], merge: Merge = .overlapping) {
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

/// What is searched for is private: a highlighter that is printed or dumped tells only how many terms it has.
extension Highlighter: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many terms there are, and none of them.
    public var description: String { "Highlighter(\(terms.count) \(terms.count == 1 ? "term" : "terms"))" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows the same as `description`.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Highlighter {
    /// What counts as the same, and what does not.
    ///
    /// Without any, capital and small letters are the same, by full case folding: `ß` is `SS`. Each option adds to what matches,
    /// but for `caseSensitive`. Composed and decomposed spellings are always the same, and nothing depends on the device's
    /// language.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int

        /// Options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Capital and small letters are not the same.
        public static let caseSensitive = Options(rawValue: 1 << 0)
        /// Accents and other marks do not count: `cafe` finds `café`.
        ///
        /// Korean vowels and finals always do.
        public static let diacriticInsensitive = Options(rawValue: 1 << 1)
        /// Halfwidth and fullwidth forms are the same as plain ones: `ABC` finds `ＡＢＣ`.
        public static let widthInsensitive = Options(rawValue: 1 << 2)
        /// The text and emoji presentations of a symbol are the same: `❤` finds `❤️`.
        public static let emojiPresentationInsensitive = Options(rawValue: 1 << 3)
        /// The capital of `i` is `İ`, and that of `ı` is `I`.
        ///
        /// It changes nothing where the case counts.
        public static let turkic = Options(rawValue: 1 << 4)
        /// What is still being typed in Korean matches what it may become: `ㄱㅅ` and `검새` find `검색`.
        public static let hangulTyping = Options(rawValue: 1 << 5)
    }

    /// What becomes of the matches of several terms that meet.
    public enum Merge: Sendable, Hashable, CaseIterable {
        /// Matches that share a character become one. The default.
        case overlapping
        /// Matches that share a character or stand side by side become one: for a coloured area.
        case touching
        /// Every match of every term stays, in order, and keeps its term.
        case none
    }
}

extension Highlighter.Options {
    /// What folding has to know.
    fileprivate var folding: FoldRules {
        FoldRules(
            ignoresCase: !contains(.caseSensitive), ignoresMarks: contains(.diacriticInsensitive),
            ignoresWidth: contains(.widthInsensitive), ignoresPresentation: contains(.emojiPresentationInsensitive),
            isTurkic: contains(.turkic))
    }
}

extension Highlighter.Merge {
    /// Matches that begin this many bytes behind the end of another, or sooner, become one with it; nil: none do.
    var gap: Int? {
        switch self {
        case .overlapping: -1
        case .touching: 0
        case .none: nil
        }
    }
}
