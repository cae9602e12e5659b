import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import StorySupport
import Testing

/// User stories of a service with its own session, over real connections, across launches.
@Suite("Sessions", .serialized, .timeLimit(.minutes(1))) @MainActor struct SessionStories {
    /// One launch of the app.
    @MainActor private final class App {
        let session: TokenSession
        let client: APIClient
        private(set) var notes: [String] = []
        private let store: FileTokenStore

        init(_ server: LoopbackServer, folder: URL) {
            store = FileTokenStore(directory: folder)
            var configuration = APIClient.Configuration(baseURL: server.url(), retry: .never)
            let anonymousClient = APIClient(configuration)
            session = TokenSession(store: store, scope: AccountScope(directory: folder)) { old in
                _ = try await anonymousClient.response(for: .post("renew", options: .init(authorization: .anonymous)))
                return Credentials(accessToken: .bearer("renewed"), refreshToken: "r", account: old.account)
            }
            configuration.authorization = session
            client = APIClient(configuration)
            session.scope.register(self) { $0.notes = [] }
            session.scope.register(erasing: [folder.appendingPathComponent("drafts")])
        }

        var keptTokens: Credentials? { try? store.load() }

        func signIn(_ account: String) async throws {
            session.signIn(Credentials(accessToken: .bearer("token of \(account)"), refreshToken: "r", account: account))
            await session.scope.waitUntilErased()
            try await session.waitUntilStored()
        }

        func load() async throws { notes = try await client.value([String].self, for: .get("notes")) }

        func signOut() async throws {
            session.signOut()
            try await session.waitUntilStored()
            await session.scope.waitUntilErased()
        }
    }

    /// Starts a server that responds with the request's token.
    private func service() throws -> LoopbackServer {
        try LoopbackServer { request in
            .json("[\"\(request.header("Authorization") ?? "nobody")\"]")
        }
    }

    @Test("Restores a session at the next launch until the user signs out") func restart() async throws {
        try await withScratchFolder { folder in
            let server = try service()
            defer { server.stop() }
            let first = App(server, folder: folder)
            #expect(try await !first.session.restore())
            try await first.signIn("ann")
            try await first.load()
            #expect(first.notes == ["Bearer token of ann"])
            let second = App(server, folder: folder)
            #expect(try await second.session.restore())
            MainActor.assertIsolated()
            #expect(second.session.state == .signedIn(account: "ann"))
            try await second.load()
            #expect(second.notes == ["Bearer token of ann"])
            try await second.signOut()
            MainActor.assertIsolated()
            #expect(second.notes.isEmpty)
            #expect(second.keptTokens == nil)
            #expect(try await !App(server, folder: folder).session.restore())
        }
    }

    @Test("Restores a renewed token at the next launch") func renewal() async throws {
        try await withScratchFolder { folder in
            let server = try service()
            defer { server.stop() }
            let first = App(server, folder: folder)
            try await first.signIn("ann")
            try await first.session.renew()
            try await first.session.waitUntilStored()
            let second = App(server, folder: folder)
            #expect(try await second.session.restore())
            try await second.load()
            #expect(second.notes == ["Bearer renewed"])
        }
    }

    @Test("Another account finds no data of the former account") func accounts() async throws {
        try await withScratchFolder { folder in
            let server = try service()
            defer { server.stop() }
            let app = App(server, folder: folder)
            try await app.signIn("ann")
            let drafts = folder.appendingPathComponent("drafts")
            try FileManager.default.createDirectory(at: drafts, withIntermediateDirectories: true)
            try await app.load()
            try await app.signIn("bob")
            #expect(app.notes.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: drafts.path))
            try await app.load()
            #expect(app.notes == ["Bearer token of bob"])
        }
    }

    @Test("Ends a call and an open stream at sign-out") func signOut() async throws {
        try await withScratchFolder { folder in
            let body = LoopbackBody()
            let server = try LoopbackServer { $0.target == "/log" ? .streamed(body) : .silence }
            defer { server.stop() }
            let app = App(server, folder: folder)
            try await app.signIn("ann")
            let stream = try await app.client.stream(for: .get("log"))
            let call = Task { try await app.load() }
            await server.waitForRequests(2)
            try await app.signOut()
            let refused = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(refused?.code == .sessionOver)
            let ended = await #expect(throws: NoticeBoardError.self) { for try await _ in stream.body {} }
            #expect(ended?.code == .sessionOver)
        }
    }

    @Test("Keeps the session behind a captive portal") func portal() async throws {
        try await withScratchFolder { folder in
            let server = try LoopbackServer { _ in
                .response(401, headers: [("Content-Type", "text/html")], body: Data("<html>Welcome</html>".utf8))
            }
            defer { server.stop() }
            let app = App(server, folder: folder)
            try await app.signIn("ann")
            let error = await #expect(throws: NoticeBoardError.self) { try await app.load() }
            #expect(error?.code == .networkSignIn)
            #expect(app.session.state == .signedIn(account: "ann"))
            #expect(app.keptTokens?.account == "ann")
        }
    }
}
