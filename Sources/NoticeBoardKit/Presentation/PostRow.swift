public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// A row of a list of posts: a post and how it looks; its texts are computed when they are drawn.
///
/// Making one costs next to nothing, so that none has to be kept. Rows are equal where post and look are, and are hashed by the
/// post's number alone. Of the writer of an anonymous post it shows nothing.
public struct PostRow: Identifiable, Sendable {
    /// The post.
    public let post: Post
    /// How it looks.
    public let builder: PostRowBuilder

    /// The row of a post in the look of its list.
    public init(_ post: Post, builder: PostRowBuilder) { (self.post, self.builder) = (post, builder) }

    /// The row of `post` as a reader sees it who looks at `now`: for a single row, which has no list.
    public init(
        _ post: Post, style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil
    ) {
        self.init(post, builder: PostRowBuilder(style: style, now: now, marking: marking))
    }

    /// The post's number.
    public var id: Post.ID { post.id }
    /// The text of the badge before the title; `nil` for most posts.
    public var badgeText: String? { post.badge(in: builder.style.language) }
    /// The title, that of a reply without its `[Re]`.
    public var title: String { post.shownTitle }
    /// The name that stands for the writer, 익명 for an anonymous one; empty where the server says none.
    public var writer: String { post.writerName(in: builder.style.language) }
    /// Whether the writer stays unnamed.
    public var isAnonymous: Bool { post.isAnonymous }
    /// The date; empty where there is none.
    public var date: String { builder.style.date.text(post.createdAt, now: builder.now) }
    /// How often the post was read, as a plain whole number.
    public var viewCount: String { String(post.viewCount) }
    /// How many comments there are.
    public var commentCount: Int { post.commentCount }
    /// Whether a clip is shown.
    public var hasClip: Bool { builder.style.clip.shows(post) }
    /// Whether the post was read on this device, as far as that is known.
    public var isRead: Bool { builder.reading?.isRead(post) ?? false }
    /// Whether the post is marked as new: the server calls it so, or it came since last time, and it was not read.
    public var isNew: Bool {
        guard let reading = builder.reading else { return post.isNew }
        return reading.isNew(post) || post.isNew && !reading.isRead(post)
    }

    /// The contents in one line and what is marked in it: where a search found something in them, around that; else their
    /// beginning, where the style asks for it.
    public var snippet: Highlighter.Snippet {
        let length = builder.style.snippetLength
        return found ?? Highlighter.Snippet(text: length > 0 ? PlainText.line(of: post.contents, limit: length) : "", ranges: [])
    }

    /// What a search found in the contents, and what stands around that.
    private var found: Highlighter.Snippet? {
        let length = builder.style.snippetLength > 0 ? builder.style.snippetLength : PostRowStyle.usualSnippetLength
        return builder.marking?.highlighter(of: .contents)?.snippet(ofContents: post.contents, length: length)
    }

    /// What a search found in the title as it is shown.
    public var titleHighlights: [Range<String.Index>] { builder.marking?.highlighter(of: .title)?.ranges(in: title) ?? [] }
    /// What a search found in the writer's name.
    public var writerHighlights: [Range<String.Index>] {
        isAnonymous ? [] : builder.marking?.highlighter(of: .writer)?.ranges(in: writer) ?? []
    }

    /// What a search found in the row: in its title, in its snippet, in its writer.
    ///
    /// It reads the contents, as ``snippet`` does: what is drawn one by one is asked for one by one.
    public var highlights: PostHighlights { highlights(in: found) }

    private func highlights(in found: Highlighter.Snippet?) -> PostHighlights {
        PostHighlights(title: titleHighlights, contents: found?.ranges ?? [], writer: writerHighlights)
    }

    /// The row as it is spoken to a person who does not see it; of a search with what was found, and what stands around that.
    public var spoken: String {
        let language = builder.style.language
        let marks = [
            post.type == .reply ? language.text("row.reply", korean: "답글", english: "Reply") : badgeText,
            isNew ? language.text("row.new", korean: "새 글", english: "New") : nil,
            isRead ? language.text("row.read", korean: "읽음", english: "Read") : nil,
        ]
        let views = post.viewCount
        let clip = builder.style.clip
        let details = [
            writer, date,
            language.text("row.views", [views], korean: "조회 \(views)", english: views == 1 ? "1 view" : "\(views) views"),
            language.counted(commentCount, "row.comments", korean: "댓글", english: "comment"),
            clip == .inlineImages ? nil : post.attachmentText(in: language),
            clip == .attachments || !post.hasInlineImage
                ? nil : language.text("row.withPictures", korean: "사진 있음", english: "with pictures"),
        ]
        let hit = found
        let hits = [hit?.text, highlights(in: hit).spoken(in: language, countsContents: false)]
        return (marks + [title] + details + hits).compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
    }
}

extension PostRowBuilder: RowBuilder {
    /// The row of a post.
    public func row(of post: Post) -> PostRow { PostRow(post, builder: self) }
}

extension PostRow: Hashable {
    /// Whether both draw the same.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.post == right.post else { return false }
        if left.builder.isIdentical(to: right.builder) { return true }
        // A mark of another post changes nothing about this one.
        return left.builder.draws(like: right.builder) && left.isRead == right.isRead && left.isNew == right.isNew
    }
    /// Hashes the post's number, and not what it says: a list may be hashed at every change.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension PostRow: Redacted {
    /// The number alone: descriptions end up in logs, and a row holds a writer's name.
    public var description: String { "PostRow(\(id))" }
}

/// What apps show of a post.
extension Post {
    /// The text of the badge before the title: 공지 or Re in Korean; `nil` for most posts.
    func badge(in language: Language) -> String? {
        switch type {
        case .notice: language.text("badge.notice", korean: "공지", english: "Notice")
        case .reply: language.text("badge.reply", korean: "Re", english: "Re")
        default: nil
        }
    }

    /// The title as it stands beside the badge: that of a reply without the `[Re]` that some data puts before it.
    ///
    /// Other titles are as the server has them, and so is one that would have nothing left.
    public var shownTitle: String {
        guard type == .reply else { return title }
        var rest = title[...]
        while let mark = rest.range(of: "[re]", options: [.caseInsensitive, .anchored]) {
            rest = rest[mark.upperBound...].drop { $0.isWhitespace }
        }
        return rest.isEmpty ? title : String(rest)
    }

    /// The name that stands for the writer: 익명 for an anonymous one, nothing where the server says none.
    public func writerName(in language: Language) -> String {
        guard isAnonymous else { return writer?.name ?? "" }
        return language.text("row.anonymous", korean: "익명", english: "Anonymous")
    }

    /// How many files are attached, in words; `nil` where there are none.
    func attachmentText(in language: Language) -> String? {
        language.counted(attachmentCount, "row.attachments", korean: "첨부 파일", english: "attachment")
    }

    /// What the contents say without their markup; see ``PlainText``.
    public var plainContents: String { PlainText.text(of: contents) }
}

extension Language {
    /// A number of things, such as `댓글 3개` or `1 comment`; `nil` where there are none.
    func counted(_ count: Int, _ key: String, korean: String, english: String) -> String? {
        guard count > 0 else { return nil }
        return text(key, [count], korean: "\(korean) \(count)개", english: "\(count) \(english)\(count == 1 ? "" : "s")")
    }
}
