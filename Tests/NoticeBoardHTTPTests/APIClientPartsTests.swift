import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Requests, errors and limits of a client", .serialized, .inTurn, .timeLimit(.minutes(1))) struct APIClientPartsTests {
    private func client(
        _ stub: StubTransport, _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        change(&configuration)
        return APIClient(configuration, transport: stub)
    }

    @Test("A request carries the client's headers unless the call replaces them") func fields()
        async throws
    {
        let stub = StubTransport { _ in .json("{}") }
        try await client(stub) { $0.userAgent = "u" }.response(for: .get("a"))
        try await client(stub) { ($0.headers, $0.userAgent) = (["accept": "b", "X": "c"], "u") }.response(
            for: .get("a", headers: ["x": "d"]))
        let sent = stub.requests.map { request in request.headers.map { "\($0.name): \($0.value)" }.sorted() }
        #expect(
            sent == [
                ["Accept: application/json", "User-Agent: u"],
                ["User-Agent: u", "accept: b", "x: d"],
            ])
    }

    @Test("An error gains the missing details of its call") func outward() async throws {
        struct Telling: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                var error = NoticeBoardError(.conflict, "Own.")
                if request.target == "/own" {
                    (error.endpoint, error.requestID, error.language) = ("its own", "its id", .english)
                    error.attempts = [.init(status: 7)]
                }
                throw error
            }
        }
        let client = try client(StubTransport()) { ($0.interceptors, $0.language) = ([Telling()], .korean) }
        let own = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("own")) }
        #expect(own?.endpoint == "its own")
        #expect(own?.requestID == "its id")
        #expect(own?.language == .english)
        #expect(own?.attempts == [.init(status: 7)])
        #expect(own?.detail == "Own.")
        let bare = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .put("a/\(7)")) }
        #expect(bare?.endpoint == "PUT a/{}")
        #expect(bare?.requestID?.count == 11)
        #expect(bare?.language == .korean)
        #expect(bare?.attempts == [])
    }

    @Test("A download obeys the endpoint's own limit") func downloads()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = TokenSession(Credentials(accessToken: .raw("a"))) { $0 }
        let client = try client(StubTransport { _ in .json("1234567") }) { $0.authorization = session }
        let file = folder.appendingPathComponent("a")
        let call = EndpointRequest.get("a", options: .init(responseLimit: 6))
        let large = await #expect(throws: NoticeBoardError.self) { try await client.download(call, to: file) }
        #expect(large?.code == .responseTooLarge)
        #expect(large?.detail == "The answer is larger than 6 bytes.")
        let taken = await #expect(throws: NoticeBoardError.self) { try await client.download(.get("a"), to: folder) }
        #expect(taken?.code == .fileUnavailable)
        let kept = try await client.download(call.with { $0.options.responseLimit = 7 }, to: file)
        #expect(kept.file == file)
        #expect(kept.body.isEmpty)
        #expect(try Data(contentsOf: file) == Data("1234567".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test("A timeout below one second is exact") func timeout() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let stub = StubTransport().on(.get, "a", StubAnswer.status(200).held(at: gate), .status(200))
        let client = try client(stub) { ($0.defaults.timeout, $0.time) = (0.5, clock.time) }
        let call = Task { try await client.response(for: .get("a")) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        #expect(clock.pending == [0.5])
        clock.advance(by: 0.5)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.detail == "The call took longer than its timeout of 0.5 s.")
        #expect(try await client.response(for: .get("a")).status == 200)
        let never = await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: .get("a", options: .init(timeout: -1)))
        }
        #expect(never?.detail == "The call took longer than its timeout of -1.0 s.")
        #expect(stub.requests.count == 2)
    }
}
