import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

/// A user opens a search result, steps through the hits, opens the next post, and goes back.
@MainActor @Suite("Reading posts from a search", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct PostPageStoryTests {
    private let simulator: BoardSimulator

    init() {
        simulator = BoardSimulator(seed: 5)
        simulator.change(simulator.boards[0].id) { board in
            for index in board.posts.indices {
                board.posts[index].contents =
                    index % 2 == 0 ? "<p>메일 <b>안내</b></p><ul><li>새 메일</li></ul><script>메일</script>" : "점심"
            }
        }
    }

    @Test("Works in process") func embedded() async throws { try await send(to: simulator, at: "http://127.0.0.1/api/v2") }

    @Test("Works over a socket") func socket() async throws {
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        try await send(to: SystemTransport(), at: server.url(path: "/api/v2").absoluteString)
    }

    private func send(to transport: some HTTPTransport, at address: String) async throws {
        let client = try simulator.client(address, over: transport)
        let (selection, changes, marks) = (BoardSelection(), ChangeBus<PostChange>(), PostMarks())
        let menu = BoardMenu(service: client, selection: selection, marks: marks)
        let list = PostList(service: client, selection: selection, changes: changes, marks: marks)
        menu.open()
        list.open()
        await list.firstState { $0.display == .items }
        let search = PostSearch(
            service: client, history: InMemorySearchHistory(), selection: selection, changes: changes, marks: marks)
        search.setText("메일")
        search.choose(.contents)
        await search.firstState { $0.results.display == .items }

        // Opening a hit marks it as read everywhere and highlights its hits.
        let page = PostPage(selection: selection, marks: marks, changes: changes)
        let first = search.state.hits[0]
        page.open(first.id, from: search)
        await page.firstState { $0.display == .items }
        #expect(page.state.row?.title == first.title)
        #expect(!page.state.hasPrevious)
        #expect(search.state.hits[0].isRead)
        #expect(list.state.rows.count(where: \.isRead) == 1)
        let content = try #require(page.state.content)
        #expect(content.hits.map { content.body.blocks[$0.block].text[$0.range] } == ["메일", "메일"])
        #expect(content.body.blocks.map(\.text) == ["메일 안내", "새 메일"])
        #expect(content.text == "메일 안내\n새 메일")
        #expect(page.state.hitText == "1/2")
        page.nextHit()
        #expect(page.state.currentHit?.block == 1)

        // Stepping past the last loaded post loads older results.
        for _ in 1..<search.state.hits.count { page.next() }
        while page.state.hasNext {
            let here = page.state.post?.id
            page.next()
            await page.firstState { $0.post?.id != here && $0.content != nil }
        }
        #expect(page.state.indexInList == 47)
        #expect(search.state.hits.count == 48)
        #expect(search.state.hits.allSatisfy { $0.isRead })
        #expect(search.anchor == nil)
        page.previous()
        #expect(page.state.indexInList == 46)

        // Another screen deletes the post: the page keeps it with a notice; the search drops it.
        let gone = try #require(page.state.post)
        changes.send(.deleted(gone.id))
        #expect(page.state.disappearance == .deleted)
        #expect(search.state.hits.count == 47)
        page.next()
        #expect(page.state.bannerText == nil)
        #expect(page.state.indexInList == 46)

        // After closing the page and cancelling the search, the board is unchanged except for read posts.
        page.clear()
        search.end()
        #expect(page.state.post == nil)
        #expect(!search.state.isActive)
        #expect(list.state.rows.count(where: \.isRead) == 15)

        // The board is deleted while one of its posts is open.
        page.open(list.state.rows[1].id, from: list)
        await page.firstState { $0.display == .items }
        simulator.boards.removeAll { $0.id == selection.board?.id }
        menu.refresh()
        await page.firstState { $0.disappearance == .boardGone }
        #expect(page.state.display == .items)
        #expect(page.state.bannerText?.isEmpty == false)
    }
}
