import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// A user opens the app and reads: menu and list from the tap to the service and back.
@MainActor @Suite("Board reading story", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardStoryTests {
    @Test("Works in process") func inside() async throws {
        let simulator = BoardSimulator(seed: 9)
        try await send(simulator, simulator.client())
    }

    @Test("Works over a real socket") func socket() async throws {
        let simulator = BoardSimulator(seed: 9)
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        let transport = SystemTransport()
        try await send(simulator, simulator.client(server.url(path: "/api/v2").absoluteString, over: transport))
        #expect(server.requests.count == simulator.log.count)
    }

    private func send(_ simulator: BoardSimulator, _ client: NoticeBoardClient) async throws {
        let selection = BoardSelection()
        let menu = BoardMenu(service: client, selection: selection, language: .korean)
        let list = PostList(
            service: client, selection: selection, order: .noticesFirst, style: PostRowStyle(language: .korean))
        let boards = simulator.boards.sorted { $0.order < $1.order }

        // The app opens; the first board of the menu opens automatically.
        list.open()
        menu.open()
        await list.firstState { $0.display == .items }
        #expect(menu.state.rows.first?.isSelected == true)
        #expect(list.state.title == boards[0].name)
        #expect(list.state.rows.count == 30)

        // Scrolling to the end of 95 posts takes four requests, however often rows appear.
        while list.state.feed.end == nil {
            let count = list.state.rows.count
            for item in list.state.rows.suffix(12) { list.rowAppeared(item.id) }
            await list.firstState { $0.rows.count > count || $0.feed.end != nil }
        }
        #expect(list.state.rows.map(\.id).sorted() == boards[0].posts.map(\.id).sorted())
        #expect(isInOrder(list.state.feed.items))
        #expect(offsets(of: boards[0], in: simulator) == [0, 30, 60, 90])
        #expect(simulator.log.count == 5)

        // Another board is selected while a page of the second one is loading.
        menu.select(boards[1].id)
        #expect(list.state.rows.isEmpty)
        #expect(list.state.title == boards[1].name)
        await list.firstState { $0.display == .items }
        let gate = Gate()
        simulator.hold(7, at: gate)
        list.loadMore()
        await gate.waitForArrivals(1)
        menu.select(boards[2].id)
        #expect(list.state.rows.isEmpty)
        #expect(list.state.title == boards[2].name)
        gate.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.map(\.id).sorted() == boards[2].posts.prefix(30).map(\.id).sorted())

        // A refresh while posts arrive inserts them in order, keeps the others and loses none.
        list.loadMore()
        await list.firstState { $0.rows.count == 60 }
        let (anchor, before) = (list.state.rows[20].id, list.state.rows.map(\.id))
        list.anchor = anchor
        simulator.change(boards[2].id, before: simulator.log.count + 1) { $0.arrive(3) }
        await list.refreshAndWait()
        let after = list.state.rows.map(\.id)
        #expect(after.count == 63)
        #expect(isInOrder(list.state.feed.items))
        #expect(list.anchor == anchor)
        #expect(after.filter(Set(before).contains) == before)
        simulator.change(boards[2].id, before: simulator.log.count + 1) { $0.arrive(2) }
        list.loadAll()
        await list.firstState { $0.feed.end != nil }
        let (ids, held) = (list.state.rows.map(\.id), simulator.boards.first { $0.id == boards[2].id }?.posts.map(\.id) ?? [])
        #expect(Set(ids).count == ids.count)
        #expect(ids.count == 98)
        #expect(Set(held).isSuperset(of: ids))
        #expect(held.count == 100)

        // A reset leaves nothing.
        menu.reset()
        #expect(
            list.state == PostList.State(selection: .signedOut, builder: PostRowBuilder(style: PostRowStyle(language: .korean))))
    }

    private func offsets(of board: SimulatedBoard, in simulator: BoardSimulator) -> [Int] {
        simulator.log.compactMap { request in
            guard case .posts(board.id, let offset, 30)? = request.call else { return nil }
            return offset
        }
    }

    private func isInOrder(_ items: FeedItems<Post>) -> Bool {
        Array(items) == PostOrder.noticesFirst.sorted(Array(items))
    }
}
