import Foundation
import NoticeBoard
import NoticeBoardTesting

extension SmokeSteps {
    /// Over a socket of this machine, by `URLSession` on Apple's systems.
    @MainActor static func transport() async throws -> [String] {
        let server = try LoopbackServer { request in
            request.header("Authorization") == "Bearer token"
                ? .json(#"[{"id": 1, "title": "One"}]"#) : .response(401)
        }
        defer { server.stop() }
        let client = APIClient(baseURL: server.url(), token: .bearer("token"), transport: SystemTransport())
        let topics = try await client.value(Call<[SmokeTopic]>.get("topics"))
        try require(topics == [SmokeTopic(id: 1, title: "One")], "another answer arrived")
        do {
            let anonymous = APIClient(baseURL: server.url(), transport: SystemTransport())
            _ = try await anonymous.response(for: EndpointRequest.get("topics"))
            throw SmokeFailure("a call without a token succeeded")
        } catch let error as NoticeBoardError {
            return topics.map(\.title) + ["\(error.code)", "\(server.requests.count) requests"]
        }
    }

    @MainActor static func eventStream() async throws -> [String] {
        let events = Data("event: new\ndata: {\"id\": 7, \"title\": \"Seven\"}\n\n".utf8)
        let server = try LoopbackServer { _ in
            .response(200, headers: [("Content-Type", "text/event-stream")], body: events)
        }
        defer { server.stop() }
        let client = APIClient(baseURL: server.url(), transport: SystemTransport())
        for try await event in client.events(for: EndpointRequest.get("events")) {
            return [try event.value(SmokeTopic.self).title]
        }
        throw SmokeFailure("the stream ended without an event")
    }

    @MainActor static func keychain() async throws -> [String] {
        #if canImport(Security)
            let store = KeychainTokenStore(service: "org.noticeboard.Smoke")
            let credentials = Credentials(accessToken: .bearer("a"), refreshToken: "r", account: "ann")
            try store.save(credentials)
            let loaded = try store.load()
            try store.save(nil)
            try require(loaded?.refreshToken == "r", "the keychain returned other tokens")
            let rest = try store.load()
            try require(rest == nil, "the tokens are still in the keychain")
            return ["saved, read and erased"]
        #else
            return ["this system has no keychain"]
        #endif
    }

    /// Two sessions with one folder, as an app and its widget.
    @MainActor static func sharedSession() async throws -> [String] {
        let folder = folder()
        let store = MemoryTokenStore(Credentials(accessToken: .bearer("a1"), refreshToken: "r1", account: "ann"))
        let app = makeSession(store, in: folder, own: "app")
        let widget = makeSession(store, in: folder, own: "widget")
        let isAppRestored = try await app.restore()
        let isWidgetRestored = try await widget.restore()
        try require(isAppRestored && isWidgetRestored, "a session was not restored")
        try await app.renew()
        try await app.waitUntilStored()
        app.signOut()
        try await app.waitUntilStored()
        for await state in widget.states where state == .signedOut { return ["the widget followed the sign-out"] }
        throw SmokeFailure("the states of the widget's session ended")
    }

    private static func makeSession(_ store: MemoryTokenStore, in folder: URL, own: String) -> TokenSession {
        let scope = AccountScope(directory: folder.appendingPathComponent(own))
        return TokenSession(store: store, sharedIn: SessionSharing(folder: folder), scope: scope) { _ in
            Credentials(accessToken: .bearer("a2"), refreshToken: "r2", account: "ann")
        }
    }
}
