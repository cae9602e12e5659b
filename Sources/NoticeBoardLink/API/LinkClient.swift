public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP
public import NoticeBoardPaging

/// A client of a Link service.
///
/// ```swift
/// let session = LinkSession(LinkClient.Configuration(baseURL: url, key: "…", productID: "my-app"))
/// try await session.signIn(email: "name@example.com", password: "…")
/// for try await post in session.client.posts() { … }
/// ```
///
/// A session's client authorizes its calls and renews its tokens. A client alone can sign up and in, and can make the other
/// calls with a token from the app. Safe to use from any task.
public struct LinkClient: Sendable, LinkService {
    private let api: APIClient
    private let productID: String?
    private let cleansFiles: Bool
    /// Reads and cleans the files of forms.
    private let reads: BlockingReads

    /// Creates a client for a service, whose calls are authorized by `authorization`.
    ///
    /// Regardless of the configuration, the service key and the tokens are never sent to another server.
    public init(
        _ configuration: Configuration, authorization: (any HTTPInterceptor)? = nil,
        transport: any HTTPTransport = SystemTransport()
    ) {
        var http = configuration.http
        http.authorization = authorization ?? http.authorization
        http.defaults.secretHeaders.formUnion([.sesacKey, .refresh])
        // Sorted keys make equal calls equal bytes: Foundation's encoder orders keys randomly.
        http.json = JSONCoding(encoder: { $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] })
        api = APIClient(http, transport: transport)
        productID = configuration.productID
        cleansFiles = configuration.cleansFiles
        reads = BlockingReads("NoticeBoard.LinkClient.reads")
    }

    private init(_ client: LinkClient, authorization: any HTTPInterceptor) {
        api = client.api.authorized(by: authorization)
        productID = client.productID
        cleansFiles = client.cleansFiles
        reads = client.reads
    }

    /// Returns a client whose calls have another authorization, such as the token of a server's caller.
    ///
    /// It shares everything else with this client, as `APIClient.authorized(by:)` describes.
    public func authorized(by authorization: any HTTPInterceptor) -> LinkClient {
        LinkClient(self, authorization: authorization)
    }

    /// Returns a client whose calls send `token`, and that shares everything else with this one.
    public func authorized(by token: AccessToken) -> LinkClient { LinkClient(self, authorization: token) }

    private func value<Value: Decodable & Sendable>(_ type: Value.Type, for call: LinkAPI) async throws -> Value {
        do { return try await api.value(type, for: call) } catch let error as NoticeBoardError { throw call.explaining(error) }
    }

    /// Returns a value of a short response; throws `unreadableResponse` without it.
    @discardableResult
    private func answer<Value>(to call: LinkAPI, _ value: (LinkAnswer) -> Value?) async throws -> Value {
        if let value = value(try await self.value(LinkAnswer.self, for: call)) { return value }
        throw NoticeBoardError(.unreadableResponse, "A value is missing or invalid.", endpoint: call.description)
    }

    /// Checks an e-mail address; throws `emailNotUsable` if it can't sign up.
    public func checkEmail(_ email: String) async throws {
        try LinkCheck.email.demand(email)
        try await answer(to: .checkEmail(email.withoutOuterWhiteSpace), \.message)
    }

    /// Signs up; the user must still sign in.
    @discardableResult public func join(_ form: LinkRegistration) async throws -> LinkUser {
        try form.check()
        return try await value(LinkUser.self, for: .join(form))
    }

    /// Signs in; returns the tokens with the account's ID.
    public func logIn(email: String, password: String) async throws -> Credentials {
        // Other apps of the service have other sign-up rules, so only empty values are rejected here.
        let email = email.withoutOuterWhiteSpace
        if email.isEmpty { throw NoticeBoardError(.emailMissing) }
        if password.isEmpty { throw NoticeBoardError(.passwordMissing) }
        return try await answer(to: .logIn(email: email, password: password)) { answer in
            guard let token = answer.token, let refreshToken = answer.refreshToken, let user = try? answer.id?.checked() else {
                return nil
            }
            return Credentials(accessToken: .raw(token), refreshToken: refreshToken, account: user)
        }
    }

    /// Returns the tokens with a new access token; throws `tokenStillGood` if they need none.
    public func refresh(_ old: Credentials) async throws -> Credentials {
        guard old.refreshToken?.isToken == true else { throw NoticeBoardError(.sessionOver, "There is no token to renew with.") }
        var renewed = old
        renewed.accessToken = .raw(try await answer(to: .refresh(old), \.token))
        return renewed
    }

    /// Deletes the account.
    @discardableResult public func withdraw() async throws -> LinkUser { try await value(LinkUser.self, for: .withdraw) }

    // MARK: Posts

    /// Publishes a post; returns it as stored.
    @discardableResult public func publish(_ form: LinkPostForm) async throws -> LinkPost {
        try await value(LinkPost.self, for: .publish(try await ready(form, isNew: true), product: productID))
    }

    /// Returns a page of posts, newest first.
    public func postPage(of source: LinkPostSource, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        let call = LinkAPI.posts(
            of: try source.checked(), next: try position.cursor(limit: limit), limit: limit, product: productID)
        return try await value(LinkPostsAnswer.self, for: call).page
    }

    /// Returns a post.
    public func post(_ id: LinkPost.ID) async throws -> LinkPost {
        try await value(LinkPost.self, for: .post(try id.checked())).about(id)
    }

    /// Changes the given fields of a post; returns the updated post.
    ///
    /// Files replace all its files.
    @discardableResult public func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost {
        try await value(LinkPost.self, for: .edit(try id.checked(), try await ready(form, isNew: false)))
    }

    private func ready(_ form: LinkPostForm, isNew: Bool) async throws -> LinkPostForm {
        guard !form.files.isEmpty else { return try form.ready(cleaning: cleansFiles, isNew: isNew) }
        return try await reads.run { [cleansFiles] in try form.ready(cleaning: cleansFiles, isNew: isNew) }
    }

    /// Deletes a post.
    public func deletePost(_ id: LinkPost.ID) async throws { try await delete(.deletePost(try id.checked()), of: id) }

    // MARK: Replies and likes

    /// Writes a reply below a post; returns it as stored.
    @discardableResult public func reply(_ content: String, to post: LinkPost.ID) async throws -> LinkReply {
        try await value(LinkReply.self, for: .reply(try post.checked(), content: try content.checkedReply()))
    }

    /// Changes a reply; returns the updated reply.
    @discardableResult public func editReply(
        _ id: LinkReply.ID, on post: LinkPost.ID, to content: String
    ) async throws -> LinkReply {
        let call = LinkAPI.editReply(try post.checked(), try id.checked(), content: try content.checkedReply())
        return try await value(LinkReply.self, for: call)
    }

    /// Deletes a reply.
    public func deleteReply(_ id: LinkReply.ID, on post: LinkPost.ID) async throws {
        try await delete(.deleteReply(try post.checked(), try id.checked()), of: post)
    }

    /// Toggles the like of a post; returns whether it is liked now.
    public func toggleLike(_ post: LinkPost.ID) async throws -> Bool {
        try await answer(to: .toggleLike(try post.checked()), \.isSet)
    }

    /// Deletes a post, or a reply of a post.
    private func delete(_ call: LinkAPI, of post: LinkPost.ID) async throws {
        do {
            try await answer(to: call) { $0.id == post ? post : nil }
        } catch let error as NoticeBoardError where error.status == 410 && error.isGoneAfterLostAnswer {
            // The first attempt may have deleted it.
        }
    }

    // MARK: Accounts

    /// Follows an account; returns whether it is followed now.
    @discardableResult public func follow(_ user: LinkUser.ID) async throws -> Bool {
        try await answer(to: .follow(try user.checked()), \.isSet)
    }

    /// Unfollows an account; returns whether it is followed now.
    @discardableResult public func unfollow(_ user: LinkUser.ID) async throws -> Bool {
        try await answer(to: .unfollow(try user.checked()), \.isSet)
    }

    /// Returns the profile of the signed-in account.
    public func myProfile() async throws -> LinkProfile { try await value(LinkProfile.self, for: .myProfile) }

    /// Changes the given fields of the user's own profile; returns the updated profile.
    @discardableResult public func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile {
        let ready = try await reads.run { [cleansFiles] in try form.ready(cleaning: cleansFiles) }
        return try await value(LinkProfile.self, for: .editProfile(ready))
    }

    /// Returns a profile.
    public func profile(of user: LinkUser.ID) async throws -> LinkProfile {
        try await value(LinkProfile.self, for: .profile(try user.checked())).about(user)
    }

    /// Returns the bytes of a picture or document, by the path from the service.
    ///
    /// Throws `pathInvalid` for a path that leaves the service.
    public func picture(at path: String) async throws -> Data {
        let call = LinkAPI.picture(try path.checkedPath())
        do { return try await api.response(for: call).body } catch let error as NoticeBoardError { throw call.explaining(error) }
    }

    /// The settings of a Link service.
    public struct Configuration: Sendable {
        /// The settings of every client: address, observers, retries.
        ///
        /// Authorization is not set here: a ``LinkSession`` adds its own.
        public var http: APIClient.Configuration
        /// The product whose posts the client reads and writes; `nil` for all products.
        public var productID: String?
        /// Whether files are checked before an upload, and metadata is removed from pictures.
        ///
        /// Otherwise files are sent unchanged, with the kind they were created with.
        public var cleansFiles = true

        /// Creates a configuration for the service at `baseURL`; its calls carry `key` as their `SesacKey`.
        ///
        /// Plain HTTP exposes the tokens to anyone on the network. It is refused unless the service runs on this machine or
        /// `allowsPlainHTTP` permits it for the host of `baseURL`; no other host is permitted.
        public init(baseURL: URL, key: String, productID: String? = nil, allowsPlainHTTP: Bool = false) {
            http = APIClient.Configuration(baseURL: baseURL, headers: [.sesacKey: key])
            if allowsPlainHTTP, let host = HTTPOrigin(baseURL)?.host { http.plainHTTPHosts = [host] }
            self.productID = productID
        }
    }
}
