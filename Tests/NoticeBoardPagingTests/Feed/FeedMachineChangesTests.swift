import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: changes, order, display", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineChangesTests {
    private let list = Array(0..<10)

    private func driver(tellsTotal: Bool = true, _ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        driver.answer(list, tellsTotal: tellsTotal)
        return driver
    }

    @Test("Inserts a new item once at the head") func inserted() {
        var driver = driver()
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(driver.ids == [50, 0, 1, 2, 3])
        #expect(driver.state.total == 11)
        driver.handle(.changed(.inserted(Ranked(id: 50, version: 1))))
        #expect(driver.state.items[0].version == 1)
        #expect(driver.state.total == 11)
        driver.handle(.all)
        driver.answerAll([50] + list)
        #expect(driver.ids == [50] + list)
    }

    @Test("Updates an item in its place") func updated() {
        var driver = driver()
        driver.handle(.changed(.updated(Ranked(id: 2, version: 5))))
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.items[2].version == 5)
        driver.handle(.changed(.updated(Ranked(id: 8, version: 5))))
        #expect(driver.ids == [0, 1, 2, 3])
    }

    @Test("Shifts the next page when an item is removed", arguments: [true, false])
    func removed(tellsTotal: Bool) {
        var driver = driver(tellsTotal: tellsTotal)
        driver.handle(.scrolled(1))
        driver.handle(.changed(.removed(1)))
        #expect(driver.ids == [0, 2, 3])
        #expect(driver.state.total == (tellsTotal ? 9 : nil))
        #expect(driver.machine.anchor == 2)
        let now = list.filter { $0 != 1 }
        driver.handle(.all)
        driver.answerAll(now, tellsTotal: tellsTotal)
        #expect(driver.ids == now)
    }

    @Test("Requests a page again when an item is removed while it loads") func removedMeanwhile() {
        var driver = driver(tellsTotal: false)
        driver.handle(.all)
        driver.handle(.changed(.removed(0)))
        #expect(driver.cancelled.count == 1)
        #expect(driver.load != nil)
        #expect(driver.state.older.isLoading)
        driver.answerAll(list.dropFirst().map { $0 }, tellsTotal: false)
        #expect(driver.ids == Array(1..<10))
    }

    @Test("Items that do not belong to the list never enter it and leave when they change") func belongs() {
        var driver = driver()
        driver.handle(.changed(.inserted(Ranked(id: 50, rank: Ranked.away))))
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.total == 10)
        driver.handle(.changed(.updated(Ranked(id: 2, rank: Ranked.away))))
        #expect(driver.ids == [0, 1, 3])
        #expect(driver.state.total == 9)
    }

    @Test("A page loaded before a change does not undo the change") func changesDuringLoads() {
        var driver = driver()
        for page in [0, 1] {
            driver.handle(page == 0 ? .refresh : .older)
            driver.handle(.changed(.inserted(Ranked(id: 50 + page))))
            driver.handle(.changed(.updated(Ranked(id: 5, version: 7))))
            driver.handle(.changed(.updated(Ranked(id: 2, version: 7))))
            driver.handle(.changed(.removed(3)))
            driver.answerAll(list)
        }
        #expect(driver.ids.prefix(5) == [51, 0, 1, 2, 4] || driver.ids.prefix(6) == [51, 50, 0, 1, 2, 4])
        #expect(!driver.ids.contains(3))
        #expect(driver.state.items.first { $0.id == 2 }?.version == 7)
        #expect(driver.state.items.first { $0.id == 5 }?.version == 7)
    }

    @Test("A changed item shows its newest version whether or not the page contains it", arguments: [true, false])
    func changedArrival(isKnown: Bool) {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        driver.handle(.changed(.updated(Ranked(id: 50, version: 1))))
        driver.answer((isKnown ? [50] : []) + list)
        #expect(driver.ids.prefix(3) == [50, 0, 1])
        #expect(driver.state.items[0].version == 1)
    }

    @Test("Applies only changes made during the first load") func beforeTheAnswer() {
        var driver = FeedMachineDriver()
        driver.handle(.changed(.inserted(Ranked(id: 40))))
        driver.handle(.open)
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(driver.state.display == .placeholder)
        driver.answer(list)
        #expect(driver.ids == [50, 0, 1, 2, 3])
    }

    @Test("A new item that a later page contains moves to its place there") func newcomerBelow() {
        var driver = driver()
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        let now = [0, 1, 2, 3, 4, 50] + Array(5..<10)
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
    }

    @Test("Removing the last item shows an empty list or loads more") func lastOne() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([1], total: 1))
        driver.handle(.changed(.removed(1)))
        #expect(driver.state.display == .empty)
        var other = FeedMachineDriver()
        other.handle(.open)
        other.answer(.ranked([1], next: .offset(1), total: 2))
        other.handle(.changed(.removed(1)))
        #expect(other.state.display == .placeholder)
        #expect(other.load?.ticket.kind == .refresh)
        other.answer(.ranked([2], total: 1))
        #expect(other.ids == [2])
    }

    @Test("An older page in flight ends when an edit ends the list") func endedByEdit() throws {
        var driver = driver { $0.refreshPages = 1 }
        driver.handle(.refresh)
        driver.answer(.ranked(50..<54, next: .offset(4), total: 14))
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        // The gap cannot be loaded, because the service repeats the position.
        driver.answer(.ranked(54..<58, next: .offset(4), total: 14))
        driver.handle(.older)
        #expect(driver.state.older.isLoading)
        driver.handle(.edited { _ in (0..<4).map { .remove($0) } })
        #expect(driver.load == nil)
        #expect(driver.state.older == .idle)
    }

    // MARK: - Order

    @Test("Keeps the service's order of equal items") func merging() {
        var driver = FeedMachineDriver { $0.order = { $0.rank < $1.rank } }
        driver.handle(.open)
        driver.answer(page([(1, 1), (2, 0), (3, 1)], next: 3))
        #expect(driver.ids == [2, 1, 3])
        driver.handle(.older)
        driver.answer(page([(4, 1), (5, 0), (6, 2)], next: 6))
        #expect(driver.ids == [2, 5, 1, 3, 4, 6])
        driver.handle(.refresh)
        driver.answer(page([(9, 1), (8, 0), (1, 1)], next: 3))
        #expect(driver.ids == [8, 2, 5, 9, 1, 3, 4, 6])
        driver.handle(.changed(.inserted(Ranked(id: 10, rank: 1))))
        #expect(driver.ids == [8, 2, 5, 10, 9, 1, 3, 4, 6])
        driver.handle(.changed(.updated(Ranked(id: 3, rank: 0))))
        #expect(driver.ids == [8, 2, 3, 5, 10, 9, 1, 4, 6])
    }

    private func page(_ rows: [(id: Int, rank: Int)], next: Int) -> Page<Ranked> {
        Page(items: rows.map { Ranked(id: $0.id, rank: $0.rank) }, next: .offset(next), total: 12)
    }

    // MARK: - Display

    @Test("Shows an empty list only after a response confirmed it") func emptiness() {
        var driver = FeedMachineDriver()
        #expect(driver.state.display == .placeholder)
        driver.handle(.open)
        #expect(driver.state.display == .placeholder)
        driver.answer(.ranked([], next: .offset(3)))
        #expect(driver.state.display == .placeholder)
        driver.answer(.ranked([]))
        #expect(driver.state.display == .empty)
        driver.handle(.refresh)
        driver.fail()
        #expect(driver.state.display == .empty)
        #expect(driver.state.refresh.failure != nil)
    }

    @Test("The display is derived from the rest of the state") func display() {
        let error = NoticeBoardError(.timedOut)
        var state = FeedState<Ranked>()
        (state.wasRequested, state.isLoaded, state.older) = (true, true, .failed(error))
        #expect(state.display == .failure(error))
        state.older = .loading(isSlow: false)
        #expect(state.display == .placeholder)
        (state.items, state.refresh) = ([Ranked(id: 1)], .failed(error))
        #expect(state.display == .items)
    }
}
