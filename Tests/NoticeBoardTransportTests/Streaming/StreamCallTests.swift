import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Streamed calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StreamCallTests {
    private let clock = ManualClock()

    private func client(
        _ transport: any HTTPTransport, _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = clock.time
        configuration.random = { 0 }
        change(&configuration)
        return APIClient(configuration, transport: transport)
    }

    private func text(_ body: HTTPByteStream) async throws -> String {
        var data = Data()
        for try await piece in body { data += piece }
        return String(decoding: data, as: UTF8.self)
    }

    @Test("Returns the head before the body has arrived") func head() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(.get, "log", .streamed(body, headers: ["X-Kind": "log"]))
        let response = try await client(stub).stream(for: .get("log"))
        #expect(response.head.headers["X-Kind"] == "log")
        #expect(response.head.body.isEmpty)
        writer.write(Data("late".utf8))
        writer.finish()
        #expect(try await text(response.body) == "late")
    }

    @Test("Requests no compression") func coding() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200) }
        _ = try await client(stub).stream(for: .get("log"))
        #expect(stub.requests.first?.headers["Accept-Encoding"] == "identity")
    }

    @Test("Refuses a compressed stream") func compressed() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.contentEncoding: "gzip"]) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(stub).stream(for: .get("log")) }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.detail == "The stream is compressed, which was not asked for.")
    }

    @Test("A refused stream throws with its body") func refusal() async throws {
        let stub = StubTransport { _ in .json(#"{"message": "No."}"#, status: 403) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(stub).stream(for: .get("log")) }
        #expect(error?.code == .forbidden)
        #expect(error?.reply?.message == "No.")
    }

    @Test("The body of a refused stream is limited") func longRefusal() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 500, body: Data(count: 100)) }
        let endpoint = EndpointRequest.get("log").with { $0.options.responseLimit = 99 }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(stub).stream(for: endpoint) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("Retries a 503") func retry() async throws {
        let stub = StubTransport().on(.get, "log", .status(503), .data(Data("ok".utf8)))
        let response = try await client(stub).stream(for: .get("log"))
        #expect(try await text(response.body) == "ok")
        #expect(response.head.attempts.map(\.status) == [503, 200])
    }

    @Test("Follows a redirect") func redirect() async throws {
        let stub = StubTransport().on(.get, "log", .status(302, headers: [.location: "/other"]))
            .on(.get, "other", .data(Data("moved".utf8)))
        let response = try await client(stub).stream(for: .get("log"))
        #expect(try await text(response.body) == "moved")
    }

    @Test("Renews the token once") func renewal() async throws {
        let stub = StubTransport {
            $0.headers[.authorization] == "Bearer new" ? .json("1") : .json(#"{"message": "Old."}"#, status: 401)
        }
        let session = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "r")) { _ in
            Credentials(accessToken: .bearer("new"), refreshToken: "r")
        }
        let response = try await client(stub) { $0.authorization = session }.stream(for: .get("log"))
        #expect(try await text(response.body) == "1")
        #expect(stub.requests.count == 2)
    }

    @Test("Signing out ends an open stream") func signOut() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let session = TokenSession(Credentials(accessToken: .bearer("a"), refreshToken: "r")) { $0 }
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let response = try await client(stub) { $0.authorization = session }.stream(for: .get("log"))
        writer.write(Data("secret".utf8))
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await text(response.body) }
        #expect(error?.code == .sessionOver)
        #expect(!writer.write(Data("more".utf8)))
    }

    @Test("Signing out leaves an anonymous stream open") func anonymous() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let session = TokenSession(Credentials(accessToken: .bearer("a"), refreshToken: "r")) { $0 }
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let endpoint = EndpointRequest.get("log").withoutAuthorization()
        let response = try await client(stub) { $0.authorization = session }.stream(for: endpoint)
        session.signOut()
        writer.finish()
        #expect(try await text(response.body).isEmpty)
    }

    @Test("The timeout does not apply after the head") func timeoutAfterHead() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let response = try await client(stub).stream(for: EndpointRequest.get("log").with { $0.options.timeout = 5 })
        clock.advance(by: 100)
        writer.write(Data("late".utf8))
        writer.finish()
        #expect(try await text(response.body) == "late")
    }

    @Test("A body that exceeds bodyTimeout times out after the received pieces") func bodyTimeout() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let response = try await client(stub).stream(for: .get("log"), bodyTimeout: 5)
        await clock.waitForSleepers(1)
        writer.write(Data("early".utf8))
        let pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("early".utf8))
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { try await pieces.next() }
        #expect(error?.code == .timedOut)
        #expect(error?.endpoint == "GET log")
    }

    @Test("A body that ends in time does not time out") func bodyTimer() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let response = try await client(stub).stream(for: .get("log"), bodyTimeout: 5)
        writer.finish()
        #expect(try await text(response.body).isEmpty)
    }

    @Test("The timeout ends a call without a head") func timeoutBeforeHead() async throws {
        let gate = Gate()
        let stub = StubTransport().on(.get, "log", always: StubAnswer.status(200).held(at: gate))
        let client = try client(stub)
        let call = Task { try await client.stream(for: EndpointRequest.get("log").with { $0.options.timeout = 5 }) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { _ = try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test("An error after the head names its call") func lateFailure() async throws {
        let (body, writer) = HTTPByteStream.makeStream()
        let stub = StubTransport().on(.get, "log", .streamed(body))
        let response = try await client(stub).stream(for: .get("log"))
        writer.finish(throwing: NoticeBoardError(.connectionLost, ""))
        let error = await #expect(throws: NoticeBoardError.self) { try await text(response.body) }
        #expect(error?.endpoint == "GET log")
        #expect(error?.requestID == stub.requests.first?.requestID)
    }

    @Test("Refuses a transport that cannot stream") func plainTransport() async throws {
        struct Plain: HTTPTransport {
            func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(Plain()).stream(for: .get("log")) }
        #expect(error?.detail == "Plain cannot stream: it is no StreamingHTTPTransport.")
        #expect(error?.remedy == .fixInput("transport"))
    }

    @Test("Conditional requests store no streamed response") func conditional() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.etag: "\"1\""], body: Data("[1]".utf8)) }
        let client = try client(stub) { $0.cache = HTTPCache() }
        #expect(try await text(client.stream(for: .get("log")).body) == "[1]")
        #expect(try await client.value([Int].self, for: .get("log")) == [1])
        #expect(stub.requests.last?.headers[.ifNoneMatch] == nil)
    }

    @Test("Streams an interceptor's own response") func ownAnswer() async throws {
        struct Own: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse { .json("[1]") }
        }
        let response = try await client(StubTransport()) { $0.interceptors = [Own()] }.stream(for: .get("log"))
        #expect(response.head.body.isEmpty)
        #expect(try await text(response.body) == "[1]")
    }

    @Test("Injected faults affect streams like other calls") func faults() async throws {
        let stub = StubTransport().on(.get, "log", always: .data(Data("ok".utf8)))
        let lost = FaultTransport(stub, seed: 1, faults: .init(lostAnswers: 1))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(lost) { $0.retry = .never }.stream(for: .get("log"))
        }
        #expect(error?.code == .connectionLost)
        #expect(lost.counts.lostAnswers == 1)
        let response = try await client(FaultTransport(stub, seed: 1, faults: .init())).stream(for: .get("log"))
        #expect(try await text(response.body) == "ok")
    }
}
