public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// A post as a list row: the post and its row builder.
///
/// Texts are computed when they are drawn.
public struct LinkPostRow: Identifiable, Sendable, Hashable, Redacted {
    /// The post, as last received from the service.
    public let post: LinkPost
    /// The builder of the row.
    public let builder: LinkRowBuilder

    /// The post's ID.
    public var id: LinkPost.ID { post.id }
    /// The author.
    public var author: LinkUser { post.author }
    /// Whether the signed-in account wrote it.
    public var isMine: Bool { post.author.id == builder.me }
    /// Whether it is shown as liked: the pending like, else the confirmed one.
    public var isLiked: Bool { builder.likes[post.id] ?? post.isLiked(by: builder.me) }
    /// Whether a pending like is not confirmed yet.
    public var isLikeUnconfirmed: Bool { builder.likes[post.id] != nil }
    /// The number of likes, including a pending one.
    public var likeCount: Int {
        let others = post.likes.count - (post.isLiked(by: builder.me) ? 1 : 0)
        return others + (isLiked ? 1 : 0)
    }
    /// The replies that are not hidden, in the service's order.
    public var replies: [LinkReply] { builder.hidden.isEmpty ? post.replies : post.replies.filter { !builder.hidden.hides($0) } }
    /// `2 답글, 3 좋아요`.
    public var counts: String { LinkCounts.text(replies: replies.count, likes: likeCount, in: builder.language) }
    /// How long ago it was written; empty if unknown.
    public var age: String { LinkAge.text(of: post.createdAt, at: builder.now, in: builder.language) }

    /// The row's accessibility label.
    public var spoken: String {
        let liked = isLiked ? builder.language.text("post.likedByYou", korean: "좋아요 표시함", english: "liked by you") : ""
        let files = post.pictures.isEmpty ? "" : LinkCounts.text(files: post.pictures.count, in: builder.language)
        return [author.nick, age, post.title ?? "", post.content ?? "", files, counts, liked]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Whether both rows look the same: a new `now` counts only if the age text changes.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.post == right.post else { return false }
        return left.builder == right.builder
            || left.builder.language == right.builder.language && left.builder.me == right.builder.me
                && left.isLiked == right.isLiked
                && left.isLikeUnconfirmed == right.isLikeUnconfirmed && left.age == right.age && left.replies == right.replies
    }
    /// Hashes the ID alone: lists are hashed at every change.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkPostRow(\(id))" }
}

/// A reply as a row below its post.
public struct LinkReplyRow: Identifiable, Sendable, Hashable, Redacted {
    /// The reply.
    public let reply: LinkReply
    /// The builder of the row.
    public let builder: LinkRowBuilder

    /// The reply's ID.
    public var id: LinkReply.ID { reply.id }
    /// The author.
    public var author: LinkUser { reply.author }
    /// Whether the signed-in account wrote it.
    public var isMine: Bool { reply.author.id == builder.me }
    /// How long ago it was written; empty if unknown.
    public var age: String { LinkAge.text(of: reply.createdAt, at: builder.now, in: builder.language) }
    /// The row's accessibility label.
    public var spoken: String { [author.nick, age, reply.content].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Whether both rows look the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.reply == right.reply && left.isMine == right.isMine && (left.builder == right.builder || left.age == right.age)
    }
    /// Hashes the reply's ID alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkReplyRow(\(id))" }
}

/// Counts as the service's apps write them.
package enum LinkCounts {
    /// `2 답글, 3 좋아요`.
    package static func text(replies: Int, likes: Int, in language: Language) -> String {
        language.text(
            "counts.repliesAndLikes", [replies, likes], korean: "\(replies) 답글, \(likes) 좋아요",
            english: "\(replies) \(replies == 1 ? "reply" : "replies"), \(likes) \(likes == 1 ? "like" : "likes")")
    }

    /// `파일 2개`: the number of pictures and documents.
    static func text(files: Int, in language: Language) -> String {
        language.text("counts.files", [files], korean: "파일 \(files)개", english: files == 1 ? "1 file" : "\(files) files")
    }

    /// `팔로워 7명`.
    package static func text(followers: Int, in language: Language) -> String {
        language.text(
            "counts.followers", [followers], korean: "팔로워 \(followers)명",
            english: "\(followers) \(followers == 1 ? "follower" : "followers")")
    }
}

/// Builds the rows of a screen for one account, time and language, with pending likes and hidden content.
///
/// All rows of a screen share one builder. Pending likes exist only here, so a list needs no rollback when the service refuses
/// one.
public struct LinkRowBuilder: Sendable, Equatable, RowBuilder {
    /// The account that looks at the posts.
    public let me: LinkUser.ID
    /// The time from which ages are counted.
    public internal(set) var now = Date()
    /// The language of texts.
    public internal(set) var language = Language.preferred
    /// The likes that the user asked for and the service has not confirmed.
    public internal(set) var likes: [LinkPost.ID: Bool] = [:]
    /// The accounts, posts and replies that are not shown.
    public internal(set) var hidden = LinkHidden()
    /// Whether the account is signed out, so that the screen asks to sign in.
    var isSignedOut = false

    /// The sentence in the place of every screen's content after a sign-out.
    var signedOutText: String? {
        isSignedOut ? language.text("link.signedOut", korean: "로그인해 주세요.", english: "Please sign in.") : nil
    }

    /// The row of a post.
    public func row(of post: LinkPost) -> LinkPostRow { LinkPostRow(post: post, builder: self) }
}

/// The age of a post in words: `방금 전`, `5분 전`, `3시간 전`.
package enum LinkAge {
    /// The units with their minutes, the longest first.
    ///
    /// A month has 30 days, a year 365.
    private static let units: [(minutes: Int, english: String, korean: String)] = [
        (525_600, "year", "년"), (43_200, "month", "개월"), (1_440, "day", "일"), (60, "hour", "시간"), (1, "minute", "분"),
    ]

    /// Returns how long before `now` a time was; empty for `nil`.
    ///
    /// A moment after `now` counts as now: clocks differ.
    package static func text(of time: Date?, at now: Date, in language: Language) -> String {
        guard let time else { return "" }
        // Capped, since a date may be arbitrarily far away.
        let age = max(0, min(now.timeIntervalSince(time) / 60, 2_000_000_000))
        let passed = Int(age)
        guard let (minutes, english, korean) = units.first(where: { passed >= $0.minutes }) else {
            return language.text("age.now", korean: "방금 전", english: "just now")
        }
        // Days 360 to 364 still count as 11 months.
        let count = min(passed / minutes, english == "month" ? 11 : .max)
        return language.text(
            "age.\(english)s", [count], korean: "\(count)\(korean) 전",
            english: "\(count) \(english)\(count == 1 ? "" : "s") ago")
    }
}
