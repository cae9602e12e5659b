public import Foundation
import NoticeBoardBase

/// Where a request goes: scheme, host and port.
///
/// Two addresses share secrets only when their origins are equal.
public struct HTTPOrigin: Sendable, Hashable {
    /// The two schemes that the SDK speaks.
    public enum Scheme: String, Sendable, Hashable {
        /// Plain http.
        case http
        /// Http over TLS.
        case https

        /// The port when none is named.
        public var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// How it is spoken to.
    public let scheme: Scheme
    /// The host in lower case, an IPv6 address without its brackets.
    public let host: String
    /// The port, the scheme's own when none was named.
    public let port: Int
    /// `https://host:port`, the port only where it is not the scheme's own.
    public let text: String
    /// Whether it names this machine, where plain http harms nobody.
    public let isThisMachine: Bool

    /// Creates an origin; `nil` when the host is not valid or the port is outside 1…65535.
    ///
    /// A host is a name of ASCII letters, digits, `-`, `_` and `.`, or an IP address. An international name is written in
    /// Punycode, as `URL` does.
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        guard Self.isHost(host), 1...65535 ~= port ?? scheme.defaultPort else { return nil }
        let (host, port) = (host.lowercased(), port ?? scheme.defaultPort)
        let bracketed = host.contains(":") ? "[\(host)]" : host
        self.scheme = scheme
        self.host = host
        self.port = port
        text = "\(scheme.rawValue)://\(bracketed)" + (port == scheme.defaultPort ? "" : ":\(port)")
        isThisMachine = Self.isThisMachine(host)
    }

    /// Creates the origin of an absolute http or https address; `nil` for any other, and when its host is not valid.
    public init?(_ url: URL) {
        guard let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }), let host = url.host else { return nil }
        // Foundation keeps an IPv6 address's brackets on some systems and drops them on others.
        self.init(scheme: scheme, host: host.trimmingCharacters(in: ["[", "]"]), port: url.port)
    }

    /// Whether `host` can stand in an address without changing what the other parts mean.
    ///
    /// `URL.host` decodes percent signs: `a%40b` would put a user name into the address, and `a%2Fb` a path.
    private static func isHost(_ host: String) -> Bool {
        let bytes = host.utf8
        guard bytes.contains(UInt8(ascii: ":")) else { return !bytes.isEmpty && bytes.allSatisfy(isNameByte) }
        // An IPv6 address, with or without a zone.
        let parts = bytes.split(separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
        return parts[0].count { $0 == UInt8(ascii: ":") } >= 2
            && parts[0].allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
            && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._".utf8.contains(byte) }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1"
            || (host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil })
    }
}

extension HTTPOrigin: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}
