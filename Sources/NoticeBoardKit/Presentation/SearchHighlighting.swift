import NoticeBoardBase
public import NoticeBoardSearch

/// The matches that a search highlights in its results.
public struct SearchHighlighting: Sendable, Hashable {
    /// Finds the matches.
    public let highlighter: Highlighter
    /// The fields to highlight in.
    public let target: SearchTarget
    private let found = Uncompared(MatchCache())

    /// Creates the rules of a search.
    public init(_ highlighter: Highlighter, target: SearchTarget = .all) {
        self.highlighter = highlighter
        self.target = target
    }

    /// Returns the highlighter for a field; `nil` if the target does not include it.
    func highlighter(of field: SearchTarget) -> Highlighter? { target == .all || target == field ? highlighter : nil }

    /// Returns the matches in a post, with a snippet of at most `length` characters.
    ///
    /// They are found once and kept with these rules: a row asks for them several times while it is drawn.
    func matches(in post: Post, length: Int) -> PostMatches {
        if let known = found.value.matches(in: post), known.length == length { return known }
        let matches = PostMatches(in: post, length: length, highlighter: highlighter(of:))
        found.value.keep(matches)
        return matches
    }

    /// Whether anything in a post would be highlighted.
    ///
    /// Matches that were found for rows are used, of any length; else they are found with `length`, for the row that follows.
    func finds(_ post: Post, length: Int) -> Bool {
        let matches = found.value.matches(in: post) ?? matches(in: post, length: length)
        return !matches.title.isEmpty || !matches.writer.isEmpty || matches.snippet != nil
    }

    /// Whether both keep their matches at one place: equal rules may belong to two searches.
    func sharesMatches(with other: SearchHighlighting?) -> Bool { found.value === other?.found.value }

    /// Frees the matches that were kept, when the search has ended.
    func end() { found.value.end() }

    /// Whether the matches in a post are kept.
    func keeps(_ post: Post) -> Bool { found.value.matches(in: post) != nil }

    /// The posts and bytes that are kept.
    var kept: (posts: Int, bytes: Int) { found.value.extent }
}
