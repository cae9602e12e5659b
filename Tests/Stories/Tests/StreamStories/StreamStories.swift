import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import StorySupport
import Testing

/// User stories of a service with events and logs, over real connections.
@Suite("Streams", .serialized, .timeLimit(.minutes(1))) @MainActor struct StreamStories {
    nonisolated private static let type = [("Content-Type", "text/event-stream")]

    /// A screen that shows events until it is closed.
    @MainActor private final class Feed {
        private(set) var shown: [String] = []
        private(set) var lastID: String?
        private(set) var failure: NoticeBoardError?
        private(set) var hasEnded = false
        private var task: Task<Void, Never>?

        func open(_ client: APIClient, after lastID: String? = nil) {
            let endpoint = EndpointRequest.get("changes").with { $0.headers[.lastEventID] = lastID }
            task = Task {
                do {
                    for try await event in client.events(for: endpoint) {
                        MainActor.assertIsolated()
                        shown.append(event.data)
                        self.lastID = event.id
                    }
                } catch { failure = error as? NoticeBoardError }
                MainActor.assertIsolated()
                hasEnded = true
            }
        }

        func close() { task?.cancel() }
    }

    private func session(_ token: String) -> TokenSession {
        TokenSession(Credentials(accessToken: .bearer(token), refreshToken: "r")) { _ in
            Credentials(accessToken: .bearer("renewed"), refreshToken: "r")
        }
    }

    private func client(_ server: LoopbackServer, _ session: TokenSession? = nil) -> APIClient {
        var configuration = APIClient.Configuration(baseURL: server.url())
        configuration.authorization = session
        return APIClient(configuration)
    }

    @Test("Ends the event stream at sign-out") func signOut() async throws {
        let body = LoopbackBody()
        let server = try LoopbackServer { _ in .streamed(body, headers: Self.type) }
        defer { server.stop() }
        let session = session("a")
        let feed = Feed()
        feed.open(client(server, session))
        body.send("data: one\n\n")
        #expect(await eventually { feed.shown == ["one"] })
        session.signOut()
        body.send("data: two\n\n")
        #expect(await eventually { feed.hasEnded })
        #expect(feed.failure?.code == .sessionOver)
        #expect(feed.shown == ["one"])
        await server.waitForFinishedConnections(1)
    }

    @Test("Resumes after the last shown event at the next launch") func restart() async throws {
        let server = try LoopbackServer { request in
            let next = (Int(request.header("last-event-id") ?? "0") ?? 0) + 1
            let text = "id: \(next)\ndata: event \(next)\n\n"
            return LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(text)"), .wait])
        }
        defer { server.stop() }
        let first = Feed()
        first.open(client(server))
        #expect(await eventually { first.shown == ["event 1"] })
        first.close()
        #expect(await eventually { first.hasEnded })
        let second = Feed()
        second.open(client(server), after: first.lastID)
        #expect(await eventually { second.shown == ["event 2"] })
        second.close()
        #expect(await eventually { second.hasEnded })
        #expect(second.failure == nil)
    }

    @Test("Loses no event to a cut connection, a 503 or an expired token") func badNetwork() async throws {
        let server = try LoopbackServer { request in
            switch (request.number, request.header("last-event-id"), request.header("authorization")) {
            case (1, _, _): .untilClose(Data("retry: 0\nid: 1\ndata: one\n\nid: 2\ndata: tw".utf8), headers: Self.type)
            case (2, _, _): .text("busy", status: 503)
            case (_, "1", "Bearer a"): .json("{}", status: 401)
            case (_, "1", _): .chunked([Data("id: 2\ndata: two\n".utf8), Data("\n".utf8)], headers: Self.type)
            default: .noContent
            }
        }
        defer { server.stop() }
        let feed = Feed()
        feed.open(client(server, session("a")))
        #expect(await eventually { feed.hasEnded })
        #expect(feed.shown == ["one", "two"])
        #expect(feed.failure == nil)
        #expect(server.requests.count == 5)
    }

    @Test("Asks to sign in to the network when a portal answers with a page") func portal() async throws {
        let server = try LoopbackServer { _ in .html("<html>Welcome</html>") }
        defer { server.stop() }
        let feed = Feed()
        feed.open(client(server))
        #expect(await eventually { feed.hasEnded })
        #expect(feed.failure?.code == .networkSignIn)
    }

    @Test("Stops a long log after the lines that the user reads") func log() async throws {
        let server = try LoopbackServer { _ in
            LoopbackAnswer([
                .text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
                .repeatedBody(Array("a line of the log\n".utf8), times: .max),
            ])
        }
        defer { server.stop() }
        let response = try await client(server).stream(for: .get("log"))
        var lines = 0
        for try await line in response.body.lines() {
            #expect(line == "a line of the log")
            lines += 1
            if lines == 1_000 { break }
        }
        await server.waitForFinishedConnections(1)
        #expect(lines == 1_000)
    }
}
