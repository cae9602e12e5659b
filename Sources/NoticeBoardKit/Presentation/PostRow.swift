public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens
public import NoticeBoardSearch

/// A row of a list of posts: a post and its builder; the texts are computed when they are drawn.
///
/// Creating one is cheap, and the matches of a search are found once for each post. Rows are equal if they draw the same, and
/// are hashed by the post's ID alone. Nothing in a row shows the writer of an anonymous post.
public struct PostRow: Identifiable, Sendable, Hashable, Redacted {
    /// The post.
    public let post: Post
    /// How the post looks.
    public let builder: PostRowBuilder

    /// Creates the row of a post in a list.
    public init(_ post: Post, builder: PostRowBuilder) { (self.post, self.builder) = (post, builder) }

    /// Creates the row of a post without a list, as it looks at `now`.
    public init(
        _ post: Post, style: PostRowStyle = PostRowStyle(), now: Date = Date(), highlighting: SearchHighlighting? = nil
    ) {
        self.init(post, builder: PostRowBuilder(style: style, now: now, highlighting: highlighting))
    }

    /// The post's ID.
    public var id: Post.ID { post.id }
    /// The text of the badge before the title; `nil` for most posts.
    public var badgeText: String? { post.badge(in: builder.style.language) }
    /// The title; that of a reply has no `[Re]`.
    public var title: String { post.shownTitle }
    /// The writer's name, or 익명 for an anonymous post; empty if the server sends none.
    public var writer: String { post.writerName(in: builder.style.language) }
    /// Whether the post is anonymous.
    public var isAnonymous: Bool { post.isAnonymous }
    /// The date; empty without one.
    public var date: String { builder.style.date.text(post.createdAt, now: builder.now) }
    /// How often the post was read.
    public var viewCount: String { String(post.viewCount) }
    /// The number of comments.
    public var commentCount: Int { post.commentCount }
    /// Whether the row shows a paper clip.
    public var hasClip: Bool {
        builder.style.clipsAttachments && post.attachmentCount > 0 || builder.style.clipsPictures && post.hasInlineImage
    }
    /// Whether the post was read on this device.
    public var isRead: Bool { builder.reading?.isRead(post) ?? false }
    /// Whether the post is new: the server says so or it came since the previous visit, and it is unread.
    public var isNew: Bool {
        guard let reading = builder.reading else { return post.isNew }
        return reading.isNew(post) || post.isNew && !reading.isRead(post)
    }
    /// How many comments came since the post was read on this device; 0 if it was not read.
    public var newCommentCount: Int { builder.reading?.newComments(on: post) ?? 0 }
    /// The sentence for ``newCommentCount``, such as "12 new comments"; `nil` without new ones.
    public var newCommentText: String? { builder.style.language.newComments(newCommentCount) }

    /// One line of the contents with its matches: around the first match of a search, or else the beginning if the style has one.
    public var snippet: Highlighter.Snippet {
        let length = builder.style.snippetLength
        return matches?.snippet
            ?? Highlighter.Snippet(text: length > 0 ? PlainText.line(of: post.contents, limit: length) : "", ranges: [])
    }

    /// The matches of a search.
    private var matches: PostMatches? { builder.highlighting?.matches(in: post, length: builder.style.matchLength) }
    /// The matches of a search in ``title``.
    public var titleHighlights: [Range<String.Index>] { matches?.title ?? [] }
    /// The matches of a search in ``writer``.
    public var writerHighlights: [Range<String.Index>] { matches?.writer ?? [] }

    /// The row for VoiceOver, with the matches of a search.
    public var spoken: String {
        let language = builder.style.language
        let marks = [
            post.type == .reply ? language.text("row.reply", korean: "답글", english: "Reply") : badgeText,
            isNew ? language.text("row.new", korean: "새 글", english: "New") : nil,
            isRead ? language.text("row.read", korean: "읽음", english: "Read") : nil,
            newCommentText,
        ]
        let views = post.viewCount
        let details = [
            writer, date,
            language.text("row.views", [views], korean: "조회 \(views)", english: views == 1 ? "1 view" : "\(views) views"),
            language.counted(commentCount, "row.comments", korean: "댓글", english: "comment"),
            builder.style.clipsAttachments ? post.attachmentText(in: language) : nil,
            builder.style.clipsPictures && post.hasInlineImage
                ? language.text("row.withPictures", korean: "사진 있음", english: "with pictures") : nil,
        ]
        let hits = [matches?.snippet?.text, spokenMatches]
        return (marks + [title] + details + hits).compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
    }

    /// The matches for VoiceOver; contents were read only up to the first one.
    private var spokenMatches: String? {
        guard let matches else { return nil }
        let language = builder.style.language
        func count(_ ranges: [Range<String.Index>], _ key: String, korean: String, english: String) -> String? {
            guard !ranges.isEmpty else { return nil }
            let count = ranges.count
            return language.text("found.\(key)", [count], korean: "\(korean) \(count)곳", english: "\(count) in the \(english)")
        }
        let found = [
            count(matches.title, "title", korean: "제목", english: "title"),
            matches.snippet != nil ? language.text("found.contents", korean: "내용", english: "in the contents") : nil,
            count(matches.writer, "writer", korean: "작성자", english: "writer"),
        ].compactMap(\.self).joined(separator: ", ")
        guard !found.isEmpty else { return nil }
        return language.text("found", words: [found], korean: "검색어 일치: \(found).", english: "Found: \(found).")
    }

    /// Whether both draw the same.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.post == right.post else { return false }
        if left.builder === right.builder { return true }
        // The read marks of other posts do not matter.
        guard left.builder.draws(like: right.builder) else { return false }
        return left.isRead == right.isRead && left.isNew == right.isNew && left.newCommentCount == right.newCommentCount
    }
    /// Hashes the post's ID alone: a list may be hashed at every change.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "PostRow(\(id))" }
}

extension PostRowBuilder: RowBuilder {
    /// The row of a post.
    public func row(of post: Post) -> PostRow { PostRow(post, builder: self) }
}
