public import NoticeBoardPaging

extension LinkService {
    /// Everybody's posts, page by page as they are needed, newest first.
    ///
    /// ```swift
    /// for try await post in client.posts() { print(post.content ?? "") }
    /// ```
    public func posts(pageSize: Int = 20) -> Paginator<LinkPost> {
        Paginator { try await postPage(at: $0, limit: pageSize) }
    }

    /// The posts of one account, likewise.
    public func posts(of user: LinkUser.ID, pageSize: Int = 20) -> Paginator<LinkPost> {
        Paginator { try await postPage(of: user, at: $0, limit: pageSize) }
    }

    /// The posts with a hashtag, likewise.
    public func posts(tagged hashtag: String, pageSize: Int = 20) -> Paginator<LinkPost> {
        Paginator { try await postPage(tagged: hashtag, at: $0, limit: pageSize) }
    }

    /// The posts that whoever is signed in likes, likewise.
    public func likedPosts(pageSize: Int = 20) -> Paginator<LinkPost> {
        Paginator { try await likedPage(at: $0, limit: pageSize) }
    }
}
