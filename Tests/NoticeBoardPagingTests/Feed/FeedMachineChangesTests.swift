import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: changes, order, display", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineChangesTests {
    private let list = Array(0..<10)

    private func desk(tellsTotal: Bool = true, _ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> MachineDesk {
        var desk = MachineDesk(change)
        desk.handle(.open)
        desk.answer(list, tellsTotal: tellsTotal)
        return desk
    }

    @Test("Inserts a new item once at the head") func inserted() {
        var desk = desk()
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(desk.ids == [50, 0, 1, 2, 3])
        #expect(desk.state.total == 11)
        desk.handle(.changed(.inserted(Ranked(id: 50, version: 1))))
        #expect(desk.state.items[0].version == 1)
        #expect(desk.state.total == 11)
        desk.handle(.all)
        desk.answerAll([50] + list)
        #expect(desk.ids == [50] + list)
    }

    @Test("Updates an item in its place") func updated() {
        var desk = desk()
        desk.handle(.changed(.updated(Ranked(id: 2, version: 5))))
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.items[2].version == 5)
        desk.handle(.changed(.updated(Ranked(id: 8, version: 5))))
        #expect(desk.ids == [0, 1, 2, 3])
    }

    @Test("Shifts the next page when an item is removed", arguments: [true, false])
    func removed(tellsTotal: Bool) {
        var desk = desk(tellsTotal: tellsTotal)
        desk.handle(.scrolled(1))
        desk.handle(.changed(.removed(1)))
        #expect(desk.ids == [0, 2, 3])
        #expect(desk.state.total == (tellsTotal ? 9 : nil))
        #expect(desk.machine.anchor == 2)
        let now = list.filter { $0 != 1 }
        desk.handle(.all)
        desk.answerAll(now, tellsTotal: tellsTotal)
        #expect(desk.ids == now)
    }

    @Test("Requests a page again when an item is removed while it loads") func removedMeanwhile() {
        var desk = desk(tellsTotal: false)
        desk.handle(.all)
        desk.handle(.changed(.removed(0)))
        #expect(desk.cancelled.count == 1)
        #expect(desk.load != nil)
        #expect(desk.state.older.isLoading)
        desk.answerAll(list.dropFirst().map { $0 }, tellsTotal: false)
        #expect(desk.ids == Array(1..<10))
    }

    @Test("Items that do not belong to the list never enter it and leave when they change") func belongs() {
        var desk = desk()
        desk.handle(.changed(.inserted(Ranked(id: 50, rank: Ranked.away))))
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.total == 10)
        desk.handle(.changed(.updated(Ranked(id: 2, rank: Ranked.away))))
        #expect(desk.ids == [0, 1, 3])
        #expect(desk.state.total == 9)
    }

    @Test("A page loaded before a change does not undo the change") func changesDuringLoads() {
        var desk = desk()
        for page in [0, 1] {
            desk.handle(page == 0 ? .refresh : .older)
            desk.handle(.changed(.inserted(Ranked(id: 50 + page))))
            desk.handle(.changed(.updated(Ranked(id: 5, version: 7))))
            desk.handle(.changed(.updated(Ranked(id: 2, version: 7))))
            desk.handle(.changed(.removed(3)))
            desk.answerAll(list)
        }
        #expect(desk.ids.prefix(5) == [51, 0, 1, 2, 4] || desk.ids.prefix(6) == [51, 50, 0, 1, 2, 4])
        #expect(!desk.ids.contains(3))
        #expect(desk.state.items.first { $0.id == 2 }?.version == 7)
        #expect(desk.state.items.first { $0.id == 5 }?.version == 7)
    }

    @Test("A changed item shows its newest version whether or not the page contains it", arguments: [true, false])
    func changedArrival(isKnown: Bool) {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        desk.handle(.changed(.updated(Ranked(id: 50, version: 1))))
        desk.answer((isKnown ? [50] : []) + list)
        #expect(desk.ids.prefix(3) == [50, 0, 1])
        #expect(desk.state.items[0].version == 1)
    }

    @Test("Applies only changes made during the first load") func beforeTheAnswer() {
        var desk = MachineDesk()
        desk.handle(.changed(.inserted(Ranked(id: 40))))
        desk.handle(.open)
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(desk.state.display == .placeholder)
        desk.answer(list)
        #expect(desk.ids == [50, 0, 1, 2, 3])
    }

    @Test("A new item that a later page contains moves to its place there") func newcomerBelow() {
        var desk = desk()
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        let now = [0, 1, 2, 3, 4, 50] + Array(5..<10)
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("Removing the last item shows an empty list or loads more") func lastOne() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(.ranked([1], total: 1))
        desk.handle(.changed(.removed(1)))
        #expect(desk.state.display == .empty)
        var other = MachineDesk()
        other.handle(.open)
        other.answer(.ranked([1], next: .offset(1), total: 2))
        other.handle(.changed(.removed(1)))
        #expect(other.state.display == .placeholder)
        #expect(other.load?.position == .offset(0))
        other.answer(.ranked([2], total: 1))
        #expect(other.ids == [2])
    }

    @Test("An older page in flight ends when an edit ends the list") func endedByEdit() throws {
        var desk = desk { $0.refreshPages = 1 }
        desk.handle(.refresh)
        desk.answer(.ranked(50..<54, next: .offset(4), total: 14))
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        // The gap cannot be loaded, because the service repeats the position.
        desk.answer(.ranked(54..<58, next: .offset(4), total: 14))
        desk.handle(.older)
        #expect(desk.state.older.isLoading)
        desk.handle(.edited { _ in (0..<4).map { .remove($0) } })
        #expect(desk.load == nil)
        #expect(desk.state.older == .idle)
    }

    // MARK: - Order

    @Test("Keeps the service's order of equal items") func merging() {
        var desk = MachineDesk { $0.order = { $0.rank < $1.rank } }
        desk.handle(.open)
        desk.answer(page([(1, 1), (2, 0), (3, 1)], next: 3))
        #expect(desk.ids == [2, 1, 3])
        desk.handle(.older)
        desk.answer(page([(4, 1), (5, 0), (6, 2)], next: 6))
        #expect(desk.ids == [2, 5, 1, 3, 4, 6])
        desk.handle(.refresh)
        desk.answer(page([(9, 1), (8, 0), (1, 1)], next: 3))
        #expect(desk.ids == [8, 2, 5, 9, 1, 3, 4, 6])
        desk.handle(.changed(.inserted(Ranked(id: 10, rank: 1))))
        #expect(desk.ids == [8, 2, 5, 10, 9, 1, 3, 4, 6])
        desk.handle(.changed(.updated(Ranked(id: 3, rank: 0))))
        #expect(desk.ids == [8, 2, 3, 5, 10, 9, 1, 4, 6])
    }

    private func page(_ rows: [(id: Int, rank: Int)], next: Int) -> Page<Ranked> {
        Page(items: rows.map { Ranked(id: $0.id, rank: $0.rank) }, next: .offset(next), total: 12)
    }

    // MARK: - Display

    @Test("Shows an empty list only after a response confirmed it") func emptiness() {
        var desk = MachineDesk()
        #expect(desk.state.display == .placeholder)
        desk.handle(.open)
        #expect(desk.state.display == .placeholder)
        desk.answer(.ranked([], next: .offset(3)))
        #expect(desk.state.display == .placeholder)
        desk.answer(.ranked([]))
        #expect(desk.state.display == .empty)
        desk.handle(.refresh)
        desk.fail()
        #expect(desk.state.display == .empty)
        #expect(desk.state.refresh.failure != nil)
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
