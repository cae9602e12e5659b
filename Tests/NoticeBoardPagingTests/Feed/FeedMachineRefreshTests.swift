import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: refreshing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineRefreshTests {
    private let list = Array(0..<12)

    /// Returns a feed with the given number of pages of four.
    private func desk(
        pages: Int = 2, tellsTotal: Bool = true, _ change: (inout FeedRules<Ranked>) -> Void = { _ in }
    ) -> MachineDesk {
        var desk = MachineDesk {
            $0.paging.overlapWithoutTotal = 0
            change(&$0)
        }
        desk.handle(.open)
        desk.answer(list, tellsTotal: tellsTotal)
        for _ in 1..<pages {
            desk.handle(.older)
            desk.answer(list, tellsTotal: tellsTotal)
        }
        return desk
    }

    @Test("A refreshed list continues at the right position", arguments: [true, false])
    func joins(tellsTotal: Bool) {
        var desk = desk(tellsTotal: tellsTotal)
        let now = [21, 20] + list
        desk.handle(.refresh)
        desk.answer(now, tellsTotal: tellsTotal)
        #expect(desk.ids == [21, 20] + list.prefix(8))
        #expect(desk.state.refresh == .idle)
        #expect(desk.state.total == (tellsTotal ? 14 : nil))
        desk.handle(.all)
        // The last known rows locate the position, so a few rows are read again.
        #expect(desk.load?.position == .offset(2))
        desk.answerAll(now, tellsTotal: tellsTotal)
        #expect(desk.ids == now)
        #expect(desk.state.end == .lastPage)
    }

    @Test("Handles totals near the maximum integer without overflow", arguments: [.max, .max - 1, 10])
    func hugeTotals(now: Int) {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(.ranked(0..<4, next: .offset(4), total: .max))
        desk.handle(.refresh)
        desk.answer(.ranked([20, 0, 1, 2], next: .offset(4), total: now))
        #expect(desk.ids == [20, 0, 1, 2, 3])
        #expect(desk.state.failure == nil)
        #expect(desk.state.total == now)
    }

    @Test("Repeated refreshes shift the next position with the list", arguments: [0, 1], [true, false])
    func repeated(arrivals: Int, tellsTotal: Bool) {
        let list = Array(0..<40)
        var desk = MachineDesk { ($0.paging.remembered, $0.paging.overlapWithoutTotal) = (8, 0) }
        desk.handle(.open)
        desk.answer(list, tellsTotal: tellsTotal)
        for _ in 1..<5 {
            desk.handle(.older)
            desk.answer(list, tellsTotal: tellsTotal)
        }
        var now = list
        for round in 0..<20 {
            if arrivals > 0 { now.insert(100 + round, at: 0) }
            desk.handle(.refresh)
            desk.answer(now, tellsTotal: tellsTotal)
        }
        desk.handle(.older)
        // Eight known rows are read again to be sure of the position.
        #expect(desk.load?.position == .offset(20 + 20 * arrivals - 8))
        #expect(desk.asked.count == 26)
        desk.handle(.all)
        desk.answerAll(now, tellsTotal: tellsTotal)
        // Twenty-eight rows in pages of four take seven requests.
        #expect(desk.ids == now)
        #expect(desk.state.end == .lastPage)
        #expect(desk.asked.count == 25 + 7)
    }

    @Test("The row directly below the joint of a refresh keeps its place in the order", arguments: [true, false])
    func belowTheSeam(isOrdered: Bool) {
        var desk = desk { if isOrdered { $0.order = { $0.rank < $1.rank } } }
        desk.handle(.refresh)
        desk.answer(list)
        desk.handle(.changed(.updated(Ranked(id: 4, rank: 1))))
        desk.handle(.changed(.updated(Ranked(id: 6, rank: 1))))
        #expect(desk.ids == (isOrdered ? [0, 1, 2, 3, 5, 7, 4, 6] : Array(0..<8)))
        desk.handle(.changed(.updated(Ranked(id: 4))))
        #expect(desk.ids == (isOrdered ? [0, 1, 2, 3, 4, 5, 7, 6] : Array(0..<8)))
        // The row is removed, and the next refresh loads past all known rows.
        desk.handle(.refresh)
        desk.answerAll([0, 2, 3, 5] + Array(6..<12))
        #expect(desk.ids == [0, 2, 3] + Array(5..<10))
    }

    @Test("With cursors a refreshed list continues at its next cursor") func cursors() {
        var desk = MachineDesk { $0.paging.remembered = 1 }
        desk.handle(.open)
        desk.answer(.ranked([1, 2], next: .cursor("2")))
        desk.handle(.refresh)
        desk.answer(.ranked([9, 1], next: .cursor("1")))
        #expect(desk.ids == [9, 1, 2])
        desk.handle(.older)
        #expect(desk.load?.position == .cursor("2"))
        // Rows of the new head are not shown again further down.
        desk.answer(.ranked([9, 3]))
        #expect(desk.ids == [9, 1, 2, 3])
        #expect(desk.state.end == .lastPage)
    }

    @Test("A refresh loads several pages to reach the known rows") func bridges() {
        var desk = desk()
        let now = Array(20..<27) + list
        desk.handle(.refresh)
        desk.answer(now)
        #expect(desk.ids == Array(0..<8))
        #expect(desk.state.refresh.isLoading)
        #expect(desk.load?.position == .offset(4))
        desk.answer(now)
        #expect(desk.ids == Array(20..<27) + Array(0..<8))
        #expect(desk.load == nil)
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("Rows that left the head disappear after a refresh") func goneHead() {
        var desk = desk()
        let now = [0, 2, 3] + list.dropFirst(4)
        desk.handle(.refresh)
        desk.answer(now)
        #expect(desk.ids == [0, 2, 3, 4, 5, 6, 7])
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("A moved row appears once", arguments: [true, false])
    func moved(isOrdered: Bool) {
        var desk = desk { if isOrdered { $0.order = { $0.rank < $1.rank } } }
        desk.handle(.refresh)
        desk.answer([6, 0, 2, 3, 4, 5] + Array(7..<12))
        #expect(desk.ids == [6, 0, 2, 3, 4, 5, 7])
        let now = [6, 0, 2, 3, 4, 5] + Array(7..<10) + [1, 10, 11]
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
        // The list was not reloaded.
        #expect(desk.asked.filter { $0 == nil }.count == 2)
    }

    @Test("A row inserted by a change is not used to find the next position") func newcomerIsNoPlace() {
        var desk = desk()
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        desk.handle(.changed(.removed(0)))
        // All loaded rows were removed. Rows that arrived before and after the new row are above the next page.
        desk.handle(.older)
        desk.answerAll([50, 60, 61, 62] + list.dropFirst(8))
        #expect(desk.state.end == .lastPage)
        #expect(desk.ids == [50] + Array(1..<12))
    }

    @Test("A refresh has no hole if the list moved up while its first page loaded") func torn() {
        var desk = desk(tellsTotal: false) { $0.paging.overlapWithoutTotal = 3 }
        let before = Array(20..<26) + list
        let now = before.filter { $0 != 21 }
        desk.handle(.refresh)
        desk.handle(.changed(.removed(21)))
        desk.answer(before, tellsTotal: false)
        desk.answerAll(now, tellsTotal: false)
        desk.handle(.all)
        desk.answerAll(now, tellsTotal: false)
        #expect(desk.ids == now)
    }

    @Test("A refresh that cannot reach the loaded rows keeps them below a gap") func tooFar() {
        var desk = desk { $0.refreshPages = 2 }
        let now = Array(20..<60) + list
        desk.handle(.refresh)
        desk.answerAll(now)
        #expect(desk.asked.count == 4)
        #expect(desk.ids == Array(20..<28) + list.prefix(8))
        #expect(desk.state.gaps == [PageGap(after: 27, before: 0)])
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == Array(20..<28) + list)
    }

    @Test("A complete response replaces the whole list") func whole() {
        var desk = desk()
        desk.handle(.refresh)
        desk.answer(.ranked([5, 6], total: 2))
        #expect(desk.ids == [5, 6])
        #expect(desk.state.end == .lastPage)
        #expect(desk.state.total == 2)
        desk.handle(.refresh)
        desk.answer(.ranked([], total: 0))
        #expect(desk.state.display == .empty)
    }

    @Test("A failed refresh changes nothing, even after its first page") func fails() {
        var desk = desk()
        let before = desk.state
        desk.handle(.refresh)
        desk.answer(Array(20..<40) + list)
        desk.fail()
        #expect(desk.state.items == before.items)
        #expect(desk.state.total == before.total)
        #expect(desk.state.display == .items)
        #expect(desk.state.refresh.failure?.code == .unreachable)
        desk.handle(.retry)
        #expect(desk.load?.position == nil)
        #expect(desk.state.refresh.isLoading)
        desk.answer(list)
        #expect(desk.state == before)
    }

    @Test("A refresh cancels a loading page and requests it again at the new end", arguments: [true, false])
    func moreDuringRefresh(failed: Bool) throws {
        var desk = desk(pages: 1)
        desk.handle(.rowAppeared(3))
        let more = try #require(desk.load?.ticket)
        if failed { desk.fail() }
        desk.handle(.refresh)
        #expect(desk.cancelled == (failed ? [] : [more]))
        #expect(desk.state.older == .idle)
        #expect(desk.handle(.rowAppeared(3)).isEmpty)
        #expect(desk.handle(.older).isEmpty)
        desk.answer([20] + list)
        #expect(desk.state.older.isLoading)
        #expect(desk.load?.ticket.kind == .older)
        desk.answer([20] + list)
        #expect(desk.ids.prefix(5) == [20, 0, 1, 2, 3])
        #expect(Set(desk.ids).count == desk.ids.count)
    }

    @Test("Requests a wanted page after a failed refresh") func moreAfterFailedRefresh() {
        var desk = desk(pages: 1)
        desk.handle(.older)
        desk.handle(.refresh)
        desk.fail()
        #expect(desk.load?.position == .offset(4))
        #expect(desk.state.refresh.failure != nil)
        desk.fail()
        // Both failed, so both are tried again.
        desk.handle(.retry)
        desk.answerAll(list)
        #expect(desk.ids == Array(0..<8))
        #expect(desk.state.refresh == .idle)
        #expect(desk.state.older == .idle)
    }

    @Test("The anchor stays, or moves to the next row below when its row leaves") func anchor() {
        var desk = desk()
        desk.handle(.scrolled(2))
        desk.handle(.refresh)
        desk.answer([20, 21] + list)
        #expect(desk.machine.anchor == 2)
        desk.handle(.refresh)
        desk.answerAll([20, 21, 1, 3] + list.dropFirst(4))
        #expect(desk.ids.prefix(4) == [20, 21, 1, 3])
        #expect(desk.machine.anchor == 3)
        desk.handle(.scrolled(99))
        #expect(desk.machine.anchor == 3)
        desk.handle(.scrolled(nil))
        #expect(desk.machine.anchor == nil)
    }

    @Test("A page never adds rows below the list that arrived above it", arguments: 1...12)
    func arrivalsBelow(coming: Int) {
        var desk = desk(pages: 1)
        let now = Array(20..<20 + coming) + list
        desk.handle(.older)
        desk.answerAll(now)
        #expect(desk.ids.count > 4, "\(desk.ids)")
        #expect(desk.ids == Array(0..<desk.ids.count), "\(desk.ids)")
        desk.handle(.refresh)
        desk.answerAll(now)
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("Retrying after the end of the list was lost reloads the list") func lostPlace() {
        var desk = desk()
        desk.handle(.refresh)
        let now = [0, 1, 2, 3] + Array(50..<70)
        desk.answer(now)
        desk.handle(.older)
        for _ in 0..<9 where desk.load != nil { desk.answer(Array(50..<74)) }
        #expect(desk.state.older.failure?.code == .placeLost)
        #expect(desk.state.display == .items)
        desk.handle(.retry)
        #expect(desk.state.refresh.isLoading)
        #expect(desk.load?.position == nil)
        desk.answer(now)
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("Requests a cancelled page again even if the refresh replaced the list") func moreOfAnother() {
        var desk = desk(pages: 1) { $0.refreshPages = 1 }
        desk.handle(.rowAppeared(3))
        desk.handle(.refresh)
        desk.answer(Array(50..<66))
        #expect(desk.ids == [50, 51, 52, 53, 0, 1, 2, 3])
        #expect(desk.load?.ticket.kind == .older)
    }
}
