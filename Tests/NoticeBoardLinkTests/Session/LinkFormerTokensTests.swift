import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Tokens of a former version", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkFormerTokensTests {
    private let new = Credentials(accessToken: .raw("access/2"), refreshToken: nil, account: "u\"2")

    // MARK: Tokens of a former version

    private static let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken", user: "userID")

    private func defaults(_ suite: String, _ values: [String: String]) throws -> UserDefaults {
        let defaults = try #require(UserDefaults(suiteName: suite))
        for (key, value) in values { defaults.set(value, forKey: key) }
        return defaults
    }

    @Test("Tokens in UserDefaults are taken over once, and are gone from there when they are safe") func takesOver() throws {
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r", "userID": "u", "theme": "dark"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let store = WatchedTokens()
        let former = LinkFormerTokens(in: store, keys: Self.keys, suite: suite)
        store.fail(NoticeBoardError(.storageFull))
        #expect(throws: NoticeBoardError.self) { try former.load() }
        store.fail(nil)
        let taken = Credentials(accessToken: .raw("a"), refreshToken: "r", account: "u")
        #expect(try former.load() == taken)
        #expect(store.kept == taken && store.log.saved.count == 1)
        for key in ["accessToken", "refreshToken", "userID"] { #expect(defaults.object(forKey: key) == nil) }
        #expect(defaults.string(forKey: "theme") == "dark")
        // What the store holds from then on counts, whatever stands there.
        try former.save(new)
        defaults.set("a2", forKey: "accessToken")
        #expect(try former.load() == new)
        #expect(defaults.object(forKey: "accessToken") == nil)
    }

    @Test("Where the store cannot take them they stay, and are used all the same") func cannotTakeOver() throws {
        struct Full: TokenStore {
            func load() -> Credentials? { nil }
            func save(_ credentials: Credentials?) throws { throw NoticeBoardError(.storageFull) }
        }
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r", "userID": "u"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let former = LinkFormerTokens(in: Full(), keys: Self.keys, suite: suite)
        #expect(try former.load()?.account == "u")
        #expect(try former.load()?.account == "u")
        // Signing out erases them whatever the store says.
        #expect(throws: NoticeBoardError.self) { try former.save(nil) }
        #expect(try former.load() == nil)
    }

    @Test("Whose the tokens of a former version are is asked of the service, where it kept no ID", arguments: [false, true])
    func withoutID(isExpired: Bool) async throws {
        let simulator = LinkSimulator()
        let first = try directSession(simulator)
        let user = try await first.signIn(email: "user1@example.com", password: "password1")
        let anonymousClient = LinkClient(
            LinkClient.Configuration(baseURL: PictureBench.url, key: simulator.key), transport: simulator)
        let tokens = try await anonymousClient.logIn(email: "user1@example.com", password: "password1")
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(
            suite, ["accessToken": tokens.accessToken.headerValue, "refreshToken": tokens.refreshToken ?? ""])
        defer { defaults.removePersistentDomain(forName: suite) }
        if isExpired { simulator.expireTokens() }
        let store = WatchedTokens()
        let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken")
        let session = try directSession(simulator, LinkFormerTokens(in: store, keys: keys, suite: suite))
        #expect(try await session.restore() == .signedIn(user: user))
        #expect(store.kept?.account == user)
        #expect(defaults.object(forKey: "accessToken") == nil)
    }

    @Test("Tokens of a former version whose session is over are forgotten, and those of a network that is down are kept")
    func withoutIDNorAnswer() async throws {
        let simulator = LinkSimulator()
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken")
        let session = try directSession(simulator, LinkFormerTokens(in: WatchedTokens(), keys: keys, suite: suite))
        simulator.answer("GET /profile/me", with: .failure(NoticeBoardError(.noNetwork)))
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.state == .restoring)
        #expect(defaults.string(forKey: "accessToken") == "a")
        simulator.answer("GET /profile/me", with: nil)
        #expect(try await session.restore() == .signedOut)
        #expect(session.state == .signedOut)
    }

    @Test(
        "What is not whole is not taken over",
        arguments: [
            ["accessToken": "a", "userID": "u"], ["accessToken": "", "refreshToken": "r", "userID": "u"],
            ["accessToken": "a b", "refreshToken": "r", "userID": "u"],
        ])
    func notWhole(values: [String: String]) throws {
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, values)
        defer { defaults.removePersistentDomain(forName: suite) }
        let store = WatchedTokens()
        #expect(try LinkFormerTokens(in: store, keys: Self.keys, suite: suite).load() == nil)
        #expect(store.log.saved.isEmpty)
    }
}
