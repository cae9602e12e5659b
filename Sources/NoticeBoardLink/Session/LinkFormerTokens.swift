import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A store that takes over, once, the tokens that an app's former version kept in `UserDefaults`.
///
/// ```swift
/// let store = LinkFormerTokens(
///     in: KeychainTokenStore(service: "org.example.app"),
///     keys: .init(access: "accessToken", refresh: "refreshToken", user: "userID"))
/// ```
///
/// What is found there is brought into the store behind, and leaves the defaults only when it stands there: `UserDefaults` is a
/// plain file, in every backup. From then on, and after every save, the store behind alone counts.
public struct LinkFormerTokens: TokenStore {
    /// Under which names the former version kept what.
    public struct Keys: Sendable, Hashable {
        /// The access token's name.
        public var access: String
        /// The refresh token's name.
        public var refresh: String
        /// The name of the user's ID; `nil` where the former version kept none, and the service is asked.
        public var user: String?

        /// Names.
        public init(access: String, refresh: String, user: String? = nil) {
            self.access = access
            self.refresh = refresh
            self.user = user
        }

        fileprivate var all: [String] { [access, refresh] + (user.map { [$0] } ?? []) }
    }

    private let store: any TokenStore
    private let keys: Keys
    private let suite: String?

    /// The tokens of `store`, or those that stand in the defaults of `suite`, the app's own when there is none.
    public init(in store: some TokenStore, keys: Keys, suite: String? = nil) {
        self.store = store
        self.keys = keys
        self.suite = suite
    }

    /// Made where it is used: the class is not marked as safe to send on every system.
    private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }

    /// What the store behind holds, or what is taken over.
    ///
    /// Where the store behind cannot take it, it stays where it was and is taken over at the next launch.
    public func load() throws -> Credentials? {
        if let kept = try store.load() {
            forget()
            return kept
        }
        guard let access = defaults.string(forKey: keys.access), let refresh = defaults.string(forKey: keys.refresh),
            access.isToken, refresh.isToken
        else { return nil }
        let user = keys.user.flatMap { defaults.string(forKey: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        let former = Credentials(accessToken: .raw(access), refreshToken: refresh, account: user)
        // Without an ID they are saved when the session has asked whose they are.
        if user != nil, (try? store.save(former)) != nil { forget() }
        return former
    }

    /// Saves in the store behind; what the former version kept is no good any more, and goes.
    public func save(_ credentials: Credentials?) throws {
        // Whatever becomes of the store, who signed out must not be signed in again by what stands here.
        if credentials == nil { forget() }
        try store.save(credentials)
        forget()
    }

    private func forget() {
        let defaults = defaults
        for key in keys.all where defaults.object(forKey: key) != nil { defaults.removeObject(forKey: key) }
    }
}
