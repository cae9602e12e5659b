import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Progress and file uploads", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ProgressTests {
    /// The updates that a progress handler received.
    private final class Heard: Sendable {
        private let updates = Locked<[HTTPProgress.Update]>([])
        var all: [HTTPProgress.Update] { updates.withLock { $0 } }
        var progress: HTTPProgress { HTTPProgress { update in self.updates.withLock { $0.append(update) } } }
    }

    private func file(of count: Int) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UInt64.random(in: 0...UInt64.max))")
        try Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }).write(to: file)
        return file
    }

    private func send(
        _ body: RequestBody?, to server: LoopbackServer, progress: HTTPProgress?, over kind: TransportKind
    ) async throws -> HTTPResponse {
        let client = APIClient(APIClient.Configuration(baseURL: server.url()), transport: try kind.make())
        let endpoint = EndpointRequest(
            body == nil ? .get : .post, "a", body: body,
            options: options(.init(progress: progress)) { $0.sendsBodyAcrossOrigins = true })
        return try await client.response(for: endpoint)
    }

    @Test(
        "A download reports increasing progress up to the last byte", arguments: TransportKind.allCases)
    func download(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .huge(bytes: 2_000_000) }
        defer { server.stop() }
        let received = Heard()
        _ = try await send(nil, to: server, progress: received.progress, over: kind)
        #expect(received.all.count > 1)
        #expect(received.all.last == HTTPProgress.Update(received: 2_000_000, toReceive: 2_000_000))
        #expect(zip(received.all, received.all.dropFirst()).allSatisfy { $0.received <= $1.received })
    }

    @Test("The total of a compressed or chunked body is unknown", arguments: TransportKind.allCases)
    func unknownLength(kind: TransportKind) async throws {
        let server = try LoopbackServer(script: [
            .gzip(Data(repeating: 7, count: 50_000)), .chunked([Data(count: 9), Data(count: 9)]),
        ])
        defer { server.stop() }
        for total in [50_000, 18] {
            let received = Heard()
            _ = try await send(nil, to: server, progress: received.progress, over: kind)
            #expect(received.all.last == HTTPProgress.Update(received: total, toReceive: nil))
        }
    }

    @Test(
        "An upload with progress arrives whole",
        arguments: TransportKind.allCases)
    func upload(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let file = try file(of: 3_000_000)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = try Data(contentsOf: file)
        for body in [RequestBody.data(bytes, contentType: "image/png"), .file(file, contentType: "image/png")] {
            let received = Heard()
            _ = try await send(body, to: server, progress: received.progress, over: kind)
            #expect(received.all.contains { $0.sent == 3_000_000 && $0.toSend == 3_000_000 })
            #expect(zip(received.all, received.all.dropFirst()).allSatisfy { $0.sent <= $1.sent })
            #expect(received.all.allSatisfy { [nil, 3_000_000].contains($0.toSend) })
        }
        #expect(server.requests.allSatisfy { $0.body == bytes && !$0.isChunked && $0.header("Content-Length") == "3000000" })
        #expect(server.requests.allSatisfy { $0.values(of: "Content-Type") == ["image/png"] })
        #expect(server.requests.count == 2)
    }

    @Test("Sends a file again after a redirect", arguments: [307, 308], TransportKind.allCases)
    func redirectedFile(status: Int, kind: TransportKind) async throws {
        let other = try LoopbackServer { _ in .json("{}") }
        defer { other.stop() }
        let server = try LoopbackServer { _ in .redirect(to: other.url(path: "/b").absoluteString, status: status) }
        defer { server.stop() }
        let file = try file(of: 100_000)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await send(.file(file, contentType: "text/plain"), to: server, progress: nil, over: kind)
        #expect(try other.requests.map(\.body) == [Data(contentsOf: file)])
    }

    @Test(
        "A missing file throws without its path before anything is sent",
        arguments: TransportKind.allCases)
    func missingFile(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        for path in ["/nonexistent/planted", "/"] {
            let body = RequestBody.file(URL(fileURLWithPath: path), contentType: "text/plain")
            let error = await #expect(throws: NoticeBoardError.self) {
                try await send(body, to: server, progress: nil, over: kind)
            }
            #expect(error?.code == .fileUnavailable)
            #expect(error.map { "\($0) \(String(describing: $0.underlying))" }?.contains("planted") == false)
        }
        #expect(server.requests.isEmpty)
    }
}
