public import Foundation
public import NoticeBoardBase

/// A store in a file that only its owner may read (0600), in a folder that only its owner may open.
///
/// For Linux and for tools; on Apple's systems the keychain is the better place. A new file is written beside the old one, synced
/// and renamed over it, so that a crash, a full disk or a loss of power leaves one of the two whole. A symbolic link, a folder or
/// a pipe in its place is neither followed nor overwritten.
public struct FileTokenStore: TokenStore {
    private let file: SmallFile

    /// Creates a store in the file `name` of a folder, which the first save creates.
    public init(directory: URL, name: String = "tokens.json") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package init(directory: URL, name: String = "tokens.json", files: any FileSystem) {
        file = SmallFile(directory: directory, name: name, what: "the file of the tokens", longest: 65_536, files: files)
    }

    /// Returns the credentials that were saved last; `nil` if there is no file.
    ///
    /// A file that others may read, or that has another name, is rewritten for its owner alone.
    public func load() throws -> Credentials? { try file.read().map { try StoredTokens.credentials(in: $0) } }

    /// Replaces the stored credentials; `nil` removes the file.
    public func save(_ credentials: Credentials?) throws {
        guard let credentials else { return try file.remove() }
        try file.replace(try StoredTokens.data(of: credentials))
    }
}

extension FileTokenStore: Redacted {
    /// Never the folder: a path may name a person.
    public var description: String { "FileTokenStore(…)" }
}
