import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks that rows can be made on any thread and that the service is called off the main actor.
@Suite("Cells and the main actor", .serialized, .timeLimit(.minutes(1))) struct CellIsolationTests {
    private static let board = Board(id: 1, name: "News", order: 1, hasNewPosts: true)

    @Test("Calls the service off the main actor") @MainActor func pages() async {
        let service = Witness()
        let selection = BoardSelection()
        selection.select(Self.board)
        let menu = BoardMenu(service: service, selection: selection)
        await menu.refreshAndWait()
        let list = PostList(service: service, selection: selection)
        await list.refreshAndWait()
        let search = PostSearch(service: service, history: InMemorySearchHistory(), selection: selection)
        search.setText("one")
        search.submit()
        await search.firstState { $0.results.display == .items }
        #expect(MainActorMark.isHere)
        #expect(service.calls.withLock { $0 } == ["boards", "posts", "search"])
        #expect(list.state.rows.count == 1)
    }

    @Test("Creates equal cells on and off the main actor") @MainActor func anywhere() async {
        let here = Self.cells()
        let there = await Self.cellsElsewhere()
        #expect(here.isOnMain)
        #expect(!there.isOnMain)
        #expect(here.menu == there.menu)
        #expect(here.posts == there.posts)
        #expect(here.search == there.search)
        #expect(here.menu.count == 1)
        #expect(here.posts.count == 1)
        #expect(here.search.map(\.kind) == [.earlier, .target])
    }

    private struct Cells: Sendable {
        let menu: [BoardRow]
        let posts: [PostRow]
        let search: [SearchRow]
        let isOnMain: Bool
    }

    private static func cells() -> Cells {
        let builder = PostRowBuilder(style: PostRowStyle(language: .korean), now: Date(timeIntervalSince1970: 0))
        let earlier = SearchRow(ScriptedSearch.entry("메일함"), typed: Highlighter("메일"))
        return Cells(
            menu: BoardMenu.State(boards: Loaded([board]), selection: .open(board), language: .korean).rows,
            posts: [builder.row(of: Post(id: 1, title: "one"))], search: [earlier, SearchRow(.title, keyword: "메일")],
            isOnMain: MainActorMark.isHere)
    }

    @concurrent private static func cellsElsewhere() async -> Cells { cells() }
}

/// A service that records all of its calls, and the calls on the main actor.
private struct Witness: NoticeBoardService {
    let calls = Locked<[String]>([])

    private func note(_ call: String) { calls.withLock { $0.append(call + (MainActorMark.isHere ? " on the main actor" : "")) } }

    func boards() async throws -> [Board] {
        note("boards")
        return [Board(id: 1, name: "News")]
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        note("posts")
        return Page(items: [Post(id: 1, title: "one", boardID: board)])
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        note("search")
        return Page(items: [Post(id: 1, title: keyword, boardID: board)])
    }
}
