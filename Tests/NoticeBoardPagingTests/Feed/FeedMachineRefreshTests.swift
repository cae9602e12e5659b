import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: refreshing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineRefreshTests {
    private let list = Array(0..<12)

    /// Returns a feed with the given number of pages of four.
    private func driver(
        pages: Int = 2, tellsTotal: Bool = true, _ change: (inout FeedRules<Ranked>) -> Void = { _ in }
    ) -> FeedMachineDriver {
        var driver = FeedMachineDriver {
            $0.paging.overlapWithoutTotal = 0
            change(&$0)
        }
        driver.handle(.open)
        driver.answer(list, tellsTotal: tellsTotal)
        for _ in 1..<pages {
            driver.handle(.older)
            driver.answer(list, tellsTotal: tellsTotal)
        }
        return driver
    }

    @Test("A refreshed list continues at the right position", arguments: [true, false])
    func joins(tellsTotal: Bool) {
        var driver = driver(tellsTotal: tellsTotal)
        let now = [21, 20] + list
        driver.handle(.refresh)
        driver.answer(now, tellsTotal: tellsTotal)
        #expect(driver.ids == [21, 20] + list.prefix(8))
        #expect(driver.state.refresh == .idle)
        #expect(driver.state.total == (tellsTotal ? 14 : nil))
        driver.handle(.all)
        // The last known rows locate the position, so a few rows are read again.
        #expect(driver.load?.position == .offset(2))
        driver.answerAll(now, tellsTotal: tellsTotal)
        #expect(driver.ids == now)
        #expect(driver.state.end == .lastPage)
    }

    @Test("Handles totals near the maximum integer without overflow", arguments: [.max, .max - 1, 10])
    func hugeTotals(now: Int) {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .offset(4), total: .max))
        driver.handle(.refresh)
        driver.answer(.ranked([20, 0, 1, 2], next: .offset(4), total: now))
        #expect(driver.ids == [20, 0, 1, 2, 3])
        #expect(driver.state.failure == nil)
        #expect(driver.state.total == now)
    }

    @Test("Repeated refreshes shift the next position with the list", arguments: [0, 1], [true, false])
    func repeated(arrivals: Int, tellsTotal: Bool) {
        let list = Array(0..<40)
        var driver = FeedMachineDriver { ($0.paging.remembered, $0.paging.overlapWithoutTotal) = (8, 0) }
        driver.handle(.open)
        driver.answer(list, tellsTotal: tellsTotal)
        for _ in 1..<5 {
            driver.handle(.older)
            driver.answer(list, tellsTotal: tellsTotal)
        }
        var now = list
        for round in 0..<20 {
            if arrivals > 0 { now.insert(100 + round, at: 0) }
            driver.handle(.refresh)
            driver.answer(now, tellsTotal: tellsTotal)
        }
        driver.handle(.older)
        // Eight known rows are read again to be sure of the position.
        #expect(driver.load?.position == .offset(20 + 20 * arrivals - 8))
        #expect(driver.asked.count == 26)
        driver.handle(.all)
        driver.answerAll(now, tellsTotal: tellsTotal)
        // Twenty-eight rows in pages of four take seven requests.
        #expect(driver.ids == now)
        #expect(driver.state.end == .lastPage)
        #expect(driver.asked.count == 25 + 7)
    }

    @Test("The row directly below the joint of a refresh keeps its place in the order", arguments: [true, false])
    func belowTheSeam(isOrdered: Bool) {
        var driver = driver { if isOrdered { $0.order = { $0.rank < $1.rank } } }
        driver.handle(.refresh)
        driver.answer(list)
        driver.handle(.changed(.updated(Ranked(id: 4, rank: 1))))
        driver.handle(.changed(.updated(Ranked(id: 6, rank: 1))))
        #expect(driver.ids == (isOrdered ? [0, 1, 2, 3, 5, 7, 4, 6] : Array(0..<8)))
        driver.handle(.changed(.updated(Ranked(id: 4))))
        #expect(driver.ids == (isOrdered ? [0, 1, 2, 3, 4, 5, 7, 6] : Array(0..<8)))
        // Rows 1 and 4 are deleted.
        driver.handle(.refresh)
        driver.answerAll([0, 2, 3, 5] + Array(6..<12))
        #expect(driver.ids == (isOrdered ? [0, 2, 3, 5, 7, 6] : [0, 2, 3, 5, 6, 7]))
    }

    @Test("With cursors a refreshed list continues at its next cursor") func cursors() {
        var driver = FeedMachineDriver { $0.paging.remembered = 1 }
        driver.handle(.open)
        driver.answer(.ranked([1, 2], next: .cursor("2")))
        driver.handle(.refresh)
        driver.answer(.ranked([9, 1], next: .cursor("1")))
        #expect(driver.ids == [9, 1, 2])
        driver.handle(.older)
        #expect(driver.load?.position == .cursor("2"))
        // Rows of the new head are not shown again further down.
        driver.answer(.ranked([9, 3]))
        #expect(driver.ids == [9, 1, 2, 3])
        #expect(driver.state.end == .lastPage)
    }

    @Test("A refresh loads several pages to reach the known rows") func bridges() {
        var driver = driver()
        let now = Array(20..<27) + list
        driver.handle(.refresh)
        driver.answer(now)
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.refresh.isLoading)
        #expect(driver.load?.position == .offset(4))
        driver.answer(now)
        #expect(driver.ids == Array(20..<27) + Array(0..<8))
        #expect(driver.load == nil)
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
    }

    @Test("Rows that left the head disappear after a refresh") func goneHead() {
        var driver = driver()
        let now = [0, 2, 3] + list.dropFirst(4)
        driver.handle(.refresh)
        driver.answer(now)
        #expect(driver.ids == [0, 2, 3, 4, 5, 6, 7])
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
    }

    @Test("A moved row appears once", arguments: [true, false])
    func moved(isOrdered: Bool) {
        var driver = driver { if isOrdered { $0.order = { $0.rank < $1.rank } } }
        driver.handle(.refresh)
        driver.answer([6, 0, 2, 3, 4, 5] + Array(7..<12))
        #expect(driver.ids == [6, 0, 2, 3, 4, 5, 7])
        let now = [6, 0, 2, 3, 4, 5] + Array(7..<10) + [1, 10, 11]
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
        // The list was not reloaded.
        #expect(driver.asked.filter { $0 == nil }.count == 2)
    }

    @Test("A row inserted by a change is not used to find the next position") func newcomerIsNoPlace() {
        var driver = driver()
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        driver.handle(.changed(.removed(0)))
        // All loaded rows were removed. Rows that arrived before and after the new row are above the next page.
        driver.handle(.older)
        driver.answerAll([50, 60, 61, 62] + list.dropFirst(8))
        #expect(driver.state.end == .lastPage)
        #expect(driver.ids == [50] + Array(1..<12))
    }

    @Test("A refresh has no hole if the list moved up while its first page loaded") func torn() {
        var driver = driver(tellsTotal: false) { $0.paging.overlapWithoutTotal = 3 }
        let before = Array(20..<26) + list
        let now = before.filter { $0 != 21 }
        driver.handle(.refresh)
        driver.handle(.changed(.removed(21)))
        driver.answer(before, tellsTotal: false)
        driver.answerAll(now, tellsTotal: false)
        driver.handle(.all)
        driver.answerAll(now, tellsTotal: false)
        #expect(driver.ids == now)
    }

    @Test("A refresh that cannot reach the loaded rows keeps them below a gap") func tooFar() {
        var driver = driver { $0.refreshPages = 2 }
        let now = Array(20..<60) + list
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(driver.asked.count == 4)
        #expect(driver.ids == Array(20..<28) + list.prefix(8))
        #expect(driver.state.gaps == [PageGap(after: 27, before: 0)])
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == Array(20..<28) + list)
    }

    @Test("A complete response replaces the whole list") func whole() {
        var driver = driver()
        driver.handle(.refresh)
        driver.answer(.ranked([5, 6], total: 2))
        #expect(driver.ids == [5, 6])
        #expect(driver.state.end == .lastPage)
        #expect(driver.state.total == 2)
        driver.handle(.refresh)
        driver.answer(.ranked([], total: 0))
        #expect(driver.state.display == .empty)
    }

    @Test("A failed refresh changes nothing, even after its first page") func fails() {
        var driver = driver()
        let before = driver.state
        driver.handle(.refresh)
        driver.answer(Array(20..<40) + list)
        driver.fail()
        #expect(driver.state.items == before.items)
        #expect(driver.state.total == before.total)
        #expect(driver.state.display == .items)
        #expect(driver.state.refresh.failure?.code == .unreachable)
        driver.handle(.retry)
        #expect(driver.load?.position == nil)
        #expect(driver.state.refresh.isLoading)
        driver.answer(list)
        #expect(driver.state == before)
    }

    @Test("A refresh cancels a loading page and requests it again at the new end", arguments: [true, false])
    func moreDuringRefresh(failed: Bool) throws {
        var driver = driver(pages: 1)
        driver.handle(.rowAppeared(3))
        let more = try #require(driver.load?.ticket)
        if failed { driver.fail() }
        driver.handle(.refresh)
        #expect(driver.cancelled == (failed ? [] : [more]))
        #expect(driver.state.older == .idle)
        #expect(driver.handle(.rowAppeared(3)).isEmpty)
        #expect(driver.handle(.older).isEmpty)
        driver.answer([20] + list)
        #expect(driver.state.older.isLoading)
        #expect(driver.load?.ticket.kind == .older)
        driver.answer([20] + list)
        #expect(driver.ids.prefix(5) == [20, 0, 1, 2, 3])
        #expect(Set(driver.ids).count == driver.ids.count)
    }

    @Test("Requests a wanted page after a failed refresh") func moreAfterFailedRefresh() {
        var driver = driver(pages: 1)
        driver.handle(.older)
        driver.handle(.refresh)
        driver.fail()
        #expect(driver.load?.position == .offset(4))
        #expect(driver.state.refresh.failure != nil)
        driver.fail()
        // Both failed, so both are tried again.
        driver.handle(.retry)
        driver.answerAll(list)
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.refresh == .idle)
        #expect(driver.state.older == .idle)
    }

    @Test("The anchor stays, or moves to the next row below when its row leaves") func anchor() {
        var driver = driver()
        driver.handle(.scrolled(2))
        driver.handle(.refresh)
        driver.answer([20, 21] + list)
        #expect(driver.machine.anchor == 2)
        driver.handle(.refresh)
        driver.answerAll([20, 21, 1, 3] + list.dropFirst(4))
        #expect(driver.ids.prefix(4) == [20, 21, 1, 3])
        #expect(driver.machine.anchor == 3)
        driver.handle(.scrolled(99))
        #expect(driver.machine.anchor == 3)
        driver.handle(.scrolled(nil))
        #expect(driver.machine.anchor == nil)
    }

    @Test("A page never adds rows below the list that arrived above it", arguments: 1...12)
    func arrivalsBelow(coming: Int) {
        var driver = driver(pages: 1)
        let now = Array(20..<20 + coming) + list
        driver.handle(.older)
        driver.answerAll(now)
        #expect(driver.ids.count > 4, "\(driver.ids)")
        #expect(driver.ids == Array(0..<driver.ids.count), "\(driver.ids)")
        driver.handle(.refresh)
        driver.answerAll(now)
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
    }

    @Test("A list whose last rows are all gone goes on below its head, without an error") func lostPlace() {
        var driver = driver { $0.refreshPages = 8 }
        driver.handle(.refresh)
        driver.answer([0, 1, 2, 3] + Array(50..<70))
        driver.handle(.older)
        let now = Array(50..<74)
        driver.answerAll(now)
        #expect(driver.state.older.failure == nil)
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
        #expect(driver.state.older.failure == nil)
    }

    @Test("The search for the end of a long list stops after eight requests") func boundedSearch() {
        let stored = FeedSnapshot(
            items: (0..<40).map { Ranked(id: $0, rank: 0) },
            bookmark: PageBookmark(position: .offset(40), recent: Array(10..<40), loaded: 40))
        var driver = FeedMachineDriver(from: stored)
        driver.handle(.refresh)
        driver.answer(Array(0..<40), tellsTotal: false)
        // The last rows are gone, and no total says so.
        let now = Array(0..<8) + Array(300..<500)
        driver.handle(.older)
        var requests = 0
        while let load = driver.load, load.ticket.kind == .older, requests < 60 {
            requests += 1
            driver.answer(now, tellsTotal: false)
        }
        #expect(requests <= 8)
    }

    @Test("No row that appears costs more than eight requests", arguments: [true, false])
    func boundedEvents(tellsTotal: Bool) {
        let stored = FeedSnapshot(
            items: (0..<200).map { Ranked(id: $0, rank: 0) },
            bookmark: PageBookmark(position: .offset(200), recent: Array(170..<200), loaded: 200))
        var driver = FeedMachineDriver(from: stored)
        // The last rows are gone.
        let now = Array(0..<150) + Array(200..<2_000)
        driver.handle(.open)
        driver.answerAll(now, limit: 30, tellsTotal: tellsTotal)
        for index in stride(from: 0, to: 240, by: 3) where index < driver.ids.count {
            let before = driver.asked.count
            driver.handle(.rowAppeared(driver.ids[index]))
            driver.answerAll(now, limit: 30, tellsTotal: tellsTotal)
            #expect(driver.asked.count - before <= 8, "row \(index): \(driver.asked.dropFirst(before))")
        }
    }

    @Test("Requests a cancelled page again even if the refresh replaced the list") func moreOfAnother() {
        var driver = driver(pages: 1) { $0.refreshPages = 1 }
        driver.handle(.rowAppeared(3))
        driver.handle(.refresh)
        driver.answer(Array(50..<66))
        #expect(driver.ids == [50, 51, 52, 53, 0, 1, 2, 3])
        #expect(driver.load?.ticket.kind == .older)
    }
}
