public import Foundation
import NoticeBoardBase

/// The origin of a URL: scheme, host and port.
///
/// Secrets are shared only between URLs of equal origins.
public struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Whether the scheme is https.
    public let isSecure: Bool
    /// The host in lower case, an IPv6 address without its brackets.
    public let host: String
    /// The port; the scheme's default if none was given.
    public let port: Int
    /// `https://host:port`, without the port if it is the scheme's default.
    public let text: String
    /// Whether the host is this machine, for which plain http is safe.
    public let isThisMachine: Bool

    /// Creates an origin; `nil` if the host is invalid or the port is outside 1…65535.
    ///
    /// A host is a name of ASCII letters, digits, `-`, `_` and `.`, or an IP address. An international name is written in
    /// Punycode, as `URL` does.
    public init?(isSecure: Bool = true, host: String, port: Int? = nil) {
        let usualPort = isSecure ? 443 : 80
        guard Self.isHost(host), 1...65535 ~= port ?? usualPort else { return nil }
        let host = host.lowercased()
        let port = port ?? usualPort
        let bracketed = host.contains(":") ? "[\(host)]" : host
        self.isSecure = isSecure
        self.host = host
        self.port = port
        text = "\(isSecure ? "https" : "http")://\(bracketed)" + (port == usualPort ? "" : ":\(port)")
        // Once, since every request asks.
        isThisMachine = Self.isThisMachine(host)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        return host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }

    /// Creates the origin of an absolute http or https URL; `nil` for any other URL or an invalid host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = url.host else {
            return nil
        }
        // Foundation keeps an IPv6 address's brackets on some systems and drops them on others.
        self.init(isSecure: scheme == "https", host: host.trimmingCharacters(in: ["[", "]"]), port: url.port)
    }

    /// Whether `host` can be part of a URL without changing the other parts.
    ///
    /// `URL.host` decodes percent signs: `a%40b` would add a user name to the URL, and `a%2Fb` a path.
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

    /// The same as ``text``.
    public var description: String { text }
}
