public import Foundation

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

    /// An origin; `nil` when the host is empty or the port is outside 1…65535.
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        guard !host.isEmpty, 1...65535 ~= port ?? scheme.defaultPort else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port ?? scheme.defaultPort
        let bracketed = self.host.contains(":") ? "[\(self.host)]" : self.host
        text = "\(scheme.rawValue)://\(bracketed)" + (self.port == scheme.defaultPort ? "" : ":\(self.port)")
        isThisMachine = Self.isThisMachine(self.host)
    }

    /// The origin of an absolute http or https address; nothing for any other.
    public init?(_ url: URL) {
        guard let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }), let host = url.host else { return nil }
        // Foundation keeps an IPv6 address's brackets on some systems and drops them on others.
        self.init(scheme: scheme, host: host.trimmingCharacters(in: ["[", "]"]), port: url.port)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1"
            || (host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil })
    }
}

extension HTTPOrigin: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}
