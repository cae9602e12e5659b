public import Foundation
public import NoticeBoardBase

/// A response as it travels from the transport back through the interceptors.
public struct HTTPResponse: Sendable, Hashable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable, Hashable {
        var status: HTTPStatus
        var headers: HTTPHeaders
        var body: Data
        var file: URL?
        var attempts: [NoticeBoardError.Attempt] = []
        var origin: HTTPOrigin?
        var target: String?
        var sawSecrets = true
    }

    /// The status.
    public var status: HTTPStatus {
        get { fields.value.status }
        set { fields.change { $0.status = newValue } }
    }
    /// The header fields.
    public var headers: HTTPHeaders {
        get { fields.value.headers }
        set { fields.change { $0.headers = newValue } }
    }
    /// The body, decompressed; empty when it was kept in ``file``.
    public var body: Data {
        get { fields.value.body }
        set { fields.change { $0.body = newValue } }
    }
    /// Where the transport kept the body, when the call asked for that and succeeded.
    public var file: URL? {
        get { fields.value.file }
        set { fields.change { $0.file = newValue } }
    }
    /// Every time that the call was sent, in order.
    public var attempts: [NoticeBoardError.Attempt] {
        get { fields.value.attempts }
        set { fields.change { $0.attempts = newValue } }
    }
    /// Who answered, after every redirect; nothing where an interceptor answered by itself.
    public var origin: HTTPOrigin? {
        get { fields.value.origin }
        set { fields.change { $0.origin = newValue } }
    }
    /// Where the answer came from, after every redirect: the percent-encoded path alone, since queries hold secrets.
    public var path: String? {
        get { fields.value.target.map { String($0.unicodeScalars.prefix { $0 != "?" }) } }
        set { fields.change { $0.target = newValue } }
    }
    /// The same with the query.
    var target: String? { fields.value.target }
    /// Whether who answered had been sent the token and every other secret of the call.
    package var sawSecrets: Bool {
        get { fields.value.sawSecrets }
        set { fields.change { $0.sawSecrets = newValue } }
    }

    /// The address that the answer came from, after every redirect, without its query, which may hold secrets.
    ///
    /// What the address in a `Location` or `Link` field of the answer is relative to.
    public var url: URL? { origin.flatMap { URL(string: $0.text + (path ?? "/")) } }

    /// A response.
    public init(status: HTTPStatus, headers: HTTPHeaders = [:], body: Data = Data(), file: URL? = nil) {
        fields = Boxed(Fields(status: status, headers: headers, body: body, file: file))
    }
}

extension HTTPResponse {
    func check(limit: Int) throws(NoticeBoardError) {
        guard body.count <= limit else { throw NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.") }
    }
}

extension HTTPResponse: Redacted {
    /// The status and the body's size.
    public var description: String { "\(status), \(body.count) bytes" }
    /// The status, the headers as they may be shown, and the body's size.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status.rawValue, "headers": headers, "bytes": body.count], displayStyle: .struct)
    }
}
