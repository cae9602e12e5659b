/// The status code of a response.
///
/// Any number is valid, to support a server's own codes (418, 444).
public struct HTTPStatus: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The status code.
    public let rawValue: Int

    /// Creates a status from its code.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a status from its code.
    public init(integerLiteral value: Int) { rawValue = value }

    /// 2xx.
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// Whether it is 301, 302, 303, 307 or 308, which redirect to another URL.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }

    /// The status code.
    public var description: String { String(rawValue) }
}
