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
    let tokens: TokenSession
    let changes = ChangeBus<TopicChange>()
    /// The folder of the account's data.
    let folder: URL
    private let anonymousClient: APIClient

    init(url: URL, store: any TokenStore, folder: URL, transport: any HTTPTransport = SystemTransport()) {
        var configuration = APIClient.Configuration(baseURL: url)
        let anonymousClient = APIClient(configuration, transport: transport)  // signs in and renews
        tokens = TokenSession(store: store, scope: AccountScope(directory: folder)) { old in
            guard let refresh = old.refreshToken else { throw NoticeBoardError(.sessionOver) }
            return try await anonymousClient.value(NewTokens.self, for: ForumAPI.renew(refresh)).credentials
        }
        configuration.authorization = tokens
        client = APIClient(configuration, transport: transport)
        self.anonymousClient = anonymousClient
        self.folder = folder
    }

    /// Continues the session of an earlier launch; false shows the sign-in.
    func restore() async throws -> Bool { try await tokens.restore() }

    func signIn(name: String, password: String) async throws {
        let generation = tokens.generation
        let new = try await anonymousClient.value(NewTokens.self, for: ForumAPI.signIn(name: name, password: password))
        tokens.signIn(new.credentials, unlessAfter: generation)  // not after a sign-out in the meantime
        await tokens.scope.waitUntilErased()  // another account's data is gone first
    }

    func signOut() async throws {
        tokens.signOut()  // cancels calls and ends what registered with the scope
        try await tokens.waitUntilStored()
        await tokens.scope.waitUntilErased()
    }
}
