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
    /// How many header fields an answer may have.
    static let fieldLimit = 256

    func check(limit: Int) throws(NoticeBoardError) {
        guard body.count <= limit else { throw NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.") }
    }
}

extension HTTPResponse: Redacted {
    /// The status and the body's size.
    public var description: String { "\(status), \(body.count) bytes" }
}

extension HTTPResponse {
    /// The address that the answer's `Link` field names for `relation` (RFC 8288): `next`, `prev`, `last`.
    ///
    /// A call goes there as `.get(.url(link))`. A link whose `anchor` names another address than the answer's own is left out.
    /// A host that is not written in ASCII (`xn--…`) makes a link unusable, as it does a redirect.
    public func link(_ relation: String) -> URL? {
        let relation = relation.asciiLowercased
        // With the query, which `url` leaves out: `<>` and `<#part>` name the address that answered.
        let own = origin.flatMap { URL(string: $0.text + (target ?? "/")) }
        for field in headers.values(of: .link) {
            for part in HeaderParameters.split(field, at: ",") {
                let parameters = HeaderParameters(part)
                let relations = (parameters["rel"] ?? "").asciiLowercased.unicodeScalars.split(separator: " ")
                let reference = parameters.value.unicodeScalars
                guard relations.contains(where: { String($0).hasSameBytes(as: relation) }), reference.first == "<",
                    reference.last == ">", parameters["anchor"].map({ Self.isSame($0, as: own) }) ?? true
                else { continue }
                let address = String(reference.dropFirst().dropLast())
                return address.isEmpty ? own : URL(header: address, relativeTo: own)
            }
        }
        return nil
    }

    /// Whether an `anchor` names the address that answered.
    private static func isSame(_ anchor: String, as own: URL?) -> Bool {
        guard !anchor.isEmpty else { return true }
        guard let own, let context = URL(header: anchor, relativeTo: own) else { return false }
        return context.absoluteString.hasSameBytes(as: own.absoluteString)
    }
}
