public import Foundation
public import NoticeBoardHTTP

/// One answer of a stub.
public struct StubAnswer: Sendable {
    let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// The body of a streamed answer.
    private(set) var body: HTTPByteStream?

    /// An answer made from the request when it comes.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

    /// This response.
    public static func response(_ response: HTTPResponse) -> StubAnswer { StubAnswer { _ in response } }

    /// A response whose body is the JSON `text`.
    public static func json(_ text: String, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(.json(text, status: status, headers: headers))
    }

    /// A response with this body.
    public static func data(_ data: Data, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(HTTPResponse(status: status, headers: headers, body: data))
    }

    /// A response without a body.
    public static func status(_ status: HTTPStatus, headers: HTTPHeaders = [:]) -> StubAnswer {
        response(HTTPResponse(status: status, headers: headers))
    }

    /// A response whose body the test writes while it is read, by the writer of `body`.
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

    /// No response: the transport throws `error`.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer { _ in throw error } }

    /// The same answer, held back at `gate` until the gate opens.
    public func held(at gate: Gate) -> StubAnswer {
        var held = StubAnswer { request in
            try await gate.pass()
            return try await respond(request)
        }
        held.body = body
        return held
    }
}
