import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

/// A server of one file that knows parts, cuts its answers, and may change the file.
private final class FileServer: Sendable {
    struct State {
        var bytes: [UInt8]
        var tag: String? = #""a""#
        var knowsParts = true
        /// The bytes after which each answer ends with its connection, in order; later ones are whole.
        var cuts: [Int] = []
        /// Changes an answer's header fields.
        var fields: [String: String] = [:]
        var requests: [String?] = []
    }

    let state: Locked<State>

    init(_ bytes: [UInt8]) { state = Locked(State(bytes: bytes)) }

    /// The first byte that each request asked for; `nil` for the whole.
    var requests: [String?] { state.withLock { $0.requests } }

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        state.withLock { state in
            let range = request.header("Range")
            state.requests.append(range)
            let cut = state.cuts.isEmpty ? nil : state.cuts.removeFirst()
            var start = 0
            if state.knowsParts, let range, request.header("If-Range") == state.tag {
                start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
            }
            var fields = ["Content-Length": "\(state.bytes.count - start)"]
            fields["ETag"] = state.tag
            var status = "200 OK"
            if start >= state.bytes.count, start > 0 {
                status = "416 Range Not Satisfiable"
                fields = ["Content-Range": "bytes */\(state.bytes.count)", "Content-Length": "0"]
            } else if start > 0 {
                status = "206 Partial Content"
                fields["Content-Range"] = "bytes \(start)-\(state.bytes.count - 1)/\(state.bytes.count)"
            }
            fields.merge(state.fields) { $1 }
            let head = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
            let body = start < state.bytes.count ? Array(state.bytes[start...]) : []
            let sent = cut.map { Array(body.prefix($0)) } ?? body
            return LoopbackAnswer([.text("HTTP/1.1 \(status)\r\n\(head)\r\n"), .body(sent)] + (cut == nil ? [] : [.close]))
        }
    }
}

@Suite("Downloads that go on", .serialized, .inTurn, .timeLimit(.minutes(1))) final class ResumedDownloadTests {
    private let folder: URL
    private let file: URL
    private let bytes: [UInt8]
    private let service: FileServer
    private let server: LoopbackServer

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("resumed-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        file = folder.appendingPathComponent("export.zip")
        var random = SeededRandom(seed: 7)
        bytes = (0..<300_000).map { _ in .random(in: 0...255, using: &random) }
        let service = FileServer(bytes)
        self.service = service
        server = try LoopbackServer { service.answer($0) }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    private func content() throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

    private func client(
        _ transport: any HTTPTransport = SystemTransport(), attempts: Int = 3, authorization: TokenSession? = nil
    ) -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: server.url(), authorization: authorization, retry: RetryPolicy(attempts: attempts, firstWait: 0))
        configuration.defaults.idleTimeout = 5
        return APIClient(configuration, transport: transport)
    }

    /// A server that sends the first 60,000 bytes of a file and holds the rest.
    private func heldServer(port: UInt16 = 0, tag: String = "a") throws -> LoopbackServer {
        let gate = Gate()
        return try LoopbackServer(port: port) { [bytes] _ in
            LoopbackAnswer([
                .text("HTTP/1.1 200 OK\r\nETag: \"\(tag)\"\r\nContent-Length: \(bytes.count)\r\n\r\n"),
                .body(Array(bytes.prefix(60_000))), .hold(gate),
            ])
        }
    }

    @Test("Asks for the rest after each lost connection") func lostConnections() async throws {
        service.state.withLock { $0.cuts = [100_000, 50_000, 1, 120_000] }
        let response = try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(try content() == bytes)
        #expect(response.file == file)
        #expect(service.requests == [nil, "bytes=100000-", "bytes=150000-", "bytes=150001-", "bytes=270001-"])
        #expect(await eventually { names == ["export.zip"] })
    }

    @Test("Is whole after cuts at random bytes", arguments: UInt64(1)...25) func randomCuts(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let cuts = (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 1...100_000, using: &random) }
        service.state.withLock { $0.cuts = cuts }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(try content() == bytes)
    }

    @Test("Goes on in a later launch") func laterLaunch() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        }
        #expect(error?.code == .connectionLost)
        #expect(!names.contains("export.zip"))
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, "bytes=100000-"])
        #expect(try content() == bytes)
        #expect(await eventually { names == ["export.zip"] })
    }

    @Test("A cancelled download goes on where it was cancelled") func cancelled() async throws {
        let held = try heldServer()
        defer { held.stop() }
        let received = Locked(0)
        let progress = HTTPProgress { update in received.withLock { $0 = update.received } }
        let call = EndpointRequest.get("export").with { $0.options.progress = progress }
        let download = Task { [file] in
            try await APIClient(baseURL: held.url()).download(call, resuming: file)
        }
        #expect(await eventually { received.withLock { $0 } == 60_000 })
        download.cancel()
        await #expect(throws: CancellationError.self) { try await download.value }
        // The part belongs to an address: another server's is another file.
        #expect(names.count == 2)
    }

    @Test("A file that has changed is loaded anew") func changed() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        let other = Array(bytes.reversed())
        service.state.withLock { state in
            state.bytes = other
            state.tag = #""b""#
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(try content() == other)
    }

    @Test("A server that ignores parts sends the whole again") func ignored() async throws {
        service.state.withLock { state in
            state.knowsParts = false
            state.cuts = [100_000, 200_000]
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(try content() == bytes)
        #expect(service.requests == [nil, "bytes=100000-", "bytes=200000-"])
    }

    @Test("Without a version that names each byte, the whole is requested again", arguments: [nil, #"W/"a""#])
    func weakVersion(tag: String?) async throws {
        service.state.withLock { state in
            state.tag = tag
            state.cuts = [100_000]
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, nil])
        #expect(try content() == bytes)
    }

    @Test("A date is a version if it is old enough") func date() async throws {
        service.state.withLock { state in
            state.tag = nil
            state.fields = ["Last-Modified": "Sun, 01 Nov 2026 10:00:00 GMT", "Date": "Sun, 01 Nov 2026 10:02:00 GMT"]
            state.cuts = [100_000]
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, "bytes=100000-"])
        #expect(try content() == bytes)
    }

    @Test("A date of the last minute is none, since the file may have changed twice in a second") func freshDate() async throws {
        service.state.withLock { state in
            state.tag = nil
            state.fields = ["Last-Modified": "Sun, 01 Nov 2026 10:01:30 GMT", "Date": "Sun, 01 Nov 2026 10:02:00 GMT"]
            state.cuts = [100_000]
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, nil])
    }

    @Test(
        "A part that does not belong to the rest is not put together with it",
        arguments: [
            ["Content-Range": "bytes 5-299999/300000"], ["Content-Range": "bytes 100000-299998/299999"],
            ["Content-Range": "nonsense"], ["ETag": #""b""#],
        ])
    func wrongPart(fields: [String: String]) async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        service.state.withLock { $0.fields = fields }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, "bytes=100000-", nil])
        #expect(try content() == bytes)
    }

    @Test("A part that is already whole needs no further byte") func whole() async throws {
        // The answer with the last byte says a wrong length, so that the connection seems to be lost after it.
        service.state.withLock { state in
            state.fields = ["Content-Length": "300000"]
            state.cuts = [299_999, 1]
        }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(try content() == bytes)
        #expect(service.requests == [nil, "bytes=299999-", "bytes=300000-"])
    }

    @Test("A refused call says why, and keeps the part") func refused() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        let error = await #expect(throws: NoticeBoardError.self) {
            let stub = StubTransport { _ in .json(#"{"message": "gone"}"#, status: 404) }
            try await APIClient(baseURL: server.url(), transport: stub).download(EndpointRequest.get("export"), resuming: file)
        }
        #expect(error?.serverMessage == "gone")
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, "bytes=100000-"])
    }

    @Test("Another address or account does not go on with the part") func another() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        let session = TokenSession { $0 }
        session.signIn(Credentials(accessToken: .bearer("x"), account: "ann"))
        service.state.withLock { $0.cuts = [50_000] }
        _ = try? await client(attempts: 1, authorization: session).download(EndpointRequest.get("export"), resuming: file)
        try await client().download(EndpointRequest.get("other"), resuming: file)
        #expect(service.requests == [nil, nil, nil])
        #expect(try content() == bytes)
    }

    @Test("Nothing of a former account stays beside the file after a sign-out") func signedOut() async throws {
        let session = TokenSession { $0 }
        session.signIn(Credentials(accessToken: .bearer("x"), account: "ann"))
        let held = try heldServer()
        defer { held.stop() }
        let received = Locked(0)
        let progress = HTTPProgress { update in received.withLock { $0 = update.received } }
        let call = EndpointRequest.get("export").with { $0.options.progress = progress }
        let client = APIClient(APIClient.Configuration(baseURL: held.url(), authorization: session))
        let download = Task { [file] in try await client.download(call, resuming: file) }
        #expect(await eventually { received.withLock { $0 } == 60_000 })
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await download.value }
        #expect(error?.code == .sessionOver)
        #expect(await eventually { names == [] })
    }

    @Test("A file over the limit is refused, and leaves no part") func tooLarge() async throws {
        let call = EndpointRequest.get("export").with { $0.options.fileLimit = 200_000 }
        let error = await #expect(throws: NoticeBoardError.self) { try await client().download(call, resuming: file) }
        #expect(error?.code == .responseTooLarge)
        #expect(await eventually { names == [] })
    }

    @Test("A part that was begun anew can be continued by the next launch") func continuedAfterAnotherVersion() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        service.state.withLock { state in
            state.fields = ["Content-Range": "nonsense"]
            state.cuts = [1, 120_000]
        }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        service.state.withLock { $0.fields = [:] }
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, "bytes=100000-", nil, "bytes=120000-"])
        #expect(try content() == bytes)
    }

    @Test("While another version arrives, no note names the former one") func noteOfFormerVersion() async throws {
        let first = try heldServer(tag: "a")
        let port = UInt16(first.port)
        let received = Locked(0)
        let progress = HTTPProgress { update in received.withLock { $0 = update.received } }
        let call = EndpointRequest.get("export").with { $0.options.progress = progress }
        let url = first.url()
        let download = Task { [file] in try await APIClient(baseURL: url).download(call, resuming: file) }
        #expect(await eventually { received.withLock { $0 } == 60_000 })
        download.cancel()
        _ = await download.result
        first.stop()
        let note = folder.appendingPathComponent(try #require(names.first { $0.hasSuffix(".note") }))
        #expect(try Data(contentsOf: note).isEmpty == false)

        received.withLock { $0 = 0 }
        let second = try heldServer(port: port, tag: "b")
        defer { second.stop() }
        let again = Task { [file] in try await APIClient(baseURL: url).download(call, resuming: file) }
        #expect(await eventually { received.withLock { $0 } == 60_000 })
        // A kill now must leave nothing that the next launch would continue with bytes of the former version.
        #expect(try Data(contentsOf: note).isEmpty)
        again.cancel()
        _ = await again.result
    }

    @Test("A damaged note or part is begun anew", arguments: ["note", "kept"]) func damaged(kind: String) async throws {
        service.state.withLock { $0.cuts = [100_000] }
        _ = try? await client(attempts: 1).download(EndpointRequest.get("export"), resuming: file)
        let name = try #require(names.first { $0.hasSuffix(".\(kind)") })
        try Data("{".utf8).write(to: folder.appendingPathComponent(name))
        try await client().download(EndpointRequest.get("export"), resuming: file)
        #expect(service.requests == [nil, nil])
        #expect(try content() == bytes)
    }

    @Test("Two downloads to one file at the same time do not mix") func twice() async throws {
        service.state.withLock { $0.cuts = [100_000, 100_000, 50_000, 50_000] }
        let client = client(attempts: 10)
        let file = file
        async let first = client.download(EndpointRequest.get("export"), resuming: file)
        async let second = client.download(EndpointRequest.get("export"), resuming: file)
        _ = try await (first, second)
        #expect(try content() == bytes)
    }

    @Test("A response without content leaves the file as it was") func noContent() async throws {
        try Data("old".utf8).write(to: file)
        let stub = StubTransport { _ in HTTPResponse(status: 204) }
        let response = try await APIClient(baseURL: server.url(), transport: stub)
            .download(EndpointRequest.get("export"), resuming: file)
        #expect(response.file == nil)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
    }

    @Test("A POST whose connection is lost is not sent again") func lostPost() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client().download(EndpointRequest.post("export"), resuming: file)
        }
        #expect(error?.code == .connectionLost)
        #expect(service.requests == [nil])
        #expect(await eventually { names == [] })
    }

    @Test("A POST that gets a part for an answer is not sent again") func partForPost() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 206, headers: ["Content-Range": "bytes 5-9/10"]) }
        await #expect(throws: NoticeBoardError.self) {
            try await APIClient(baseURL: server.url(), transport: stub)
                .download(EndpointRequest.post("export"), resuming: file)
        }
        #expect(stub.requests.count == 1)
    }

    @Test("A POST that may be repeated asks for the whole again") func repeatedPost() async throws {
        service.state.withLock { $0.cuts = [100_000] }
        let call = EndpointRequest.post("export").withIdempotencyKey("k")
        try await client().download(call, resuming: file)
        #expect(service.requests == [nil, nil])
        #expect(try content() == bytes)
    }
}
