import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Where cells are made: a list of a thousand posts must not be made where the app draws.
@Suite("Cells and the main actor", .serialized, .timeLimit(.minutes(1))) struct CellIsolationTests {
    private static let board = Board(id: 1, name: "News", order: 1, hasNewPosts: true)

    @Test("Where pages are asked for and made into cells is not the main actor") @MainActor func pages() async {
        let service = Witness()
        let selection = BoardSelection()
        selection.select(Self.board)
        let menu = BoardMenu(service: service, selection: selection)
        await menu.refreshed()
        let list = PostList(service: service, selection: selection)
        await list.refreshed()
        let search = SearchScreen(service: service, history: InMemorySearchHistory(), selection: selection)
        search.type("one")
        search.submit()
        await search.state { $0.results.display == .items }
        #expect(MainActorMark.isHere && service.calls.withLock { $0 } == ["boards", "posts", "search"])
        #expect(list.state.items.count == 1)
    }

    @Test("The machines show the very cells that a page brings, and make none while the look stays") func machines() throws {
        let look = PostLook(style: PostRowStyle(language: .korean), now: Date(timeIntervalSince1970: 0))
        // No machine would make it so.
        let cell = ListedPost(Post(id: 1, title: "one", boardID: 1), style: PostRowStyle(language: .english, snippetLength: 9))
        var list = PostList.Machine(selection: .open(Self.board), look: look)
        guard case .feed(.load(_, let ticket), _, _) = try #require(list.handle(.feed(.open)).first) else {
            Issue.record("nothing is loaded")
            return
        }
        _ = list.handle(.feed(.loaded(Page(items: [cell]), ticket), look: look))
        #expect(list.state.items == [cell] && cell != look.listed(cell.post))
        var table = SearchTable()
        table.send(.type("one"), .submit)
        let load = try #require(table.loads.last)
        table.send(.results(.loaded(Page(items: [cell]), load.ticket), look: SearchTable.look(.korean)))
        #expect(table.state.results.items == [cell])
    }

    @Test("Every kind of cell can be made anywhere, and is the same") @MainActor func anywhere() async {
        let here = Self.cells()
        let there = await Self.cellsElsewhere()
        #expect(here.isOnMain && !there.isOnMain)
        #expect(here.menu == there.menu && here.posts == there.posts && here.search == there.search)
        #expect(here.menu.count == 1 && here.posts.count == 1)
        #expect(here.search.map(\.kind) == [.history] + .init(repeating: .target, count: 4))
    }

    private struct Cells: Sendable {
        let menu: [BoardRow]
        let posts: [ListedPost]
        let search: [SearchRow]
        let isOnMain: Bool
    }

    private static func cells() -> Cells {
        let look = PostLook(style: PostRowStyle(language: .korean), now: Date(timeIntervalSince1970: 0))
        var boards = FeedState<Board>()
        boards.items = [board]
        var table = SearchTable()
        table.send(.focus, .history([SearchTable.entry("메일함")]), .type("메일"))
        return Cells(
            menu: BoardMenu.State(boards: boards, selection: .open(board), language: .korean).rows,
            posts: look.listed(Page(items: [Post(id: 1, title: "one")])).items, search: table.state.suggestions,
            isOnMain: MainActorMark.isHere)
    }

    @concurrent private static func cellsElsewhere() async -> Cells { cells() }
}

/// A service that notes its calls, and which of them are made on the main actor.
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
