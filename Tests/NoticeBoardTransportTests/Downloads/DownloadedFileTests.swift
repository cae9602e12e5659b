import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Downloaded files", .serialized, .inTurn, .timeLimit(.minutes(1))) final class DownloadedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "downloaded-\(UInt64.random(in: 0...UInt64.max))")
    private let server: LoopbackServer

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        server = try LoopbackServer { request in
            switch request.target {
            case "/missing": return .json(#"{"message": "gone"}"#, status: 404)
            case "/cut":
                let accepted = request.header("Accept-Encoding") ?? ""
                return Self.cut(isCompressed: accepted.contains("gzip"))
            default: return .response(200, body: Data(repeating: 7, count: 3_000_000))
            }
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A body cut in half.
    ///
    /// If compressed, its declared length matches the remaining bytes.
    private static func cut(isCompressed: Bool) -> LoopbackAnswer {
        let whole = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
        guard isCompressed else { return .truncated(declared: whole.count, sent: whole.count / 2) }
        guard case .body(let packed)? = LoopbackAnswer.gzip(whole).steps.last else { return .reset }
        return .response(200, headers: [("Content-Encoding", "gzip")], body: Data(packed.prefix(packed.count / 2)))
    }

    private func client(_ kind: TransportKind) throws -> APIClient {
        APIClient(APIClient.Configuration(baseURL: server.url(), retry: .never), transport: try kind.make())
    }

    @Test("Replacing a file keeps its permissions", arguments: [0o644, 0o640, 0o600, 0o755], TransportKind.allCases)
    func permissions(mode: Int, kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        try await client(kind).download(EndpointRequest.get("data"), to: file)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == mode)
        #expect(try Data(contentsOf: file).count == 3_000_000)
    }

    @Test("A refused download changes neither a file nor its permissions", arguments: TransportKind.allCases)
    func refusedPermissions(kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        await #expect(throws: NoticeBoardError.self) {
            try await client(kind).download(EndpointRequest.get("missing"), to: file)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
    }

    @Test("A download through a symbolic link replaces the link with a private file", arguments: TransportKind.allCases)
    func linked(kind: TransportKind) async throws {
        let (file, target) = (folder.appendingPathComponent("answer"), folder.appendingPathComponent("target"))
        try Data("old".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        try await client(kind).download(EndpointRequest.get("data"), to: file)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: target) == Data("old".utf8))
    }

    @Test("A truncated download keeps the old file", arguments: TransportKind.allCases)
    func interruptedErasures(kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(kind).download(EndpointRequest.get("cut"), to: file)
        }
        #expect(error?.code == .connectionLost)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["answer"])
    }

    @Test("A download asks for no compression unless the call does", arguments: TransportKind.allCases)
    func coding(kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        let client = try client(kind)
        try await client.download(EndpointRequest.get("data"), to: file)
        try await client.download(EndpointRequest.get("data", headers: ["Accept-Encoding": "gzip"]), to: file)
        _ = try await client.response(for: EndpointRequest.get("data"))
        let asked = server.requests.map { $0.header("Accept-Encoding") ?? "" }
        try #require(asked.count == 3)
        #expect(asked[0] == "identity")
        #expect(asked[1] == "gzip")
        #expect(asked[2].contains("gzip"))
    }
}
