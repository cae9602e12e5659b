public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// A post as a list row: the post and its row builder.
///
/// Texts are computed when they are drawn.
public struct LinkPostRow: Identifiable, Sendable, Hashable, Redacted {
    /// The post, as last received from the service.
    public let post: LinkPost
    /// The builder of the row.
    public let builder: LinkRowBuilder

    /// Creates the row of a post.
    public init(post: LinkPost, builder: LinkRowBuilder) {
        self.post = post
        self.builder = builder
    }

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

extension LinkRowBuilder: RowBuilder {
    /// The row of a post.
    public func row(of post: LinkPost) -> LinkPostRow { LinkPostRow(post: post, builder: self) }
}
