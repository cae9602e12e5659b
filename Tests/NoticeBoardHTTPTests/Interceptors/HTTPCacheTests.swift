import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Conditional requests", .inTurn, .timeLimit(.minutes(1))) struct HTTPCacheTests {
    private let feed = EndpointRequest.get("feed")

    /// Returns a versioned response or a 304.
    ///
    /// The body names the account that asked.
    private func service(_ tag: String = "\"1\"", headers: HTTPHeaders = [:], padding: Int = 0) -> StubTransport {
        StubTransport { request in
            var fields: HTTPHeaders = ["ETag": tag, "X-Time": "\(request.headers.count)"]
            fields.merge(headers)
            if request.headers[.ifNoneMatch] == tag { return HTTPResponse(status: 304, headers: fields) }
            let whose = (request.headers[.authorization] ?? "nobody") + String(repeating: ".", count: padding)
            return HTTPResponse(status: 200, headers: fields, body: Data(whose.utf8))
        }
    }

    private func client(
        _ stub: StubTransport, _ cache: HTTPCache?, token: String = "a", attempts: [any HTTPInterceptor] = [],
        loggers: [any HTTPLogger] = []
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), token: .raw(token))
        configuration.cache = cache
        configuration.perAttemptInterceptors = attempts
        configuration.loggers = loggers
        return APIClient(configuration, transport: stub)
    }

    @Test("A logger of full requests does not disable conditional requests") func logged() async throws {
        let stub = service()
        let client = try client(stub, HTTPCache(), loggers: [UnredactedLogger { _ in }])
        for _ in 0..<2 { _ = try await client.response(for: feed) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"1\""])
    }

    @Test("An unchanged response is transferred once and returned whole each time") func unchanged() async throws {
        let stub = service(headers: ["Content-Length": "1"])
        let client = try client(stub, HTTPCache())
        let answers = [
            try await client.response(for: feed), try await client.response(for: feed), try await client.response(for: feed),
        ]
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"1\"", "\"1\""])
        #expect(answers.allSatisfy { $0.status == 200 && $0.body == Data("a".utf8) && $0.headers.values(of: .etag) == ["\"1\""] })
        #expect(answers[0].headers["X-Time"] != answers[1].headers["X-Time"])
    }

    @Test("Headers of a 304's empty body do not replace those of the stored body") func ownBody() async throws {
        let stub = StubTransport { request in
            guard request.headers[.ifNoneMatch] == nil else {
                return HTTPResponse(status: 304, headers: [.etag: "1", .contentType: "text/html", .contentLength: "0"])
            }
            return HTTPResponse(status: 200, headers: [.etag: "1", .contentType: "text/plain"], body: Data("a".utf8))
        }
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 {
            let answer = try await client.response(for: feed)
            #expect(answer.headers[.contentType] == "text/plain")
            #expect(answer.headers[.contentLength] == nil)
        }
    }

    @Test(
        "Ignores a 304 that names a version other than the stored one",
        arguments: [
            ("\"1\"", "\"2\"", false), ("W/\"1\"", "W/\"2\"", false), ("\"é\"", "\"e\u{301}\"", false), ("\"1\"", "\"1\"", true),
            ("W/\"1\"", "\"1\"", true), ("\"1\"", "W/\"1\"", true),
        ])
    func otherVersion(kept: String, named: String, isTaken: Bool) async throws {
        let count = Locked(0)
        let stub = StubTransport { request in
            guard request.headers[.ifNoneMatch] == nil else { return HTTPResponse(status: 304, headers: [.etag: named]) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return HTTPResponse(status: 200, headers: [.etag: kept], body: Data("\(number)".utf8))
        }
        let client = try client(stub, HTTPCache())
        _ = try await client.response(for: feed)
        #expect(try await client.response(for: feed).body == Data((isTaken ? "1" : "2").utf8))
        #expect(stub.requests.count == (isTaken ? 2 : 3))
    }

    @Test(
        "Only the no-store directive itself prevents storing",
        arguments: [
            ("ext=\"no-store\"", true), ("ext=no-store", true), ("x-no-store", true), ("ext=\"a, no-store\"", true),
            ("no-store\u{301}", true), ("no-store", false), ("private, NO-STORE", false), ("a=\"b\",no-store", false),
            ("a<b, no-store, c>", false), (" no-store ", false), ("\u{600}, no-store", false),
        ])
    func noStore(field: String, isKept: Bool) async throws {
        let stub = service(headers: [.cacheControl: field])
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 { _ = try await client.response(for: feed) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] != nil } == [false, isKept])
    }

    @Test("A changed response replaces the stored one when validated by date") func changed() async throws {
        let version = Locked("Sun, 06 Nov 1994 08:49:37 GMT")
        let stub = StubTransport { request in
            let now = version.withLock { $0 }
            guard request.headers[.ifModifiedSince] != now else { return HTTPResponse(status: 304) }
            return HTTPResponse(status: 200, headers: ["Last-Modified": now], body: Data(now.utf8))
        }
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 { #expect(try await client.response(for: feed).body == Data(version.withLock { $0 }.utf8)) }
        version.withLock { $0 = "Mon, 07 Nov 1994 08:49:37 GMT" }
        for _ in 0..<2 { #expect(try await client.response(for: feed).body == Data(version.withLock { $0 }.utf8)) }
        #expect(stub.requests.map { $0.headers[.ifModifiedSince]?.prefix(3) } == [nil, "Sun", "Sun", "Mon"])
    }

    @Test("A stored response never reaches another account or language") func accounts() async throws {
        let (stub, cache) = (service(), HTTPCache())
        for token in ["a", "b", "a"] {
            #expect(try await client(stub, cache, token: token).response(for: feed).body == Data(token.utf8))
        }
        _ = try await client(stub, cache).response(for: feed.with { $0.headers[.acceptLanguage] = "ko" })
        _ = try await client(stub, cache).response(for: feed.withoutAuthorization())
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] != nil } == [false, false, true, false, false])
        cache.removeAll()
        _ = try await client(stub, cache).response(for: feed)
        #expect(stub.requests.last?.headers[.ifNoneMatch] == nil)
    }

    @Test("Stores nothing when each attempt is signed") func signed() async throws {
        struct Signing: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse { try await next(request) }
        }
        let stub = service()
        let client = try client(stub, HTTPCache(), attempts: [Signing()])
        for _ in 0..<2 { _ = try await client.response(for: feed) }
        #expect(stub.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
    }

    @Test(
        "A response that must not be stored is not kept",
        arguments: [["Cache-Control": "private, No-Store"], ["Vary": "*"]] as [HTTPHeaders])
    func unsavedChanges(headers: HTTPHeaders) async throws {
        let stub = service(headers: headers)
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 { _ = try await client.response(for: feed) }
        #expect(stub.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
    }

    @Test("A response without a version is not kept") func unversioned() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, body: Data("1".utf8)) }
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 { _ = try await client.response(for: feed) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, nil])
        #expect(stub.requests.map { $0.headers[.ifModifiedSince] } == [nil, nil])
    }

    @Test(
        "Neither stores a redirected response nor reuses one after a redirect changes",
        arguments: ["/b", "/latest?b", nil])
    func redirected(first: String?) async throws {
        let place = Locked(first)
        let stub = StubTransport { request in
            if request.target == "/latest", let place = place.withLock({ $0 }) {
                return HTTPResponse(status: 302, headers: ["Location": place])
            }
            let date = request.target == "/a" ? "Mon, 07 Nov 1994 08:49:37 GMT" : "Tue, 08 Nov 1994 08:49:37 GMT"
            // Servers treat a later date as unchanged.
            if let known = request.headers[.ifModifiedSince], known.dropFirst(5) >= date.dropFirst(5) {
                return HTTPResponse(status: 304)
            }
            return HTTPResponse(status: 200, headers: [.lastModified: date], body: Data(request.target.utf8))
        }
        let client = try client(stub, HTTPCache())
        #expect(try await client.response(for: .get("latest")).body == Data((first ?? "/latest").utf8))
        place.withLock { $0 = "/a" }
        for _ in 0..<2 { #expect(try await client.response(for: .get("latest")).body == Data("/a".utf8)) }
    }

    @Test("Leaves unsafe and already conditional calls unchanged") func leftAlone()
        async throws
    {
        let stub = service()
        let client = try client(stub, HTTPCache())
        for _ in 0..<2 { _ = try await client.response(for: EndpointRequest.post("feed")) }
        let own = feed.with { ($0.headers[.ifNoneMatch], $0.validation) = ("\"1\"", .success.or(304)) }
        #expect(try await client.response(for: own).status == 304)
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, nil, "\"1\""])
    }

    @Test("A failure keeps the stored response and a 404 removes it") func failures() async throws {
        let stub = StubTransport()
            .on(.get, "feed", .status(200, headers: ["ETag": "1"]), .status(500), .status(304), .status(404), .status(500))
        let client = try client(stub, HTTPCache())
        var call = feed
        (call.options.retries, call.validation) = (.never, .any)
        var statuses: [HTTPStatus] = []
        for _ in 0..<5 { statuses.append(try await client.response(for: call).status) }
        #expect(statuses == [200, 500, 200, 404, 500])
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "1", "1", "1", nil])
    }

    @Test("Evicts the least recently used responses") func bounds() async throws {
        let (stub, cache) = (service(padding: 1_000), HTTPCache(capacity: 3_500))
        let client = try client(stub, cache, token: "planted")
        for id in [1, 2, 1, 3, 1, 2] { _ = try await client.response(for: EndpointRequest.get("feed/\(id)")) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] != nil } == [false, false, true, false, true, false])
        var dumped = ""
        dump(cache, to: &dumped)
        #expect(dumped.contains("2 answers"))
        #expect(!dumped.contains("planted"))
        let small = HTTPCache(capacity: 500)
        for _ in 0..<2 { _ = try await self.client(stub, small).response(for: feed) }
        #expect(stub.requests.suffix(2).allSatisfy { $0.headers[.ifNoneMatch] == nil })
    }

    @Test("Respects the capacity to the exact byte") func exactly() async throws {
        func kept(_ capacity: Int) async throws -> Int {
            let stub = service()
            let client = try client(stub, HTTPCache(capacity: capacity))
            for id in [1, 2, 2, 1] { _ = try await client.response(for: EndpointRequest.get("feed/\(id)")) }
            return stub.requests.filter { $0.headers[.ifNoneMatch] != nil }.count
        }
        var room = 256
        while try await kept(room) == 0 { room += 1 }
        #expect(try await kept(2 * room - 1) == 1)
        #expect(try await kept(2 * room) == 2)
    }
}
