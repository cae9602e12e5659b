public import NoticeBoardBase
import NoticeBoardHTTP

/// Who wrote a post.
public struct Writer: Sendable, Hashable, Codable, Redacted {
    /// The writer's name as the service shows it; empty when the server does not say.
    public let name: String
    /// The writer's mail address, when the server says.
    public let emailAddress: String?
    /// Where the writer's picture is, when there is one.
    public let photo: String?

    /// A writer.
    public init(name: String, emailAddress: String? = nil, photo: String? = nil) {
        self.name = name
        self.emailAddress = emailAddress
        self.photo = photo
    }

    private enum CodingKeys: String, CodingKey {
        case name = "displayName"
        case emailAddress, photo
    }

    private enum OtherKeys: CodingKey { case profileImage }

    /// Reads the wire's form; one host calls the picture `photo`, another `profileImage`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let other = try decoder.container(keyedBy: OtherKeys.self)
        self.init(
            name: container.text(.name) ?? "",
            emailAddress: container.text(.emailAddress),
            photo: container.text(.photo) ?? other.text(.profileImage))
    }

    /// Never the name: descriptions end up in logs.
    public var description: String { "Writer(…)" }
}
