import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@MainActor @Suite("PostList", .serialized, .timeLimit(.minutes(1))) struct PostListTests {
    private let simulator = BoardSimulator(seed: 5)
    private let selection = BoardSelection()
    private let clock = ManualClock()

    private func list(
        _ order: PostOrder = .server, style: PostRowStyle = PostRowStyle(language: .korean),
        changes: FeedChanges<Post>? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> PostList {
        PostList(
            service: try simulator.client(), selection: selection, order: order, style: style, changes: changes, now: now,
            pause: clock.pause)
    }

    private func choose(_ index: Int) {
        let board = simulator.boards[index]
        selection.select(Board(id: board.id, name: board.name))
    }

    @Test("It shows the posts of the board that is open, in the order asked for", arguments: PostOrder.allCases)
    func loading(order: PostOrder) async throws {
        let list = try list(order)
        list.open()
        #expect(simulator.log.isEmpty)
        choose(1)
        list.loadAll()
        await list.state { $0.feed.end != nil }
        #expect(list.state.title == simulator.boards[1].name)
        var ids: [Int] = []
        for try await post in try simulator.client().posts(in: simulator.boards[1].id) { ids.append(post.id) }
        #expect(order == .noticesFirst || list.state.items.map(\.id) == ids)
        #expect(list.state.items.map(\.post) == order.sorted(list.state.items.map(\.post)))
        #expect(Set(list.state.items.map(\.id)) == Set(ids))
    }

    @Test("A client that orders its pages anew is asked in the server's order, so that no place is wrong") func places()
        async throws
    {
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "http://127.0.0.1/api/v2")), token: .bearer(simulator.token), retry: .never)
        let client = NoticeBoardClient(configuration, order: .noticesFirst, transport: simulator)
        let list = PostList(service: client, selection: selection, pause: clock.pause)
        choose(0)
        list.loadAll()
        await list.state { $0.feed.end != nil }
        #expect(list.state.items.map(\.id) == simulator.boards[0].posts.map(\.id))
        #expect(simulator.log.count == 4)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.postPage(in: 1, at: .cursor("a")) }
        #expect(error?.code == .invalidInput && simulator.log.count == 4)
    }

    @Test("The list follows the selection before the call returns") func following() async throws {
        let list = try list()
        list.open()
        choose(0)
        await list.state { $0.display == .items }
        choose(2)
        #expect(list.state.title == simulator.boards[2].name && list.state.items.isEmpty)
        #expect(list.state.display == .placeholder)
        await list.state { $0.display == .items }
        #expect(list.state.items.map(\.id) == simulator.boards[2].posts.prefix(30).map(\.id))
        selection.reset()
        #expect(list.state == PostList.State(language: .korean))
    }

    @Test("A slow page shows a spinner, and choosing another board cancels the page") func cancelling() async throws {
        let service = HeldService(boards: [], posts: [Post(id: 1, title: "1", boardID: 1)])
        let list = PostList(service: service, selection: selection, pause: clock.pause)
        list.open()
        selection.select(Board(id: 1, name: "1"))
        await service.gate.arrived(1)
        await clock.sleepers(1)
        clock.advance(by: 0.3)
        await list.state { $0.feed.refresh.showsSpinner }
        selection.select(Board(id: 2, name: "2"))
        await service.left.arrived(1)
        await service.gate.arrived(2)
        service.gate.open()
        await list.state { $0.feed.isLoaded }
        #expect(list.state.title == "2" && list.state.display == .empty(.noPosts))
    }

    @Test("A list that is let go cancels what is under way") func letGo() async {
        let service = HeldService(boards: [])
        var list: PostList? = PostList(service: service, selection: selection, pause: clock.pause)
        selection.select(Board(id: 1, name: "1"))
        list?.open()
        await service.gate.arrived(1)
        list = nil
        await service.left.arrived(1)
        #expect(service.gate.waiting == 0)
    }

    @Test("A refresh that fails keeps the posts, and refreshing again mends it") func refreshing() async throws {
        let list = try list()
        choose(0)
        await list.refreshed()
        let before = list.state.items
        simulator.answer(2, with: .status(503))
        await list.refreshed()
        #expect(list.state.items == before && list.state.feed.refresh.failure?.code == .serverFailure)
        simulator.change(simulator.boards[0].id) { $0.arrive(2) }
        await list.refreshed()
        #expect(list.state.items.map(\.id) == simulator.boards[0].posts.prefix(32).map(\.id))
        #expect(list.state.feed.refresh == .idle)
    }

    @Test("Changes of other screens reach the list, with a row of today") func changes() async throws {
        let changes = FeedChanges<Post>()
        let list = try list(changes: changes)
        choose(0)
        await list.refreshed()
        let post = list.state.items[4].post
        changes.send(.updated(Post(id: post.id, title: "changed", boardID: post.boardID, viewCount: 77)))
        #expect(list.state.items[4].row.title == "changed" && list.state.items[4].row.viewCount == "77")
        changes.send(.removed(post.id))
        changes.send(.inserted(Post(id: 1, title: "new", boardID: simulator.boards[1].id)))
        #expect(list.state.items.count == 29)
    }

    @Test("When a midnight has passed, the next thing that is asked for says so in every row") func midnight() async throws {
        let newest = try #require(simulator.boards[0].posts.map(\.createdAt).max())
        let zone = NSTimeZone(forSecondsFromGMT: 0) as TimeZone
        let style = PostRowStyle(
            language: .english,
            date: PostDateFormat(timeZone: zone, language: .english, showsTimeToday: true, namesYesterday: true))
        let today = ManualClock(now: Double(newest))
        let list = try list(style: style) { Date(timeIntervalSince1970: today.now) }
        choose(0)
        await list.refreshed()
        #expect(list.state.items[0].row.date.contains(":"))
        list.anchor = list.state.items[3].id
        today.advance(by: 86_400)
        list.appeared(list.state.items[0].id)
        #expect(list.state.items[0].row.date == "Yesterday" && list.anchor == list.state.items[3].id)
        list.restyle(PostRowStyle(language: .korean))
        #expect(list.state.items[0].row.date.count == 8 && list.state.searchPlaceholder?.hasSuffix("에서 검색") == true)
        #expect(simulator.log.count == 1)
    }
}
