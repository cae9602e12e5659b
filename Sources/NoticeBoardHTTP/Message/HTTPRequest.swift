public import Foundation
public import NoticeBoardBase

/// A request as it travels from the builder through the interceptors to the transport.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// Where it goes.
    public var origin: HTTPOrigin
    /// Path and query, percent-encoded, as they stand on the request line.
    public var target: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// What it carries.
    public var body: HTTPBody?
    /// What interceptors and transports need to know about the call beyond its bytes.
    public var options: Options
    /// The call as a template that is safe to log: `boards/{}/posts`.
    public var label: String
    /// The statuses that count as success: what is an error elsewhere is an answer to this call.
    public var validation: StatusValidation
    /// Where a successful answer's body is to be kept, instead of in memory: over whatever stands there.
    public var destination: URL?
    /// What belongs to the call and to none of its requests.
    package var call: CallContext?

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
}

extension Remedy.Input {
    /// The address that a client's endpoints are below.
    public static let baseURL = Self("base URL", korean: "서버 주소")
    /// The path of a call.
    public static let path = Self("path", korean: "요청 경로")
    /// What a call carries.
    public static let body = Self("body", korean: "요청 본문")
    /// What somebody signs in with.
    public static let signIn = Self("sign-in details", korean: "로그인 정보")

    /// A header field.
    public static func header(_ name: HTTPHeaderName) -> Self { Self("header \(name)", korean: "\(name) 헤더") }
}
