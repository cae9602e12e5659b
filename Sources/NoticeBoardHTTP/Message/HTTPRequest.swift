public import Foundation
public import NoticeBoardBase

/// A request that passes from the builder through the interceptors to the transport.
public struct HTTPRequest: Sendable, Hashable, Redacted {
    /// The method.
    public var method: HTTPMethod
    /// The target's origin.
    public var origin: HTTPOrigin
    /// The percent-encoded path and query, as on the request line.
    public var target: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body.
    public var body: HTTPBody?
    /// The call's options for interceptors and transports.
    public var options: Options
    /// The call as a template that is safe to log: `boards/{}/posts`.
    public var label: String
    /// The statuses that count as success; others throw.
    public var validation: StatusValidation
    /// The file to write a successful response's body to, replacing any file there; `nil` buffers the body.
    public var destination: URL?
    /// State of the call, shared by all its requests.
    package var call: CallContext?

    /// Creates a request; `target` begins with a slash.
    public init(
        method: HTTPMethod = .get,
        origin: HTTPOrigin,
        target: String,
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: Options = Options(),
        label: String = "",
        validation: StatusValidation = .success,
        destination: URL? = nil
    ) {
        self.method = method
        self.origin = origin
        self.target = target
        self.headers = headers
        self.body = body
        self.options = options
        self.label = label
        self.validation = validation
        self.destination = destination
    }

    /// Identifies the call in logs and errors; empty if no client sends it.
    public var requestID: String { call?.id ?? "" }
    /// Returns the call and the request with it; makes a call if no client sends it.
    func withCall() -> (CallContext, HTTPRequest) {
        if let call { return (call, self) }
        var request = self
        let call = CallContext()
        request.call = call
        return (call, request)
    }
    /// The complete URL; `nil` if Foundation can't represent it.
    public var url: URL? { URL(string: origin.text + target) }
    /// The percent-encoded path.
    public var path: Substring { Substring(target.unicodeScalars.prefix { $0 != "?" }) }
    /// The percent-encoded query, without the question mark.
    public var query: Substring? {
        target.unicodeScalars.firstIndex(of: "?").map { Substring(target.unicodeScalars[$0...].dropFirst()) }
    }

    /// `GET https://host label`: path values and query are hidden, since they may hold search keywords.
    public var description: String {
        let shown = label.isEmpty ? "…" : label
        return "\(method) \(origin)/\(shown)" + (query == nil ? "" : "?…")
    }
}
