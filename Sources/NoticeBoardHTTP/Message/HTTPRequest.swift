public import Foundation
public import NoticeBoardBase

/// A request as it travels from the builder through the interceptors to the transport.
///
/// A value, and as cheap to hand on as a reference: what it holds is copied when a copy of it is changed.
public struct HTTPRequest: Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable, Hashable {
        var method: HTTPMethod
        var origin: HTTPOrigin
        var target: String
        var headers: HTTPHeaders
        var body: HTTPBody?
        var options: Options
        var label: String
        var validation: StatusValidation
        var destination: URL?
        var call: CallContext?
    }

    /// The method.
    public var method: HTTPMethod {
        get { fields.value.method }
        set { fields.change { $0.method = newValue } }
    }
    /// Where it goes.
    public var origin: HTTPOrigin {
        get { fields.value.origin }
        set { fields.change { $0.origin = newValue } }
    }
    /// Path and query, percent-encoded, as they stand on the request line.
    public var target: String {
        get { fields.value.target }
        set { fields.change { $0.target = newValue } }
    }
    /// The header fields.
    public var headers: HTTPHeaders {
        get { fields.value.headers }
        set { fields.change { $0.headers = newValue } }
    }
    /// What it carries.
    public var body: HTTPBody? {
        get { fields.value.body }
        set { fields.change { $0.body = newValue } }
    }
    /// What interceptors and transports need to know about the call beyond its bytes.
    public var options: Options {
        get { fields.value.options }
        set { fields.change { $0.options = newValue } }
    }
    /// The call as a template that is safe to log: `boards/{}/posts`.
    public var label: String {
        get { fields.value.label }
        set { fields.change { $0.label = newValue } }
    }
    /// The statuses that count as success: what is an error elsewhere is an answer to this call.
    public var validation: StatusValidation {
        get { fields.value.validation }
        set { fields.change { $0.validation = newValue } }
    }
    /// Where a successful answer's body is to be kept, instead of in memory: over whatever stands there.
    public var destination: URL? {
        get { fields.value.destination }
        set { fields.change { $0.destination = newValue } }
    }
    /// What belongs to the call and to none of its requests.
    package var call: CallContext? {
        get { fields.value.call }
        set { fields.change { $0.call = newValue } }
    }

    /// A request; `target` begins with a slash.
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
        fields = Boxed(
            Fields(
                method: method, origin: origin, target: target, headers: headers, body: body, options: options, label: label,
                validation: validation, destination: destination))
    }

    /// Tells the call from others in logs and errors; empty where no client sends it.
    public var requestID: String { call?.id ?? "" }
    /// The call that it belongs to, and the request with it: one of its own where no client sends it.
    func withCall() -> (CallContext, HTTPRequest) {
        if let call { return (call, self) }
        var request = self
        let call = CallContext()
        request.call = call
        return (call, request)
    }
    /// The whole address, when Foundation can hold it.
    public var url: URL? { URL(string: origin.text + target) }
    /// The percent-encoded path alone.
    public var path: Substring { Substring(target.unicodeScalars.prefix { $0 != "?" }) }
    /// The percent-encoded query alone, without its question mark.
    public var query: Substring? {
        target.unicodeScalars.firstIndex(of: "?").map { Substring(target.unicodeScalars[$0...].dropFirst()) }
    }
}

extension HTTPRequest: Hashable {
    /// Whether both say the same.
    public static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
        left.fields == right.fields
    }
    /// Hashes what tells nearly all requests apart; the rest is for `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(origin.host)
        hasher.combine(target)
    }
}

extension HTTPRequest: Redacted {
    /// `GET https://host label`: path values and query are hidden, since they hold what people searched for.
    public var description: String {
        let shown = label.isEmpty ? "…" : label
        return "\(method) \(origin)/\(shown)" + (query == nil ? "" : "?…")
    }
    /// The parts of ``description``, the headers as they may be shown, and the body's size.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["request": description, "headers": headers, "body": body as Any, "options": options],
            displayStyle: .struct)
    }
}
