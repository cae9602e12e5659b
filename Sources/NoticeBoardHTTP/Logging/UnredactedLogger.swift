import Foundation

/// A logger that shows complete requests and responses, tokens and passwords included, for a developer's own machine.
///
/// ```swift
/// #if DEBUG
///     configuration.loggers.append(UnredactedLogger { print($0) })
/// #endif
/// ```
///
/// Never ship it: a reader of the output can act as the signed-in user. It shows every attempt, retries included.
public struct UnredactedLogger: HTTPLogger, HTTPInterceptor {
    private let show: @Sendable (String) -> Void

    /// Creates a logger that calls `show` with a text before each request, and another after its response.
    public init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    /// Does nothing, since attempts show more than events.
    public func log(_ event: HTTPEvent) {}

    /// Shows the method, URL, header fields and body, then those of the response, or the error.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let body: Data?
        if let length = request.body?.length, length > Self.longestBody {
            body = Data("\(length) bytes".utf8)
        } else {
            body = try? request.body?.bytes()
        }
        show(request, "\(request.method) \(request.origin)\(request.target)", request.headers, body ?? Data())
        do {
            let response = try await next(request)
            show(request, "\(response.status)", response.headers, response.body)
            return response
        } catch {
            show("[\(request.requestID)] \(error)")
            throw error
        }
    }

    /// Request bodies that are longer, such as files, are shown as their size.
    private static let longestBody = 1 << 20

    private func show(_ request: HTTPRequest, _ line: String, _ headers: HTTPHeaders, _ body: Data) {
        let fields = headers.map { "\($0.name): \($0.value)\n" }.joined()
        show("[\(request.requestID)] \(line)\n\(fields)\n\(String(decoding: body, as: UTF8.self))")
    }
}
