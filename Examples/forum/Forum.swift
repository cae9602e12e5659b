import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// Signs in, reads all topics, votes, sorts by votes, and publishes and opens a topic with a picture.
@main struct Forum {
    @MainActor static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("forum-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let url = URL(string: "https://forum.example") else { return }
        let session = ForumSession(
            url: url, store: FileTokenStore(directory: folder), folder: folder, transport: ForumServer().transport)
        try await session.signIn(name: "ann", password: "secret")

        let list = TopicList(session)
        list.feed.loadAll()
        guard let read = await list.feed.firstState(within: 10, where: { $0.end != nil }) else { return }
        print(read.items.count, "topics, the newest:", read.items[0].title)

        list.toggleVote(read.items[0])
        print("voted:", list.row(read.items[0]).votes, "at once")
        await list.votes.firstState { $0.isEmpty }
        print("voted:", list.feed[read.items[0].id]?.votes ?? 0, "confirmed")

        list.show(TopicFilter(sort: .votes))
        let best = await list.feed.firstState { !$0.items.isEmpty }
        print("the most wanted:", best?.items[0].title ?? "")

        let picture = folder.appendingPathComponent("picture.jpg")
        try Data([0xFF, 0xD8, 0xFF, 0xD9]).write(to: picture)
        let published = try await session.publish("With a picture", picture: picture, progress: HTTPProgress { _ in })
        let page = topicPage(published.id, of: session)
        page.open()
        let loaded = await page.firstState { $0.value != nil }
        print("published:", loaded?.value?.title ?? "")
        try await session.signOut()
    }
}
