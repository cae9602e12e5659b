public import NoticeBoardBase
public import NoticeBoardSearch

/// Which ranges of a post's fields a search marks: those of the fields that its target names, and no others.
///
/// The writer of an anonymous post is never marked, since a mark would tell who it is.
///
/// ```swift
/// let marks = PostHighlights(of: post, Highlighter(keyword), target: .title)
/// for range in marks.title { … }
/// ```
public struct PostHighlights: Sendable, Hashable {
    /// Ranges of the post's title.
    public let title: [Range<String.Index>]
    /// Ranges of the post's contents.
    public let contents: [Range<String.Index>]
    /// Ranges of the writer's name.
    public let writer: [Range<String.Index>]

    /// The marks of what `highlighter` finds in `post`; a target that is not known names no field.
    public init(of post: Post, _ highlighter: Highlighter, target: SearchTarget) {
        self.init(
            title: post.title, contents: post.contents, writer: post.isAnonymous ? nil : post.writer?.name, highlighter, target)
    }

    /// Marks that were found, or made by hand.
    public init(title: [Range<String.Index>], contents: [Range<String.Index>], writer: [Range<String.Index>]) {
        (self.title, self.contents, self.writer) = (title, contents, writer)
    }

    private init(title: String, contents: String, writer: String?, _ highlighter: Highlighter, _ target: SearchTarget) {
        func ranges(in text: String?, for field: SearchTarget) -> [Range<String.Index>] {
            guard let text, target == .all || target == field else { return [] }
            return highlighter.ranges(in: text)
        }
        self.title = ranges(in: title, for: .title)
        self.contents = ranges(in: contents, for: .contents)
        self.writer = ranges(in: writer, for: .writer)
    }

    /// Nothing is marked.
    public init() { (title, contents, writer) = ([], [], []) }

    /// Whether nothing is marked.
    public var isEmpty: Bool { title.isEmpty && contents.isEmpty && writer.isEmpty }

    /// What the marks say to a person who does not see them, such as `Found: 2 in the title, 1 in the contents.`; nothing
    /// where nothing is marked.
    public func spoken(in language: Language) -> String? { spoken(in: language, countsContents: true) }

    /// The same; of contents that were read only as far as the first hit, without how often they hold it.
    func spoken(in language: Language, countsContents: Bool) -> String? {
        func text(_ key: String, _ ranges: [Range<String.Index>], _ place: (korean: String, english: String)) -> String? {
            guard !ranges.isEmpty else { return nil }
            let count = ranges.count
            return language.text(
                "found.\(key)", [count], korean: "\(place.korean) \(count)곳", english: "\(count) in the \(place.english)")
        }
        let inContents =
            countsContents || contents.isEmpty
            ? text("contents", contents, ("내용", "contents"))
            : language.text("found.contentsUncounted", korean: "내용", english: "in the contents")
        let found = [text("title", title, ("제목", "title")), inContents, text("writer", writer, ("작성자", "writer"))]
            .compactMap(\.self).joined(separator: ", ")
        guard !found.isEmpty else { return nil }
        return language.text("found", words: [found], korean: "검색어 일치: \(found).", english: "Found: \(found).")
    }
}
