public import Foundation
public import NoticeBoardPaging

/// The calls that the screens of a signed-in account make, one method each.
///
/// ``LinkClient`` implements it, and has the calls of a ``LinkSession`` as well; an app or a test can supply its own.
///
/// Every function throws `NoticeBoardError`, or `CancellationError` if its task is cancelled. Invalid arguments throw their
/// error code before anything is sent.
public protocol LinkService: Sendable {
    /// Publishes a post; returns it as stored.
    @discardableResult func publish(_ form: LinkPostForm) async throws -> LinkPost
    /// Returns a page of posts, newest first.
    func postPage(of source: LinkPostSource, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost>
    /// Returns a post.
    func post(_ id: LinkPost.ID) async throws -> LinkPost
    /// Changes the given fields of a post; returns the updated post. Files replace all its files.
    @discardableResult func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost
    /// Deletes a post.
    func deletePost(_ id: LinkPost.ID) async throws

    /// Writes a reply below a post; returns it as stored.
    @discardableResult func reply(_ content: String, to post: LinkPost.ID) async throws -> LinkReply
    /// Changes a reply; returns the updated reply.
    @discardableResult func editReply(_ id: LinkReply.ID, on post: LinkPost.ID, to content: String) async throws -> LinkReply
    /// Deletes a reply.
    func deleteReply(_ id: LinkReply.ID, on post: LinkPost.ID) async throws
    /// Toggles the like of a post; returns whether it is liked now.
    ///
    /// The service has no other call: to set a state, compare with the last confirmed one first.
    func toggleLike(_ post: LinkPost.ID) async throws -> Bool

    /// Follows an account; returns whether it is followed now.
    @discardableResult func follow(_ user: LinkUser.ID) async throws -> Bool
    /// Unfollows an account; returns whether it is followed now.
    @discardableResult func unfollow(_ user: LinkUser.ID) async throws -> Bool
    /// Returns the profile of the signed-in account.
    func myProfile() async throws -> LinkProfile
    /// Changes the given fields of the user's own profile; returns the updated profile.
    @discardableResult func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile
    /// Returns a profile.
    func profile(of user: LinkUser.ID) async throws -> LinkProfile
    /// Returns the bytes of a picture or document, by the path from the service.
    func picture(at path: String) async throws -> Data
}

extension LinkService {
    /// Returns a paginator over posts, newest first; all accounts' posts by default.
    ///
    /// ```swift
    /// for try await post in client.posts() { print(post.content ?? "") }
    /// let walks = try await client.posts(of: .hashtag("산책")).loadAll()
    /// ```
    public func posts(of source: LinkPostSource = .timeline, pageSize: Int = 20) -> Paginator<LinkPost> {
        Paginator { try await postPage(of: source, at: $0, limit: pageSize) }
    }
}
