import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// The calls of the Link service.
///
/// `next` is the cursor that the page before named, nothing for the first page; `product` is the product whose posts are meant.
public enum LinkAPI: Endpoint {
    /// Whether an e-mail address may still sign up.
    case checkEmail(String)
    /// Signs up; hands out no tokens.
    case join(LinkRegistration)
    /// Signs in.
    case logIn(email: String, password: String)
    /// A new access token for the refresh token.
    case refresh(Credentials)
    /// Gives the account up, with everything in it.
    case withdraw
    /// Stores a new post.
    case publish(LinkPostForm, product: String?)
    /// The posts of everybody.
    case posts(next: String?, limit: Int, product: String?)
    /// One post.
    case post(LinkPost.ID)
    /// Changes the named fields of a post; files replace all its files.
    case edit(LinkPost.ID, LinkPostForm)
    /// Deletes a post.
    case deletePost(LinkPost.ID)
    /// The posts of one account.
    case userPosts(LinkUser.ID, next: String?, limit: Int, product: String?)
    /// The posts with a hashtag, named without its `#`.
    case hashtagPosts(String, next: String?, limit: Int, product: String?)
    /// Writes a comment below a post.
    case comment(LinkPost.ID, content: String)
    /// Changes a comment.
    case editComment(LinkPost.ID, LinkComment.ID, content: String)
    /// Deletes a comment.
    case deleteComment(LinkPost.ID, LinkComment.ID)
    /// Likes a post that is not liked, and the other way round.
    case toggleLike(LinkPost.ID)
    /// The posts that whoever is signed in likes.
    case likedPosts(next: String?, limit: Int)
    /// Follows an account.
    case follow(LinkUser.ID)
    /// Follows an account no longer.
    case unfollow(LinkUser.ID)
    /// The profile of whoever is signed in.
    case myProfile
    /// Changes the named fields of one's profile.
    case editProfile(LinkProfileForm)
    /// Somebody's profile.
    case profile(LinkUser.ID)
    /// A picture or a document by the path that the service named.
    case picture(String)

    /// What the call asks for.
    public var request: EndpointRequest {
        switch self {
        case .checkEmail(let email):
            .post("validation/email", body: .json(["email": email]), options: .open)
        case .join(let form):
            .post("join", body: .json(form), options: .open)
        case .logIn(let email, let password):
            .post("login", body: .json(["email": email, "password": password]), options: .open)
        case .refresh(let old):
            .get("refresh", headers: .renewing(old), options: .once(.anonymous))
        case .withdraw:
            .get("withdraw", options: .once(.required))
        case .publish(let form, let product):
            .post(
                "post", body: .multipart(form.multipart(product: product)), options: HTTPRequest.Options(progress: form.progress))
        case .posts(let next, let limit, let product):
            .get("post", query: ["next": next, "limit": limit, "product_id": product])
        case .post(let id):
            .get("post/\(id)")
        case .edit(let id, let form):
            .put("post/\(id)", body: .multipart(form.multipart(product: nil)), options: .edit(form.progress))
        case .deletePost(let id):
            .delete("post/\(id)")
        case .userPosts(let user, let next, let limit, let product):
            .get("post/user/\(user)", query: ["next": next, "limit": limit, "product_id": product])
        case .hashtagPosts(let tag, let next, let limit, let product):
            .get("post/hashtag", query: ["hashTag": tag, "next": next, "limit": limit, "product_id": product])
        case .comment(let post, let content):
            .post("post/\(post)/comment", body: .json(["content": content]))
        case .editComment(let post, let comment, let content):
            .put("post/\(post)/comment/\(comment)", body: .json(["content": content]), options: .edit())
        case .deleteComment(let post, let comment):
            .delete("post/\(post)/comment/\(comment)")
        case .toggleLike(let post):
            .post("post/like/\(post)")
        case .likedPosts(let next, let limit):
            .get("post/like/me", query: ["next": next, "limit": limit])
        case .follow(let user):
            .post("follow/\(user)")
        case .unfollow(let user):
            .delete("follow/\(user)")
        case .myProfile:
            .get("profile/me")
        case .editProfile(let form):
            .put("profile/me", body: .multipart(form.multipart), options: .edit(form.progress))
        case .profile(let user):
            .get("profile/\(user)")
        case .picture(let path):
            .get("\(segments: path)", headers: [.accept: "*/*"])
        }
    }
}

extension HTTPRequest.Options {
    /// Of calls by which somebody signs up or in: they prove nothing yet.
    fileprivate static let open = HTTPRequest.Options(authorization: .anonymous)

    /// Of an edit: sent again, it would overwrite what another device has written meanwhile.
    fileprivate static func edit(_ progress: HTTPProgress? = nil) -> HTTPRequest.Options {
        HTTPRequest.Options(retries: .never, progress: progress)
    }

    /// Of a `GET` that has an effect: never sent a second time by itself, never shared.
    fileprivate static func once(_ authorization: Authorization) -> HTTPRequest.Options {
        HTTPRequest.Options(authorization: authorization, retries: .never)
    }
}

extension HTTPHeaders {
    /// Both tokens, each in its own field, as only the renewal carries them.
    fileprivate static func renewing(_ old: Credentials) -> HTTPHeaders {
        var headers: HTTPHeaders = [.authorization: old.accessToken.headerValue]
        headers[.refresh] = old.refreshToken
        return headers
    }
}

extension LinkAPI: Redacted {
    /// The call as a template: nothing of what it carries is shown.
    public var description: String { "\(request.method) \(request.path)" }
}

extension LinkAPI {
    /// What the service means by `status` in answer to this call; nothing where it means what it means everywhere.
    func refusal(_ status: Int) -> NoticeBoardError.Code? {
        switch (status, self) {
        case (401, .logIn): .signInRefused
        case (401, .refresh), (403, .refresh), (418, _): .sessionOver
        case (409, .join): .alreadyMember
        case (409, .checkEmail): .emailNotUsable
        case (409, .refresh): .tokenStillGood
        case (409, .follow): .alreadyFollowing
        case (410, .publish): .postNotStored
        case (410, .follow), (410, .unfollow): .accountUnknown
        case (410, .editComment), (410, .deleteComment): .commentGone
        case (410, .post), (410, .edit), (410, .deletePost), (410, .comment), (410, .toggleLike): .postGone
        case (419, _): .accessTokenExpired
        case (420, _): .keyRefused
        case (444, _): .addressUnknown
        case (445, _): .notTheAuthor
        default: nil
        }
    }

    /// The same error in the service's own terms.
    ///
    /// An error of another call, of the renewal that this one waited for, has been told in its own terms already.
    func explaining(_ error: NoticeBoardError) -> NoticeBoardError {
        guard let status = error.status, error.code != .sessionOver, error.endpoint == description else { return error }
        // The service answers with JSON: a web page is a firewall's, or a hotel network's.
        let isWebPage = (status == 401 || status == 403) && error.reply?.body.isWebPage == true
        guard let code = isWebPage ? .networkSignIn : refusal(status) else { return error }
        return NoticeBoardError(
            code, error.detail, endpoint: error.endpoint, reply: error.reply, requestID: error.requestID,
            attempts: error.attempts, language: error.language, underlying: error.underlying)
    }
}

extension HTTPHeaderName {
    /// `SesacKey`: which app is asking.
    static let sesacKey: HTTPHeaderName = "SesacKey"
    /// `Refresh`: what an access token is renewed with.
    static let refresh: HTTPHeaderName = "Refresh"
}
