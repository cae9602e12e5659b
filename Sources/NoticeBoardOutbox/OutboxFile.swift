/// A file attached to a draft, as it is sent.
public struct OutboxFile: Sendable, Hashable, Codable {
    /// The file name in the outbox's folder; empty while the file is being prepared.
    public let name: String
    /// The extension of its type, such as `jpg`.
    public let kind: String
    /// The size in bytes.
    public let bytes: Int

    /// Creates a file by its name in the outbox's folder.
    public init(name: String, kind: String, bytes: Int) {
        self.name = name
        self.kind = kind
        self.bytes = bytes
    }

    /// Stands for a file that is being prepared.
    static let beingPrepared = OutboxFile(name: "", kind: "", bytes: 0)
}
