public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP
public import NoticeBoardPaging

/// A Link service on a server.
///
/// ```swift
/// let session = LinkSession(LinkClient.Configuration(baseURL: url, key: "…", productID: "my-app"))
/// try await session.signIn(email: "name@example.com", password: "…")
/// for try await post in session.client.posts() { … }
/// ```
///
/// A session has a client that proves who is asking and renews its tokens. A client by itself can sign up and in, and with a
/// token of the app's own it can do the rest. Safe to use from any task.
public struct LinkClient: Sendable {
    private let api: APIClient
    private let productID: String?
    private let cleansFiles: Bool

    /// A client for the service that `configuration` describes, whose calls `authorization` proves to be somebody's.
    ///
    /// Whatever the configuration says, the service's key and tokens are never sent to another server than its own.
    public init(
        _ configuration: Configuration, authorization: (any HTTPInterceptor)? = nil,
        transport: any HTTPTransport = SystemTransport()
    ) {
        var http = configuration.http
        http.authorization = authorization ?? http.authorization
        http.defaults.secretHeaders.formUnion([.sesacKey, .refresh])
        // The same call always has the same bytes: Foundation's encoder gives keys in any order.
        http.json = JSONCoding(encoder: { $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] })
        api = APIClient(http, transport: transport)
        productID = configuration.productID
        cleansFiles = configuration.cleansFiles
    }

    @discardableResult
    private func value<Value: Decodable & Sendable>(_ type: Value.Type, for call: LinkAPI) async throws -> Value {
        do {
            return try await api.value(type, for: call)
        } catch let error as NoticeBoardError {
            throw call.explaining(error)
        }
    }

    @discardableResult
    private func response(for call: LinkAPI) async throws -> HTTPResponse {
        do {
            return try await api.response(for: call)
        } catch let error as NoticeBoardError {
            throw call.explaining(error)
        }
    }
}

extension LinkClient: LinkService {
    /// Throws `emailNotUsable` when no account can be made with an e-mail address.
    public func checkEmail(_ email: String) async throws {
        try LinkCheck.email.demand(email)
        try await value(LinkMessageAnswer.self, for: .checkEmail(email.withoutOuterWhiteSpace))
    }

    /// Signs up; whoever did must still sign in.
    @discardableResult public func join(_ form: LinkRegistration) async throws -> LinkUser {
        try form.check()
        return try await value(LinkUser.self, for: .join(form))
    }

    /// Signs in, and gives the tokens with the account's ID.
    public func logIn(email: String, password: String) async throws -> Credentials {
        // Other apps of the service have other rules for signing up: here nothing but a value is asked for.
        let email = email.withoutOuterWhiteSpace
        if email.isEmpty { throw NoticeBoardError(.emailMissing) }
        if password.isEmpty { throw NoticeBoardError(.passwordMissing) }
        return try await value(LinkLoginAnswer.self, for: .logIn(email: email, password: password)).credentials
    }

    /// The same tokens with a new access token; throws `tokenStillGood` when they need none.
    public func refresh(_ old: Credentials) async throws -> Credentials {
        guard old.refreshToken?.isToken == true else { throw NoticeBoardError(.sessionOver, "There is no token to renew with.") }
        var renewed = old
        renewed.accessToken = try await value(LinkRefreshAnswer.self, for: .refresh(old)).access
        return renewed
    }

    /// Gives the account up.
    @discardableResult public func withdraw() async throws -> LinkUser { try await value(LinkUser.self, for: .withdraw) }

    // MARK: Posts

    /// Stores a new post, and gives it as it was stored.
    @discardableResult public func publish(_ form: LinkPostForm) async throws -> LinkPost {
        let form = try await form.ready(cleaning: cleansFiles, isNew: true)
        return try await value(LinkPost.self, for: .publish(form, product: productID))
    }

    /// A page of everybody's posts, newest first.
    public func postPage(at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let next = try position.cursor(limit: limit)
        return try await value(LinkPostsAnswer.self, for: .posts(next: next, limit: limit, product: productID)).page
    }

    /// One post.
    public func post(_ id: LinkPost.ID) async throws -> LinkPost {
        try await value(LinkPost.self, for: .post(try id.checked())).about(id)
    }

    /// Changes what the form names of a post, and gives it as it is now; files replace all its files.
    @discardableResult public func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost {
        let id = try id.checked()
        let form = try await form.ready(cleaning: cleansFiles, isNew: false)
        return try await value(LinkPost.self, for: .edit(id, form))
    }

    /// Deletes a post.
    public func deletePost(_ id: LinkPost.ID) async throws {
        let call = LinkAPI.deletePost(try id.checked())
        try await unlessGoneMeanwhile { _ = try await value(LinkDeletionAnswer.self, for: call).about(id) }
    }

    /// A page of one account's posts.
    public func postPage(of user: LinkUser.ID, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let (user, next) = (try user.checked(), try position.cursor(limit: limit))
        let call = LinkAPI.userPosts(user, next: next, limit: limit, product: productID)
        return try await value(LinkPostsAnswer.self, for: call).page
    }

    /// A page of the posts with a hashtag, written with or without its `#`.
    public func postPage(tagged hashtag: String, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let tag = hashtag.withoutHash.composed
        guard !tag.isBlank else { throw NoticeBoardError(.hashtagEmpty, "The hashtag is blank.") }
        let next = try position.cursor(limit: limit)
        let call = LinkAPI.hashtagPosts(tag, next: next, limit: limit, product: productID)
        return try await value(LinkPostsAnswer.self, for: call).page
    }

    /// A page of the posts that whoever is signed in likes.
    public func likedPage(at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let next = try position.cursor(limit: limit)
        return try await value(LinkPostsAnswer.self, for: .likedPosts(next: next, limit: limit)).page
    }

    // MARK: Comments and likes

    /// Writes a comment below a post, and gives it as it was stored.
    @discardableResult public func comment(_ content: String, on post: LinkPost.ID) async throws -> LinkComment {
        try await value(LinkComment.self, for: .comment(try post.checked(), content: try content.checkedComment()))
    }

    /// Changes a comment, and gives it as it is now.
    @discardableResult public func editComment(
        _ id: LinkComment.ID, on post: LinkPost.ID, to content: String
    ) async throws -> LinkComment {
        let (post, id) = (try post.checked(), try id.checked())
        return try await value(LinkComment.self, for: .editComment(post, id, content: try content.checkedComment()))
    }

    /// Deletes a comment.
    public func deleteComment(_ id: LinkComment.ID, on post: LinkPost.ID) async throws {
        let call = LinkAPI.deleteComment(try post.checked(), try id.checked())
        try await unlessGoneMeanwhile { _ = try await value(LinkDeletionAnswer.self, for: call).about(post) }
    }

    /// Likes a post that is not liked, and the other way round; gives whether it is liked now.
    public func toggleLike(_ post: LinkPost.ID) async throws -> Bool {
        try await value(LinkStatusAnswer.self, for: .toggleLike(try post.checked())).isSet
    }

    /// What was sent again because its first answer was lost finds deleted what it has itself deleted.
    private func unlessGoneMeanwhile(_ delete: () async throws -> Void) async throws {
        do {
            try await delete()
        } catch let error as NoticeBoardError where error.status == 410 && error.isGoneAfterLostAnswer {}
    }

    // MARK: Accounts

    /// Follows an account; gives whether it is followed now.
    @discardableResult public func follow(_ user: LinkUser.ID) async throws -> Bool {
        try await value(LinkStatusAnswer.self, for: .follow(try user.checked())).isSet
    }

    /// Follows an account no longer; gives whether it is followed now.
    @discardableResult public func unfollow(_ user: LinkUser.ID) async throws -> Bool {
        try await value(LinkStatusAnswer.self, for: .unfollow(try user.checked())).isSet
    }

    /// The profile of whoever is signed in.
    public func myProfile() async throws -> LinkProfile { try await value(LinkProfile.self, for: .myProfile) }

    /// Changes what the form names of one's profile, and gives it as it is now.
    @discardableResult public func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile {
        let form = try await form.ready(cleaning: cleansFiles)
        return try await value(LinkProfile.self, for: .editProfile(form))
    }

    /// Somebody's profile.
    public func profile(of user: LinkUser.ID) async throws -> LinkProfile {
        try await value(LinkProfile.self, for: .profile(try user.checked())).about(user)
    }

    /// The bytes of a picture or a document, by the path that the service named.
    ///
    /// Throws `pathInvalid` for a path that would lead out of the service.
    public func picture(at path: String) async throws -> Data {
        try await response(for: .picture(try path.checkedPath())).body
    }
}

extension LinkClient {
    /// Everything that differs between one Link service and another.
    public struct Configuration: Sendable {
        /// What every client has: the address, who observes, how often is retried.
        ///
        /// Who is signed in is not set here: a ``LinkSession`` puts itself there.
        public var http: APIClient.Configuration
        /// The product whose posts the client reads and writes; nothing for those of every product.
        public var productID: String?
        /// Whether files are checked by their content before they are sent, and pictures lose what cameras write into them.
        ///
        /// If not, files are sent as they are given, and the name says of what kind they are.
        public var cleansFiles = true

        /// A configuration of the service at `baseURL`, whose calls carry `key` as their `SesacKey`.
        ///
        /// The service is spoken to in plain http, where anyone on the way reads the tokens: it is refused unless the service
        /// runs on this machine or `allowsPlainHTTP` says that its host may be spoken to so. No other host is allowed by it.
        public init(baseURL: URL, key: String, productID: String? = nil, allowsPlainHTTP: Bool = false) {
            http = APIClient.Configuration(baseURL: baseURL, headers: [.sesacKey: key])
            if allowsPlainHTTP, let host = HTTPOrigin(baseURL)?.host { http.plainHTTPHosts = [host] }
            self.productID = productID
        }
    }
}
