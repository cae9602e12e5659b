import Foundation
import NoticeBoardBase

/// Receives what happens to a client's calls, for logs, measurements and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPLogger {
///     func log(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// A logger changes neither requests nor responses; an ``HTTPInterceptor`` does. Its methods are called on any thread, often on
/// several at once, and the call waits until they return. No event holds a token, a keyword, a body or a path value.
public protocol HTTPLogger: Sendable {
    /// Logs an event.
    func log(_ event: HTTPEvent)
    /// Logs a request before it leaves, with every secret in it; does nothing unless implemented.
    func logUnredacted(_ request: HTTPRequest)
    /// Logs how a request ended, with every secret in the response; does nothing unless implemented.
    func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest)
}

extension HTTPLogger {
    /// Does nothing.
    public func logUnredacted(_ request: HTTPRequest) {}
    /// Does nothing.
    public func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest) {}
}

/// A logger that keeps the last events in memory, to be sent along with a bug report.
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

    /// Keeps `event` in place of the oldest one.
    public func log(_ event: HTTPEvent) {
        kept.withLock { kept in
            if kept.count == capacity { kept.removeFirst() }
            kept.append(event)
        }
    }

    /// The events, the oldest first.
    public var events: [HTTPEvent] { kept.withLock { $0 } }

    /// The events as text, one a line, the oldest first, each with its time in UTC.
    public var text: String { events.map { $0.dated + "\n" }.joined() }
}

extension HTTPEvent {
    /// The event as one line with its date: `2026-11-20T08:05:09.123Z GET boards […] started`.
    public var dated: String { "\(RFC3339.text(date) ?? "-") \(self)" }
}

/// A logger that writes to standard error, one event a line: for tools in a terminal and servers in a container.
public struct StandardErrorLogger: HTTPLogger {
    /// Creates a logger that writes to standard error.
    public init() {}

    /// Writes `event`; a line that cannot be written is dropped.
    public func log(_ event: HTTPEvent) {
        // One write for the whole line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data("\(event.dated)\n".utf8))
    }
}

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
