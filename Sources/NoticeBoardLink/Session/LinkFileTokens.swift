public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// Tokens in a file that only its owner may read (0600), in a folder that only its owner may open.
///
/// For Linux and for tools; on Apple's systems the keychain is the better place. A new file is written beside the old one, brought
/// to the disk and put in its place, so that a crash, a full disk or a loss of power leaves the one or the other and never half of
/// each. What stands in its place and is no file, a symbolic link for example, is neither followed nor overwritten.
public struct LinkFileTokens: LinkTokenStore {
    private let file: SmallFile

    /// Tokens in the file `name` of a folder, which is made when it is needed; the disk is not touched before.
    public init(directory: URL, name: String = "link-tokens.json") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package init(directory: URL, name: String = "link-tokens.json", files: any FileSystem) {
        file = SmallFile(directory: directory, name: name, what: "the file of the tokens", longest: 65_536, files: files)
    }

    /// What was saved last; nothing when there is no file.
    ///
    /// A file that others may read, or that has another name, is written anew for its owner alone.
    public func load() throws -> Credentials? {
        try file.read().map { try StoredTokens.credentials(in: $0) }
    }

    /// Keeps `credentials` in place of what was kept; nil removes the file.
    public func save(_ credentials: Credentials?) throws {
        guard let credentials else { return try file.remove() }
        try file.replace(try StoredTokens.data(of: credentials))
    }
}

extension LinkFileTokens: Redacted {
    /// Never the folder: a path may name a person.
    public var description: String { "LinkFileTokens(…)" }
}
