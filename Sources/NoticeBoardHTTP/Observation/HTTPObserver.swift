/// Hears what becomes of calls, for logs, measurements and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPObserver {
///     func observe(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// Choose an observer to look on; to change what travels, choose an ``HTTPInterceptor``. No event holds anything secret: no
/// token, keyword, body or path value.
public protocol HTTPObserver: Sendable {
    /// Hears one event, on no particular thread and often on several at once; the call waits until this returns.
    func observe(_ event: HTTPEvent)
}

/// Whom to tell what becomes of a client's calls.
///
/// Travels with each request, so that every part of the chain can tell. Two are equal when they are the same one.
package final class Observation: Sendable, Hashable {
    private let observers: [any HTTPObserver]

    /// Nothing when nobody listens, so that calls do not carry what nobody needs.
    init?(_ observers: [any HTTPObserver]) {
        guard !observers.isEmpty else { return nil }
        self.observers = observers
    }

    func tell(_ kind: HTTPEvent.Kind, of request: HTTPRequest) {
        tell(kind, call: "\(request.method) \(request.options.label)", requestID: request.options.requestID)
    }

    func tell(_ kind: HTTPEvent.Kind, of call: EndpointRequest) {
        tell(kind, call: "\(call.method) \(call.path)", requestID: call.options.requestID)
    }

    private func tell(_ kind: HTTPEvent.Kind, call: String, requestID: String) {
        let event = HTTPEvent(requestID: requestID, call: call, kind: kind)
        for observer in observers { observer.observe(event) }
    }

    /// Whether both are the same one.
    package static func == (left: Observation, right: Observation) -> Bool { left === right }
    /// Hashes which one it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
