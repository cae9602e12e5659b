import Foundation
import NoticeBoardBase

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
