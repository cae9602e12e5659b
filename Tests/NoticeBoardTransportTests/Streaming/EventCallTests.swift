import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Event streams of a client", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EventCallTests {
    private let clock = ManualClock()

    /// A timeout that never passes.
    private let timeout = 1e6

    /// A time source that uses `wait` for the waits between two connections.
    private func time(wait: @escaping @Sendable (Double) async throws -> Void) -> TimeSource {
        TimeSource(
            now: { 0 },
            sleep: { [clock, timeout] seconds in
                if seconds < timeout { try await wait(seconds) } else { try await clock.sleep(seconds) }
            })
    }

    private func client(_ transport: any HTTPTransport, authorization: TokenSession? = nil) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = time { _ in }
        configuration.defaults.timeout = timeout
        configuration.random = { 1 }
        configuration.authorization = authorization
        return APIClient(configuration, transport: transport)
    }

    /// An event stream response that ends after this text.
    private func events(_ text: String) -> StubAnswer {
        .data(Data(text.utf8), headers: [.contentType: "text/event-stream"])
    }

    private func all(_ events: ServerEvents) async throws -> [String] {
        var all: [String] = []
        for try await event in events { all.append(event.data) }
        return all
    }

    @Test("Reconnects after an end, a 503 and a lost connection until a 204") func reconnection() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        writer.write(Data("id: 3\ndata: c\n\ndata: cut".utf8))
        writer.finish(throwing: NoticeBoardError(.connectionLost, ""))
        let stub = StubTransport().on(
            .get, "changes", events("data: a\n\nid: 2\ndata: b\n\n"), .status(503),
            .streamed(body, headers: [.contentType: "text/event-stream; charset=utf-8"]), .status(408), .status(429),
            .failure(NoticeBoardError(.unreachable, "")), events("id\n\ndata: d\n\n"), .status(204))
        #expect(try await all(client(stub).events(for: .get("changes"))) == ["a", "b", "c", "d"])
        let ids = stub.requests.map { $0.headers[.lastEventID] }
        #expect(ids == [nil, "2", "2", "3", "3", "3", "3", nil])
        #expect(stub.requests.allSatisfy { $0.headers[.accept] == "text/event-stream" })
    }

    @Test("Starts at the endpoint's Last-Event-ID") func resumed() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\n"), .status(204))
        let endpoint = EndpointRequest.get("changes", headers: [.lastEventID: "9"])
        let events = try client(stub).events(for: endpoint).makeAsyncIterator()
        #expect(try await events.next() == ServerEvent(data: "a", id: "9"))
        #expect(try await events.next() == nil)
        #expect(stub.requests.map { $0.headers[.lastEventID] } == ["9", "9"])
    }

    @Test(
        "A refusal or another content type ends the events with a named error",
        arguments: [
            (HTTPResponse(status: 404), NoticeBoardError.Code.notFound),
            (HTTPResponse(status: 200, headers: [.contentType: "text/html; charset=utf-8"]), .networkSignIn),
            (HTTPResponse(status: 200, headers: [.contentType: ""]), .unreadableResponse),
            (HTTPResponse(status: 200, headers: [.contentType: "application/json"]), .unreadableResponse),
            (HTTPResponse(status: 511), .networkSignIn),
        ])
    func ends(response: HTTPResponse, code: NoticeBoardError.Code) async throws {
        let stub = StubTransport().on(.get, "changes", .response(response), events("data: late\n\n"))
        let events = try client(stub).events(for: .get("changes")).makeAsyncIterator()
        let error = await #expect(throws: NoticeBoardError.self) { try await events.next() }
        #expect(error?.code == code)
        #expect(error?.endpoint == "GET changes")
        #expect(try await events.next() == nil)
        #expect(stub.requests.count == 1)
    }

    private func waits(_ answers: StubAnswer..., random: Double) async throws -> [Double] {
        let waits = Locked<[Double]>([])
        var stub = StubTransport()
        for answer in answers { stub = stub.on(.get, "changes", answer) }
        stub = stub.on(.get, "changes", .status(204))
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = time { wait in waits.withLock { $0.append(wait) } }
        configuration.random = { random }
        configuration.defaults.timeout = timeout
        _ = try await all(APIClient(configuration, transport: stub).events(for: .get("changes")))
        return waits.withLock { $0 }
    }

    @Test("Waits for the server's retry interval after an end") func serversWait() async throws {
        #expect(try await waits(events(""), events("retry: 7000\n\n"), events(""), random: 1) == [3, 7, 7])
    }

    @Test("Limits a wait to between 0.1 seconds and ten minutes") func bounds() async throws {
        #expect(try await waits(events("retry: 9999999\n"), events("retry: 0\n"), random: 1) == [600, 0.1])
    }

    @Test("Consecutive failures double the wait up to a minute") func backOff() async throws {
        let down = StubAnswer.status(503)
        #expect(try await waits(down, down, down, down, down, down, events(""), random: 1) == [6, 12, 24, 48, 60, 60, 3])
        #expect(try await waits(down, down, down, random: 0) == [3, 3, 3])
    }

    @Test("Waits as long as Retry-After asks") func retryAfter() async throws {
        #expect(try await waits(.status(503, headers: [.retryAfter: "100"]), random: 0) == [100])
    }

    @Test("Renews the token for a later connection") func renewal() async throws {
        let expired = Locked(false)
        let stub = StubTransport { request in
            if request.headers[.lastEventID] == "2" { return HTTPResponse(status: 204) }
            guard request.headers[.authorization] == "Bearer new" || !expired.withLock({ $0 }) else {
                return HTTPResponse(status: 401)
            }
            let text = expired.withLock { $0 } ? "id: 2\ndata: b\n\n" : "id: 1\ndata: a\n\n"
            expired.withLock { $0 = true }
            return HTTPResponse(status: 200, headers: [.contentType: "text/event-stream"], body: Data(text.utf8))
        }
        let session = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "r")) { _ in
            Credentials(accessToken: .bearer("new"), refreshToken: "r")
        }
        #expect(try await all(client(stub, authorization: session).events(for: .get("changes"))) == ["a", "b"])
    }

    @Test("Events of one account end when another signs in") func anotherAccount() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\n"), events("data: b\n\n"))
        let session = TokenSession(Credentials(accessToken: .bearer("a"), refreshToken: "r")) { $0 }
        let events = try client(stub, authorization: session).events(for: .get("changes")).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        session.signIn(Credentials(accessToken: .bearer("b"), refreshToken: "r"))
        let error = await #expect(throws: NoticeBoardError.self) { try await events.next() }
        #expect(error?.code == .sessionOver)
        #expect(stub.requests.count == 1)
    }

    @Test("Signing out ends a wait between two connections", arguments: [200, 503]) func signedOutWait(status: Int) async throws {
        let stub = StubTransport { _ in
            HTTPResponse(status: HTTPStatus(rawValue: status), headers: [.contentType: "text/event-stream"])
        }
        let session = TokenSession(Credentials(accessToken: .bearer("a"), refreshToken: "r")) { $0 }
        let gate = Gate()
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session)
        configuration.time = time { _ in try await gate.pass() }
        configuration.defaults.timeout = timeout
        let events = APIClient(configuration, transport: stub).events(for: .get("changes"))
        let task = Task { try await all(events) }
        await gate.waitForArrivals(1)
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await task.value }
        #expect(error?.code == .sessionOver)
        #expect(stub.requests.count == 1)
    }

    @Test("Cancelling a wait between two connections ends the events") func cancelledWait() async throws {
        let stub = StubTransport().on(.get, "changes", .status(503))
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        let gate = Gate()
        configuration.time = time { _ in try await gate.pass() }
        configuration.defaults.timeout = timeout
        let events = APIClient(configuration, transport: stub).events(for: .get("changes"))
        let task = Task { try await all(events) }
        await gate.waitForArrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A head that times out counts as a lost connection") func lateHead() async throws {
        let gate = Gate()
        let stub = StubTransport().on(.get, "changes", .status(204).held(at: gate), events("data: a\n\n"))
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = TimeSource(
            now: { 0 }, sleep: { [clock] seconds in if seconds == 60 { try await clock.sleep(seconds) } })
        let events = APIClient(configuration, transport: stub).events(for: .get("changes")).makeAsyncIterator()
        let first = Task { try await events.next() }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 60)
        #expect(try await first.value?.data == "a")
    }

    @Test("A second iterator throws") func secondIterator() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\n"))
        let events = try client(stub).events(for: .get("changes"))
        let first = events.makeAsyncIterator()
        let second = events.makeAsyncIterator()
        let error = await #expect(throws: NoticeBoardError.self) { try await second.next() }
        #expect(error?.code == .invalidInput)
        #expect(try await first.next()?.data == "a")
    }

    @Test("An event over the limit ends the events without reconnecting") func longEvent() async throws {
        let stub = StubTransport().on(.get, "changes", events("data: a\n\ndata: 0123456789\n\n"))
        let events = try client(stub).events(for: .get("changes"), limit: 15).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        let error = await #expect(throws: NoticeBoardError.self) { try await events.next() }
        #expect(error?.code == .responseTooLarge)
        #expect(stub.requests.count == 1)
    }
}
