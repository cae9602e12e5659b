import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import StorySupport
import Testing

/// An app and its widget share a session, at a service of another make that accepts each refresh token once.
@Suite("A shared session", .serialized, .timeLimit(.minutes(1))) @MainActor struct SharedSessionStories {
    private nonisolated struct NewTokens: Decodable, Sendable {
        let access, refresh, user: String

        var credentials: Credentials { Credentials(accessToken: .bearer(access), refreshToken: refresh, account: user) }
    }

    private nonisolated struct Figures: Decodable, Sendable {
        let renewals, revoked: Int
    }

    /// The app, or its widget.
    @MainActor private struct Part {
        let session: TokenSession
        let client: APIClient
        let plain: APIClient

        init(_ server: OtherTokenServer, group: URL, name: String) {
            let plain = APIClient(APIClient.Configuration(baseURL: server.url, retry: .never))
            self.plain = plain
            let store = FileTokenStore(directory: group)
            let scope = AccountScope(directory: group.appendingPathComponent(name))
            session = TokenSession(store: store, sharedIn: group, scope: scope) { old in
                let renew = EndpointRequest.post("renew", headers: ["Refresh": old.refreshToken ?? ""])
                return try await plain.value(NewTokens.self, for: renew).credentials
            }
            client = plain.authorized(by: session)
        }

        func signIn() async throws {
            session.signIn(try await plain.value(NewTokens.self, for: .post("sign-in")).credentials)
            try await session.waitUntilStored()
        }

        /// Calls until one passes: the other part may use a new token up.
        func call() async throws {
            while true {
                do {
                    _ = try await client.response(for: .get("data"))
                    return
                } catch let error as NoticeBoardError where error.code == .unauthorized && session.credentials != nil {}
            }
        }
    }

    @Test("An app and its widget renew the same tokens and stay signed in") func together() async throws {
        try await OtherTokenServer.run { server in
            try await withScratchFolder { group in
                let app = Part(server, group: group, name: "app")
                try await app.signIn()
                let widget = Part(server, group: group, name: "widget")
                #expect(try await widget.session.restore())
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    for part in [app, widget] { tasks.addTask { for _ in 0..<40 { try await part.call() } } }
                    try await tasks.waitForAll()
                }
                let figures = try await app.plain.value(Figures.self, for: .get("stats"))
                #expect(figures.revoked == 0)
                #expect(figures.renewals > 20)
            }
        }
    }

    @Test("A sign-out in the widget ends the app's session before its next call") func signOut() async throws {
        try await OtherTokenServer.run { server in
            try await withScratchFolder { group in
                let app = Part(server, group: group, name: "app")
                try await app.signIn()
                let widget = Part(server, group: group, name: "widget")
                #expect(try await widget.session.restore())
                let drafts = group.appendingPathComponent("drafts")
                try Data("a draft".utf8).write(to: drafts)
                app.session.scope.register(erasing: [drafts])
                widget.session.signOut()
                try await widget.session.waitUntilStored()
                let error = await #expect(throws: NoticeBoardError.self) { try await app.client.response(for: .get("data")) }
                #expect(error?.code == .sessionOver)
                await app.session.scope.waitUntilErased()
                #expect(!FileManager.default.fileExists(atPath: drafts.path))
            }
        }
    }

    @Test("The app goes on with the account that signed in to the widget") func otherAccount() async throws {
        try await OtherTokenServer.run { server in
            try await withScratchFolder { group in
                let app = Part(server, group: group, name: "app")
                try await app.signIn()
                let widget = Part(server, group: group, name: "widget")
                try await widget.signIn()
                try await app.call()
                #expect(app.session.credentials?.account == widget.session.credentials?.account)
            }
        }
    }
}
