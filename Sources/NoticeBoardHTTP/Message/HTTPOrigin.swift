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

    private let fields: Boxed<Fields>

    private struct Fields: Sendable, Hashable {
        let scheme: Scheme
        let host: String
        let port: Int
        let text: String
        let isThisMachine: Bool
    }

    /// How it is spoken to.
    public var scheme: Scheme { fields.value.scheme }
    /// The host in lower case, an IPv6 address without its brackets.
    public var host: String { fields.value.host }
    /// The port, the scheme's own when none was named.
    public var port: Int { fields.value.port }
    /// `https://host:port`, the port only where it is not the scheme's own.
    public var text: String { fields.value.text }
    /// Whether it names this machine, where plain http harms nobody.
    public var isThisMachine: Bool { fields.value.isThisMachine }

    /// An origin; `nil` when the host is empty or the port is outside 1…65535.
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        guard !host.isEmpty, 1...65535 ~= port ?? scheme.defaultPort else { return nil }
        let (host, port) = (host.lowercased(), port ?? scheme.defaultPort)
        let bracketed = host.contains(":") ? "[\(host)]" : host
        fields = Boxed(
            Fields(
                scheme: scheme, host: host, port: port,
                text: "\(scheme.rawValue)://\(bracketed)" + (port == scheme.defaultPort ? "" : ":\(port)"),
                isThisMachine: Self.isThisMachine(host)))
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
