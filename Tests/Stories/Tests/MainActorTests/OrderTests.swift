import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardLink
import NoticeBoardSearch
import NoticeBoardTesting
import StorySupport
import Testing

/// Starts calls on the main actor without awaiting the previous one.
///
/// Their synchronous parts run in order.
@Suite("Order of calls from the main actor", .serialized) @MainActor struct OrderTests {
    private static let rounds = 2_000

    // MARK: Search histories

    /// Saves two keywords `rounds` times, without awaiting the first save.
    ///
    /// Counts the rounds in which the first one ends on top.
    private func swappedSaves(in history: some SearchHistoryRepository) async throws -> Int {
        var swapped = 0
        for _ in 0..<Self.rounds {
            let first = Task { try await history.save("first") }
            let second = Task { try await history.save("second") }
            try await first.value
            try await second.value
            if try await history.recent(1).first?.keyword != "second" { swapped += 1 }
        }
        return swapped
    }

    @Test("Keeps the order of saves in memory") func memorySaves() async throws {
        #expect(try await swappedSaves(in: InMemorySearchHistory()) == 0)
    }

    @Test("Keeps the order of saves in a file") func fileSaves() async throws {
        let swapped = try await withScratchFolder { try await swappedSaves(in: FileSearchHistory(directory: $0)) }
        #expect(swapped == 0)
    }

    @Test("Keeps the order of saves in a custom store") func storedSaves() async throws {
        let store = Store()
        let history = StoredSearchHistory(load: { await store.data }, store: { await store.keep($0) })
        #expect(try await swappedSaves(in: history) == 0)
    }

    @Test("Keeps the order of an account's saves") func accountSaves() async throws {
        #expect(try await swappedSaves(in: AccountHistory(InMemorySearchHistory())) == 0)
    }

    @Test("Keeps no earlier save in an erased file history") func eraseAfterSave() async throws {
        try await withScratchFolder { folder in
            let history = FileSearchHistory(directory: folder)
            var left = 0
            for _ in 0..<Self.rounds {
                let save = Task { try await history.save("secret") }
                let erase = Task { try await history.erase() }
                _ = await (save.result, erase.result)
                if try await !history.entries().isEmpty { left += 1 }
            }
            #expect(left == 0)
        }
    }

    @Test("Erases a save started before the sign-out") func saveBeforeEnd() async throws {
        let memory = InMemorySearchHistory()
        let history = AccountHistory(memory)
        let scope = AccountScope()
        scope.register(history)
        var left = 0
        for _ in 0..<Self.rounds {
            let save = Task { try await history.save("secret") }
            let signOut = Task {
                scope.signOut()
                await scope.waitUntilErased()
            }
            _ = await (save.result, signOut.result)
            if try await !memory.entries().isEmpty { left += 1 }
        }
        #expect(left == 0)
    }

    @Test("Drops a waiting change when its account ends") func waitingChange() async throws {
        var written = 0
        for _ in 0..<Self.rounds {
            let (memory, gate) = (InMemorySearchHistory(), Gate())
            let history = AccountHistory(HeldBack(memory, gate))
            let first = Task { try await history.save("first") }
            let second = Task { try await history.save("second") }
            // Both changes are in the queue now.
            await Task { history.end() }.value
            gate.open()
            _ = await (first.result, second.result)
            if try await memory.entries().contains(where: { $0.keyword == "second" }) { written += 1 }
        }
        #expect(written == 0)
    }

    // MARK: Sessions

    @Test("Never renews another account's token") func renewalBeforeSignIn() async throws {
        let asked = Asked()
        var mixed = 0
        for round in 0..<Self.rounds {
            let old = Credentials(accessToken: .raw("old \(round)"), refreshToken: "old")
            let new = Credentials(accessToken: .raw("new \(round)"), refreshToken: "new")
            let session = TokenSession(old) { credentials in
                await asked.add(credentials.refreshToken)
                return credentials
            }
            let renewal = Task { try await session.renew() }
            let signIn = Task { session.signIn(new) }
            _ = await (renewal.result, signIn.result)
            if await asked.all.contains("new") { mixed += 1 }
        }
        #expect(mixed == 0)
    }

    @Test("Keeps the second of two sign-ins") func twoSignIns() async throws {
        let simulator = LinkSimulator()
        let session = try session(simulator)
        var wrong = 0
        for round in 0..<Self.rounds {
            let (one, other) = round.isMultiple(of: 2) ? (1, 2) : (2, 1)
            let first = Task { try await session.signIn(email: "user\(one)@example.com", password: "password\(one)") }
            let second = Task { try await session.signIn(email: "user\(other)@example.com", password: "password\(other)") }
            _ = await first.result
            if try await second.value != session.user { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("Ends signed out when a sign-in starts before a sign-out") func signInBeforeSignOut() async throws {
        let simulator = LinkSimulator()
        let session = try session(simulator)
        var signedIn = 0
        for _ in 0..<Self.rounds {
            let signIn = Task { try await session.signIn(email: "user1@example.com", password: "password1") }
            let signOut = Task { try await session.signOut() }
            _ = await (signIn.result, signOut.result)
            if session.user != nil { signedIn += 1 }
        }
        #expect(signedIn == 0)
    }

    @Test("Ends signed out when a restore starts before a sign-out") func restoreBeforeSignOut() async throws {
        let simulator = LinkSimulator()
        let filled = MemoryTokenStore()
        try await session(simulator, filled).signIn(email: "user1@example.com", password: "password1")
        let kept = try #require(filled.load())
        var back = 0
        for _ in 0..<Self.rounds {
            let store = MemoryTokenStore()
            store.save(kept)
            let session = try session(simulator, store)
            let restore = Task { try await session.restore() }
            let signOut = Task { try await session.signOut() }
            _ = await (restore.result, signOut.result)
            if session.user != nil { back += 1 }
            if store.load() != nil { back += 1 }
        }
        #expect(back == 0)
    }

    @Test("Clears the screens before a Link sign-out first suspends") func emptyAtSignOut() async throws {
        let simulator = LinkSimulator(posts: 3)
        let session = try session(simulator)
        var shown = 0
        var rounds = 0
        for _ in 0..<Self.rounds {
            try await session.signIn(email: "user1@example.com", password: "password1")
            let list = LinkPostList(try #require(session.account))
            list.open()
            await list.firstState { !$0.rows.isEmpty }
            rounds += list.state.rows.isEmpty ? 0 : 1
            let signOut = Task { try await session.signOut() }
            // Runs on the main actor as soon as the sign-out suspends for the first time.
            await Task { if !list.state.rows.isEmpty { shown += 1 } }.value
            try await signOut.value
        }
        #expect(rounds == Self.rounds)
        #expect(shown == 0)
    }

    @Test("Clears the screens before a board sign-out first suspends") func emptyBoardAtSignOut() async throws {
        let app = BoardApp(service: NoticeBoardClient(transport: BoardSimulator(postsPerBoard: 3)))
        var shown = 0
        var rounds = 0
        for _ in 0..<Self.rounds {
            await app.open()
            await app.list.firstState { !$0.rows.isEmpty }
            rounds += app.list.state.rows.isEmpty ? 0 : 1
            let signOut = Task { _ = await app.signOut() }
            await Task { if !app.list.state.rows.isEmpty { shown += 1 } }.value
            await signOut.value
        }
        #expect(rounds == Self.rounds)
        #expect(shown == 0)
    }

    private func session(
        _ simulator: LinkSimulator, _ store: MemoryTokenStore = MemoryTokenStore()
    ) throws -> LinkSession {
        let url = try #require(URL(string: "http://127.0.0.1"))
        let configuration = LinkClient.Configuration(baseURL: url, key: simulator.key, productID: simulator.product)
        return LinkSession(configuration, store: store, transport: simulator)
    }
}

/// The storage of a stored history.
private actor Store {
    var data: Data?
    func keep(_ new: Data) { data = new }
}

/// Records the refresh tokens that were sent.
private actor Asked {
    var all: [String?] = []
    func add(_ token: String?) { all.append(token) }
}

/// A history that holds each change at a gate.
private struct HeldBack: SearchHistoryRepository {
    let base: InMemorySearchHistory
    let gate: Gate

    init(_ base: InMemorySearchHistory, _ gate: Gate) { (self.base, self.gate) = (base, gate) }

    func entries() async throws -> [SearchHistoryEntry] { try await base.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await base.recording() }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { base.updates() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try await gate.pass()
        return try await base.apply(change)
    }
}
