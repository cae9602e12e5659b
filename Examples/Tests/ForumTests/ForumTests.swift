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
        let list = TopicList(session)
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
        let list = TopicList(session)
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
        let list = TopicList(session)
        list.feed.open()
        await list.feed.firstState { $0.isLoaded }
        let picture = folder.appendingPathComponent("picture.jpg")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: picture)
        let topic = try await session.publish("With a picture", picture: picture, progress: HTTPProgress { _ in })
        #expect(list.feed.state.items.first?.id == topic.id)

        let page = topicPage(topic.id, of: session)
        page.open()
        await page.firstState { $0.value != nil }
        list.toggleVote(topic)
        #expect(await page.firstState { $0.value?.isVoted == true } != nil)
    }
}
