import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

struct NewTokens: Decodable, Sendable {
    let access, refresh, user: String

    var credentials: Credentials { Credentials(accessToken: .bearer(access), refreshToken: refresh, account: user) }
}

struct TokenStats: Decodable, Sendable {
    let renewals, revoked, late, calls: Int
    /// The refresh tokens that were sent after they had been used.
    let reused: [String]
}

/// One process of an app: a session that shares its tokens with the others.
struct SharingUser: Sendable {
    let session: TokenSession
    let client: APIClient
    let plain: APIClient

    init(url: URL, folder: URL, lease: Double, say: @escaping @Sendable (String) -> Void) {
        let plain = APIClient(APIClient.Configuration(baseURL: url, retry: .never))
        self.plain = plain
        let isRepeated = Flag()
        // A stopped process is waited for, as long as the run lasts.
        let sharing = SessionSharing(folder: folder, lease: lease, abandonedAfter: 3_600) { isRepeated.set(true) }
        session = TokenSession(store: FileTokenStore(directory: folder), sharedIn: sharing) { old in
            let token = old.refreshToken ?? ""
            if isRepeated.set(false) { say("again \(token)") }
            let renew = EndpointRequest.post("renew", headers: ["Refresh": token], options: .init(timeout: 20))
            return try await plain.value(NewTokens.self, for: renew).credentials
        }
        client = plain.authorized(by: session)
    }

    /// Calls the service once, which names the time at which the call began.
    func call() async throws {
        let began = "\(DispatchTime.now().uptimeNanoseconds)"
        _ = try await client.response(for: .get("data", headers: ["Began": began]))
    }

    func signIn() async throws {
        let tokens = try await plain.value(NewTokens.self, for: .post("sign-in"))
        session.signIn(tokens.credentials)
        try await session.waitUntilStored()
    }

    /// Signs out, and tells the service that no call may begin any more.
    func signOut() async throws {
        session.signOut()
        try await session.waitUntilStored()
        let now = "\(DispatchTime.now().uptimeNanoseconds)"
        _ = try await plain.response(for: .post("ended", headers: ["At": now]))
    }

    func stats() async throws -> TokenStats { try await plain.value(TokenStats.self, for: .get("stats")) }
}

/// A switch behind a lock.
private final class Flag: @unchecked Sendable {
    // The lock guards the value, so that any thread may use it.
    private var value = false
    private let lock = NSLock()

    /// Sets the switch, and returns what it was.
    @discardableResult func set(_ new: Bool) -> Bool {
        lock.lock()
        defer {
            value = new
            lock.unlock()
        }
        return value
    }
}
