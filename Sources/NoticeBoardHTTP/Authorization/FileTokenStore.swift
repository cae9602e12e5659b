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

/// The bytes of stored credentials: `{"access":"…","expires":…,"format":1,"refresh":"…","user":"…"}`.
struct StoredTokens: Codable {
    private static let newestFormat = 1

    private let format: Int
    private let access: String
    private let refresh: String?
    private let user: String?
    /// In seconds since 1970.
    private let expires: Double?

    /// Returns the bytes of `credentials`.
    static func data(of credentials: Credentials) throws -> Data {
        try StoredJSON.data(
            of: StoredTokens(
                format: newestFormat, access: credentials.accessToken.headerValue, refresh: credentials.refreshToken,
                user: credentials.account, expires: credentials.expiresAt?.timeIntervalSince1970))
    }

    /// Returns the credentials in `data`.
    ///
    /// Throws `storeTooNew` for a newer format and `storeDamaged` for bytes that cannot be credentials.
    static func credentials(in data: Data) throws(NoticeBoardError) -> Credentials {
        guard let stored = try StoredJSON.value(StoredTokens.self, in: data, newest: newestFormat, "The tokens"),
            isToken(stored.access), stored.refresh.map(isToken) ?? true
        else { throw NoticeBoardError(.storeDamaged, "The tokens that were kept cannot be read.", remedy: .signInAgain) }
        return Credentials(
            accessToken: .raw(stored.access), refreshToken: stored.refresh, account: stored.user,
            expiresAt: stored.expires.map { Date(timeIntervalSince1970: $0) })
    }

    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { 0x20...0x7E ~= $0 } }
}
