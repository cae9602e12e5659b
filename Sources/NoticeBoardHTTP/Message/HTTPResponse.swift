public import Foundation
public import NoticeBoardBase

/// A response that passes from the transport back through the interceptors.
public struct HTTPResponse: Sendable, Hashable, Redacted {
    /// The status.
    public var status: HTTPStatus
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed; empty if it was written to ``file``.
    public var body: Data
    /// The file with the body, if the call asked for one and succeeded.
    public var file: URL?
    /// All attempts of the call, in order.
    public var attempts: [NoticeBoardError.Attempt] = []
    /// The origin that responded, after all redirects; `nil` if an interceptor made the response.
    public var origin: HTTPOrigin?
    /// The percent-encoded path that responded, after all redirects, without the query, which may hold secrets.
    public var path: String? { target.map { String($0.unicodeScalars.prefix { $0 != "?" }) } }
    /// The path with the query.
    package var target: String?
    /// Whether the responding server had received the call's token and all its other secrets.
    package var responderReceivedSecrets = true

    /// The URL that responded, after all redirects, without its query, which may hold secrets.
    ///
    /// The base for relative URLs in the response's `Location` and `Link` fields.
    public var url: URL? { origin.flatMap { URL(string: $0.text + (path ?? "/")) } }

    /// Creates a response.
    public init(status: HTTPStatus, headers: HTTPHeaders = [:], body: Data = Data(), file: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.file = file
    }

    /// The maximum number of header fields.
    static let fieldLimit = 256

    /// Thrown for a body of more than `limit` bytes.
    static func tooLarge(_ limit: Int) -> NoticeBoardError {
        NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.")
    }

    /// The status and the body's size.
    public var description: String { "\(status), \(body.count) bytes" }

    /// Returns the URL in the response's `Link` field for `relation` (RFC 8288): `next`, `prev`, `last`.
    ///
    /// Call it with `.get(.url(link))`. A link of another resource (`anchor`) is ignored. A host that is not ASCII (`xn--…`)
    /// makes a link unusable, as it does a redirect.
    public func link(_ relation: String) -> URL? {
        let relation = relation.asciiLowercased
        // Includes the query, unlike `url`: `<>` and `<#part>` refer to the URL that responded.
        let own = origin.flatMap { URL(string: $0.text + (target ?? "/")) }
        for field in headers.values(of: .link) {
            for part in HeaderParameters.split(field, at: ",") {
                let parameters = HeaderParameters(part)
                let relations = (parameters["rel"] ?? "").asciiLowercased.unicodeScalars.split(separator: " ")
                let reference = parameters.value.unicodeScalars
                guard relations.contains(where: { String($0).hasSameBytes(as: relation) }), reference.first == "<",
                    reference.last == ">", parameters["anchor"]?.isEmpty ?? true
                else { continue }
                let address = String(reference.dropFirst().dropLast())
                return address.isEmpty ? own : URL(header: address, relativeTo: own)
            }
        }
        return nil
    }
}
