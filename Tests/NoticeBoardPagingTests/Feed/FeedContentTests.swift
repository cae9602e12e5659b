import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks the items in the service's order and in the shown order after each event.
@Suite("FeedMachine: content", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedContentTests {
    private let list = Array(0..<12)

    private func driver(pages: Int = 1, _ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        driver.answer(list)
        for _ in 1..<pages {
            driver.handle(.older)
            driver.answer(list)
        }
        return driver
    }

    /// The stored items in the service's order.
    private func kept(_ driver: FeedMachineDriver) -> [Int]? { driver.machine.snapshot?.items.map(\.id) }

    private func ranked(_ rows: [(id: Int, rank: Int)]) -> [Ranked] { rows.map { Ranked(id: $0.id, rank: $0.rank) } }

    // MARK: - Snapshots

    @Test("A snapshot restores the items, the position and the anchor") func memory() {
        #expect(FeedMachineDriver().machine.snapshot == nil)
        var driver = driver(pages: 2)
        driver.handle(.scrolled(5))
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        var memory = FeedSnapshot(
            items: [50, 0, 1, 2, 3, 4, 5, 6, 7].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(8), recent: Array(0..<8), loaded: 8, total: 12), anchor: 5)
        memory.newcomers = [50]
        (memory.unlinked, memory.seams) = ([4], [4: 3])
        #expect(driver.machine.snapshot == memory)
        let other = FeedMachineDriver.Machine(driver.machine.rules, from: memory)
        var state = driver.state
        (state.wasRequested, state.isStale, state.total) = (false, true, 12)
        #expect(other.state == state)
        #expect(other.anchor == 5)
        #expect(other.snapshot == memory)
        var empty = FeedMachineDriver()
        empty.handle(.open)
        empty.answer(.ranked([], total: 0))
        #expect(empty.machine.snapshot == nil)
        #expect(empty.state.isLoaded)
    }

    @Test("Separates new items above a restored list from the items below it") func aboveMemory() {
        let place = PageBookmark(position: .offset(4), recent: Array(0..<4), loaded: 4, total: 12)
        var driver = FeedMachineDriver(from: FeedSnapshot(items: (0..<4).map { Ranked(id: $0) }, bookmark: place))
        driver.handle(.older)
        driver.answer(list)
        driver.handle(.older)
        driver.answer(Array(70..<76) + list)
        #expect(driver.ids == Array(0..<4))
        #expect(driver.state.newItemCount == 6)
        driver.handle(.older)
        driver.answer(Array(70..<76) + list)
        #expect(driver.ids == Array(0..<6))
    }

    @Test("Restoring an inconsistent snapshot repairs it")
    func strangeMemory() {
        let place = PageBookmark(position: .offset(3), recent: [1, 2, 3], loaded: 3, total: 2)
        func machine(_ ids: [Int], anchor: Int?, _ place: PageBookmark<Int>) -> FeedMachineDriver.Machine {
            FeedMachineDriver.Machine(from: FeedSnapshot(items: ids.map { Ranked(id: $0) }, bookmark: place, anchor: anchor))
        }
        let some = machine([1, 2, 1, 3], anchor: 3, place)
        #expect(some.state.items.ids == [1, 2, 3])
        #expect(some.state.total == 2)
        #expect(some.anchor == 3)
        #expect(some.state.end == nil)
        #expect(some.state.isLoaded)
        #expect(some.state.isStale)
        #expect(!some.state.wasRequested)
        #expect(some.snapshot?.items.map(\.id) == [1, 2, 3])
        #expect(machine([1, 2], anchor: 9, place).anchor == nil)
        var atEnd = place
        (atEnd.isAtEnd, atEnd.total) = (true, 7)
        #expect(machine([1, 2, 3], anchor: nil, atEnd).state.end == .lastPage)
        #expect(machine([1], anchor: nil, atEnd).state.total == 7)
        #expect(machine([], anchor: nil, place).state == FeedState())
        #expect(machine([], anchor: nil, place).snapshot == nil)
    }

    @Test("A restored list is shown in its own order and stored in the service's order") func keptOrder() {
        var rules = FeedRules<Ranked>()
        rules.order = { $0.rank < $1.rank }
        let items = ranked([(1, 2), (2, 0), (3, 1), (4, 0)])
        let place = PageBookmark(position: .offset(4), recent: [1, 2, 3, 4], loaded: 4)
        let machine = FeedMachineDriver.Machine(rules, from: FeedSnapshot(items: items, bookmark: place))
        #expect(machine.state.items.ids == [2, 4, 3, 1])
        #expect(machine.snapshot?.items == items)
    }

    // MARK: - Rows near the end

    @Test("A row within the prefetch distance of the end loads more", arguments: [-1, 0, 1, 2, 3, 4, 9])
    func distance(distance: Int) {
        for row in 0..<4 {
            var driver = driver { $0.prefetchDistance = distance }
            #expect(driver.handle(.rowAppeared(row)).isEmpty == (row < 4 - max(distance, 1)), "row \(row)")
        }
        var ordered = driver {
            $0.prefetchDistance = distance
            $0.order = { $0.id > $1.id }
        }
        // The last shown row is the service's first.
        #expect(ordered.ids == [3, 2, 1, 0])
        #expect(!ordered.handle(.rowAppeared(0)).isEmpty)
        for row in 1..<3 {
            var ordered = driver {
                $0.prefetchDistance = distance
                $0.order = { $0.id > $1.id }
            }
            let isNear = row < max(distance, 1) || row >= 4 - max(distance, 1)
            #expect(ordered.handle(.rowAppeared(row)).isEmpty == !isNear, "row \(row)")
        }
    }

    @Test("Loads pages until the row nearest to the end is outside the prefetch distance") func followed() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 4 }
        driver.handle(.open)
        driver.answer(list, limit: 4)
        driver.handle(.rowAppeared(1))
        driver.handle(.rowAppeared(3))
        driver.handle(.rowAppeared(2))
        driver.answer(list, limit: 1)
        #expect(driver.load?.position == .offset(5))
        driver.answer(list, limit: 2)
        #expect(driver.load?.position == .offset(7), "three rows below it")
        driver.answer(list, limit: 1)
        #expect(driver.load == nil, "four rows below it")
        #expect(driver.ids == Array(0..<8), "four rows below it")
    }

    // MARK: - Changes

    @Test("A repeated change applies once and in its place", arguments: [true, false]) func edits(isOrdered: Bool) {
        var driver = driver { if isOrdered { $0.order = { $0.rank < $1.rank } } }
        driver.handle(.scrolled(1))
        let edits: [FeedEdit<Ranked>] = [
            .insert(Ranked(id: 50)), .insert(Ranked(id: 50, version: 1)), .insert(Ranked(id: 2, version: 2)),
            .patch(3) { $0.version = 3 }, .patch(9) { $0.version = 9 },
            .patch(0) { $0 = Ranked(id: 70, version: 7) }, .remove(1), .remove(1), .remove(99),
        ]
        #expect(driver.handle(.edited { _ in edits }).isEmpty)
        #expect(
            Array(driver.state.items) == [
                Ranked(id: 50, version: 1), Ranked(id: 0), Ranked(id: 2, version: 2), Ranked(id: 3, version: 3),
            ])
        #expect(driver.state.total == 12)
        #expect(driver.machine.anchor == 2)
        #expect(kept(driver) == [50, 0, 2, 3])
        driver.handle(.edited { _ in [.patchAll { $0.version += 10 }] })
        #expect(driver.state.items.map(\.version) == [11, 10, 12, 13])
        #expect(driver.state.total == 12)
        #expect(driver.machine.snapshot?.bookmark.position == .offset(3))
        #expect(driver.machine.snapshot?.bookmark.total == 11)
        driver.handle(.edited { _ in [] })
        driver.handle(.older)
        #expect(driver.load?.position == .offset(3))
    }

    @Test(
        "A removed anchor is replaced by the next row below, or else above",
        arguments: [
            (2, [2], 3), (2, [2, 3], 4), (2, [1], 2), (2, [3], 2), (5, [5], 4), (5, [4, 5], 3), (4, [4, 5], 3), (0, [0], 1),
            (3, [0, 1, 2, 3], 4), (3, [3, 4, 5], 2), (3, [0, 1, 2, 3, 4, 5], nil), (nil, [2], nil),
        ] as [(Int?, [Int], Int?)])
    func anchors(anchor: Int?, gone: [Int], then: Int?) {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<6), limit: 6)
        driver.handle(.scrolled(anchor))
        driver.handle(.edited { _ in gone.map { .remove($0) } })
        #expect(driver.machine.anchor == then)
        #expect(driver.ids == (0..<6).filter { !gone.contains($0) })
    }

    @Test("An item with a new rank moves to its place in the service's order among equals") func ranks() {
        var driver = FeedMachineDriver { $0.order = { $0.rank < $1.rank } }
        driver.handle(.open)
        driver.answer(Page(items: ranked([(1, 1), (2, 0), (3, 1), (4, 0), (5, 1)]), total: 5))
        let moves: [(Ranked, [Int])] = [
            (Ranked(id: 3, rank: 0), [2, 3, 4, 1, 5]), (Ranked(id: 2, rank: 1), [3, 4, 1, 2, 5]),
            (Ranked(id: 5, rank: 2), [3, 4, 1, 2, 5]),
            (Ranked(id: 5, rank: 0), [3, 4, 5, 1, 2]), (Ranked(id: 4, rank: 1), [3, 5, 1, 2, 4]),
            (Ranked(id: 1, rank: 1, version: 1), [3, 5, 1, 2, 4]), (Ranked(id: 1, rank: 0), [1, 3, 5, 2, 4]),
        ]
        for (item, shown) in moves {
            driver.handle(.changed(.updated(item)))
            #expect(driver.ids == shown, "\(item)")
            #expect(driver.state.items[id: item.id] == item, "\(item)")
        }
        #expect(kept(driver) == [1, 2, 3, 4, 5])
        driver.handle(.changed(.inserted(Ranked(id: 6))))
        driver.handle(.changed(.removed(3)))
        #expect(driver.ids == [6, 1, 5, 2, 4])
        #expect(kept(driver) == [6, 1, 2, 4, 5])
        #expect(driver.state.total == 5)
    }

    @Test("The total is the service's, changed by inserted and removed items") func totals() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .offset(4)))
        for change in [ItemChange.inserted(Ranked(id: 50)), .removed(0)] { driver.handle(.changed(change)) }
        #expect(driver.state.total == nil)
        #expect(driver.ids == [50, 1, 2, 3])
        var low = FeedMachineDriver()
        low.handle(.open)
        low.answer(.ranked(0..<4, next: .cursor("a"), total: 2))
        #expect(low.state.total == 2)
        for id in 0..<3 { low.handle(.changed(.removed(id))) }
        #expect(low.state.total == 0)
        var huge = FeedMachineDriver()
        huge.handle(.open)
        huge.answer(.ranked(0..<4, next: .cursor("a"), total: .max))
        huge.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(huge.state.total == .max)
    }

    // MARK: - Heads

    @Test("A refresh that overlaps the list updates its position") func joined() {
        var driver = driver(pages: 2)
        driver.handle(.scrolled(6))
        driver.handle(.refresh)
        #expect(driver.answer(.ranked([20, 21, 0, 1], next: .offset(4), total: 14)).count == 1)
        var state = FeedState<Ranked>()
        (state.items, state.total) = (FeedItems(([20, 21] + Array(0..<8)).map { Ranked(id: $0) }), 14)
        (state.wasRequested, state.isLoaded) = (true, true)
        #expect(driver.state == state)
        #expect(driver.machine.anchor == 6)
        let place = PageBookmark(position: .offset(10), recent: [20, 21] + Array(0..<8), loaded: 10, total: 14)
        #expect(driver.machine.snapshot?.bookmark == place)
        // Loading more first verifies the last known items.
        driver.handle(.older)
        #expect(driver.load?.position == .offset(2))
        driver.answer([20, 21] + list, limit: 10)
        #expect(driver.ids == [20, 21] + Array(0..<10))
        #expect(driver.state.end == nil)
        #expect(driver.state.newItemCount == 0)
    }

    @Test("A refresh that does not reach the list leaves a gap between them")
    func replaced() {
        var driver = driver(pages: 2) { $0.refreshPages = 1 }
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        driver.handle(.refresh)
        let broken = SkippedElement(index: 2, path: "", reason: "broken")
        driver.answer(Page(items: [30, 31].map { Ranked(id: $0) }, next: .offset(3), total: 90, skipped: [broken]))
        var state = FeedState<Ranked>()
        // The inserted row is in the gap, or deleted.
        let shown = [30, 31] + Array(0..<8)
        (state.items, state.total, state.skipped) = (FeedItems(shown.map { Ranked(id: $0) }), 90, 1)
        (state.wasRequested, state.isLoaded) = (true, true)
        state.gaps = [PageGap(after: 31, before: 0)]
        state.gapSizes = driver.state.gapSizes
        #expect(driver.state == state)
        #expect(kept(driver) == shown)
        #expect(
            driver.machine.snapshot?.bookmark == PageBookmark(position: .offset(86), recent: Array(0..<8), loaded: 10, total: 90))
    }

    @Test("Keeps the larger number of skipped elements when a refresh overlaps the list") func skipped() {
        let broken = { (count: Int) in (0..<count).map { SkippedElement(index: $0 + 1, path: "", reason: "broken") } }
        for (before, head) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
            var driver = FeedMachineDriver()
            driver.handle(.open)
            driver.answer(
                Page(items: [0, 1].map { Ranked(id: $0) }, next: .offset(2 + before), total: 20, skipped: broken(before)))
            driver.handle(.refresh)
            driver.answer(Page(items: [9, 0].map { Ranked(id: $0) }, next: .offset(2 + head), total: 21, skipped: broken(head)))
            #expect(driver.state.skipped == max(before, head))
            #expect(driver.ids == [9, 0, 1])
        }
    }

    @Test(
        "A refresh joins the list at its last row unless that would lose rows",
        arguments: [
            ([0, 1, 2, 3], 4), ([20, 0, 1, 2], 4), ([20, 21, 22, 0], 4), ([1, 2, 3, 4], 4), ([0, 2, 3, 4], 4), ([4, 5, 6, 7], 4),
            ([20, 3, 2, 1], nil), ([20, 21, 22, 5], nil), ([20, 21, 4, 5], 4), ([20, 21, 22, 23], nil),
        ] as [([Int], Int?)])
    func joints(ids: [Int], then: Int?) {
        var driver = driver(pages: 2)
        // The second page's rows are not newer than the first one's.
        driver.handle(.refresh)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 12))
        let joins = ids.last.flatMap { last in (0..<8).contains(last) ? last : nil }
        driver.handle(.refresh)
        driver.answer(.ranked(ids, next: .offset(4), total: 20))
        #expect((driver.load == nil) == (then != nil))
        #expect(then == nil || driver.ids.count == ids.count + 7 - (joins ?? 0))
    }

    @Test("Applies changes made during a refresh to its result in order") func changesOverHeads() {
        var driver = driver()
        driver.handle(.refresh)
        driver.handle(.edited { _ in [.patch(2) { $0.version = 1 }, .insert(Ranked(id: 50))] })
        driver.handle(.edited { _ in [.patch(2) { $0.version = 2 }, .remove(1)] })
        driver.answer(.ranked(0..<4, next: .offset(4), total: 12))
        #expect(Array(driver.state.items) == [Ranked(id: 50), Ranked(id: 0), Ranked(id: 2, version: 2), Ranked(id: 3)])
        #expect(driver.state.total == 12)
        // The next refresh already contains the changes.
        driver.handle(.refresh)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 12))
        #expect(Array(driver.state.items) == (0..<4).map { Ranked(id: $0) })
    }
}
