import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Logging", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoggingTests {
    private let events = RecentEvents()
    private let posts = EndpointRequest.get("boards/\(7)/posts")

    private func client(
        _ stub: StubTransport, session: TokenSession? = nil, time: TimeSource = TimeSource(now: { 0 }, sleep: { _ in })
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session, loggers: [events])
        (configuration.time, configuration.random) = (time, { 1 })
        return APIClient(configuration, transport: stub)
    }

    @Test("Logs the start and the end of a successful call under one ID") func success() async throws {
        let client = try client(StubTransport { _ in .json("{}") })
        _ = try await client.response(for: posts)
        #expect(events.events.map(\.kind) == [.started, .finished(status: 200, bytes: 2, seconds: 0)])
        #expect(Set(events.events.map(\.requestID)).count == 1)
        #expect(events.events.allSatisfy { $0.call == "GET boards/{}/posts" })
    }

    @Test("Logs each retry with its cause and wait") func retries() async throws {
        let client = try client(
            StubTransport().on(.get, "posts", .status(503), .failure(NoticeBoardError(.connectionLost)), .status(200)))
        _ = try await client.response(for: EndpointRequest.get("posts"))
        #expect(
            events.events.map(\.kind) == [
                .started, .retried(.init(status: 503), number: 2, wait: 0.3),
                .retried(.init(cause: .connectionLost, delay: 0.3), number: 3, wait: 0.6),
                .finished(status: 200, bytes: 0, seconds: 0),
            ])
    }

    @Test("Logs a renewal and the replay of the call") func refresh() async throws {
        let client = try client(
            StubTransport().on(.get, "posts", .status(401), .status(200)),
            session: TokenSession(Credentials(accessToken: .bearer("a"))) { _ in Credentials(accessToken: .bearer("b")) })
        _ = try await client.response(for: posts)
        #expect(
            events.events.map(\.kind) == [
                .started, .tokenRenewed, .replayed, .finished(status: 200, bytes: 0, seconds: 0),
            ])
    }

    @Test("Logs redirects, failures and cancellations with their duration") func otherEnds() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let stub = StubTransport()
            .on(.get, "/a", .status(302, headers: ["Location": "/b"])).on(.get, "/b", .status(200))
            .on(.get, "/c", .failure(NoticeBoardError(.untrustedServer))).on(.get, "/d", StubAnswer.status(200).held(at: gate))
        let client = try client(stub, time: clock.time)
        _ = try await client.response(for: EndpointRequest.get("a"))
        _ = try? await client.response(for: EndpointRequest.get("c"))
        let call = Task { try await client.response(for: EndpointRequest.get("d")) }
        await gate.waitForArrivals(1)
        clock.advance(by: 2)
        call.cancel()
        _ = await call.result
        #expect(
            events.events.map(\.kind).filter { $0 != .started } == [
                .redirected(status: 302), .finished(status: 200, bytes: 0, seconds: 0), .failed(.untrustedServer, seconds: 0),
                .cancelled(seconds: 2),
            ])
    }

    @Test("Logs skipped elements and unreadable bodies") func decoding() async throws {
        let client = try client(StubTransport().on(.get, "a", .json("[1, \"x\", 3]")).on(.get, "b", .json("{")))
        #expect(try await client.value(LossyList<Int>.self, for: EndpointRequest.get("a")).elements == [1, 3])
        _ = try? await client.value(LossyList<Int>.self, for: EndpointRequest.get("b"))
        let kinds = events.events.map(\.kind)
        guard case .decodedWithLoss(let skipped) = kinds[2], case .unreadable = kinds[5] else {
            return #expect(Bool(false), "\(kinds)")
        }
        #expect(skipped.map(\.index) == [1])
    }

    @Test("Sends the same events to several loggers") func loggers() async throws {
        let other = RecentEvents()
        let stub = StubTransport { _ in .json("{}") }
        let base = try #require(URL(string: "https://host"))
        _ = try await APIClient(APIClient.Configuration(baseURL: base, loggers: [events, other]), transport: stub)
            .response(for: posts)
        #expect(events.events == other.events)
        #expect(events.events.count == 2)
        _ = try await APIClient(APIClient.Configuration(baseURL: base), transport: stub).response(for: posts)
        #expect(stub.requests.map { $0.requestID.isEmpty } == [false, false])
    }

    @Test("Formats each event as one line with a UTC date") func text() {
        let ring = RecentEvents()
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        let kinds: [HTTPEvent.Kind] = [
            .started, .finished(status: 200, bytes: 12, seconds: 0.0516), .failed(.timedOut, seconds: 5),
            .retried(.init(status: 503), number: 2, wait: 0.3), .tokenRefused, .replayed, .redirected(status: 307),
            .cancelled(seconds: 1), .decodedWithLoss([SkippedElement(index: 3, path: "writer", reason: "not an object")]),
            .unreadable(reason: "The body is empty."),
        ]
        for kind in kinds { ring.log(HTTPEvent(requestID: "id", call: "GET x", date: date, kind: kind)) }
        let lines = ring.text.split(separator: "\n").map(String.init)
        #expect(lines.count == kinds.count)
        #expect(lines.allSatisfy { $0.hasPrefix("2023-11-14T22:13:20.500Z GET x [id] ") })
        #expect(lines[1].hasSuffix("finished with 200, 12 bytes, in 0.052 s"))
        #expect(lines[3].hasSuffix("attempt 1 failed with 503, attempt 2 in 0.3 s"))
        #expect(lines[8].hasSuffix("read without 1: [3].writer not an object"))
    }

    #if os(macOS) || os(Linux)
        @Test("StandardErrorLogger writes one line per event") func standardError() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                StandardErrorLogger().log(HTTPEvent(requestID: "id", call: "GET x", kind: .started))
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Z GET x [id] started\n"))
        }
    #endif

    @Test("UnredactedLogger shows the whole request and the whole response") func everySecret() async throws {
        let shown = Locked<[String]>([])
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host/api")), token: .bearer("t0ken"), retry: .never)
        configuration.loggers = [UnredactedLogger { text in shown.withLock { $0.append(text) } }]
        let client = APIClient(configuration, transport: StubTransport { _ in .json(#"{"name": "planted"}"#) })
        _ = try await client.response(for: EndpointRequest.post("login", query: ["q": "it's"], body: .json(["password": "p"])))
        let texts = shown.withLock { $0 }
        #expect(texts.count == 2)
        #expect(texts[0].contains("POST https://host/api/login?q=it%27s\n"))
        #expect(texts[0].contains("Authorization: Bearer t0ken\n"))
        #expect(texts[0].hasSuffix(#"{"password":"p"}"#))
        #expect(texts[1].contains("200\n"))
        #expect(texts[1].hasSuffix(#"{"name": "planted"}"#))

        let failing = APIClient(configuration, transport: StubTransport { _ in throw NoticeBoardError(.connectionLost) })
        let form = Multipart([.text("field", "planted")])
        await #expect(throws: NoticeBoardError.self) {
            try await failing.response(for: EndpointRequest.post("login", body: .multipart(form)))
        }
        let later = shown.withLock { $0.dropFirst(2) }
        #expect(later.count == 2)
        #expect(later.first?.contains("planted") == true)
        #expect(later.last?.contains("connectionLost") == true)
    }
}
