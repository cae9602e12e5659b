import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Order of events when a session ends", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionOrderTests {
    private let data = EndpointRequest.get("data")

    private func client(
        _ session: TokenSession, _ transport: any HTTPTransport, _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never)
        change(&configuration)
        return APIClient(configuration, transport: transport)
    }

    /// Records the outcome of a call before its caller receives it.
    private struct OutcomeRecorder: HTTPInterceptor {
        let received = Locked<NoticeBoardError.Code?>(nil)
        let done = Gate()

        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            defer { done.open() }
            do { return try await next(request) } catch {
                received.withLock { $0 = (error as? NoticeBoardError)?.code }
                throw error
            }
        }
    }

    @Test(
        "Pending calls fail after the app knows of a refused renewal",
        arguments: [nil, 60.0])
    func settled(timeout: Double?) async throws {
        let (received, refusals) = (Locked<[TokenSession.State]>([]), Gate())
        let session = TokenSession(Credentials(accessToken: .bearer("old"))) { _ in
            try await refusals.pass()
            throw NoticeBoardError(.sessionOver, "No more.")
        } onChange: { change in
            if case .ended(let error) = change { received.withLock { $0.append(.ended(error)) } }
        }
        let sent = Gate()
        let stub = StubTransport { _ in
            try await sent.pass()
            return HTTPResponse(status: 401)
        }
        let client = try client(session, stub) { $0.defaults.timeout = timeout }
        let calls = (0..<20).map { _ in
            Task {
                let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
                return (error, session.state, received.withLock { $0.count })
            }
        }
        await sent.waitForArrivals(20)
        sent.open()
        await refusals.waitForArrivals(1)
        refusals.open()
        for call in calls {
            let (error, state, count) = await call.value
            #expect(error?.code == .sessionOver)
            #expect(count == 1)
            guard case .ended(let why) = state else { Issue.record("it was \(state)"); continue }
            #expect(why.code == .sessionOver)
        }
        session.signIn(Credentials(accessToken: .bearer("new"), account: "ann"))
        #expect(session.state == .signedIn(account: "ann"))
        session.signOut()
        #expect(session.state == .signedOut)
    }

    @Test("A call that detects the session's end itself fails only after the app is notified") func noticing() async throws {
        let (received, isHeard) = (Locked(0), Locked(false))
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) {
            $0
        } onChange: { _ in
            received.withLock { $0 += 1 }
        }
        let (first, second) = (Gate(), Gate())
        let stub = StubTransport { request in
            guard request.target.hasSuffix("second") else {
                try await first.pass()
                return HTTPResponse(status: 200)
            }
            try await withTaskCancellationHandler {
                try await second.pass()
            } onCancel: {
                // Cancelled before the first call, which now has its response and time to notice the session's end.
                first.open()
                for _ in 0..<100_000 where !isHeard.withLock({ $0 }) { sched_yield() }
            }
            return HTTPResponse(status: 200)
        }
        let client = try client(session, stub)
        let call = Task {
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("first")) }
            isHeard.withLock { $0 = true }
            return (error?.code, received.withLock { $0 })
        }
        await first.waitForArrivals(1)
        let other = Task { try? await client.response(for: .get("second")) }
        await second.waitForArrivals(1)
        await withOwnThread { session.signOut() }
        #expect(await call.value == (.sessionOver, 1))
        _ = await other.value
    }

    @Test("A cancelled caller does not wait while the app is being notified") func impatient() async throws {
        let (began, release, isNotifying) = (Gate(), DispatchSemaphore(value: 0), Gate())
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) {
            $0
        } onChange: { _ in
            isNotifying.open()
            release.wait()
        }
        let stub = StubTransport { _ in
            began.open()
            try await Gate().pass()
            return .json("{}")
        }
        let client = try client(session, stub)
        let call = Task { try await client.response(for: data) }
        try await began.pass()
        Thread.detachNewThread { session.signOut() }
        try await isNotifying.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        release.signal()
    }

    @Test(
        "The app's interceptors receive sessionOver, with and without a timeout",
        arguments: [nil, 60.0])
    func interceptors(timeout: Double?) async throws {
        let (gate, reference) = (Gate(), OutcomeRecorder())
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let stub = StubTransport().on(.get, "data", StubAnswer.json("{}").held(at: gate))
        let client = try client(session, stub) {
            $0.defaults.timeout = timeout
            $0.interceptors = [reference]
        }
        let call = Task { try await client.response(for: data) }
        await gate.waitForArrivals(1)
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
        try await reference.done.pass()
        #expect(reference.received.withLock { $0 } == .sessionOver)
    }

    /// Answers from a public copy when the session is over.
    private struct PublicCopy: HTTPInterceptor {
        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            do { return try await next(request) } catch let error as NoticeBoardError where error.code == .sessionOver {
                return .json(#""copy""#)
            }
        }
    }

    @Test("An interceptor can answer in place of an ended session, with and without a timeout", arguments: [nil, 60.0])
    func publicCopy(timeout: Double?) async throws {
        let gate = Gate()
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let client = try client(session, StubTransport().on(.get, "data", StubAnswer.json("{}").held(at: gate))) {
            $0.defaults.timeout = timeout
            $0.interceptors = [PublicCopy()]
        }
        let call = Task { try await client.value(String.self, for: data) }
        await gate.waitForArrivals(1)
        session.signOut()
        #expect(try await call.value == "copy")
    }

    @Test("A caller waiting for a renewal fails when another call ends the session") func overMeanwhile()
        async throws
    {
        let renewal = Gate()
        let session = TokenSession(
            Credentials(accessToken: .raw("a")), rules: SessionRules(expired: [419], ended: [401], refused: [418])
        ) { old in
            try await renewal.pass()
            return old
        }
        let renewing = Task { try await session.renew() }
        await renewal.waitForArrivals(1)
        let client = try client(session, StubTransport { _ in HTTPResponse(status: 401) })
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
        let error = await #expect(throws: NoticeBoardError.self) { try await renewing.value }
        #expect(error?.code == .sessionOver)
        renewal.open()
    }

    @Test("mapError is applied when the session refuses a call", arguments: [401, 419])
    func explained(status: HTTPStatus) async throws {
        let rules = SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418])
        let session = TokenSession(Credentials(accessToken: .raw("a")), rules: rules) { _ in
            throw NoticeBoardError(.serverFailure, reply: .init(status: 409))
        }
        let stub = StubTransport { _ in .json(#"{"reason": "paused"}"#, status: status) }
        let client = try client(session, stub) {
            $0.mapError = { response, error in
                error.detail = "\(error.code) \(String(decoding: response.body, as: UTF8.self))"
                error.remedy = .contactAdministrator
            }
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
        #expect(error?.code == .unauthorized)
        #expect(error?.remedy == .contactAdministrator)
        #expect(error?.detail == #"unauthorized {"reason": "paused"}"#)
        if status == 401 {
            guard case .ended(let why) = session.state else { Issue.record("it goes on"); return }
            #expect(why.remedy == .contactAdministrator)
        }
    }

    @Test("Ending a session clears its conditional responses, late ones included")
    func conditional() async throws {
        let (reference, cache) = (OutcomeRecorder(), HTTPCache())
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let stub = StubTransport { request in
            if request.target == "/late" { session.signOut() }
            return HTTPResponse(status: 200, headers: [.etag: "1"], body: Data("mine".utf8))
        }
        let client = try client(session, stub) { $0.cache = cache }
        for _ in 0..<2 { try await client.response(for: data) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "1"])
        session.signOut()
        #expect(cache.description.hasPrefix("HTTPCache(0 answers"))
        session.signIn(Credentials(accessToken: .bearer("b")))
        let slow = try self.client(session, stub) {
            $0.cache = cache
            $0.interceptors = [reference]
        }
        await #expect(throws: NoticeBoardError.self) { try await slow.response(for: .get("late")) }
        try await reference.done.pass()
        #expect(cache.description.hasPrefix("HTTPCache(0 answers"))
    }
}
