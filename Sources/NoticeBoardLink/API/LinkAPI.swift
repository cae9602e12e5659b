import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP
import NoticeBoardPaging

/// The calls of the Link service.
///
/// `next` is the cursor from the previous page, `nil` for the first page; `product` selects the posts of one product.
public enum LinkAPI: Endpoint, Redacted {
    /// Checks whether an e-mail address can still sign up.
    case checkEmail(String)
    /// Signs up; returns no tokens.
    case join(LinkRegistration)
    /// Signs in.
    case logIn(email: String, password: String)
    /// Exchanges the refresh token for a new access token.
    case refresh(Credentials)
    /// Deletes the account with everything in it.
    case withdraw
    /// Publishes a post.
    case publish(LinkPostForm, product: String?)
    /// A page of posts; liked ones are of all products.
    case posts(of: LinkPostSource, next: String?, limit: Int, product: String?)
    /// A post.
    case post(LinkPost.ID)
    /// Changes the given fields of a post; files replace all its files.
    case edit(LinkPost.ID, LinkPostForm)
    /// Deletes a post.
    case deletePost(LinkPost.ID)
    /// Writes a reply below a post.
    case reply(LinkPost.ID, content: String)
    /// Changes a reply.
    case editReply(LinkPost.ID, LinkReply.ID, content: String)
    /// Deletes a reply.
    case deleteReply(LinkPost.ID, LinkReply.ID)
    /// Toggles the like of a post.
    case toggleLike(LinkPost.ID)
    /// Follows an account.
    case follow(LinkUser.ID)
    /// Unfollows an account.
    case unfollow(LinkUser.ID)
    /// The profile of the signed-in account.
    case myProfile
    /// Changes the given fields of the user's own profile.
    case editProfile(LinkProfileForm)
    /// The profile of an account.
    case profile(LinkUser.ID)
    /// A picture or document, by the path from the service.
    case picture(String)

    /// The request of the call.
    ///
    /// Edits are not retried: a retry could overwrite a newer change from another device. `refresh` and `withdraw` are `GET` calls
    /// with a side effect, so they are neither retried nor shared.
    public var request: EndpointRequest {
        switch self {
        case .checkEmail(let email):
            .post("validation/email", body: .json(["email": email]), options: .init(authorization: .anonymous))
        case .join(let form): .post("join", body: .json(form), options: .init(authorization: .anonymous))
        case .logIn(let email, let password):
            .post("login", body: .json(["email": email, "password": password]), options: .init(authorization: .anonymous))
        case .refresh(let old):
            .get(
                "refresh", headers: [.authorization: old.accessToken.headerValue, .refresh: old.refreshToken ?? ""],
                options: .init(authorization: .anonymous, retries: .never))
        case .withdraw: .get("withdraw", options: .init(authorization: .required, retries: .never))
        case .publish(let form, let product):
            .post("post", body: .multipart(form.multipart(product: product)), options: .init(progress: form.progress))
        case .posts(let source, let next, let limit, let product):
            .get(
                source.path,
                query: [
                    "hashTag": source.hashtag, "next": next, "limit": limit, "product_id": source == .liked ? nil : product,
                ])
        case .post(let id): .get("post/\(id)")
        case .edit(let id, let form):
            .put(
                "post/\(id)", body: .multipart(form.multipart(product: nil)),
                options: .init(retries: .never, progress: form.progress))
        case .deletePost(let id): .delete("post/\(id)")
        case .reply(let post, let content): .post("post/\(post)/comment", body: .json(["content": content]))
        case .editReply(let post, let reply, let content):
            .put("post/\(post)/comment/\(reply)", body: .json(["content": content]), options: .init(retries: .never))
        case .deleteReply(let post, let reply): .delete("post/\(post)/comment/\(reply)")
        case .toggleLike(let post): .post("post/like/\(post)")
        case .follow(let user): .post("follow/\(user)")
        case .unfollow(let user): .delete("follow/\(user)")
        case .myProfile: .get("profile/me")
        case .editProfile(let form): .put("profile/me", body: .multipart(form.multipart), options: .init(retries: .never))
        case .profile(let user): .get("profile/\(user)")
        case .picture(let path): .get("\(segments: path)", headers: [.accept: "*/*"])
        }
    }

    /// The method and path, without the values they carry.
    public var description: String { "\(request.method) \(request.path)" }

    /// Returns the service's meaning of `status` for this call; `nil` if it has no special meaning here.
    func refusal(_ status: Int) -> NoticeBoardError.Code? {
        switch (status, self) {
        case (401, .logIn): .signInRefused
        case (401, .refresh), (403, .refresh), (418, _): .sessionOver
        case (409, .join): .alreadyMember
        case (409, .checkEmail): .emailNotUsable
        case (409, .refresh): .tokenStillGood
        case (409, .follow): .alreadyFollowing
        case (410, .publish): .postNotStored
        case (410, .follow), (410, .unfollow), (410, .profile), (410, .posts(of: .user, next: _, limit: _, product: _)):
            .accountUnknown
        case (410, .editReply), (410, .deleteReply): .replyGone
        case (410, .post), (410, .edit), (410, .deletePost), (410, .reply), (410, .toggleLike): .postGone
        case (419, _): .accessTokenExpired
        case (420, _): .keyRefused
        case (444, _): .addressUnknown
        case (445, _): .notTheAuthor
        default: nil
        }
    }

    /// Returns the error with the service's own code.
    ///
    /// An error of another call, such as the token renewal before this one, is already mapped.
    func explaining(_ error: NoticeBoardError) -> NoticeBoardError {
        guard let status = error.status, error.code != .sessionOver, error.endpoint == description else { return error }
        let meaning = refusal(status)
        // The service answers with JSON: a web page comes from a firewall or a hotel network.
        let isWebPage = (meaning != nil || status == 401 || status == 403) && error.reply?.body.isWebPage == true
        guard let code = isWebPage ? .networkSignIn : meaning else { return error }
        return NoticeBoardError(
            code, error.detail, endpoint: error.endpoint, reply: error.reply, requestID: error.requestID,
            attempts: error.attempts, language: error.language, underlying: error.underlying)
    }
}

extension LinkPostSource {
    /// Returns the source if its account or hashtag is valid.
    func checked() throws(NoticeBoardError) -> Self {
        if case .user(let user) = self { _ = try user.checked() }
        if case .hashtag(let tag) = self, tag.withoutHash.isBlank {
            throw NoticeBoardError(.hashtagEmpty, "The hashtag is blank.")
        }
        return self
    }

    fileprivate var path: PathTemplate {
        switch self {
        case .timeline: "post"
        case .hashtag: "post/hashtag"
        case .liked: "post/like/me"
        case .user(let user): "post/user/\(user)"
        }
    }

    fileprivate var hashtag: String? { if case .hashtag(let tag) = self { tag.withoutHash.composed } else { nil } }
}

extension HTTPHeaderName {
    /// `SesacKey`: identifies the app.
    static let sesacKey: HTTPHeaderName = "SesacKey"
    /// `Refresh`: the refresh token, sent to renew an access token.
    static let refresh: HTTPHeaderName = "Refresh"
}

extension PagePosition? {
    /// Returns the cursor for a position; `nil` for the first page.
    func cursor(limit: Int) throws(NoticeBoardError) -> String? {
        guard 1...100 ~= limit else {
            throw NoticeBoardError(invalid: .limit, "The limit is \(limit); the service takes 1 to 100.")
        }
        guard let self else { return nil }
        // With an empty cursor or "0" the service would restart at the first page, and the caller would load everything twice.
        guard case .cursor(let text) = self, !text.isEmpty, text != "0" else {
            throw NoticeBoardError(invalid: .position, "The Link service pages by the cursor of a page.")
        }
        return text
    }
}
