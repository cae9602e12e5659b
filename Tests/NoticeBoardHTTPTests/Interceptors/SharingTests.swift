import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("The same request at the same time", .serialized, .timeLimit(.minutes(1))) struct SharingTests {
    private let gate = Gate()
    private let posts = EndpointRequest.get("posts", query: ["offset": 0]).with { $0.options.isShared = true }

    private func client(_ stub: StubTransport, session: TokenSession? = nil) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never),
            transport: stub)
    }

    private func heldStub(_ status: HTTPStatus = 200) -> StubTransport {
        StubTransport { [gate] request in
            try await gate.pass()
            return .json(#"{"n": 1}"#, status: status)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A hundred calls that ask for it are one request, and all get the answer") func shared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let tasks = await Lane().start(100) { try await client.response(for: posts) }
        gate.open()
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(stub.requests.count == 1)
        // Nothing is kept: who asks afterwards asks the server.
        _ = try await client.response(for: posts)
        #expect(stub.requests.count == 2)
    }

    @Test("A failure is shared too, and is not kept") func failure() async throws {
        let stub = heldStub(500)
        let client = try client(stub)
        let first = Task { try await client.response(for: posts) }
        await gate.arrived(1)
        gate.open()
        await #expect(throws: NoticeBoardError.self) { try await first.value }
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(stub.requests.count == 2)
    }

    @Test("One that does not ask, that differs, or that must not be repeated is sent by itself") func notShared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let endpoints = [
            posts, posts.with { $0.options.isShared = false }, posts.with { $0.query = ["offset": 30] },
            posts.with { $0.headers = ["X": "1"] }, posts.with { $0.options.repeating = .never },
        ]
        let tasks = endpoints.map { endpoint in Task { try await client.response(for: endpoint) } }
        await gate.arrived(endpoints.count)
        gate.open()
        for task in tasks { _ = try await task.value }
        #expect(stub.requests.count == endpoints.count)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A cancelled caller leaves at once and disturbs nobody; when the last one leaves, the request is cancelled")
    func cancellation() async throws {
        let (arrivals, end) = (Gate(), Gate())
        let stub = StubTransport { _ in
            do { try await arrivals.pass() } catch {
                try? await Task { try await end.pass() }.value
                throw error
            }
            return .json("{}")
        }
        let client = try client(stub)
        let tasks = await Lane().start(3) { try await client.response(for: posts) }
        await arrivals.arrived(1)
        for task in tasks.prefix(2) {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(end.arrivals == 0)
        tasks[2].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[2].value }
        await end.arrived(1)
        end.open()
        #expect(stub.requests.count == 1)
    }

    @Test("Who comes after the last one left begins anew") func anew() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let first = Task { try await client.response(for: posts) }
        await gate.arrived(1)
        first.cancel()
        _ = await first.result
        gate.open()
        #expect(try await client.response(for: posts).status == 200)
        #expect(stub.requests.count == 2)
    }

    @Test("Another account never gets the answer to the one before") func accounts() async throws {
        let stub = heldStub()
        let session = TokenSession(Credentials(access: .bearer("a"))) { $0 }
        let client = try client(stub, session: session)
        let first = Task { try await client.response(for: posts) }
        await gate.arrived(1)
        session.signIn(Credentials(access: .bearer("b")))
        let second = Task { try await client.response(for: posts) }
        await gate.arrived(2)
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await first.value }
        #expect(error?.code == .sessionOver)
        #expect(try await second.value.status == 200)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer a", "Bearer b"])
    }
}
