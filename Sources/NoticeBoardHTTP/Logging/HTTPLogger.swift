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
/// A logger changes neither requests nor responses; an ``HTTPInterceptor`` does. Its methods are called on any thread, also
/// concurrently, and the call waits for them. Events contain no token, keyword, body or path value.
public protocol HTTPLogger: Sendable {
    /// Logs an event.
    func log(_ event: HTTPEvent)
    /// Logs a request before it is sent, with all secrets; does nothing by default.
    func logUnredacted(_ request: HTTPRequest)
    /// Logs the result of a request, with all secrets; does nothing by default.
    func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest)
}

extension HTTPLogger {
    /// Does nothing.
    public func logUnredacted(_ request: HTTPRequest) {}
    /// Does nothing.
    public func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest) {}
}

/// A logger that keeps the last events in memory, to attach to a bug report.
///
/// ```swift
/// let events = RecentEvents()
/// configuration.loggers = [events]
/// …
/// report.attach(events.text)
/// ```
///
/// Safe to use from any thread.
public final class RecentEvents: HTTPLogger {
    private let capacity: Int
    private let kept = Locked<[HTTPEvent]>([])

    /// Creates a logger that keeps `capacity` events, at least one.
    public init(capacity: Int = 200) { self.capacity = max(capacity, 1) }

    /// Adds `event`, replacing the oldest one if full.
    public func log(_ event: HTTPEvent) {
        kept.withLock { kept in
            if kept.count == capacity { kept.removeFirst() }
            kept.append(event)
        }
    }

    /// The events, the oldest first.
    public var events: [HTTPEvent] { kept.withLock { $0 } }

    /// The events as text, one per line, oldest first, each with its time in UTC.
    public var text: String { events.map { $0.dated + "\n" }.joined() }
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
public struct UnredactedLogger: HTTPLogger {
    private let show: @Sendable (String) -> Void

    /// Creates a logger that calls `show` with a text before each request, and another after its response.
    public init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    /// Does nothing, since attempts show more than events.
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
