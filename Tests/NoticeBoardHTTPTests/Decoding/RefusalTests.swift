import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Errors from refused responses", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RefusalTests {
    private func error(
        _ answer: HTTPResponse, _ change: (inout EndpointRequest) -> Void = { _ in }
    ) async throws -> NoticeBoardError {
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never),
            transport: StubTransport { _ in answer })
        let call = EndpointRequest.get("x").with(change)
        return try #require(await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) })
    }

    @Test(
        "Maps each status to a code and a description, at both ends of every range",
        arguments: [
            (0, NoticeBoardError.Code.unexpectedStatus), (199, .unexpectedStatus), (200, .unexpectedStatus),
            (299, .unexpectedStatus), (300, .unexpectedStatus), (301, .unexpectedStatus), (399, .unexpectedStatus),
            (400, .inputRefused), (401, .unauthorized), (402, .unexpectedStatus), (403, .forbidden), (404, .notFound),
            (405, .unsupported), (406, .unexpectedStatus), (407, .proxyRefused), (408, .timedOut), (409, .conflict),
            (410, .notFound), (411, .unexpectedStatus), (412, .conflict), (413, .inputTooLarge), (414, .unexpectedStatus),
            (421, .unexpectedStatus), (422, .inputRefused), (423, .unexpectedStatus), (424, .unexpectedStatus), (425, .tooEarly),
            (426, .unsupported), (427, .unexpectedStatus), (428, .unexpectedStatus), (429, .tooManyRequests),
            (430, .unexpectedStatus), (499, .unexpectedStatus), (500, .serverFailure), (510, .serverFailure),
            (511, .networkSignIn), (512, .serverFailure), (599, .serverFailure), (600, .unexpectedStatus),
        ])
    func statuses(status: Int, code: NoticeBoardError.Code) async throws {
        let error = try await error(HTTPResponse(status: HTTPStatus(rawValue: status))) { $0.validation = StatusValidation() }
        #expect(error.code == code)
        #expect(error.detail == "The server answered \(status).")
        #expect(error.status == status)
        #expect(error.attempts == [.init(status: status)])
    }

    @Test("Keeps the whole reply with its headers, body and message") func reply()
        async throws
    {
        let body = Data(#"{"message": "m", "n": 7}"#.utf8)
        let headers: HTTPHeaders = ["X-A": "1", "x-a": "2", "Content-Type": "a/b"]
        let error = try await error(HTTPResponse(status: 500, headers: headers, body: body))
        let reply = try #require(error.reply)
        #expect(reply.headers.map { "\($0.name): \($0.value)" } == ["X-A: 1", "x-a: 2", "Content-Type: a/b"])
        #expect(reply["X-a"] == "1")
        #expect(reply["content-type"] == "a/b")
        #expect(reply["X-B"] == nil)
        #expect(reply.body == body)
        #expect(reply.message == "m")
        #expect(reply.status == 500)
        struct Count: Decodable, Equatable { let n: Int }
        #expect(reply.value(Count.self) == Count(n: 7))
        #expect(reply.value([Int].self) == nil)
    }

    @Test(
        "Uses Retry-After only for statuses that may succeed later",
        arguments: [(503, 7.0), (429, 7), (408, 7), (404, nil), (400, nil)] as [(Int, Double?)])
    func retry(status: Int, wait: Double?) async throws {
        let error = try await error(HTTPResponse(status: HTTPStatus(rawValue: status), headers: [.retryAfter: "7"]))
        #expect(error.remedy == wait.map { .retry(after: $0) } ?? NoticeBoardError(error.code).remedy)
    }

    @Test("Prefers error message keys in a fixed order, also one level deeper") func order() async throws {
        func words(_ json: String) async throws -> String? { try await error(.json(json, status: 500)).serverMessage }
        let keys = ["error_description", "detail", "message", "title", "error"]
        for count in keys.indices {
            let fields = keys[count...].reversed().map { "\"\($0)\": \"\($0)!\"" }.joined(separator: ", ")
            #expect(try await words("{\(fields)}") == "\(keys[count])!")
            #expect(try await words("{\"title\": {\(fields)}}") == "\(keys[count])!")
        }
        #expect(try await words(#"{"error": {"message": "", "title": "t"}, "detail": "d"}"#) == "t")
        #expect(try await words(#"{"message": [], "error": {}, "detail": ["d", "e", "f"]}"#) == "d, e, f")
        #expect(try await words(#"{"message": [1], "detail": {"title": 7}, "title": "t"}"#) == "t")
        #expect(
            try await words(#"{"error": "invalid_grant", "error_description": "The password is wrong."}"#)
                == "The password is wrong.")
        #expect(try await words(#"{"message": "Bad Request", "detail": "The title is too long."}"#) == "The title is too long.")
    }

    @Test("Limits a message to 500 visible characters") func length() async throws {
        let long = (0..<600).map { "\($0 % 10)" }.joined()
        #expect(try await error(.json(#"{"message": "\#(long)"}"#, status: 500)).serverMessage == String(long.prefix(500)))
        for scalar in ["\\n", "\\u0000", "\\u001b", "\\u2028", "\\u2029", "\\u200b", "\\u202e", "\\u007f", "\\u0085"] {
            #expect(try await error(.json(#"{"message": "a\#(scalar)b"}"#, status: 500)).serverMessage == "ab")
            #expect(try await error(.json(#"{"message": "\#(scalar)"}"#, status: 500)).serverMessage == nil)
        }
        #expect(try await error(.json(#"{"message": "가 é-1"}"#, status: 500)).serverMessage == "가 é-1")
    }
}
