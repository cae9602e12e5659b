import NoticeBoardBase
import NoticeBoardSearch

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

    /// Finds the matches in the fields that `highlighter` returns a highlighter for.
    init(in post: Post, length: Int, highlighter: (SearchTarget) -> Highlighter?) {
        self.post = post
        self.length = length
        title = highlighter(.title)?.ranges(in: post.shownTitle) ?? []
        writer = post.isAnonymous ? [] : highlighter(.writer)?.ranges(in: post.writer?.name ?? "") ?? []
        snippet = highlighter(.contents)?.snippet(ofContents: post.contents, length: length)
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
