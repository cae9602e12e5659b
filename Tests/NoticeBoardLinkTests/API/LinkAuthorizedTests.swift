import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@Suite("Link clients with another authorization", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkAuthorizedTests {
    private func client(_ stub: StubTransport, retry: RetryPolicy = .never) throws -> LinkClient {
        var configuration = LinkSample.configuration(try #require(URL(string: "https://host")))
        configuration.http.retry = retry
        configuration.http.time = TimeSource(now: { 0 }, sleep: { _ in })
        return LinkClient(configuration, authorization: AccessToken.raw("own"), transport: stub)
    }

    @Test("Each client sends its own token") func tokens() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let client = try client(stub)
        // Only what is sent matters: the answer is no account.
        _ = try? await client.authorized(by: .raw("other")).withdraw()
        _ = try? await client.withdraw()
        #expect(stub.requests.map { $0.headers[.authorization] } == ["other", "own"])
    }

    @Test("The service key stays, and stays secret") func key() async throws {
        let stub = StubTransport()
            .on(.get, "withdraw", .status(307, headers: [.location: "https://elsewhere/withdraw"]))
            .on(.get, "withdraw", .json("{}"))
        _ = try? await client(stub).authorized(by: .raw("other")).withdraw()
        #expect(stub.requests.map { $0.headers["SesacKey"] } == ["the-key", nil])
        #expect(stub.requests.map { $0.headers[.authorization] } == ["other", nil])
    }

    @Test("All clients share one budget of retries") func budget() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 503) }
        let client = try client(stub, retry: RetryPolicy(attempts: 3, budget: 4))
        for number in 0..<10 {
            await #expect(throws: NoticeBoardError.self) {
                try await client.authorized(by: .raw("\(number)")).profile(of: "u1")
            }
        }
        #expect(stub.requests.count == 14)
    }
}
