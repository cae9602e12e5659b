import Foundation
import NoticeBoardKit
import NoticeBoardLink
import NoticeBoardTesting

/// The session ends its data on its own thread, so their type is `nonisolated`.
nonisolated struct Drafts: Sendable {
    func end() {}
    func erase() async {}
}

/// A store of the app's own is called on a queue of the session's, so it says `nonisolated`.
nonisolated struct VaultTokens: TokenStore {
    private let vault = MemoryTokenStore()

    func load() throws -> Credentials? { vault.load() }
    func save(_ credentials: Credentials?) throws { vault.save(credentials) }
}

/// On the main actor, as everything here that says nothing.
final class ConversationModel {
    private(set) var texts: [String] = []
    private(set) var hint: String?
    private(set) var problem: String?
    private(set) var seen: [LinkSession.State] = []
    private let session: LinkSession
    private let service: any LinkService

    init(session: LinkSession) {
        self.session = session
        service = session.client
    }

    func typed(password: String) { hint = LinkCheck.password.problem(with: password)?.text(in: .korean) }

    func signIn(email: String, password: String) async {
        do {
            try await session.signIn(email: email, password: password)
            let drafts = Drafts()
            session.scope.register(end: { _ in drafts.end() }, erase: { await drafts.erase() })
            problem = nil
        } catch is CancellationError {
        } catch {
            let error = NoticeBoardError(wrapping: error)
            problem = error.code.text(in: .korean)
        }
        MainActor.assertIsolated()
    }

    func load() async throws {
        for try await post in service.posts(pageSize: 5).limited(toPages: 2) { texts.append(post.content ?? "") }
        MainActor.assertIsolated()
    }

    /// Follows the session until it is over.
    func follow() async {
        for await state in session.states {
            seen.append(state)
            if case .signedOut = state { break }
        }
    }
}

@main
struct MainActorLink {
    static func main() async throws {
        guard let url = URL(string: "http://127.0.0.1:27820") else { return }
        let simulator = LinkSimulator(seed: 3)
        let configuration = LinkClient.Configuration(baseURL: url, key: simulator.key, productID: simulator.product)
        let session = LinkSession(configuration, store: VaultTokens(), transport: simulator)
        let model = ConversationModel(session: session)

        model.typed(password: "짧다")
        await model.signIn(email: "user1@example.com", password: "wrong one")
        let refused = model.problem
        await model.signIn(email: "user1@example.com", password: "password1")
        simulator.expireTokens()
        try await model.load()
        let following = Task { await model.follow() }
        while model.seen.isEmpty { await Task.yield() }
        try await session.signOut()
        await following.value
        // This file uses the names of both services.
        let board = Board(id: 1, name: "공지사항")
        print(
            "MainActorLink:", model.hint ?? "", refused ?? "", model.problem == nil, model.texts.count, simulator.refreshes,
            model.seen.count, board.name)
    }
}
