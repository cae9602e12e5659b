import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Token store of a session", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkKeepingTests {
    private let simulator = LinkSimulator(seed: 9)

    @Test("A launch returns why the tokens could not be read, and a later one reads them") @MainActor func unreadable()
        async throws
    {
        let folder = ScratchFolder.url("unreadable-tokens")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = RecordingTokenStore(Credentials(accessToken: .bearer("a"), refreshToken: "r", account: "1"))
        store.fail(NoticeBoardError(.fileUnavailable))
        let configuration = LinkClient.Configuration(
            baseURL: try #require(URL(string: "https://link.example")), key: simulator.key, productID: simulator.product)
        let app = try LinkApp(configuration, folder: folder, tokens: store, transport: simulator)
        #expect(await app.open()?.code == .fileUnavailable)
        #expect(app.state == .launching)
        store.fail(nil)
        #expect(await app.open() == nil)
        #expect(app.home != nil)
    }

    @Test("Calls the store one at a time, off the main thread and outside of tasks") func threads() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        for number in 1...4 {
            try await session.restore()
            try await session.signIn(email: "user\(number)@example.com", password: "password\(number)")
            simulator.expireTokens()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try? await session.client.myProfile() } }
            }
            try await session.signOut()
        }
        let log = store.log
        // A refresh's tokens may never be written if newer ones replace them.
        #expect(log.saved.count >= 8)
        #expect(log.loads >= 1)
        #expect(log.overlaps == 0)
        #expect(log.onMain == 0)
        #expect(log.inTask == 0)
    }

    @Test("A slow store delays no request")
    func slowStore() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let slow = DispatchSemaphore(value: 0)
        store.hold(slow)
        // Three token refreshes happen while the first tokens are written. Requests don't wait.
        for _ in 0..<3 {
            simulator.expireTokens()
            _ = try await session.client.myProfile()
        }
        let out = Task { try await session.signOut() }
        _ = await session.states.first { $0 == .signedOut }
        for _ in 0..<10 { slow.signal() }
        try await out.value
        #expect(store.kept == nil)
        // The sign-in, the refresh that was being written, and the erasing; only the newest is saved.
        #expect(store.log.saved.count <= 4)
        #expect(store.log.saved.last == .some(nil))
        #expect(store.log.saved.filter { $0 == nil }.count == 1)
    }

    @Test("A restore returns after its refreshed token is stored") func restoreKeeps() async throws {
        let store = RecordingTokenStore()
        try await directSession(simulator, store).signIn(email: "user1@example.com", password: "password1")
        let before = store.kept
        simulator.expireTokens()
        let session = try directSession(simulator, store)
        let slow = DispatchSemaphore(value: 0)
        store.hold(slow)
        let restore = Task {
            try await session.restore()
            return store.kept
        }
        await simulator.answered(LinkServerFixture.refresh, 200)
        await letOtherTasksRun()
        slow.signal()
        let kept = try await restore.value
        #expect(kept != before)
        #expect(kept?.refreshToken == before?.refreshToken)
    }

    @Test("A failing store does not prevent a sign-in")
    func failingStore() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        store.fail(NoticeBoardError(.storageFull))
        let user = try await session.signIn(email: "user1@example.com", password: "password1")
        #expect(session.state == .signedIn(account: user))
        #expect(session.storeFailure?.code == .storageFull)
        #expect(store.kept == nil)
        store.fail(nil)
        // The next change saves again.
        try await session.signIn(email: "user1@example.com", password: "password1")
        #expect(store.kept?.account == user)
        #expect(session.storeFailure == nil)
    }

    @Test("Wraps an error of the store as its underlying error") func foreignError() async throws {
        struct Vault: Error {}
        let store = RecordingTokenStore()
        store.fail(Vault())
        let session = try directSession(simulator, store)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .external)
        #expect(error?.underlying is Vault)
    }

    @Test("A session in a file survives launches until the sign-out") func realFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("link \(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let user = try await directSession(simulator, FileTokenStore(directory: folder))
            .signIn(email: "user1@example.com", password: "password1")
        simulator.expireTokens()
        let second = try directSession(simulator, FileTokenStore(directory: folder))
        #expect(try await second.restore() == .signedIn(account: user))
        let third = try directSession(simulator, FileTokenStore(directory: folder))
        #expect(try await third.restore() == .signedIn(account: user))
        #expect(try await third.client.myProfile().id == user)
        try await third.signOut()
        #expect(try await directSession(simulator, FileTokenStore(directory: folder)).restore() == .signedOut)
    }
}
