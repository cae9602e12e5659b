import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Clients with another authorization", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AuthorizedClientsTests {
    private let gate = Gate()
    private let shared = EndpointRequest.get("posts").with { $0.options.joinsEqualRequests = true }

    private func client(_ stub: StubTransport) throws -> APIClient {
        APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never), transport: stub)
    }

    @Test("While a backend is down, clients made for each request send hardly more requests than calls")
    func down() async throws {
        let server = try LoopbackServer { _ in .json("{}", status: 503) }
        defer { server.stop() }
        var configuration = APIClient.Configuration(baseURL: server.url())
        configuration.random = { 0 }
        let client = APIClient(configuration, transport: SystemTransport(connectionsPerHost: 64))
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<64 {
                group.addTask {
                    for _ in 0..<10 {
                        // One client for each call.
                        let own = client.authorized(by: .bearer("\(caller)"))
                        _ = try? await own.response(for: .get("callers/\(caller)"))
                    }
                }
            }
        }
        let requests = server.requests
        #expect(requests.count >= 640)
        #expect(requests.count <= 704)
        let crossed = requests.filter { $0.header("authorization") != "Bearer " + $0.target.dropFirst("/callers/".count) }
        #expect(crossed.isEmpty)
    }

    @Test("An authorization does not change the client it is made from") func original() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), token: .bearer("own"), headers: ["X-App": "1"])
        let client = APIClient(configuration, transport: stub)
        let other = client.authorized(by: .bearer("other"))
        try await other.response(for: .get("a"))
        try await client.response(for: .get("a"))
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer other", "Bearer own"])
        #expect(stub.requests.map { $0.headers["X-App"] } == ["1", "1"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Equal requests of one token join across clients") func joining() async throws {
        let stub = StubTransport { [gate] _ in
            try await gate.pass()
            return .json("{}")
        }
        let client = try client(stub)
        let calls = await Lane().start(20) { try await client.authorized(by: .bearer("a")).response(for: shared) }
        gate.open()
        for call in calls { #expect(try await call.value.status == 200) }
        #expect(stub.requests.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Requests with different tokens are sent separately") func differentTokens() async throws {
        let stub = StubTransport { [gate] request in
            try await gate.pass()
            return .json("\"\(request.headers[.authorization] ?? "")\"")
        }
        let client = try client(stub)
        let number = Locked(0)
        let calls = await Lane().start(20) {
            let own = number.withLock { number in
                number += 1
                return number
            }
            let answer = try await client.authorized(by: .bearer("\(own)")).value(String.self, for: shared)
            return answer == "Bearer \(own)"
        }
        gate.open()
        for call in calls { #expect(try await call.value) }
        #expect(stub.requests.count == 20)
    }

    @Test("Sessions with the same token do not share requests") func sessions() async throws {
        let stub = StubTransport { [gate] _ in
            try await gate.pass()
            return .json("{}")
        }
        let client = try client(stub)
        let sessions = (0..<2).map { _ in TokenSession(Credentials(accessToken: .bearer("a"), account: "7")) { $0 } }
        let calls = sessions.map { session in
            Task { try await client.authorized(by: session).response(for: shared) }
        }
        await gate.waitForArrivals(2)
        sessions[0].signOut()
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await calls[0].value }
        #expect(error?.code == .sessionOver)
        #expect(try await calls[1].value.status == 200)
    }
}
