/// A request method.
///
/// The set is open.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable {
    /// The method as it stands on the wire.
    public let rawValue: String

    /// A method by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `GET`.
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `POST`.
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `PATCH`.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `DELETE`.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `OPTIONS`.
    public static let options = HTTPMethod(rawValue: "OPTIONS")

    /// Whether sending it twice has the effect of sending it once (RFC 9110, 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options: true
        default: false
        }
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The method as it stands on the wire.
    public var description: String { rawValue }
}
