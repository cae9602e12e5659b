public import Foundation
public import NoticeBoardBase

/// The servers that a transport trusts under https, and the certificates that identify the app to them.
///
/// ```swift
/// let transport = SystemTransport(trust: HTTPTrust(pins: ["board.example.com": [pin, reserve]]))
/// ```
///
/// Pins are an additional check: the certificate must be valid as well.
public struct HTTPTrust: Sendable, Hashable {
    /// The system's authorities, without pins and client certificates.
    public static let system = HTTPTrust()

    /// A PEM file of certificates to trust instead of the system's authorities.
    public var authorities: URL?
    /// The accepted public keys of each host, as SHA-256 in base 64; the server must have one of them.
    ///
    /// The host is written as in a URL, without scheme, port or pattern; an IPv6 address without brackets.
    ///
    /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` computes a pin
    /// from a certificate. Add a second pin as a reserve.
    public var pins: [String: Set<String>]
    /// The certificate that the app presents to each host that asks for one.
    public var clientCertificates: [String: ClientCertificate]

    /// Creates a trust; defaults are those of ``system``.
    public init(
        authorities: URL? = nil, pins: [String: Set<String>] = [:], clientCertificates: [String: ClientCertificate] = [:]
    ) {
        self.authorities = authorities
        self.pins = pins
        self.clientCertificates = clientCertificates
    }

    /// A certificate with its private key, from a PKCS#12 file (`.p12`, `.pfx`).
    public struct ClientCertificate: Sendable, Hashable, Redacted {
        let data: Data
        let password: String

        /// Creates a certificate from the bytes of a PKCS#12 file and its password.
        public init(pkcs12 data: Data, password: String) { (self.data, self.password) = (data, password) }
    }

    /// Thrown for a certificate with another format or a wrong password.
    static let badCertificate = NoticeBoardError(
        invalid: "clientCertificates", "The client certificate or its password cannot be used.")

    /// Returns a copy with hosts in lower case; throws if a part of it would have no effect.
    func checked() throws(NoticeBoardError) -> Self {
        if let authorities, !authorities.isFileURL || !FileManager.default.isReadableFile(atPath: authorities.path) {
            throw NoticeBoardError(.fileUnavailable, "The file of authorities cannot be read.", remedy: .fixInput(.file))
        }
        var checked = HTTPTrust(authorities: authorities)
        for (host, keys) in pins {
            guard !keys.isEmpty, keys.allSatisfy({ Data(base64Encoded: $0)?.count == 32 }) else {
                throw NoticeBoardError(invalid: "pins", "A pin is no SHA-256 in base 64.")
            }
            checked.pins[try Self.checked(host, "pins")] = keys
        }
        for (host, certificate) in clientCertificates {
            checked.clientCertificates[try Self.checked(host, "clientCertificates")] = certificate
        }
        return checked
    }

    /// Returns `host` as in a request's origin, under which it is looked up.
    private static func checked(_ host: String, _ what: Remedy.Input) throws(NoticeBoardError) -> String {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let origin = HTTPOrigin(host: host), labels.allSatisfy({ !$0.isEmpty }) else {
            throw NoticeBoardError(
                invalid: what, "Pins and certificates are for a host alone: no scheme, port, path or pattern, no dot at its end.")
        }
        return origin.host
    }
}
