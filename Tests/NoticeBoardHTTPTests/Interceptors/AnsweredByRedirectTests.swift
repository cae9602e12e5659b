import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// A service that carries out `POST orders` and redirects to the result.
@Suite("Calls that a redirect answers", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AnsweredByRedirectTests {
    private let order = EndpointRequest.post("orders", body: .json([1]))

    /// A service that answers every POST with a redirect, and every other request with `result`.
    private func service(
        _ status: HTTPStatus = 303, to location: String = "/orders/7",
        result: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
    ) -> StubTransport {
        StubTransport { request in
            guard request.target == "/orders" else { return try result(request) }
            return HTTPResponse(status: status, headers: [.location: location])
        }
    }

    private func client(
        _ transport: StubTransport, _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.random = { 0 }
        change(&configuration)
        return APIClient(configuration, transport: transport)
    }

    private func orders(_ transport: StubTransport) -> Int { transport.requests.count { $0.method == .post } }

    @Test("Are not sent again when the network is lost before the result is read") func lostNetwork() async throws {
        let service = service { _ in throw NoticeBoardError(.noNetwork) }
        let client = try client(service) {
            $0.retry = RetryPolicy(attempts: 1, waitsForNetwork: 1)
            $0.network = ManualNetwork(isOnline: true)
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: order) }
        #expect(error?.code == .noNetwork)
        #expect(error?.mayHaveArrived == true)
        #expect(orders(service) == 1)
    }

    @Test("May have arrived, whatever happens to the result", arguments: [301, 302, 303], [403, 404])
    func refusedResult(redirect: Int, result: Int) async throws {
        let service = service(HTTPStatus(rawValue: redirect)) { _ in HTTPResponse(status: HTTPStatus(rawValue: result)) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(service).response(for: order) }
        #expect(error?.status == result)
        #expect(error?.mayHaveArrived == true)
    }

    @Test("May have arrived if the redirect is refused", arguments: ["http://host/orders/7", "ftp://host/x", nil])
    func refusedRedirect(location: String?) async throws {
        let service = StubTransport { _ in
            HTTPResponse(status: 302, headers: location.map { [.location: $0] } ?? [:])
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(service).response(for: order) }
        #expect(error?.mayHaveArrived == true)
        #expect(orders(service) == 1)
    }

    @Test("Have not arrived if they go on to another address", arguments: [307, 308]) func passedOn(redirect: Int) async throws {
        let service = service(HTTPStatus(rawValue: redirect)) { _ in throw NoticeBoardError(.noNetwork) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(service).response(for: order) }
        #expect(error?.mayHaveArrived == false)
    }

    @Test("Have changed nothing if they only read") func reading() async throws {
        let service = service { _ in throw NoticeBoardError(.noNetwork) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client(service).response(for: .get("orders")) }
        #expect(error?.mayHaveArrived == false)
    }

    @Test("Are not replayed when the result asks for a new token") func expiredToken() async throws {
        let renewals = Locked(0)
        let session = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "r")) { old in
            renewals.withLock { $0 += 1 }
            return Credentials(accessToken: .bearer("new"), refreshToken: old.refreshToken)
        }
        let service = service { request in
            HTTPResponse(status: request.headers[.authorization] == "Bearer new" ? 200 : 401)
        }
        let client = try client(service).authorized(by: session)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: order) }
        #expect(error?.code == .unauthorized)
        #expect(error?.mayHaveArrived == true)
        #expect(orders(service) == 1)
        #expect(session.credentials != nil)
    }

    @Test("Are replayed with a new token if they carry an idempotency key") func key() async throws {
        let session = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "r")) { old in
            Credentials(accessToken: .bearer("new"), refreshToken: old.refreshToken)
        }
        let service = service { request in
            HTTPResponse(status: request.headers[.authorization] == "Bearer new" ? 200 : 401)
        }
        let client = try client(service).authorized(by: session)
        let response = try await client.response(for: order.withIdempotencyKey("k"))
        #expect(response.status == 200)
        #expect(orders(service) == 2)
    }
}
