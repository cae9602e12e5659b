import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("APIClient.download", .serialized, .timeLimit(.minutes(1))) final class APIClientDownloadTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "download-\(UInt64.random(in: 0...UInt64.max))")
    private let server: LoopbackServer

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        server = try LoopbackServer(
            serving: StubTransport { request in
                switch request.target {
                case "/missing": .json(#"{"message": "gone"}"#, status: 404)
                case "/start": HTTPResponse(status: 302, headers: ["Location": "/data"])
                default: HTTPResponse(status: 200, body: Data(repeating: 7, count: 3_000_000))
                }
            })
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    private func client(limit: Int? = nil, transport: any HTTPTransport = URLSessionTransport()) -> APIClient {
        APIClient(
            APIClient.Configuration(baseURL: server.url(), options: HTTPRequest.Options(responseLimit: limit), retry: .never),
            transport: transport)
    }

    @Test("The body is kept in the file, readable by its owner alone, over a redirect too", arguments: ["data", "start"])
    func keeps(path: String) async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        let response = try await client().download(EndpointRequest.get("\(segments: path)"), to: file)
        #expect(response.status == 200)
        #expect(response.file == file)
        #expect(response.body.isEmpty)
        #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 3_000_000))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(files == ["answer"])
    }

    @Test("A refused call leaves the file as it was and keeps the server's words") func refused() async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client().download(EndpointRequest.get("missing"), to: file)
        }
        #expect(error?.serverMessage == "gone")
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(files == ["answer"])
    }

    @Test("An answer past the limit leaves nothing behind") func tooLarge() async throws {
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(limit: 1_000_000).download(EndpointRequest.get("data"), to: folder.appendingPathComponent("answer"))
        }
        #expect(error?.code == .responseTooLarge)
        #expect(files.isEmpty)
    }

    @Test("A folder that is not there is an error that says so, and holds no path") func noFolder() async throws {
        let file = folder.appendingPathComponent("planted/answer")
        for transport in [URLSessionTransport(), StubTransport { _ in .json("{}") }] as [any HTTPTransport] {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client(transport: transport).download(EndpointRequest.get("data"), to: file)
            }
            #expect(error?.code == .fileUnavailable)
            #expect(error.map { "\($0)" }?.contains("planted") == false)
        }
    }

    @Test("A transport that knows no files serves as well") func memory() async throws {
        let file = folder.appendingPathComponent("answer")
        let stub = StubTransport { _ in .json("{}") }
        let response = try await client(transport: stub).download(EndpointRequest.get("data"), to: file)
        #expect(response.file == file)
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
        #expect(stub.requests.first?.options.destination == file)
    }
}
