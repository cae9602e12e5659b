import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// The bytes that a store keeps: `{"access":"…","format":1,"refresh":"…","user":"…"}`.
struct StoredTokens: Codable {
    private static let newestFormat = 1

    private let format: Int
    private let access: String
    private let refresh: String?
    private let user: String?

    /// What `credentials` are written as.
    static func data(of credentials: Credentials) throws -> Data {
        try StoredJSON.data(
            of: StoredTokens(
                format: newestFormat, access: credentials.accessToken.headerValue, refresh: credentials.refreshToken,
                user: credentials.account))
    }

    /// What `data` holds.
    ///
    /// Throws `storeTooNew` for another format and `storeDamaged` for what cannot be read or cannot be tokens.
    static func credentials(in data: Data) throws(NoticeBoardError) -> Credentials {
        guard let stored = try StoredJSON.value(StoredTokens.self, in: data, newest: newestFormat, "The tokens"),
            stored.access.isToken,
            stored.refresh?.isToken ?? true, let user = stored.user, !user.isEmpty
        else { throw NoticeBoardError(.storeDamaged, "The tokens that were kept cannot be read.", remedy: .signInAgain) }
        return Credentials(accessToken: .raw(stored.access), refreshToken: stored.refresh, account: user)
    }
}
