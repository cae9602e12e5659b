import Foundation
import NoticeBoardBase

/// The file of an account's hidden content, readable only by its owner (0600) and replaced atomically.
///
/// Its name has a hash of the account.
struct HiddenContentFile<Content: Codable & Sendable>: Sendable {
    private struct Stored: Codable {
        var format = 1
        var hidden: Content
    }

    let file: SmallFile

    init(directory: URL, account: String, files: any FileSystem) {
        file = SmallFile(
            directory: directory, name: "hides-" + HashedName.of(account) + ".json", what: "the file of what is hidden",
            // Far above any real size.
            longest: 16 << 20, files: files)
    }

    /// Returns the content; throws `storeDamaged` if it is unreadable, `storeTooNew` for a newer format.
    func load() throws -> Content? {
        guard let data = try file.read() else { return nil }
        guard let stored = try StoredJSON.value(Stored.self, in: data, newest: 1, "What is hidden") else {
            throw NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")
        }
        return stored.hidden
    }

    /// Replaces the content; `nil` removes the file.
    func save(_ content: Content?) throws {
        guard let content else { return try file.remove() }
        try file.replace(try StoredJSON.data(of: Stored(hidden: content)))
    }
}
