import Foundation
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@MainActor @Suite("PostList", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostListTests {
    private let simulator = BoardSimulator(seed: 5)
    private let selection = BoardSelection()
    private let clock = ManualClock()

    private func list(
        _ order: PostOrder = .server, style: PostRowStyle = PostRowStyle(language: .korean),
        changes: ChangeBus<PostChange>? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> PostList {
        PostList(
            service: try simulator.client(), selection: selection, order: order, style: style, changes: changes, now: now,
            time: clock.time)
    }

    private func choose(_ index: Int) {
        let board = simulator.boards[index]
        selection.select(Board(id: board.id, name: board.name))
    }

    @Test("Shows the posts of the open board in the requested order", arguments: PostOrder.allCases)
    func loading(order: PostOrder) async throws {
        let list = try list(order)
        list.open()
        #expect(simulator.log.isEmpty)
        choose(1)
        list.loadAll()
        await list.firstState { $0.feed.end != nil }
        #expect(list.state.title == simulator.boards[1].name)
        var ids: [Int] = []
        for try await post in try simulator.client().posts(in: simulator.boards[1].id) { ids.append(post.id) }
        #expect(order == .noticesFirst || list.state.rows.map(\.id) == ids)
        #expect(Array(list.state.feed.items) == order.sorted(Array(list.state.feed.items)))
        #expect(Set(list.state.rows.map(\.id)) == Set(ids))
    }

    @Test("Requests posts by offset in the given page size") func pages() async throws {
        let client = try simulator.client()
        let list = PostList(service: client, selection: selection, pageSize: 50, time: clock.time)
        choose(0)
        list.loadAll()
        await list.firstState { $0.feed.end != nil }
        #expect(list.state.rows.ids == simulator.boards[0].posts.map(\.id))
        #expect(simulator.log.count == 2)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.postPage(in: 1, at: .cursor("a")) }
        #expect(error?.code == .invalidInput)
        #expect(simulator.log.count == 2)
    }

    @Test("Follows the selection before the call returns") func following() async throws {
        let list = try list()
        list.open()
        choose(0)
        await list.firstState { $0.display == .items }
        choose(2)
        #expect(list.state.title == simulator.boards[2].name)
        #expect(list.state.rows.isEmpty)
        #expect(list.state.display == .placeholder)
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.map(\.id) == simulator.boards[2].posts.prefix(30).map(\.id))
        selection.reset()
        #expect(
            list.state == PostList.State(selection: .signedOut, builder: PostRowBuilder(style: PostRowStyle(language: .korean))))
    }

    @Test("Begins at a position that was requested before a board was open") func openAtBeforeABoard() async throws {
        let list = try list()
        list.open(at: .offset(60))
        choose(0)
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.ids.first == simulator.boards[0].posts[60].id)
        choose(2)
        await list.firstState { $0.display == .items && $0.board?.id == simulator.boards[2].id }
        #expect(list.state.rows.ids.first == simulator.boards[2].posts[0].id)
    }

    @Test("Loads all posts if they were requested before a board was open") func allBeforeABoard() async throws {
        let list = try list()
        list.loadAll()
        choose(0)
        await list.firstState { $0.feed.end != nil }
        #expect(list.state.rows.count == simulator.boards[0].posts.count)
    }

    @Test("Hides posts that were read in an earlier launch when their marks are loaded late") func readEarlier() async throws {
        let (board, store) = (simulator.boards[0], MarksFiles())
        _ = try await store.inner.apply([
            { log in
                for post in board.posts.prefix(3) { log.markRead(post.id, in: board.id) }
            }
        ])
        let list = PostList(service: try simulator.client(), selection: selection, marks: PostMarks(store.marks()))
        list.filter.hidesRead = true
        list.open()
        choose(0)
        await list.firstState { $0.feed.isLoaded }
        #expect(list.state.rows.count == 30)
        store.gate.open()
        await list.firstState { !$0.feed.hidden.isEmpty }
        #expect(list.state.feed.hidden == [.read: 3])
        #expect(list.state.rows.count == 27)
    }

    @Test("Cancels a slow page when another board is selected") func cancelling() async throws {
        let service = HeldService(boards: [], posts: [Post(id: 1, title: "1", boardID: 1)])
        let list = PostList(service: service, selection: selection, time: clock.time)
        list.open()
        selection.select(Board(id: 1, name: "1"))
        await service.gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 0.3)
        await list.firstState { $0.feed.refresh.showsSpinner }
        selection.select(Board(id: 2, name: "2"))
        await service.left.waitForArrivals(1)
        await service.gate.waitForArrivals(2)
        service.gate.open()
        await list.firstState { $0.feed.isLoaded }
        #expect(list.state.title == "2")
        #expect(list.state.display == .empty)
    }

    @Test("Cancels its load when it is released") func letGo() async {
        let service = HeldService(boards: [])
        var list: PostList? = PostList(service: service, selection: selection, time: clock.time)
        selection.select(Board(id: 1, name: "1"))
        list?.open()
        await service.gate.waitForArrivals(1)
        list = nil
        await service.left.waitForArrivals(1)
        #expect(service.gate.waiting == 0)
    }

    @Test("Keeps its posts after a failed refresh") func refreshing() async throws {
        let list = try list()
        choose(0)
        await list.refreshAndWait()
        let before = list.state.rows
        simulator.answer(2, with: .status(503))
        await list.refreshAndWait()
        #expect(list.state.rows == before)
        #expect(list.state.feed.refresh.failure?.code == .serverFailure)
        simulator.change(simulator.boards[0].id) { $0.arrive(2) }
        await list.refreshAndWait()
        #expect(list.state.rows.map(\.id) == simulator.boards[0].posts.prefix(32).map(\.id))
        #expect(list.state.feed.refresh == .idle)
    }

    @Test("Applies changes from other screens") func updates() async throws {
        let changes = ChangeBus<PostChange>()
        let list = try list(changes: changes)
        choose(0)
        await list.refreshAndWait()
        let post = list.state.rows[4].post
        changes.send(.edited(Post(id: post.id, title: "changed", boardID: post.boardID, viewCount: 77)))
        #expect(list.state.rows[4].title == "changed")
        #expect(list.state.rows[4].viewCount == "77")
        changes.send(.deleted(post.id))
        changes.send(.written(Post(id: 1, title: "new", boardID: simulator.boards[1].id)))
        #expect(list.state.rows.count == 29)
    }

    @Test("Shows no posts of another board")
    func movingAway() async {
        let service = HeldService(posts: [Post(id: 1, title: "1", boardID: 1), Post(id: 2, title: "2", boardID: 1)])
        let changes = ChangeBus<PostChange>()
        let list = PostList(service: service, selection: selection, changes: changes, time: clock.time)
        selection.select(Board(id: 1, name: "1"))
        list.open()
        await service.gate.waitForArrivals(1)
        changes.send(.edited(Post(id: 1, title: "moved", boardID: 2)))
        service.gate.open()
        await list.firstState { $0.feed.isLoaded }
        #expect(list.state.rows.ids == [2])
        let before = list.state
        changes.send(.written(Post(id: 3, title: "elsewhere", boardID: 2)))
        changes.send(.edited(Post(id: 1, title: "elsewhere", boardID: 2)))
        #expect(list.state == before)
        changes.send(.edited(Post(id: 2, title: "moved", boardID: 2)))
        #expect(list.state.rows.isEmpty)
    }

    @Test("Updates its dates at midnight") func dayBegins() async {
        let today = ManualClock(now: 86_400 * 19_000 - 60)
        let date = PostDateFormat(
            timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .english, showsTimeToday: true)
        let post = Post(id: 1, title: "1", boardID: 1, createdAt: Date(timeIntervalSince1970: today.now))
        let service = HeldService(posts: [post])
        service.gate.open()
        let list = PostList(
            service: service, selection: selection, style: PostRowStyle(language: .english, date: date),
            now: { Date(timeIntervalSince1970: today.now) }, time: clock.time)
        selection.select(Board(id: 1, name: "1"))
        await list.refreshAndWait()
        #expect(list[1]?.date == "23:59")
        await clock.waitForSleepers(1)
        #expect(clock.pending == [60])
        today.advance(by: 60)
        clock.advance(by: 60)
        await list.firstState { $0.rows[0].date == "22-01-07" }
    }

    @Test("Updates its dates with the next request after midnight") func midnight() async throws {
        let newest = try #require(simulator.boards[0].posts.map(\.createdAt).max())
        let zone = NSTimeZone(forSecondsFromGMT: 0) as TimeZone
        let style = PostRowStyle(
            language: .english,
            date: PostDateFormat(timeZone: zone, language: .english, showsTimeToday: true, namesYesterday: true))
        let today = ManualClock(now: Double(newest))
        let list = try list(style: style) { Date(timeIntervalSince1970: today.now) }
        choose(0)
        await list.refreshAndWait()
        #expect(list.state.rows[0].date.contains(":"))
        list.anchor = list.state.rows[3].id
        today.advance(by: 86_400)
        list.rowAppeared(list.state.rows[0].id)
        #expect(list.state.rows[0].date == "Yesterday")
        #expect(list.anchor == list.state.rows[3].id)
        list.restyle(PostRowStyle(language: .korean))
        #expect(list.state.rows[0].date.count == 8)
        #expect(list.state.searchPlaceholder?.hasSuffix("에서 검색") == true)
        #expect(simulator.log.count == 1)
    }
}
