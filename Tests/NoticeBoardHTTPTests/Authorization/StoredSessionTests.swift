import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Stored sessions", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StoredSessionTests {
    private let old = Credentials(accessToken: .bearer("old"), refreshToken: "r0", account: "ann")
    private let new = Credentials(accessToken: .bearer("new"), refreshToken: "r1", account: "ann")

    private func session(_ store: any TokenStore, scope: AccountScope = AccountScope()) -> TokenSession {
        TokenSession(store: store, scope: scope) { [new] _ in new }
    }

    @Test("A session continues with the stored tokens") func restores() async throws {
        let session = session(MemoryTokenStore(old))
        #expect(session.credentials == nil)
        #expect(try await session.restore())
        #expect(session.credentials == old)
        #expect(session.scope.state == .signedIn(account: "ann"))
    }

    @Test("A session is signed out when the store is empty") func empty() async throws {
        let session = session(MemoryTokenStore())
        #expect(try await !session.restore())
        #expect(session.scope.state == .signedOut)
    }

    @Test("A session is signed out with a storeFailure when the stored tokens are damaged") func damaged() async throws {
        let store = RecordingTokenStore()
        store.fail(NoticeBoardError(.storeDamaged))
        let session = session(store)
        #expect(try await !session.restore())
        #expect(session.storeFailure?.code == .storeDamaged)
    }

    @Test("Tokens of a newer format stay until a sign-out") func newer() async throws {
        let store = RecordingTokenStore(old)
        store.fail(NoticeBoardError(.storeTooNew))
        let session = session(store)
        #expect(try await !session.restore())
        store.fail(nil)
        for credentials in [nil, new] {
            if let credentials { session.signIn(credentials) }
            let error = await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
            #expect(error?.code == .storeTooNew)
            #expect(session.storeFailure?.code == .storeTooNew)
        }
        #expect(store.kept == old)
        session.signOut()
        session.signIn(new)
        try await session.waitUntilStored()
        #expect(store.kept == new)
    }

    @Test("Waiting for writes before a restore, or after a failed one, keeps the stored tokens") func waitsFirst() async throws {
        let store = RecordingTokenStore(old)
        let session = session(store)
        try await session.waitUntilStored()
        store.fail(NoticeBoardError(.fileUnavailable))
        _ = try? await session.restore()
        store.fail(nil)
        try await session.waitUntilStored()
        #expect(store.kept == old)
        #expect(try await session.restore())
        session.signOut()
        try await session.waitUntilStored()
        #expect(store.kept == nil)
    }

    @Test("Tokens without an account are those of the same account") func updatesWithoutAccount() async throws {
        let store = RecordingTokenStore()
        let session = session(store)
        session.signIn(old)
        #expect(session.update(Credentials(accessToken: .bearer("new"), refreshToken: "r1")))
        #expect(session.credentials == new)
        #expect(session.scope.state == .signedIn(account: "ann"))
        try await session.waitUntilStored()
        #expect(store.kept == new)
    }

    @Test("A session restores once an unreadable store can be read") func locked() async throws {
        let store = RecordingTokenStore(old)
        store.fail(NoticeBoardError(.fileUnavailable))
        let session = session(store)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .fileUnavailable)
        store.fail(nil)
        #expect(try await session.restore())
    }

    @Test("A sign-in during a restore takes precedence") func overtaken() async throws {
        let (store, release) = (RecordingTokenStore(old), DispatchSemaphore(value: 0))
        store.hold(release)
        let session = session(store)
        session.signIn(new)
        release.signal()
        store.hold(nil)
        #expect(try await session.restore())
        #expect(session.credentials == new)
    }

    @Test("A sign-in, a renewal and a sign-out are stored in order") func writes() async throws {
        let store = RecordingTokenStore()
        let session = session(store)
        session.signIn(old)
        try await session.waitUntilStored()
        try await session.renew()
        try await session.waitUntilStored()
        session.signOut()
        try await session.waitUntilStored()
        #expect(store.log.saved == [old, new, nil])
        #expect(store.log.onMain == 0)
        #expect(store.log.inTask == 0)
    }

    @Test("A write to a failing store is retried") func failing() async throws {
        let store = RecordingTokenStore()
        let session = session(store)
        store.fail(NoticeBoardError(.storageFull))
        session.signIn(old)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
        #expect(error?.code == .storageFull)
        #expect(session.state == .signedIn(account: "ann"))
        store.fail(nil)
        try await session.waitUntilStored()
        #expect(store.kept == old)
        #expect(session.storeFailure == nil)
    }

    @Test("A session works without a store") func withoutStore() async throws {
        let session = TokenSession { $0 }
        #expect(try await !session.restore())
        session.signIn(old)
        try await session.waitUntilStored()
        #expect(try await session.restore())
    }

    @Test("A renewal takes on the priority of a more urgent caller") func priority() async throws {
        let (begun, seen) = (Gate(), Locked<TaskPriority?>(nil))
        let session = TokenSession(old) { [new] _ in
            try await begun.pass()
            // A separate task escalates the priority, possibly after the caller has continued.
            for _ in 0..<100_000 where Task.currentPriority != .high { await Task.yield() }
            seen.withLock { $0 = Task.currentPriority }
            return new
        }
        let slow = Task(priority: .background) { try await session.renew() }
        await begun.waitForArrivals(1)
        let urgent = Task(priority: .high) { try await session.renew() }
        begun.open()
        try await urgent.value
        try await slow.value
        #expect(seen.withLock { $0 } == .high)
    }

    /// Counts the requests that are sent; none is sent after its task was cancelled.
    private struct Counting: HTTPTransport {
        let sent = Locked(0)

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let isCancelled = Locked(false)
            await withTaskCancellationHandler {
                isCancelled.withLock { isCancelled in
                    if !isCancelled { sent.withLock { $0 += 1 } }
                }
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
            return HTTPResponse(status: 503)
        }
    }

    @Test("No call is sent after a sign-out has returned", arguments: [false, true]) func nothingLeaves(isShared: Bool)
        async throws
    {
        let trials = RandomTrials()
        var random = SeededRandom(seed: trials.seed)
        for _ in 0..<trials.count(60) {
            let transport = Counting()
            let session = TokenSession(old) { $0 }
            var configuration = APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session)
            configuration.time = TimeSource(now: { 0 }, sleep: { _ in try Task.checkCancellation() })
            configuration.retry = RetryPolicy(attempts: 20, budget: .max)
            let client = APIClient(configuration, transport: transport)
            let calls = (0..<24).map { number in
                Task {
                    try await client.response(for: .get("\(number % 8)", options: options { $0.joinsEqualRequests = isShared }))
                }
            }
            // A random moment for the sign-out.
            for _ in 0..<random.below(200) { await Task.yield() }
            session.signOut()
            let sent = transport.sent.withLock { $0 }
            for call in calls { _ = await call.result }
            #expect(transport.sent.withLock { $0 } == sent, "\(trials)")
        }
    }
}
