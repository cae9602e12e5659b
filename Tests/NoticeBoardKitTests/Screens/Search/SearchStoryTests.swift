import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// A user's search from the first tap to the next launch.
@MainActor @Suite("Whole search story", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchStoryTests {
    private let simulator: BoardSimulator
    private let folder = ScratchFolder.url("search-story")

    init() {
        simulator = BoardSimulator(seed: 5)
        simulator.change(simulator.boards[0].id) { board in
            for index in stride(from: 0, to: 90, by: 2) { board.posts[index].title = "메일 안내 \(index)" }
            for index in stride(from: 1, to: 90, by: 2) { board.posts[index].title = "점심 식사 \(index)" }
        }
    }

    @Test("Works in process") func embedded() async throws { try await send(to: simulator, at: "http://127.0.0.1/api/v2") }

    @Test("Works over a socket") func socket() async throws {
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        try await send(to: SystemTransport(), at: server.url(path: "/api/v2").absoluteString)
    }

    private func send(to transport: some HTTPTransport, at address: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = NoticeBoardClient(
            APIClient.Configuration(baseURL: try #require(URL(string: address)), token: .bearer(simulator.token), retry: .never),
            transport: transport)
        try await FileSearchHistory(directory: folder).save("메일함", target: .writer)
        let selection = BoardSelection()
        let menu = BoardMenu(service: client, selection: selection)
        let list = PostList(service: client, selection: selection)
        menu.open()
        list.open()
        await list.firstState { $0.feed.items.count == 30 }
        list.rowAppeared(list.state.feed.items[29].id)
        await list.firstState { $0.feed.items.count == 60 }
        list.anchor = list.state.feed.items[40].id
        let before = (list.state, list.anchor)

        // The user taps the field: it lists the earlier search. Typed text suggests that search and four targets.
        let search = PostSearch(service: client, history: FileSearchHistory(directory: folder), selection: selection)
        search.begin()
        await search.firstState { $0.history.map(\.keyword) == ["메일함"] }
        search.setText("메일")
        #expect(search.state.suggestions.map(\.kind) == [.earlier, .target, .target, .target, .target])

        // The user searches titles: all results load, and the hits are highlighted.
        search.choose(search.state.suggestions[2])
        await search.firstState { $0.results.display == .items }
        search.loadAll()
        await search.firstState { $0.results.end == .lastPage }
        let found = search.state.hits
        #expect(found.count == 45)
        #expect(search.state.results.total == 45)
        #expect(found.allSatisfy { item in item.titleHighlights.map { item.title[$0] } == ["메일"] })
        #expect(found.allSatisfy { $0.writerHighlights.isEmpty })
        #expect(found.allSatisfy { $0.snippet.ranges.isEmpty })

        // The history lists the newer search first; the older one moves to the top when chosen.
        search.setText("")
        await search.firstState { $0.history.map(\.keyword) == ["메일", "메일함"] }
        #expect(search.state.mode == .history)
        search.choose(search.state.history[1])
        await search.firstState { $0.history.map(\.keyword) == ["메일함", "메일"] && $0.results.isLoaded }
        #expect(search.state.title == "작성자 : 메일함" || search.state.title == "Writer : 메일함")

        // The user deletes an entry and cancels the search: the list keeps its position.
        search.delete(search.state.history[1])
        await search.firstState { $0.history.map(\.keyword) == ["메일함"] }
        search.end()
        #expect(!search.state.isActive)
        #expect(list.state == before.0)
        #expect(list.anchor == before.1)

        // The next launch.
        let later = PostSearch(service: client, history: FileSearchHistory(directory: folder), selection: selection)
        later.begin()
        await later.firstState { $0.history.map(\.keyword) == ["메일함"] }
        #expect(later.state.history.map(\.target) == [.writer])
        // Erase the history first, so that no observer watches the folder while it is deleted.
        try await FileSearchHistory(directory: folder).erase()
    }
}
