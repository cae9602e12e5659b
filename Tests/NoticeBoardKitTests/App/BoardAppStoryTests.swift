import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// A user's session: reads, searches, opens a result, and signs out while requests are pending.
@MainActor @Suite("Whole app story", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardAppStoryTests {
    private let simulator = BoardSimulator(seed: 11)
    private let folder = ScratchFolder.url("app-story")

    init() {
        simulator.change(first) { board in
            for index in stride(from: 0, to: 90, by: 2) {
                board.posts[index].title = "메일 안내 \(index)"
                board.posts[index].contents = "<p>앞에 있는 말</p><p>새 <b>메일</b>이 왔습니다.</p>"
            }
        }
    }

    private var first: Int { simulator.boards.min { $0.order < $1.order }?.id ?? 0 }

    @Test("Works in process with a stubbed transport") func inside() async throws {
        try await send(NoticeBoardClient(transport: simulator))
    }

    @Test("Works over a real socket") func socket() async throws {
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        try await send(try simulator.client(server.url(path: "/api/v2").absoluteString, over: SystemTransport()))
        #expect(server.requests.count == simulator.log.count)
    }

    private func send(_ client: NoticeBoardClient) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = BoardApp(
            service: client, history: FileSearchHistory(directory: folder, scope: "ann"),
            marks: PostMarks(FilePostMarks(directory: folder, scope: "ann")),
            place: FileBoardPlace(directory: folder, scope: "ann"),
            style: PostRowStyle(language: .korean), order: .noticesFirst)

        // Open, scroll, change, refresh.
        await app.open()
        await app.list.firstState { $0.rows.count == 30 }
        for row in app.list.state.rows.suffix(5) { app.list.rowAppeared(row.id) }
        await app.list.firstState { $0.rows.count == 60 }
        let post = app.list.state.feed.items[3]
        app.changes.send(.edited(Post(id: post.id, title: "다시 쓴 글", boardID: first)))
        #expect(app.list[post.id]?.title == "다시 쓴 글")
        simulator.change(first, before: simulator.log.count + 1) { $0.arrive(2) }
        await app.list.refreshAndWait()
        #expect(app.list.state.rows.count == 62)

        // Search, check the highlights, open a post, step through its hits; the post is read in every list.
        app.search.begin()
        app.search.setText("메일")
        app.search.choose(.all)
        await app.search.firstState { $0.display == .items && $0.mode == .results && $0.history.count == 1 }
        let hit = try #require(app.search.state.hits.first { !$0.titleHighlights.isEmpty && !$0.snippet.ranges.isEmpty })
        #expect(hit.snippet.ranges.map { hit.snippet.text[$0] } == ["메일"])
        app.page.open(hit.id, from: app.search)
        let page = await app.page.firstState { $0.display == .items }
        #expect(page?.content?.hits.count == 1)
        #expect(page?.hitText == "1/1")
        app.page.nextHit()
        #expect(app.page.state.hitIndex == 0)
        #expect(app.search[hit.id]?.isRead == true)
        await app.saveNow()
        // Wait until every mark is stored before counting the files.
        let marks = FilePostMarks(directory: folder, scope: "ann")
        let writes = marks.updates()
        if try await marks.apply([]).isEmpty {
            for await _ in writes { if try await !marks.apply([]).isEmpty { break } }
        }

        // Signing out with pending requests leaves nothing on the screens or in the folder.
        let gate = Gate()
        simulator.hold(simulator.log.count + 1, at: gate)
        simulator.hold(simulator.log.count + 2, at: gate)
        app.list.refresh()
        app.search.loadMore()
        app.search.choose(.title)
        await gate.waitForArrivals(1)
        #expect(await app.signOut() == nil)
        gate.open()
        #expect(app.menu.state.rows.isEmpty)
        #expect(app.list.state.rows.isEmpty)
        #expect(app.page.state.post == nil)
        #expect(!app.search.state.isActive)
        #expect(app.search.state.hits.isEmpty)
        #expect(app.search.state.history.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lock"])

        // The next account starts at the first board with its own history.
        app.use(history: FileSearchHistory(directory: folder, scope: "bob"))
        await app.open()
        await app.list.firstState { $0.rows.count == 30 && !$0.rows.contains(where: \.isRead) }
        app.search.begin()
        await app.search.firstState { $0.display == .empty && $0.emptyReason == .noHistory }
    }
}
