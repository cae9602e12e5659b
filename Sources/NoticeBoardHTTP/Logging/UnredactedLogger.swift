import Foundation

/// A logger that shows requests and responses whole, tokens and passwords included: for a developer's own machine.
///
/// ```swift
/// #if DEBUG
///     configuration.loggers.append(UnredactedLogger { print($0) })
/// #endif
/// ```
///
/// Keep it out of releases: a reader of the output can act as the signed-in user. It shows each attempt as it leaves, retries
/// included.
public struct UnredactedLogger: HTTPLogger {
    private let show: @Sendable (String) -> Void

    /// Creates a logger that calls `show` with one text before a request leaves, and one when its response came.
    public init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    /// Does nothing: attempts tell more than events.
    public func log(_ event: HTTPEvent) {}

    /// Shows `request` as a `curl` command.
    public func logUnredacted(_ request: HTTPRequest) { show("[\(request.requestID)] \(request.curlWithEverySecret)") }

    /// Shows the response or the error.
    public func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest) {
        switch result {
        case .success(let response):
            let headers = response.headers.map { "\($0.name): \($0.value)\n" }.joined()
            show("[\(request.requestID)] \(response.status)\n\(headers)\n\(String(decoding: response.body, as: UTF8.self))")
        case .failure(let error): show("[\(request.requestID)] \(error)")
        }
    }
}
