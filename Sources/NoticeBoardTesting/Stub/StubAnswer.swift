public import Foundation
public import NoticeBoardHTTP

/// A response of a stub.
public struct StubAnswer: Sendable {
    private(set) var respond: @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// The body of a streamed response.
    private(set) var body: HTTPByteStream?

    /// Creates a response that is computed from the request.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

    /// Returns this response.
    public static func response(_ response: HTTPResponse) -> StubAnswer { StubAnswer { _ in response } }

    /// Returns a response with a JSON body.
    public static func json(_ text: String, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(.json(text, status: status, headers: headers))
    }

    /// Returns a response with this body.
    public static func data(_ data: Data, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(HTTPResponse(status: status, headers: headers, body: data))
    }

    /// Returns a response without a body.
    public static func status(_ status: HTTPStatus, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(HTTPResponse(status: status, headers: headers))
    }

    /// Returns a response whose body the test writes while it is read, with the writer of `body`.
    ///
    /// ```swift
    /// let (body, writer) = HTTPByteStream.makeStream()
    /// let stub = StubTransport().on(.get, "log", .streamed(body))
    /// writer.write(Data("first line\n".utf8))
    /// ```
    public static func streamed(
        _ body: HTTPByteStream, status: HTTPStatus = 200, headers: HTTPHeaders = [:]
    ) -> StubAnswer {
        var answer = StubAnswer { _ in HTTPResponse(status: status, headers: headers) }
        answer.body = body
        return answer
    }

    /// Throws `error` instead of responding.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer { _ in throw error } }

    /// Returns the same response, held until `gate` opens.
    public func held(at gate: Gate) -> StubAnswer {
        var held = self
        held.respond = { request in
            try await gate.pass()
            return try await respond(request)
        }
        return held
    }
}

extension HTTPResponse {
    /// Creates a response with a JSON body.
    public static func json(_ text: String, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var all: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
        all.merge(headers)
        return HTTPResponse(status: status, headers: all, body: Data(text.utf8))
    }
}
