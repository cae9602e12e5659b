import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting

/// Two launches of the app: with a network, and in a tunnel.
@main struct Forum {
    @MainActor static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("forum-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = ForumServer()
        let socket = try LoopbackServer(serving: service.transport)
        try await withANetwork(service, socket.url(), folder)
        socket.stop()
        try await inATunnel(service, socket.url(), folder)
    }

    /// Signs in, reads all topics, votes, sorts by votes, publishes a topic with a picture, and keeps the list on the device.
    @MainActor private static func withANetwork(_ service: ForumServer, _ url: URL, _ folder: URL) async throws {
        let session = ForumSession(url: url, store: FileTokenStore(directory: folder), folder: folder)
        try await session.signIn(name: "ann", password: "secret")
        let store = ForumStore(session)
        let list = TopicList(session, store)
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

        list.show(TopicFilter())
        await service.loseNextAnswer()
        try await store.publish("With a picture", photo: photo)
        await store.outbox.firstState { $0.isLoaded && $0.items.isEmpty }
        print("published once, by", await service.publishRequests, "requests")

        let update = try await store.mirror.update(ForumStore.newest)
        print("on the device:", update.count, "topics")
    }

    /// Shows and searches the stored topics without a network, writes one, publishes it when the network returns, and signs out.
    @MainActor private static func inATunnel(_ service: ForumServer, _ url: URL, _ folder: URL) async throws {
        let network = ManualNetwork(isOnline: false)
        let session = ForumSession(url: url, store: FileTokenStore(directory: folder), folder: folder)
        guard try await session.restore() else { return }
        let store = ForumStore(session, network: network)
        let list = TopicList(session, store)
        list.feed.open()
        let shown = await list.feed.firstState { $0.networkFailure != nil && !$0.items.isEmpty }
        print("in a tunnel:", shown?.items.count ?? 0, "topics")

        store.search.begin()
        store.search.setText("topic 7")
        store.search.submit()
        await store.search.firstState { $0.display == .items }
        print("found:", store.search.state.results.items.map(\.title).joined(separator: ", "))

        try await store.publish("Written in a tunnel", photo: photo)
        await store.outbox.firstState { $0.items.first?.status == .waiting && $0.pauseReason != nil }
        print("waiting:", store.outbox.state.items.count, "draft")
        let socket = try LoopbackServer(serving: service.transport, port: UInt16(url.port ?? 0))
        defer { socket.stop() }
        network.isOnline = true
        await store.outbox.firstState { $0.items.isEmpty }
        print("published:", await service.topics.count, "topics")

        store.hides.block(Author(id: "bob"))
        print("without Bob:", list.feed.state.items.count, "topics")

        try await session.signOut()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        let left = files.filter { (try? String(contentsOf: $0, encoding: .utf8))?.contains("opic") == true }
        print("left on the device:", left.count, "files with topics")
    }

    /// A picture of one pixel, with a place in its comment.
    private static let photo =
        Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
}
