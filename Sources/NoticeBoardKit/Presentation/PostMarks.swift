public import NoticeBoardBase
public import NoticeBoardSearch

/// Which ranges of a post's fields a search marks: those of the fields that its target names, and no others.
///
/// The writer of an anonymous post is never marked, since a mark would tell who it is.
///
/// ```swift
/// let marks = PostMarks(of: post, Highlighter(keyword), target: .title)
/// for range in marks.title { … }
/// ```
public struct PostMarks: Sendable, Hashable {
    /// Ranges of the post's title.
    public let title: [Range<String.Index>]
    /// Ranges of the post's contents.
    public let contents: [Range<String.Index>]
    /// Ranges of the writer's name.
    public let writer: [Range<String.Index>]

    /// The marks of what `highlighter` finds in `post`; a target that is not known names no field.
    public init(of post: Post, _ highlighter: Highlighter, target: SearchTarget) {
        func ranges(in text: String?, for targets: SearchTarget...) -> [Range<String.Index>] {
            guard let text, targets.contains(target) else { return [] }
            return highlighter.ranges(in: text)
        }
        title = ranges(in: post.title, for: .all, .title)
        contents = ranges(in: post.contents, for: .all, .contents)
        writer = ranges(in: post.isAnonymous ? nil : post.writer?.name, for: .all, .writer)
    }

    /// Whether nothing is marked.
    public var isEmpty: Bool { title.isEmpty && contents.isEmpty && writer.isEmpty }

    /// What the marks say to a person who does not see them, such as `Found: 2 in the title, 1 in the contents.`; nothing
    /// where nothing is marked.
    public func spoken(in language: Language) -> String? {
        let places =
            switch language {
            case .korean: [(title, "제목"), (contents, "내용"), (writer, "작성자")]
            case .english: [(title, "the title"), (contents, "the contents"), (writer, "the writer")]
            }
        let found = places.filter { !$0.0.isEmpty }.map { ranges, place in
            language == .korean ? "\(place) \(ranges.count)곳" : "\(ranges.count) in \(place)"
        }
        guard !found.isEmpty else { return nil }
        return language == .korean ? "검색어 일치: \(found.joined(separator: ", "))." : "Found: \(found.joined(separator: ", "))."
    }
}
