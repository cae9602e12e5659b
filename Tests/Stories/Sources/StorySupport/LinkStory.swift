public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP
public import NoticeBoardLink
public import NoticeBoardPaging
public import NoticeBoardTesting

/// A Link service, a network, and a device folder with which a story launches its app any number of times.
@MainActor public final class LinkStory {
    /// The service, with accounts such as `user1@example.com` with `password1`.
    public let service: LinkSimulator
    /// The network between the app and the service.
    public let network: LinkNetwork
    /// The folder with all data of the app.
    public let folder: URL
    /// The checks of every state of every screen.
    public let check = LinkScreenCheck()

    /// Creates a story with an empty folder.
    public init(folder: URL, service: LinkSimulator = LinkSimulator()) {
        (self.folder, self.service) = (folder, service)
        network = LinkNetwork(service)
    }

    /// Launches the app, runs `body`, and ends the app without a warning, as the system does.
    ///
    /// Returns when no screen of the launch is loading.
    @discardableResult
    public func launch<Value>(
        _ tokens: (any TokenStore)? = nil, hiddenIn: URL? = nil, scope: AccountScope? = nil,
        over transport: (any HTTPTransport)? = nil, at address: String = "http://127.0.0.1",
        _ body: @MainActor (LinkLaunch) async throws -> Value
    ) async throws -> Value {
        let configuration = try configuration(at: address)
        let store: any TokenStore = tokens ?? FileTokenStore(directory: folder)
        let hiding = hiddenIn ?? folder
        let scope = scope ?? AccountScope(directory: folder)
        let session = session(configuration, store, hiding, scope, transport ?? network)
        let app = LinkLaunch(session, folder, check)
        let value = try await body(app)
        await check.endLaunch()
        return value
    }

    /// A configuration for the service at an address, with shorter waits before a retry.
    public func configuration(at address: String = "http://127.0.0.1") throws -> LinkClient.Configuration {
        guard let url = URL(string: address) else { throw NoticeBoardError(.invalidInput) }
        var configuration = LinkClient.Configuration(
            baseURL: url, key: service.key, productID: service.product, allowsPlainHTTP: true)
        configuration.http.retry.firstWait = 0.01
        return configuration
    }

    private func session(
        _ configuration: LinkClient.Configuration, _ store: some TokenStore, _ hidden: URL,
        _ scope: AccountScope, _ transport: any HTTPTransport
    ) -> LinkSession {
        LinkSession(configuration, store: store, hiddenIn: hidden, scope: scope, transport: transport)
    }

    /// Returns the files in the folder with the given suffix.
    public func files(_ end: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return all.filter { $0.hasSuffix(end) }.sorted()
    }

    /// Waits until an account is, or no longer is, among the stored hidden accounts.
    public func waitUntilKept(_ account: String, isHidden: Bool = true) async -> Bool {
        await eventually {
            self.files(".json").filter { $0.contains("hidden-") }.contains { name in
                let data = try? Data(contentsOf: self.folder.appendingPathComponent(name))
                return data.map { String(decoding: $0, as: UTF8.self).contains(account) == isHidden } ?? false
            }
        }
    }

    /// Returns the service's posts with this text.
    public func posts(_ text: String) -> [SimulatedLinkPost] { service.posts.filter { $0.fields["content"] == text } }
}

/// One launch of the app: a session, and screens that are opened and checked.
@MainActor public final class LinkLaunch {
    /// The session.
    public let session: LinkSession
    private let folder: URL
    private let check: LinkScreenCheck

    init(_ session: LinkSession, _ folder: URL, _ check: LinkScreenCheck) {
        (self.session, self.folder, self.check) = (session, folder, check)
    }

    /// Signs in one of the service's accounts.
    public func signIn(_ number: Int = 1) async throws {
        try await session.signIn(email: "user\(number)@example.com", password: "password\(number)")
    }

    /// The shared state of the signed-in account.
    ///
    /// Throws if no account is signed in.
    public var account: LinkAccount {
        get throws {
            guard let account = session.account else { throw NoticeBoardError(.sessionOver, "No account is signed in.") }
            return account
        }
    }

    /// Opens a list.
    public func open(_ source: LinkPostSource = .timeline, from memory: FeedSnapshot<LinkPost>? = nil) throws -> LinkPostList {
        let list = LinkPostList(try account, source, from: memory)
        check.watch(list, of: try account)
        list.open()
        return list
    }

    /// Opens the page of a post.
    public func open(_ post: LinkPost.ID, from shown: LinkPost? = nil) throws -> LinkPostPage {
        let page = LinkPostPage(try account, id: post, from: shown)
        check.watch(page, of: try account)
        page.open()
        return page
    }

    /// Opens the page of an account.
    public func open(profile user: LinkUser.ID) throws -> LinkProfilePage {
        let page = LinkProfilePage(try account, of: LinkUser(id: user, nick: ""))
        check.watch(page, of: try account)
        page.open()
        return page
    }

    /// Opens the followers of an account.
    public func open(followersOf user: LinkUser.ID) throws -> LinkFollowers {
        let list = LinkFollowers(try account, of: user)
        check.watch(list, of: try account)
        list.open()
        return list
    }

    /// Returns the outbox after it has loaded the drafts of earlier launches or failed to.
    public func outbox(in other: URL? = nil) async throws -> LinkOutbox {
        guard let outbox = session.outbox(in: other ?? folder) else {
            throw NoticeBoardError(.sessionOver, "No account is signed in.")
        }
        check.watch(outbox)
        _ = await eventually {
            // The previous launch may still hold the store's lock.
            if outbox.state.failure?.code == .storeBusy { outbox.resume() }
            return outbox.state.isLoaded || outbox.state.failure.map { $0.code != .storeBusy } == true
        }
        return outbox
    }

    /// The account's pictures, stored on disk.
    public func pictures() throws -> LinkPictures {
        guard let pictures = session.pictures(in: folder) else {
            throw NoticeBoardError(.sessionOver, "No account is signed in.")
        }
        return pictures
    }

    /// Creates a composer with `text` typed by the user.
    public func compose(_ target: LinkDraftTarget = .post, _ text: String) async throws -> LinkComposer {
        let composer = LinkComposer(try await outbox(), target)
        composer.change { $0.content = text }
        return composer
    }
}
