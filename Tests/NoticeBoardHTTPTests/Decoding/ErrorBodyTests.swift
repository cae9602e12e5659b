import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Server error messages", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ErrorBodyTests {
    private func error(_ body: String) async throws -> NoticeBoardError {
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(
            APIClient.Configuration(baseURL: base, retry: .never), transport: StubTransport { _ in .json(body, status: 422) })
        return try #require(
            await #expect(throws: NoticeBoardError.self) { try await client.response(for: EndpointRequest.get("x")) })
    }

    @Test(
        "Finds the message in the common error formats",
        arguments: [
            (#"{"message": "a"}"#, "a"), (#"{"error": "a"}"#, "a"), (#"{"error": {"message": "a", "code": 7}}"#, "a"),
            (#"{"error": {"error_description": "a"}}"#, "a"), (#"{"error_description": "a"}"#, "a"),
            (#"{"type": "about:blank", "title": "b", "detail": "a", "status": 422}"#, "a"), (#"{"title": "a"}"#, "a"),
            (#"{"statusCode": 422, "message": ["a", "b"], "error": "c"}"#, "a, b"), (#"{"message": "", "detail": "a"}"#, "a"),
            (#"{"message": null, "error": "a"}"#, "a"), (#"{"message": "a\nb\u202e"}"#, "ab"),
        ])
    func words(body: String, message: String) async throws {
        let error = try await error(body)
        #expect(error.serverMessage == message)
        #expect(error.text(in: .korean) == "서버가 입력한 내용을 받아들이지 않았습니다.")
    }

    @Test(
        "Falls back to the code's text when the body has no message",
        arguments: [
            "", "[]", "null", "<html>", "{}", #"{"message": 7}"#, #"{"message": {"message": {"message": "a"}}}"#,
            #"{"message": []}"#, String(repeating: #"{"error":"#, count: 10_000),
        ])
    func silence(body: String) async throws {
        let error = try await error(body)
        #expect(error.serverMessage == nil)
        #expect(error.text(in: .english) == "The server does not accept what was entered.")
    }
}
