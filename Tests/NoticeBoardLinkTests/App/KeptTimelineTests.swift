import Foundation
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Kept timeline", .inTurn, .timeLimit(.minutes(1))) struct KeptTimelineTests {
    @Test("Keeps as many long posts as fit into 4 MiB") func longPosts() async throws {
        let (simulator, folder) = (LinkSimulator(posts: 20), ScratchFolder.url("kept timeline"))
        defer { try? FileManager.default.removeItem(at: folder) }
        for index in simulator.posts.indices {
            simulator.posts[index].fields["content"] = String(repeating: "글", count: 100_000)
        }
        let configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        let app = try LinkApp(configuration, folder: folder, transport: simulator)
        await app.open()
        try await app.session.signIn(email: "user1@example.com", password: "password1")
        let home = try #require(await app.firstState { if case .signedIn = $0 { true } else { false } }.flatMap { _ in app.home })
        await home.timeline.refreshAndWait()
        #expect(home.timeline.state.rows.count == 20)
        #expect(await app.saveNow() == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.hasPrefix("timeline-") && $0.hasSuffix(".json") })
        let size = try Data(contentsOf: folder.appendingPathComponent(name)).count
        #expect(size <= 4 << 20)

        simulator.answer("GET /post", with: .status(503))
        let later = try LinkApp(configuration, folder: folder, transport: simulator)
        await later.open()
        let shown = await later.home?.timeline.firstState { $0.display == .items }
        #expect(shown?.rows.first?.id == home.timeline.state.rows.first?.id)
    }

    @Test("Posts that were all deleted do not return at the next launch") func emptied() async throws {
        let simulator = LinkSimulator(posts: 3)
        let folder = ScratchFolder.url("emptied timeline")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        let app = try LinkApp(configuration, folder: folder, transport: simulator)
        await app.open()
        try await app.session.signIn(email: "user1@example.com", password: "password1")
        let home = try #require(await app.firstState { if case .signedIn = $0 { true } else { false } }.flatMap { _ in app.home })
        await home.timeline.refreshAndWait()
        #expect(await app.saveNow() == nil)
        #expect(try keptFiles(in: folder).count == 1)
        // A timeline that is not loaded says nothing about the stored one.
        home.timeline.reset()
        #expect(await app.saveNow() == nil)
        #expect(try keptFiles(in: folder).count == 1)
        simulator.posts = []
        await home.timeline.refreshAndWait()
        #expect(home.timeline.state.feed.isLoaded)
        #expect(await app.saveNow() == nil)
        #expect(try keptFiles(in: folder) == [])
    }

    /// Returns the names of the files that keep a timeline.
    private func keptFiles(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("timeline-") && $0.hasSuffix(".json")
        }
    }
}
