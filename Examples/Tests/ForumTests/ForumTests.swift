import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import forum

@Suite("The forum", .timeLimit(.minutes(1))) @MainActor struct ForumTests {
    let server = ForumServer()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    func session(_ transport: (any HTTPTransport)? = nil) throws -> ForumSession {
        ForumSession(
            url: try #require(URL(string: "https://forum.example")), store: MemoryTokenStore(), folder: folder,
            transport: transport ?? server.transport)
    }

    @Test("A list loads to its end when the token expires on the way") func pages() async throws {
        let session = try session()
        try await session.signIn(name: "ann", password: "secret")
        for _ in 0..<9 { _ = try await session.client.value(Topic.self, for: ForumAPI.topic(1)) }
        let list = TopicList(session, ForumStore(session))
        list.feed.loadAll()
        let read = try #require(await list.feed.firstState { $0.end != nil })
        #expect(read.items.map(\.id) == Array((1...45).reversed()))
        #expect(await server.renewals == 1)
    }

    @Test("A refused vote is reverted") func votes() async throws {
        let service = server.transport
        let session = try session(
            StubTransport { $0.method == .put ? HTTPResponse(status: 403) : try await service.send($0) })
        try await session.signIn(name: "ann", password: "secret")
        let list = TopicList(session, ForumStore(session))
        list.feed.open()
        let topic = try #require(await list.feed.firstState { !$0.items.isEmpty }?.items.first)
        list.toggleVote(topic)
        #expect(list.row(topic).votes == topic.votes + 1)
        await list.votes.firstState { $0.isEmpty }
        #expect(list.row(topic).votes == topic.votes)
    }

    @Test("A page of a published topic follows votes in the list") func publishing() async throws {
        let session = try session()
        try await session.signIn(name: "ann", password: "secret")
        let store = ForumStore(session)
        let list = TopicList(session, store)
        list.feed.open()
        await list.feed.firstState { $0.isLoaded }
        await server.loseNextAnswer()
        try await store.publish("With a picture", photo: photo)
        await store.outbox.firstState { $0.isLoaded && $0.items.isEmpty }
        let topic = try #require(list.feed.state.items.first)
        #expect(topic.id == 46)
        #expect(await server.topics.count == 46)
        #expect(await server.publishRequests == 2)

        let page = topicPage(topic.id, of: session)
        page.open()
        await page.firstState { $0.value != nil }
        list.toggleVote(topic)
        #expect(await page.firstState { $0.value?.isVoted == true } != nil)
    }

    @Test("Stored topics are shown and found without a network, and erased by the sign-out") func withoutANetwork() async throws {
        let tokens = MemoryTokenStore()
        let url = try #require(URL(string: "https://forum.example"))
        let online = ForumSession(url: url, store: tokens, folder: folder, transport: server.transport)
        try await online.signIn(name: "ann", password: "secret")
        try await ForumStore(online).mirror.update(ForumStore.newest)
        try await online.account.tokens.waitUntilStored()

        let tunnel = StubTransport { _ in throw NoticeBoardError(.noNetwork) }
        let session = ForumSession(url: url, store: tokens, folder: folder, transport: tunnel)
        #expect(try await session.restore())
        let store = ForumStore(session, network: ManualNetwork(isOnline: false))
        let list = TopicList(session, store)
        list.feed.open()
        let shown = try #require(await list.feed.firstState { $0.networkFailure != nil && !$0.items.isEmpty })
        #expect(shown.items.count == 45)
        store.search.begin()
        store.search.setText("topic 7")
        store.search.submit()
        await store.search.firstState { $0.display == .items }
        #expect(store.search.state.results.items.map(\.id) == [7])
        store.hides.block(Author(id: "bob"))
        #expect(list.feed.state.items.allSatisfy { $0.author == "ann" })

        try await session.signOut()
        #expect(list.feed.state.items.isEmpty)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        #expect(!files.contains { (try? String(contentsOf: $0, encoding: .utf8))?.contains("Topic") == true })
    }

    /// A picture of one pixel.
    private let photo =
        Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
}
