public import Foundation
public import NoticeBoardBase

/// A store in a file that only its owner may read (0600), in a private folder.
///
/// For Linux and for tools; prefer the keychain on Apple's systems. A new version is written to a second file, synced and
/// renamed, so that a crash, a full disk or a power loss leaves either version complete. A symbolic link, a folder or a pipe in
/// its place is neither followed nor overwritten.
public struct FileTokenStore: TokenStore, Redacted {
    private let file: SmallFile

    /// Creates a store in the file `name` of a folder, which the first save creates.
    public init(directory: URL, name: String = "tokens.json") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package init(directory: URL, name: String = "tokens.json", files: any FileSystem) {
        file = SmallFile(directory: directory, name: name, what: "the file of the tokens", longest: 65_536, files: files)
    }

    /// Returns the last saved credentials; `nil` if there is no file.
    ///
    /// A file that others may read, or that has another name, is rewritten for its owner alone.
    public func load() throws -> Credentials? { try file.read().map { try StoredTokens.credentials(in: $0) } }

    /// Replaces the stored credentials; `nil` removes the file.
    public func save(_ credentials: Credentials?) throws {
        guard let credentials else { return try file.remove() }
        try file.replace(try StoredTokens.data(of: credentials))
    }
}
