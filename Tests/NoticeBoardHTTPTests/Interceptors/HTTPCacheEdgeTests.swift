import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Conditional request edge cases", .inTurn, .timeLimit(.minutes(1))) struct HTTPCacheEdgeTests {
    /// A chain of only `cache` and `stub`.
    private func next(_ cache: HTTPCache, _ stub: StubTransport) -> HTTPNext { HTTPNext([cache], to: stub) }

    private func request(_ target: String, _ headers: HTTPHeaders = [:], _ method: HTTPMethod = .get) throws -> HTTPRequest {
        HTTPRequest(
            method: method, origin: try #require(HTTPOrigin(host: "host")), target: target, headers: headers)
    }

    /// Whether each request was conditional.
    private func asked(_ stub: StubTransport) -> [Bool] {
        stub.requests.map { $0.headers[.ifNoneMatch] != nil || $0.headers[.ifModifiedSince] != nil }
    }

    @Test(
        "Stores only a 200 response with a validator",
        arguments: [
            (200, ["ETag": "1"], true), (200, ["Last-Modified": "x"], true), (200, ["ETag": "1", "Last-Modified": "x"], true),
            (200, [:], false), (201, ["ETag": "1"], false), (203, ["ETag": "1"], false), (206, ["ETag": "1"], false),
            (404, ["ETag": "1"], false), (500, ["ETag": "1"], false), (200, ["ETag": "1", "Cache-Control": "max-age=0"], true),
            (200, ["ETag": "1", "Cache-Control": "NO-STORE"], false), (200, ["ETag": "1", "Vary": "Accept"], true),
            (200, ["ETag": "1", "Vary": "Accept, *"], false),
            (200, ["ETag": "1", "Vary": "no-store", "Cache-Control": "*"], true),
        ] as [(Int, HTTPHeaders, Bool)])
    func kept(status: Int, headers: HTTPHeaders, isKept: Bool) async throws {
        let stub = StubTransport { _ in HTTPResponse(status: HTTPStatus(rawValue: status), headers: headers) }
        let cache = HTTPCache()
        let send = next(cache, stub)
        for _ in 0..<2 { _ = try await send(request("/")) }
        #expect(asked(stub) == [false, isKept])
        #expect(stub.requests[1].headers[.ifNoneMatch] == (isKept ? headers[.etag] : nil))
        #expect(stub.requests[1].headers[.ifModifiedSince] == (isKept ? headers[.lastModified] : nil))
    }

    @Test("A 201, 404 or 410 drops the stored response") func replaced() async throws {
        let file = StubTransport { _ in
            HTTPResponse(status: 200, headers: [.etag: "1"], file: URL(fileURLWithPath: "/none"))
        }
        let cache = HTTPCache()
        for _ in 0..<2 { _ = try await next(cache, file)(request("/")) }
        #expect(asked(file) == [false, false])
        for status in [201, 404, 410] {
            let stub = StubTransport().on(
                .get, "/", .status(200, headers: [.etag: "1"]), .status(HTTPStatus(rawValue: status)), .status(200), .status(200))
            for _ in 0..<3 { _ = try await next(cache, stub)(request("/")) }
            #expect(asked(stub) == [false, true, false], "\(status)")
        }
        for status in [403, 500, 302] {
            let stub = StubTransport().on(
                .get, "/\(status)", .status(200, headers: [.etag: "1"]), .status(HTTPStatus(rawValue: status)), .status(304))
            for _ in 0..<3 { _ = try await next(cache, stub)(request("/\(status)")) }
            #expect(asked(stub) == [false, true, true], "\(status)")
        }
    }

    @Test("A changing header that Vary does not name does not prevent reuse") func numbered() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.etag: "1", "Vary": "Accept-Encoding"]) }
        let cache = HTTPCache()
        let send = next(cache, stub)
        for number in 0..<3 { _ = try await send(request("/", ["X-Number": "\(number)"])) }
        #expect(asked(stub) == [false, true, true])
        #expect(cache.description.hasPrefix("HTTPCache(1 answers"))
    }

    @Test("A stored response answers only requests with the same fields of its Vary") func varying() async throws {
        let stub = StubTransport { request in
            HTTPResponse(status: 200, headers: [.etag: request.headers["X-Kind"] ?? "none", "Vary": "Accept-Encoding, x-kind"])
        }
        let send = next(HTTPCache(), stub)
        for kind in ["a", "a", "b", "b", "a", "é", "e\u{301}"] { _ = try await send(request("/", ["X-Kind": kind])) }
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "a", nil, "b", nil, nil, nil])
    }

    @Test("A Vary that names another header replaces the stored response") func moreVarying() async throws {
        let vary = Locked("X-A")
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.etag: "1", "Vary": vary.withLock { $0 }]) }
        let cache = HTTPCache()
        let send = next(cache, stub)
        for number in 1...2 { _ = try await send(request("/", ["X-A": "\(number)", "X-B": "0"])) }
        vary.withLock { $0 = "X-B" }
        _ = try await send(request("/", ["X-A": "1", "X-B": "0"]))
        #expect(cache.description.hasPrefix("HTTPCache(1 answers"))
        for number in [0, 1] { _ = try await send(request("/", ["X-A": "1", "X-B": "\(number)"])) }
        #expect(asked(stub) == [false, false, false, true, false])
    }

    @Test(
        "Stores separate responses per identity header, regardless of Vary",
        arguments: ["Authorization", "Cookie", "Accept-Language", "X-Secret"])
    func identity(name: String) async throws {
        let name = try #require(HTTPHeaderName(name))
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.etag: "1"]) }
        let send = next(HTTPCache(), stub)
        for value in ["a", "b", "a"] {
            var request = try request("/")
            request.headers[name] = value
            request.options.secretHeaders = ["X-Secret"]
            _ = try await send(request)
        }
        #expect(asked(stub) == [false, false, true])
    }

    @Test("Leaves requests with their own conditions, ranges or other methods unchanged") func leftAlone() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.etag: "1"]) }
        let cache = HTTPCache()
        let own: [HTTPHeaderName] = [.ifNoneMatch, .ifModifiedSince, "If-Match", "Range"]
        for name in own {
            for _ in 0..<2 { _ = try await next(cache, stub)(request("/", HTTPHeaders(dictionaryLiteral: (name, "own")))) }
        }
        for method in [HTTPMethod.head, .head, .post, .post] {
            _ = try await next(cache, stub)(request("/", [:], method))
        }
        #expect(cache.description.hasPrefix("HTTPCache(0 answers"))
        #expect(stub.requests.prefix(8).allSatisfy { $0.headers.map(\.value) == ["own"] })
        #expect(stub.requests.suffix(4).allSatisfy { $0.headers.isEmpty })
    }

    @Test("Merges a 304 into the stored response except for body headers") func merged()
        async throws
    {
        let stub = StubTransport { request in
            guard request.headers[.ifNoneMatch] == nil else {
                return HTTPResponse(
                    status: 304,
                    headers: [
                        .etag: "1", "X": "c", "x": "d", "Z": "new", .contentLength: "0", .contentType: "no",
                        .contentEncoding: "no", "Content-Range": "no",
                    ])
            }
            return HTTPResponse(
                status: 200, headers: [.etag: "1", "X": "a", "Y": "b", .contentType: "a/b", .contentLength: "4"],
                body: Data("body".utf8))
        }
        let send = next(HTTPCache(), stub)
        _ = try await send(request("/"))
        let whole = try await send(request("/"))
        #expect(whole.status == 200)
        #expect(whole.body == Data("body".utf8))
        let fields = Dictionary(grouping: whole.headers.map { ($0.name.text.lowercased(), $0.value) }) { $0.0 }
        #expect(
            fields.mapValues { $0.map { $0.1 } } == [
                "etag": ["1"], "x": ["c", "d"], "y": ["b"], "z": ["new"], "content-type": ["a/b"], "content-length": ["4"],
            ])
        _ = try await send(request("/"))
        #expect(stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "1", "1"])
    }

    @Test("Evicts the least recently used response, counting failed requests as use") func order() async throws {
        // A single round with two responses could pass by chance.
        for round in 0..<24 {
            let names = ["/a\(round)", "/b\(round)", "/c\(round)"]
            let stub = StubTransport { request in
                request.target == names[0] && request.headers[.ifNoneMatch] != nil
                    ? HTTPResponse(status: 500) : HTTPResponse(status: 200, headers: [.etag: "1"], body: Data(count: 100))
            }
            let send = next(HTTPCache(capacity: 900), stub)
            for name in [names[0], names[1], names[0], names[2], names[0]] { _ = try await send(request(name)) }
            #expect(asked(stub) == [false, false, true, false, true])
            let plain = next(HTTPCache(capacity: 900), stub)
            for name in [names[0], names[1], names[0], names[2], "/d", names[2]] { _ = try await plain(request(name)) }
            #expect(asked(stub).dropFirst(5) == [false, false, true, false, false, true])
        }
    }
}
