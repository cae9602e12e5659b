import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// Copies of an item in several lists and values of one service.
@MainActor @Suite("Shared items", .inTurn, .timeLimit(.minutes(1))) struct SharedItemsTests {
    private struct Topic: Sendable, Equatable {
        var item: Ranked
        var replies: Int
    }

    private let changes = ChangeBus<ItemChange<Ranked>>()
    private let versions = Locked([Int: Int]())
    private let asked = Notes<PagePosition?>()

    init() { changes.share(Ranked.self) }

    private func item(_ id: Int) -> Ranked { Ranked(id: id, version: versions.withLock { $0[id] ?? 0 }) }

    /// Returns a list of these items; the gate holds a response that was made before.
    private func makeFeed(_ ids: [Int], pageSize: Int = 10, gate: Gate? = nil, of changes: ChangeBus<ItemChange<Ranked>>? = nil)
        -> Feed<Ranked>
    {
        makeFeed(Locked(ids), pageSize: pageSize, gate: gate, of: changes)
    }

    /// Returns a list of items that come and go.
    private func makeFeed(
        _ list: Locked<[Int]>, pageSize: Int, gate: Gate? = nil, of changes: ChangeBus<ItemChange<Ranked>>? = nil
    ) -> Feed<Ranked> {
        Feed(changes: changes ?? self.changes) { change, _ in
            change.edits()
        } load: { [versions, asked] position in
            asked.add(position)
            let page = Page<Numbered>.of(list.withLock { $0 }, at: position, limit: pageSize)
            let known = versions.withLock { $0 }
            let items = page.items.map { Ranked(id: $0.id, version: known[$0.id] ?? 0) }
            try await gate?.pass()
            return Page(items: items, next: page.next, total: page.total)
        }
    }

    private func edit(_ id: Int) { versions.withLock { $0[id, default: 0] += 1 } }

    @Test("A fresher copy that one list loads is shown in another") func twoLists() async {
        let board = makeFeed(Array(0..<10))
        await board.refreshAndWait()
        edit(4)
        let search = makeFeed([4])
        await search.refreshAndWait()
        #expect(board[4] == item(4))
        #expect(asked.count == 2)
    }

    @Test("A fresher copy below the first page is shown") func belowFirstPage() async {
        let board = makeFeed(Array(0..<40))
        await board.refreshAndWait()
        board.loadMore()
        await board.firstState { $0.items.count == 20 && !$0.isLoading }
        edit(15)
        let search = makeFeed([15])
        await search.refreshAndWait()
        #expect(board[15] == item(15))
    }

    @Test("An older copy that arrives later replaces no newer one, in its own list either") func olderCopy() async {
        let gate = Gate()
        let slow = makeFeed([4, 5], gate: gate)
        slow.open()
        await gate.waitForArrivals(1)
        edit(4)
        let fast = makeFeed([4])
        await fast.refreshAndWait()
        gate.open()
        await slow.firstState { $0.isLoaded }
        #expect(slow[4] == item(4))
        #expect(fast[4] == item(4))
        #expect(slow[5] == item(5))
    }

    @Test("A change of the user survives the copy of a list that was loading at the time") func change() async {
        let board = makeFeed([4])
        await board.refreshAndWait()
        let gate = Gate()
        let search = makeFeed([4], gate: gate)
        search.open()
        await gate.waitForArrivals(1)
        changes.send(.updated(Ranked(id: 4, version: 9)))
        gate.open()
        await search.firstState { $0.isLoaded }
        #expect(search[4]?.version == 9)
        #expect(board[4]?.version == 9)
    }

    @Test("A deleted item does not return by another list's copy") func deleted() async {
        let board = makeFeed([4, 5])
        await board.refreshAndWait()
        changes.send(.removed(4))
        let search = makeFeed([4])
        await search.refreshAndWait()
        #expect(board.state.items.ids == [5])
    }

    @Test("No list echoes a copy that it received") func noEcho() async {
        let lists = (0..<5).map { _ in makeFeed([1, 2, 3]) }
        for list in lists { await list.refreshAndWait() }
        let probes = lists.map { StateProbe($0) }
        edit(2)
        await lists[0].refreshAndWait()
        #expect(lists.allSatisfy { $0[2] == item(2) })
        #expect(probes.dropFirst().allSatisfy { $0.states.count == 2 })
        #expect(asked.count == 6)
    }

    @Test("A value shows the copy of a list, and a list that of a value") func value() async {
        let board = makeFeed([4])
        await board.refreshAndWait()
        let page = Loader(changes: changes, patch: { _, _ in }) { [versions] in
            Topic(item: Ranked(id: 4, version: versions.withLock { $0[4] ?? 0 }), replies: 1)
        }
        page.share(\.item, by: changes)
        edit(4)
        await page.refreshAndWait()
        #expect(board[4] == item(4))
        edit(4)
        await board.refreshAndWait()
        #expect(page.state.value?.item == item(4))
        #expect(page.state.value?.replies == 1)
    }

    @Test("Lists of a bus that shares nothing keep their own copies") func notShared() async {
        let other = ChangeBus<ItemChange<Ranked>>()
        let board = makeFeed([4], of: other)
        await board.refreshAndWait()
        edit(4)
        let search = makeFeed([4], of: other)
        await search.refreshAndWait()
        #expect(board[4]?.version == 0)
    }

    @Test("A post below the first page that was edited at the service is shown when its row appears after a pull") func edited()
        async
    {
        let board = makeFeed(Array(0..<40))
        await board.refreshAndWait()
        board.loadMore()
        await board.firstState { $0.items.count == 20 && !$0.isLoading }
        edit(15)
        board.anchor = 15
        await board.refreshAndWait()
        board.rowAppeared(15)
        await board.firstState { !$0.isLoading }
        #expect(board[15] == item(15))
    }

    @Test("A refresh of two pages shows the copies of the first page in other lists") func twoPages() async {
        let list = Locked([20, 19])
        let board = makeFeed(list, pageSize: 2)
        await board.refreshAndWait()
        list.withLock { $0 = [22, 21, 20, 19] }
        let search = makeFeed([22])
        await search.refreshAndWait()
        edit(22)
        await board.refreshAndWait()
        #expect(board[22] == item(22))
        #expect(search[22] == item(22))
    }

    @Test("An older copy that arrives between two pages of a refresh does not replace the first page's") func betweenPages()
        async
    {
        let list = Locked([20, 19])
        let gate = Gate()
        gate.open(for: 1)
        let board = makeFeed(list, pageSize: 2, gate: gate)
        await board.refreshAndWait()
        list.withLock { $0 = [22, 21, 20, 19] }
        let slow = Gate()
        let search = makeFeed([22], gate: slow)
        search.open()
        await slow.waitForArrivals(1)
        edit(22)
        board.refresh()
        gate.open(for: 1)
        await asked.waitForCount(4)
        slow.open()
        await search.firstState { $0.isLoaded }
        gate.open()
        await board.firstState { $0.items.count == 4 }
        #expect(board[22] == item(22))
        #expect(search[22] == item(22))
    }

    @Test("A value that is loaded again by its observer shows the copy of that load in lists") func reloadedByObserver() async {
        let board = makeFeed([4])
        await board.refreshAndWait()
        let page = Loader(changes: changes, patch: { _, _ in }) { [versions] in
            Topic(item: Ranked(id: 4, version: versions.withLock { $0[4] ?? 0 }), replies: 1)
        }
        page.share(\.item, by: changes)
        var isFirst = true
        let observation = page.observe { [versions] state in
            guard isFirst, state.value != nil else { return }
            isFirst = false
            versions.withLock { $0[4] = 1 }
            page.reload()
        }
        page.open()
        await page.firstState { $0.value?.item.version == 1 }
        #expect(board[4] == item(4))
        observation.cancel()
    }

    @Test("A value shares two items") func twoItems() async {
        struct Pair: Sendable, Equatable {
            var first: Ranked
            var second: Ranked
        }
        let board = makeFeed([4, 5])
        await board.refreshAndWait()
        let pair = Loader(changes: changes, patch: { _, _ in }) { [versions] in
            let known = versions.withLock { $0 }
            return Pair(first: Ranked(id: 4, version: known[4] ?? 0), second: Ranked(id: 5, version: known[5] ?? 0))
        }
        pair.share(\.first, by: changes)
        pair.share(\.second, by: changes)
        edit(4)
        edit(5)
        await pair.refreshAndWait()
        #expect(board[4] == item(4))
        #expect(board[5] == item(5))
    }
}
