import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// A transport with scripted responses and no network.
///
/// With one closure for everything:
///
/// ```swift
/// let client = NoticeBoardClient(transport: StubTransport { _ in .json(#"{"value": []}"#) })
/// ```
///
/// or with a queue of responses per route, each used once and in order; an unmatched request fails, and the error names the
/// nearest route and how the request differs:
///
/// ```swift
/// let stub = StubTransport()
///     .on(.get, "boards", always: .json(#"{"value": []}"#))
///     .on(.get, "boards/*/posts", query: ["offset": "0"], .status(503), .json(#"{"value": []}"#))
/// …
/// #expect(stub.unusedStubs.isEmpty)
/// ```
///
/// Copies share recorded requests and used responses. Concurrent requests are answered concurrently.
public struct StubTransport: StreamingHTTPTransport {
    private let fallback: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?
    private let recorded = Locked<[HTTPRequest]>([])
    private var routes: [StubRoute] = []

    /// Creates a transport without responses: add routes with ``on(_:_:query:_:)``.
    public init() { fallback = nil }

    /// Creates a transport that answers with `respond` all requests that no route matches.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { fallback = respond }

    /// Returns the transport with an added route whose responses are used once each, in order.
    ///
    /// The pattern is compared with the end of the path, by percent-decoded segments, so that a base path does not matter; a
    /// leading slash means the whole path, and `*` matches any one segment. `query` names required items, or forbidden ones with
    /// `nil`; other items are ignored. Of several matching routes the one added first wins while it has responses left. A
    /// request fails when all are used up.
    public func on(
        _ method: HTTPMethod, _ pattern: String, query: [String: String?] = [:], _ answers: StubAnswer...
    ) -> StubTransport {
        adding(StubRoute(method: method, pattern: pattern, query: query, once: answers))
    }

    /// Returns the transport with an added route that always gives the same response.
    public func on(
        _ method: HTTPMethod, _ pattern: String, query: [String: String?] = [:], always answer: StubAnswer
    ) -> StubTransport {
        adding(StubRoute(method: method, pattern: pattern, query: query, always: answer))
    }

    private func adding(_ route: StubRoute) -> StubTransport {
        var copy = self
        copy.routes.append(route)
        return copy
    }

    /// The requests so far, in order of arrival.
    public var requests: [HTTPRequest] { recorded.withLock { $0 } }

    /// A message for each route with unused responses.
    public var unusedStubs: [String] { routes.compactMap(\.complaint) }

    /// Records `request` and returns its response.
    ///
    /// Throws `unmatchedStub` if no route matches.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = try answer(to: request)
        var response = try await answer.respond(request)
        if let body = answer.body { for try await piece in body { response.body += piece } }
        return response
    }

    /// Records `request` and returns its response as a stream; the body of a plain response is already complete.
    ///
    /// Throws `unmatchedStub` if no route matches.
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
        let nearest = routes.map { (route: $0, differences: $0.differences(from: request)) }
            .min { $0.differences.count < $1.differences.count }
        guard let nearest else { return "No stub answers \(shown): there are none." }
        guard !nearest.differences.isEmpty else {
            return "No stub answers \(shown) any more: \(nearest.route) had \(nearest.route.total) and all are used."
        }
        let differences = nearest.differences.joined(separator: "; ")
        return "No stub answers \(shown). The nearest is \(nearest.route): \(differences)."
    }
}

extension NoticeBoardError.Code {
    /// No stub matched a request: a mistake in the test, or the fault that it looks for.
    public static let unmatchedStub = Self(rawValue: "unmatchedStub")
}
