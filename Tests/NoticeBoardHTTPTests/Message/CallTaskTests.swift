import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("Ending a call", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CallTaskTests {
    private let gate = Gate()
    private static let late = NoticeBoardError(.timedOut)
    private static let over = NoticeBoardError(.sessionOver)

    private func code(_ task: Task<Int, any Error>) async -> NoticeBoardError.Code? {
        let error = await #expect(throws: (any Error).self) { try await task.value }
        return (error as? NoticeBoardError)?.code
    }

    @Test("A call that nothing ends returns its result") func result() async throws {
        #expect(try await CallTask().run { 7 } == 7)
        await #expect(throws: NoticeBoardError.self) { try await CallTask().run { throw Self.over } }
    }

    @Test("The first reason is the error", arguments: [false, true]) func first(isLateFirst: Bool) async throws {
        let call = CallTask()
        let caller = Task {
            try await call.run {
                try await gate.pass()
                return 7
            }
        }
        await gate.waitForArrivals(1)
        for isLate in [isLateFirst, !isLateFirst] { call.cancel { isLate ? Self.late : Self.over } }
        #expect(await code(caller) == (isLateFirst ? .timedOut : .sessionOver))
    }

    @Test("A cancelled caller gets a cancellation, also if the timeout passes then") func caller() async throws {
        let call = CallTask()
        let (begun, mayEnd) = (Gate(), Gate())
        let caller = Task {
            try await call.run {
                // Ignores its cancellation for a while.
                await Task { try? await begun.pass() }.value
                await Task { try? await mayEnd.pass() }.value
                return 7
            }
        }
        await begun.waitForArrivals(1)
        begun.open()
        await mayEnd.waitForArrivals(1)
        caller.cancel()
        call.cancel { Self.late }
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    @Test("A caller waits until the work has ended") func waits() async throws {
        let call = CallTask()
        let mayEnd = Gate()
        let hasEnded = Locked(false)
        let caller = Task {
            try await call.run {
                await Task { try? await mayEnd.pass() }.value
                hasEnded.withLock { $0 = true }
                return 7
            }
        }
        await mayEnd.waitForArrivals(1)
        call.cancel { Self.late }
        await letOtherTasksRun()
        mayEnd.open()
        #expect(await code(caller) == .timedOut)
        #expect(hasEnded.withLock { $0 })
    }

    @Test("A call that was ended before it began runs nothing") func early() async {
        let call = CallTask()
        call.cancel { Self.over }
        let hasRun = Locked(false)
        let caller = Task {
            try await call.run {
                hasRun.withLock { $0 = true }
                return 7
            }
        }
        #expect(await code(caller) == .sessionOver)
        #expect(!hasRun.withLock { $0 })
    }

    @Test("A caller that was cancelled before runs nothing") func cancelledBefore() async {
        let hasRun = Locked(false)
        let caller = Task {
            try? await gate.pass()
            return try await CallTask().run {
                hasRun.withLock { $0 = true }
                return 7
            }
        }
        await gate.waitForArrivals(1)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(!hasRun.withLock { $0 })
    }

    @Test("A call that has ended keeps its result") func ended() async throws {
        let call = CallTask()
        #expect(try await call.run { 7 } == 7)
        let hasAsked = Locked(false)
        call.cancel {
            hasAsked.withLock { $0 = true }
            return Self.late
        }
        #expect(!hasAsked.withLock { $0 })
    }

    // MARK: Through a client

    /// A client whose calls of a signed-in account wait at the gate.
    private func client(_ session: TokenSession, _ clock: ManualClock) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session, defaults: .init(timeout: 60))
        configuration.time = clock.time
        return APIClient(configuration, transport: StubTransport().on(.get, "data", StubAnswer.json("{}").held(at: gate)))
    }

    @Test("A sign-out before the timeout is the error, also if the timeout passes while the app is being notified")
    func signOutFirst() async throws {
        let clock = ManualClock()
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) {
            $0
        } onChange: { _ in
            clock.advance(by: 60)
        }
        let client = try client(session, clock)
        let call = Task { try await client.response(for: .get("data")) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
    }

    @Test("A timeout before a sign-out is the error") func timeoutFirst() async throws {
        let clock = ManualClock()
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let client = try client(session, clock)
        let call = Task { try await client.response(for: .get("data")) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 60)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        session.signOut()
    }

    /// Counts how many of its kind are alive.
    private final class Counted: Sendable {
        private let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit { alive.withLock { $0 -= 1 } }
    }

    /// Answers at once and records nothing.
    private struct Forgetful: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
    }

    @Test("Nothing is left of a finished call before its timeout", arguments: [false, true])
    func letGo(isSystem: Bool) async throws {
        let clock = ManualClock()
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")),
            authorization: TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }, defaults: .init(timeout: 3_600))
        if !isSystem { configuration.time = clock.time }
        let client = APIClient(configuration, transport: Forgetful())
        let alive = Locked(0)
        for _ in 0..<2_000 {
            let counted = Counted(alive)
            let data = EndpointRequest.get("data").with { $0.options.progress = HTTPProgress { _ in _ = counted } }
            try await client.response(for: data)
        }
        // The last tasks may still be ending.
        #expect(await eventually { alive.withLock { $0 } == 0 })
        #expect(await eventually { clock.pending.isEmpty })
    }
}
