/// A response's status.
///
/// Any number is a status, so that a server's own (418, 444) survive.
public struct HTTPStatus: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number on the wire.
    public let rawValue: Int

    /// A status by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A status by its number.
    public init(integerLiteral value: Int) { rawValue = value }

    /// 2xx.
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// 301, 302, 303, 307 and 308: those that name another address to go to.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

extension HTTPStatus: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}
