import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("APIClient.download", .serialized, .inTurn, .timeLimit(.minutes(1))) final class APIClientDownloadTests {
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

    private func client(limit: Int? = nil, transport: any HTTPTransport = SystemTransport()) -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: server.url(), defaults: .init(fileLimit: limit), retry: .never),
            transport: transport)
    }

    @Test(
        "Stores the body in a new file readable only by its owner", arguments: ["data", "start"], TransportKind.allCases)
    func keeps(path: String, kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        let response = try await client(transport: kind.make()).download(EndpointRequest.get("\(segments: path)"), to: file)
        #expect(response.status == 200)
        #expect(response.file == file)
        #expect(response.body.isEmpty)
        #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 3_000_000))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(files == ["answer"])
    }

    @Test("A refused call keeps the file unchanged", arguments: TransportKind.allCases)
    func refused(kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(transport: kind.make()).download(EndpointRequest.get("missing"), to: file)
        }
        #expect(error?.serverMessage == "gone")
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(files == ["answer"])
    }

    @Test("A response over the limit leaves no file", arguments: TransportKind.allCases)
    func tooLarge(kind: TransportKind) async throws {
        let client = client(limit: 1_000_000, transport: try kind.make())
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.download(EndpointRequest.get("data"), to: folder.appendingPathComponent("answer"))
        }
        #expect(error?.code == .responseTooLarge)
        #expect(files.isEmpty)
    }

    @Test(
        "A refused response is buffered only up to the response limit",
        arguments: [
            LoopbackAnswer.huge(bytes: 300_000, status: 404),
            .chunked(Array(repeating: Data(count: 10_000), count: 30), status: 404),
        ], TransportKind.allCases)
    func refusedAtLength(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let large = try LoopbackServer { _ in answer }
        defer { large.stop() }
        let client = APIClient(
            APIClient.Configuration(baseURL: large.url(), defaults: .init(responseLimit: 100_000), retry: .never),
            transport: try kind.make())
        for (own, limit) in [(nil, 100_000), (99_999, 99_999)] {
            let call = EndpointRequest.get("a", options: .init(responseLimit: own))
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client.download(call, to: folder.appendingPathComponent("answer"))
            }
            #expect(error?.code == .responseTooLarge)
            #expect(error?.detail == "The answer is larger than \(limit) bytes.")
        }
        #expect(files.isEmpty)
    }

    @Test("A missing folder throws an error without its path") func noFolder() async throws {
        let file = folder.appendingPathComponent("planted/answer")
        let transports: [any HTTPTransport] =
            try TransportKind.allCases.map { try $0.make() } + [StubTransport { _ in .json("{}") }]
        for transport in transports {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client(transport: transport).download(EndpointRequest.get("data"), to: file)
            }
            #expect(error?.code == .fileUnavailable)
            #expect(error.map { "\($0)" }?.contains("planted") == false)
        }
    }

    @Test("Downloads through a transport without file support, within the memory limit") func memory() async throws {
        let file = folder.appendingPathComponent("answer")
        let stub = StubTransport { _ in .json("{}") }
        let response = try await client(transport: stub).download(EndpointRequest.get("data"), to: file)
        #expect(response.file == file)
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
        #expect(stub.requests.first?.destination?.deletingLastPathComponent().path == folder.path)
        let small = APIClient(
            APIClient.Configuration(baseURL: server.url(), defaults: .init(responseLimit: 1)), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await small.download(.get("data"), to: file) }
        #expect(error?.code == .responseTooLarge)
        #expect(stub.requests.last?.fileLimit == .max)
    }

    @Test("A response rejected after it arrived leaves the file unchanged")
    func refusedAfterwards() async throws {
        struct Checksum: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                _ = try await next(request)
                throw NoticeBoardError(.unreadableResponse, "The checksum is wrong.")
            }
        }
        struct Leaving: HTTPInterceptor {
            let session: TokenSession
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                let response = try await next(request)
                session.signOut()
                return response
            }
        }
        let file = folder.appendingPathComponent("answer")
        try Data("old".utf8).write(to: file)
        let (inside, outside) = (
            TokenSession(Credentials(accessToken: .raw("a"))) { $0 }, TokenSession(Credentials(accessToken: .raw("a"))) { $0 }
        )
        var configurations = Array(repeating: APIClient.Configuration(baseURL: server.url(), retry: .never), count: 3)
        configurations[0].interceptors = [Checksum()]
        (configurations[1].authorization, configurations[1].perAttemptInterceptors) = (inside, [Leaving(session: inside)])
        (configurations[2].authorization, configurations[2].interceptors) = (outside, [Leaving(session: outside)])
        for configuration in configurations {
            await #expect(throws: NoticeBoardError.self) {
                try await APIClient(configuration).download(EndpointRequest.get("data"), to: file)
            }
        }
        await #expect(throws: NoticeBoardError.self) {
            let created = EndpointRequest(.get, "data", validation: StatusValidation(201..<202))
            return try await client().download(created, to: file)
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(files == ["answer"])
    }

    @Test(
        "Only a success with content replaces the file",
        arguments: [(200, ""), (204, "old"), (201, "new"), (304, "old"), (404, "old")])
    func accepted(status: Int, content: String) async throws {
        let answer = HTTPResponse(
            status: HTTPStatus(rawValue: status), headers: [.etag: "1"],
            body: Data([201: "new", 404: "gone"][status, default: ""].utf8))
        let loopback = try LoopbackServer(serving: StubTransport { _ in answer })
        defer { loopback.stop() }
        let file = folder.appendingPathComponent("answer")
        let call = EndpointRequest.get("data").with { $0.validation = .success.or(304, 404) }
        for transport in try TransportKind.allCases.map({ try $0.make() }) + [StubTransport { _ in answer }] {
            try Data("old".utf8).write(to: file)
            let client = APIClient(APIClient.Configuration(baseURL: loopback.url(), retry: .never), transport: transport)
            let response = try await client.download(call, to: file)
            #expect(response.status.rawValue == status)
            #expect(response.headers[.etag] == "1")
            #expect(response.file == ([200, 201].contains(status) ? file : nil))
            #expect(response.body == Data((status == 404 ? "gone" : "").utf8))
            #expect(try Data(contentsOf: file) == Data(content.utf8))
            #expect(files == ["answer"])
        }
    }

    @Test("A download's cleanup keeps the partial file of another download") func keepsItsPart() async throws {
        let gate = Gate()
        let slow = StubTransport { _ in
            try await gate.pass()
            return .json("{}")
        }
        let (client, file) = (client(transport: slow), folder.appendingPathComponent("a"))
        let call = Task { try await client.download(EndpointRequest.get("a"), to: file) }
        await gate.waitForArrivals(1)
        _ = try await self.client().download(EndpointRequest.get("data"), to: folder.appendingPathComponent("b"))
        gate.open()
        _ = try await call.value
        #expect(Set(files) == ["a", "b"])
    }

    @Test("Refuses a folder in the file's place")
    func names() async throws {
        let long = folder.appendingPathComponent(String(repeating: "가", count: 85))
        _ = try await client().download(EndpointRequest.get("data"), to: long)
        let taken = folder.appendingPathComponent("folder")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
        for transport in [URLSessionTransport(), StubTransport { _ in .json("{}") }] as [any HTTPTransport] {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client(transport: transport).download(EndpointRequest.get("data"), to: taken)
            }
            #expect(error?.code == .fileUnavailable)
        }
        #expect(Set(files) == [long.lastPathComponent, "folder"])
    }

    @Test("Refuses a non-file URL before sending the request") func noFile() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(transport: stub).download(
                EndpointRequest.get("data"), to: try #require(URL(string: "http://host/\(folder.path)/y")))
        }
        #expect(error?.code == .invalidInput)
        #expect(stub.requests.isEmpty)
    }

    @Test("Downloads a file over the memory limit") func large() async throws {
        let events = RecentEvents()
        let client = APIClient(
            APIClient.Configuration(
                baseURL: server.url(), defaults: .init(responseLimit: 1000), retry: .never, loggers: [events]))
        for own in [nil, 3_000_000] {
            let call = EndpointRequest.get("data", options: options { $0.fileLimit = own })
            _ = try await client.download(call, to: folder.appendingPathComponent("answer"))
            guard case .finished(200, let bytes, _)? = events.events.last?.kind else {
                Issue.record("\(events.text)")
                return
            }
            #expect(bytes == 3_000_000)
        }
    }
}
