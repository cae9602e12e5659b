import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

/// Stories over real sockets with the system's transport.
///
/// `LinkStory` checks every state of every screen: no duplicate rows, no endless spinner, no data of another account.
@Suite("Link: over sockets", .timeLimit(.minutes(2))) @MainActor struct SocketStories {
    private func overSockets(
        _ service: LinkSimulator, _ body: @MainActor (LinkStory, LoopbackServer) async throws -> Void
    ) async throws {
        try await linkStory(service) { story in
            let server = try LoopbackServer(serving: story.network)
            defer { server.stop() }
            try await body(story, server)
        }
    }

    @Test("Signs up, posts, loads a reply and signs out over a real connection") func wholeDay() async throws {
        try await overSockets(LinkSimulator(tokenLife: 6)) { story, server in
            try await story.launch(over: SystemTransport(), at: server.url().absoluteString) { app in
                try await app.session.signUp(LinkRegistration(email: "new@example.com", password: "secret1", nick: "newcomer"))
                let list = try app.open()
                try await app.compose(.post, "over the wire #봄").send()
                #expect(await eventually { list.state.rows.first?.post.content == "over the wire #봄" })
                let id = try #require(list.state.rows.first?.id)
                let page = try app.open(id)
                story.service.posts[0].replies = [
                    SimulatedLinkReply(id: "r1", author: story.service.user(2), content: "here", time: 0)
                ]
                #expect(await eventually { !page.state.post.phase.isLoading })
                page.refresh()
                #expect(await eventually { page.state.replies.count == 1 })
                #expect(list[id]?.counts == page.state.row?.counts)
                try await app.session.signOut()
                #expect(list.state.rows.isEmpty)
            }
            try await story.launch(over: SystemTransport(), at: server.url().absoluteString) { app in
                let found = try await app.session.restore()
                #expect(found == .signedOut)
            }
        }
    }

    @Test("Loads a changing timeline to its end") func drift() async throws {
        let weather = SimulatedWeather(seed: 5, arrivals: 0.3)
        try await overSockets(LinkSimulator(posts: 90, tokenLife: 4, weather: weather)) { story, server in
            try await story.launch(over: SystemTransport(), at: server.url().absoluteString) { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
                list.loadAll()
                #expect(await eventually { list.state.feed.end != nil })
                #expect(list.state.rows.count >= 90)
                list.refresh()
                #expect(await eventually { list.state.feed.refresh == .idle })
            }
        }
    }

    @Test("Posts once when the connection is reset before the response") func cutAnswer() async throws {
        try await linkStory { story in
            let server = try LoopbackServer.resetting("POST /post", before: story.service)
            defer { server.stop() }
            try await story.launch(over: SystemTransport(), at: server.url().absoluteString) { app in
                try await app.signIn()
                let composer = try await app.compose(.post, "cut off")
                composer.send()
                #expect(await eventually { composer.state.draft == nil })
                #expect(story.posts("cut off").count == 1)
            }
        }
    }

    @Test("Sends drafts of an expired session after the next sign-in") func expired() async throws {
        try await overSockets(LinkSimulator()) { story, server in
            try await story.launch(over: SystemTransport(), at: server.url().absoluteString) { app in
                try await app.signIn()
                let text = try await app.compose(.post, "text")
                let document = try await app.compose(.post, "document")
                try await document.attach(try LinkFile(data: LinkSampleFile.document(bytes: 3 << 20)))
                #expect(await document.outbox.waitUntilSaved())
                story.service.expireSession()
                text.send()
                document.send()
                #expect(await eventually { app.session.account == nil })
                #expect(story.posts("text").isEmpty)
                try await app.signIn()
                let outbox = try await app.outbox()
                #expect(await eventually { outbox.state.drafts.isEmpty })
                #expect(story.posts("text").count == 1)
                #expect(story.posts("document").map(\.files.count) == [1])
            }
        }
    }
}
