import Foundation
import NoticeBoardBase

/// Receives the events of a client's calls, for logs, metrics and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPLogger {
///     func log(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// A logger is called on any thread, also concurrently, and the call waits for it. Events contain no token, keyword, body or path
/// value. A logger that is also an ``HTTPInterceptor`` runs around each attempt, whose request has all secrets.
public protocol HTTPLogger: Sendable {
    /// Logs an event.
    func log(_ event: HTTPEvent)
}

extension HTTPEvent {
    /// The event as one line with its date: `2026-11-20T08:05:09.123Z GET boards […] started`.
    public var dated: String { "\(RFC3339.text(date) ?? "-") \(self)" }
}

/// A logger that writes to standard error, one event per line, for terminal tools and servers in containers.
public struct StandardErrorLogger: HTTPLogger {
    /// Creates a logger that writes to standard error.
    public init() {}

    /// Writes `event`; a line that cannot be written is dropped.
    public func log(_ event: HTTPEvent) {
        // One write per line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data("\(event.dated)\n".utf8))
    }
}

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
