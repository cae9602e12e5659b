import NoticeBoardBase
public import NoticeBoardHTTP

/// A transport that answers as a test says, without a network.
///
/// ```swift
/// let client = NoticeBoardClient(transport: StubTransport { _ in .json(#"{"value": []}"#) })
/// ```
///
/// Copies share what was recorded. It answers as many requests at once as are sent.
public struct StubTransport: HTTPTransport {
    private let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse
    private let recorded = Locked<[HTTPRequest]>([])

    /// A transport that answers every request with what `respond` makes of it.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

    /// The requests so far, in the order in which they came.
    public var requests: [HTTPRequest] { recorded.withLock { $0 } }

    /// Records `request` and answers it.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        recorded.withLock { $0.append(request) }
        try Task.checkCancellation()
        return try await respond(request)
    }
}
