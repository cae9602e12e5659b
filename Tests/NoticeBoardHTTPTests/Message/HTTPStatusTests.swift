import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Status validation", .inTurn, .timeLimit(.minutes(1))) struct StatusValidationTests {
    @Test("Returns a 304 only if the call accepts it") func notModified() async throws {
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(
            APIClient.Configuration(baseURL: base, retry: .never), transport: StubTransport { _ in HTTPResponse(status: 304) })
        let call = EndpointRequest.get("feed", headers: ["If-None-Match": "\"a\""])
        #expect(try await client.response(for: call.with { $0.validation = .success.or(304) }).status == 304)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
        #expect(error?.code == .unexpectedStatus)
        #expect(error?.detail.contains("304") == true)
    }
}
