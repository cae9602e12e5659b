public import Foundation
public import NoticeBoardBase

/// Which servers a transport trusts under https, and which certificates prove the app to them.
///
/// ```swift
/// let transport = SystemTransport(trust: HTTPTrust(pins: ["board.example.com": [pin, reserve]]))
/// ```
///
/// Pins narrow what is trusted and replace nothing: the certificate must be right as well.
public struct HTTPTrust: Sendable, Hashable {
    /// The authorities of the system, no pins, no certificate of the app's.
    public static let system = HTTPTrust()

    /// A file of certificates in PEM that are trusted in place of the system's authorities.
    public var authorities: URL?
    /// For a host, the public keys one of which it must have: their SHA-256 in base 64.
    ///
    /// The host as an address has it, without scheme, port or pattern; that of IPv6 without brackets.
    ///
    /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` makes one of a
    /// certificate. Name a second one that is kept in reserve.
    public var pins: [String: Set<String>]
    /// For a host, the certificate that the app shows when the host asks for one.
    public var clientCertificates: [String: ClientCertificate]

    /// Creates a trust; what is left out is as in ``system``.
    public init(
        authorities: URL? = nil, pins: [String: Set<String>] = [:], clientCertificates: [String: ClientCertificate] = [:]
    ) {
        self.authorities = authorities
        self.pins = pins
        self.clientCertificates = clientCertificates
    }

    /// A certificate and its private key, as a PKCS#12 file holds them (`.p12`, `.pfx`).
    public struct ClientCertificate: Sendable, Hashable, Redacted {
        let data: Data
        let password: String

        /// Creates a certificate of the bytes of a PKCS#12 file and its password.
        public init(pkcs12 data: Data, password: String) {
            self.data = data
            self.password = password
        }

        /// Never the key.
        public var description: String { "ClientCertificate(…)" }
    }

    /// Certificates that can't be used, for another format or a wrong password.
    static let badCertificate = NoticeBoardError(
        .invalidInput, "The client certificate or its password cannot be used.", remedy: .fixInput("clientCertificates"))
}

extension HTTPTrust {
    /// Returns the same with hosts in lower case; throws when a part of it would mean less than it says.
    func checked() throws(NoticeBoardError) -> Self {
        if let authorities {
            guard authorities.isFileURL, FileManager.default.isReadableFile(atPath: authorities.path) else {
                throw NoticeBoardError(.fileUnavailable, "The file of authorities cannot be read.", remedy: .fixInput(.file))
            }
        }
        var checked = HTTPTrust(authorities: authorities)
        for (host, keys) in pins {
            guard !keys.isEmpty, keys.allSatisfy({ Data(base64Encoded: $0)?.count == 32 }) else {
                throw NoticeBoardError(.invalidInput, "A pin is no SHA-256 in base 64.", remedy: .fixInput("pins"))
            }
            checked.pins[try Self.checked(host, "pins")] = keys
        }
        for (host, certificate) in clientCertificates {
            checked.clientCertificates[try Self.checked(host, "clientCertificates")] = certificate
        }
        return checked
    }

    /// Returns `host` as a request's origin has it; under anything else it would never be found.
    private static func checked(_ host: String, _ what: Remedy.Input) throws(NoticeBoardError) -> String {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let origin = HTTPOrigin(scheme: .https, host: host), labels.allSatisfy({ !$0.isEmpty }) else {
            throw NoticeBoardError(
                .invalidInput, "Pins and certificates are for a host alone: no scheme, port, path or pattern, no dot at its end.",
                remedy: .fixInput(what))
        }
        return origin.host
    }
}
