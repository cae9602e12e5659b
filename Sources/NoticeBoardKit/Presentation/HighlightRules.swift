import NoticeBoardBase
public import NoticeBoardSearch

/// The matches that a search highlights in its results.
public struct HighlightRules: Sendable, Hashable {
    /// Finds the matches.
    public let highlighter: Highlighter
    /// The fields to highlight in.
    public let target: SearchTarget
    private let found = Uncompared(MatchCache())

    /// Creates the rules of a search.
    public init(_ highlighter: Highlighter, target: SearchTarget = .all) {
        (self.highlighter, self.target) = (highlighter, target)
    }

    /// Returns the highlighter for a field; `nil` if the target does not include it.
    func highlighter(of field: SearchTarget) -> Highlighter? { target == .all || target == field ? highlighter : nil }

    /// Returns the matches in a post, with a snippet of at most `length` characters.
    ///
    /// They are found once and kept with these rules: a row asks for them several times while it is drawn.
    func matches(in post: Post, length: Int) -> PostMatches {
        if let known = found.value.matches(in: post), known.length == length { return known }
        let matches = PostMatches(of: self, in: post, length: length)
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
    func sharesMatches(with other: HighlightRules?) -> Bool { found.value === other?.found.value }

    /// Frees the matches that were kept, when the search has ended.
    func end() { found.value.end() }

    /// Whether the matches in a post are kept.
    func keeps(_ post: Post) -> Bool { found.value.matches(in: post) != nil }

    /// The posts and bytes that are kept.
    var kept: (posts: Int, bytes: Int) { found.value.extent }
}

/// The matches of a search in a post.
struct PostMatches: Sendable {
    let post: Post
    let length: Int
    /// The bytes of its texts.
    let size: Int
    /// The ranges in the title without `[Re]`.
    let title: [Range<String.Index>]
    /// The ranges in the writer's name; none for an anonymous post.
    let writer: [Range<String.Index>]
    /// The first match in the contents and its surroundings.
    let snippet: Highlighter.Snippet?

    init(of rules: HighlightRules, in post: Post, length: Int) {
        self.post = post
        self.length = length
        title = rules.highlighter(of: .title)?.ranges(in: post.shownTitle) ?? []
        writer = post.isAnonymous ? [] : rules.highlighter(of: .writer)?.ranges(in: post.writer?.name ?? "") ?? []
        snippet = rules.highlighter(of: .contents)?.snippet(ofContents: post.contents, length: length)
        let ranges = (title.count + writer.count + (snippet?.ranges.count ?? 0)) * MemoryLayout<Range<String.Index>>.size
        size = post.contents.utf8.count + post.title.utf8.count + (snippet?.text.utf8.count ?? 0) + ranges
    }

    /// Whether these are the matches in a post: nothing that is searched has changed.
    func concern(_ other: Post) -> Bool {
        post.contents == other.contents && post.title == other.title && post.type == other.type
            && post.isAnonymous == other.isAnonymous && post.writer?.name == other.writer?.name
    }
}

extension Highlighter {
    /// Returns one line of the contents at the richest place near the first match, or `nil` without a match.
    fileprivate func snippet(ofContents contents: String, length: Int) -> Snippet? {
        let length = min(length, 1_000_000)
        let text = PlainText.line(of: contents)
        guard let hit = firstRange(in: text) else { return nil }
        // One character more than a snippet can show before the match, so that it shows that the text is cut there.
        let start = text.index(hit.lowerBound, offsetBy: -length - 1, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(hit.lowerBound, offsetBy: 2 * length, limitedBy: text.endIndex) ?? text.endIndex
        let window = String(text[start..<max(end, hit.upperBound)])
        return snippet(of: window, length: length, isCut: max(end, hit.upperBound) < text.endIndex)
    }
}
