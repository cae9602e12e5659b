public import Foundation
import NoticeBoardBase

/// A row of a list of posts: everything to draw and nothing to compute.
///
/// Of the writer of an anonymous post it holds nothing.
public struct PostRow: Sendable, Hashable, Identifiable {
    /// The post's number.
    public let id: Post.ID
    /// What stands before the title; most posts have nothing there.
    public let badge: PostBadge?
    /// What the badge says.
    public let badgeText: String?
    /// The title, that of a reply without its `[Re]`.
    public let title: String
    /// The name that stands for the writer, 익명 for an anonymous one; empty where the server says none.
    public let writer: String
    /// Whether the writer stays unnamed.
    public let isAnonymous: Bool
    /// The date; empty where there is none.
    public let date: String
    /// How often the post was read, as a plain whole number.
    public let viewCount: String
    /// How many comments there are.
    public let commentCount: Int
    /// Whether a clip is shown.
    public let hasClip: Bool
    /// Whether the post is marked as new.
    public let isNew: Bool
    /// The beginning of the contents in one line, where the style asks for it; else empty.
    public let snippet: String
    /// The row as it is spoken to a person who does not see it.
    public let spoken: String

    /// The row of `post` as a reader sees it who looks at `now`.
    public init(_ post: Post, style: PostRowStyle = PostRowStyle(), now: Date = Date()) {
        let language = style.language
        id = post.id
        badge = post.badge
        badgeText = post.badge?.text(in: language)
        title = post.shownTitle
        writer = post.writerName(in: language)
        isAnonymous = post.isAnonymous
        date = style.date.text(post.createdAt, now: now)
        viewCount = String(post.viewCount)
        commentCount = post.commentCount
        hasClip = style.clip.shows(post)
        isNew = post.isNew
        snippet = style.snippetLength > 0 ? PlainText.line(of: post.contents, limit: style.snippetLength) : ""

        let isKorean = language == .korean
        let marks = [
            badge == .reply ? (isKorean ? "답글" : "Reply") : badgeText, isNew ? (isKorean ? "새 글" : "New") : nil,
        ]
        let details = [
            writer, date, isKorean ? "조회 \(viewCount)" : "\(viewCount) views",
            hasClip ? (isKorean ? "첨부 있음" : "with attachments") : nil,
        ]
        spoken = (marks + [title] + details).compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
    }
}

extension PostRow: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number alone: descriptions end up in logs, and a row holds a writer's name.
    public var description: String { "PostRow(\(id))" }
    /// The number alone.
    public var debugDescription: String { description }
    /// The number alone.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
