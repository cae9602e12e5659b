import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// A transport that answers as a test says, without a network.
///
/// With one closure for everything:
///
/// ```swift
/// let client = NoticeBoardClient(transport: StubTransport { _ in .json(#"{"value": []}"#) })
/// ```
///
/// or with a queue of answers for each route, each used once and in order; what no route answers fails, and the error names
/// the nearest route and how the request differs from it:
///
/// ```swift
/// let stub = StubTransport()
///     .on(.get, "boards", always: .json(#"{"value": []}"#))
///     .on(.get, "boards/*/posts", query: ["offset": "0"], .status(503), .json(#"{"value": []}"#))
/// …
/// #expect(stub.unusedStubs.isEmpty)
/// ```
///
/// Copies share what was recorded and used. It answers as many requests at once as are sent.
public struct StubTransport: StreamingHTTPTransport {
    private let fallback: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?
    private let recorded = Locked<[HTTPRequest]>([])
    private var routes: [StubQueue] = []

    /// A transport without any answer: add routes with ``on(_:_:query:_:)``.
    public init() { fallback = nil }

    /// A transport that answers every request, except for those that a route answers, with what `respond` makes of it.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { fallback = respond }

    /// The same transport with a route whose answers are used once each, in order.
    ///
    /// The pattern is compared with the end of the path, segment by segment and percent-decoded, so that a base path before
    /// it does not matter; one that begins with a slash is the whole path, and `*` stands for any one segment. `query` names
    /// items that must be there, or with nil must not; other items do not matter. Of several routes that answer a request,
    /// the one added first comes first, as long as it has an answer left. When all are used up the request fails.
    public func on(
        _ method: HTTPMethod, _ pattern: String, query: [String: String?] = [:], _ answers: StubAnswer...
    ) -> StubTransport {
        adding(StubQueue(StubRoute(method: method, pattern: pattern, query: query), once: answers))
    }

    /// The same transport with a route that gives the same answer as often as it is asked.
    public func on(
        _ method: HTTPMethod, _ pattern: String, query: [String: String?] = [:], always answer: StubAnswer
    ) -> StubTransport {
        adding(StubQueue(StubRoute(method: method, pattern: pattern, query: query), always: answer))
    }

    private func adding(_ route: StubQueue) -> StubTransport {
        var copy = self
        copy.routes.append(route)
        return copy
    }

    /// The requests so far, in the order in which they came.
    public var requests: RecordedRequests { RecordedRequests(recorded.withLock { $0 }) }

    /// A sentence for each route with answers that nobody asked for.
    public var unusedStubs: [String] { routes.compactMap(\.complaint) }

    /// Records `request` and answers it.
    ///
    /// Throws `unmatchedStub` when nothing answers it.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = try answer(to: request)
        var response = try await answer.respond(request)
        if let body = answer.body { for try await piece in body { response.body += piece } }
        return response
    }

    /// Records `request` and returns its answer with a body to read; one that is no streamed answer has arrived already.
    ///
    /// Throws `unmatchedStub` when nothing answers it.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        let answer = try answer(to: request)
        var head = try await answer.respond(request)
        let body = answer.body ?? HTTPByteStream(head.body)
        head.body = Data()
        return HTTPStreamedResponse(head: head, body: body)
    }

    private func answer(to request: HTTPRequest) throws -> StubAnswer {
        recorded.withLock { $0.append(request) }
        try Task.checkCancellation()
        for route in routes { if let answer = route.take(for: request) { return answer } }
        if let fallback { return StubAnswer(fallback) }
        throw NoticeBoardError(.unmatchedStub, complaint(about: request))
    }

    private func complaint(about request: HTTPRequest) -> String {
        let shown = "\(request.method) \(request.target)"
        let nearest = routes.map { (route: $0.route, differences: $0.route.differences(from: request), queue: $0) }
            .min { $0.differences.count < $1.differences.count }
        guard let nearest else { return "No stub answers \(shown): there are none." }
        guard !nearest.differences.isEmpty else {
            return "No stub answers \(shown) any more: \(nearest.route) had \(nearest.queue.total) and all are used."
        }
        return "No stub answers \(shown). The nearest is \(nearest.route): \(nearest.differences.joined(separator: "; "))."
    }
}

extension NoticeBoardError.Code {
    /// A request came that no stub answers: a test's mistake, or the very thing that it looks for.
    public static let unmatchedStub = Self(rawValue: "unmatchedStub")
}
