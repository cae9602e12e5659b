public import Foundation
public import NoticeBoardHTTP
public import NoticeBoardPaging

/// What the Link service offers, a method a call.
///
/// ``LinkClient`` is one; an app's own, or a test's, can stand in for it. Signing up and in is offered here as the bare calls:
/// a ``LinkSession`` makes one thing of them, and keeps what comes of it.
///
/// Every function throws `NoticeBoardError`, or `CancellationError` when its task was cancelled. What is known to be wrong
/// before anything is sent throws the code that says so, and sends nothing.
public protocol LinkService: Sendable {
    /// Throws `emailNotUsable` when no account can be made with an e-mail address.
    func checkEmail(_ email: String) async throws
    /// Signs up; whoever did must still sign in.
    @discardableResult func join(_ form: LinkRegistration) async throws -> LinkUser
    /// Signs in, and gives the tokens with the account's ID.
    func logIn(email: String, password: String) async throws -> Credentials
    /// The same tokens with a new access token; throws `tokenStillGood` when they need none.
    func refresh(_ old: Credentials) async throws -> Credentials
    /// Gives the account up.
    @discardableResult func withdraw() async throws -> LinkUser

    /// Stores a new post, and gives it as it was stored.
    @discardableResult func publish(_ form: LinkPostForm) async throws -> LinkPost
    /// A page of everybody's posts, newest first.
    func postPage(at position: PagePosition?, limit: Int) async throws -> Page<LinkPost>
    /// One post.
    func post(_ id: LinkPost.ID) async throws -> LinkPost
    /// Changes what the form names of a post, and gives it as it is now; files replace all its files.
    @discardableResult func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost
    /// Deletes a post.
    func deletePost(_ id: LinkPost.ID) async throws
    /// A page of one account's posts.
    func postPage(of user: LinkUser.ID, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost>
    /// A page of the posts with a hashtag, written with or without its `#`.
    func postPage(tagged hashtag: String, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost>
    /// A page of the posts that whoever is signed in likes.
    func likedPage(at position: PagePosition?, limit: Int) async throws -> Page<LinkPost>

    /// Writes a comment below a post, and gives it as it was stored.
    @discardableResult func comment(_ content: String, on post: LinkPost.ID) async throws -> LinkComment
    /// Changes a comment, and gives it as it is now.
    @discardableResult func editComment(_ id: LinkComment.ID, on post: LinkPost.ID, to content: String) async throws
        -> LinkComment
    /// Deletes a comment.
    func deleteComment(_ id: LinkComment.ID, on post: LinkPost.ID) async throws
    /// Likes a post that is not liked, and the other way round; gives whether it is liked now.
    ///
    /// The service offers no more: to set a wanted state, compare with the last confirmed one first.
    func toggleLike(_ post: LinkPost.ID) async throws -> Bool

    /// Follows an account; gives whether it is followed now.
    @discardableResult func follow(_ user: LinkUser.ID) async throws -> Bool
    /// Follows an account no longer; gives whether it is followed now.
    @discardableResult func unfollow(_ user: LinkUser.ID) async throws -> Bool
    /// The profile of whoever is signed in.
    func myProfile() async throws -> LinkProfile
    /// Changes what the form names of one's profile, and gives it as it is now.
    @discardableResult func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile
    /// Somebody's profile.
    func profile(of user: LinkUser.ID) async throws -> LinkProfile
    /// The bytes of a picture or a document, by the path that the service named.
    func picture(at path: String) async throws -> Data
}

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
