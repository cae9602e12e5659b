import NoticeBoardBase

/// A request method, such as `GET` or a service's own `REPORT`.
///
/// A call whose method is not a token (RFC 9110, 9.1) throws `invalidInput` before anything is sent.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method as given.
    public let rawValue: String

    /// Creates a method from its name, which is case-sensitive.
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

    /// Whether sending the request twice has the same effect as once (RFC 9110, 9.2.2).
    public var isIdempotent: Bool { [.get, .head, .put, .delete, .options].contains(self) }

    /// Throws unless the method is a token, since a server could read more into it.
    func check() throws(NoticeBoardError) {
        guard !HTTPHeaderName.isToken(rawValue) else { return }
        throw NoticeBoardError(invalid: "method", "A request method has only letters, digits and !#$%&'*+-.^_`|~.")
    }

    /// The method, or `(no method)` if it is not a token.
    public var description: String { HTTPHeaderName.isToken(rawValue) ? rawValue : "(no method)" }
}
