public import Foundation
public import NoticeBoardBase

/// A response as it travels from the transport back through the interceptors.
public struct HTTPResponse: Sendable, Hashable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed; empty when it was kept in ``file``.
    public var body: Data
    /// Where the transport kept the body, when the call asked for that and succeeded.
    public var file: URL?
    /// Every time that the call was sent, in order.
    public var attempts: [NoticeBoardError.Attempt] = []
    /// Who answered, after every redirect; nothing where an interceptor answered by itself.
    public var origin: HTTPOrigin?
    /// Where the answer came from, after every redirect: the percent-encoded path alone, since queries hold secrets.
    public var path: String? {
        get { target.map { String($0.unicodeScalars.prefix { $0 != "?" }) } }
        set { target = newValue }
    }
    /// The same with the query.
    private(set) var target: String?
    /// Whether who answered had been sent the token and every other secret of the call.
    package var sawSecrets = true

    /// The address that the answer came from, after every redirect, without its query, which may hold secrets.
    ///
    /// What the address in a `Location` or `Link` field of the answer is relative to.
    public var url: URL? { origin.flatMap { URL(string: $0.text + (path ?? "/")) } }

    /// A response.
    public init(status: HTTPStatus, headers: HTTPHeaders = [:], body: Data = Data(), file: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.file = file
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
