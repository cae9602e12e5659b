import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// A change of a topic, which every list and page applies.
nonisolated enum TopicChange: Sendable {
    case changed(Topic)
    case published(Topic)
}

nonisolated struct NewTokens: Decodable, Sendable {
    let access, refresh, user: String

    var credentials: Credentials { Credentials(accessToken: .bearer(access), refreshToken: refresh, account: user) }
}

/// The signed-in account, from a sign-in or a restart to the sign-out.
@MainActor final class ForumSession {
    let client: APIClient
    let account: AccountSession
    let changes = ChangeBus<TopicChange>()
    /// The folder of the account's data.
    let folder: URL
    private let anonymousClient: APIClient

    init(url: URL, store: any TokenStore, folder: URL, transport: any HTTPTransport = SystemTransport()) {
        let anonymousClient = APIClient(APIClient.Configuration(baseURL: url), transport: transport)  // signs in and renews
        account = AccountSession(store: store, scope: AccountScope(directory: folder)) { old in
            guard let refresh = old.refreshToken else { throw NoticeBoardError(.sessionOver) }
            return try await anonymousClient.value(NewTokens.self, for: ForumAPI.renew(refresh)).credentials
        }
        client = anonymousClient.authorized(by: account.authorization)
        self.anonymousClient = anonymousClient
        self.folder = folder
    }

    /// Continues the session of an earlier launch, also without a network; false shows the sign-in.
    func restore() async throws -> Bool { try await account.load() }

    func signIn(name: String, password: String) async throws {
        let generation = account.tokens.generation
        let new = try await anonymousClient.value(NewTokens.self, for: ForumAPI.signIn(name: name, password: password))
        await account.signIn(new.credentials, unlessAfter: generation)  // not after a sign-out in the meantime
    }

    /// Cancels calls, ends what registered with the scope, and returns when everything is erased.
    func signOut() async throws { try await account.signOut() }
}
