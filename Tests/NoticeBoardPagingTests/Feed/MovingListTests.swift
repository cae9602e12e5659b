import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists with moving rows: a row that appears again never removes loaded rows.
@Suite("FeedMachine: moving lists", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MovingListTests {
    private func driver(_ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        return driver
    }

    @Test("Skips an unpinned row that reappears further down") func unpinned() {
        var driver = driver()
        driver.answer(.ranked([7] + Array(0..<5), next: .offset(6), total: 12))
        driver.handle(.all)
        driver.answer(.ranked([5, 6, 7, 8, 9, 10], next: nil, total: 12))
        #expect(driver.ids == [7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10])
        #expect(driver.asked == [nil, .offset(6)])
        #expect(driver.state.end == .lastPage)
        #expect(driver.state.failure == nil)
    }

    @Test("Shows pinned rows of every page once", arguments: [true, false])
    func pinned(tellsTotal: Bool) {
        var driver = driver()
        let list = Array(0..<30)
        func page(at offset: Int) -> Page<Ranked> {
            let end = min(offset + 6, list.count)
            var page = Page.ranked(
                [100, 101] + list[min(offset, list.count)..<end], next: end < list.count ? .offset(end) : nil,
                total: tellsTotal ? list.count + 2 : nil)
            page.pinned = 2
            return page
        }
        driver.handle(.all)
        while let position = driver.load?.position ?? (driver.load == nil ? nil : .offset(0)), driver.asked.count < 50 {
            if case .offset(let offset) = position { driver.answer(page(at: offset)) }
        }
        #expect(driver.ids == [100, 101] + list)
        #expect(driver.state.end == .lastPage)
        #expect(driver.state.newItemCount == 0)
        #expect(driver.asked.filter { $0 == nil }.count == 1, "it was never reset")
    }

    @Test("Continues despite rows that the service repeats") func unstable() {
        var driver = driver { $0.serviceOrder = .moving }
        driver.answer(.ranked(0..<10, next: .offset(10), total: 30))
        driver.handle(.all)
        driver.answer(.ranked([10, 3, 11, 12, 4, 13, 14, 15, 16, 17], next: .offset(20), total: 30))
        driver.answer(.ranked([18, 3, 19, 20, 4, 21, 22, 23, 24, 25], next: nil, total: 30))
        #expect(driver.ids == Array(0...25))
        #expect(driver.state.failure == nil)
    }

    @Test("A refresh keeps the user's own row, which others may have pushed below its pages") func ownRow() {
        var driver = driver {
            $0.serviceOrder = .moving
            $0.refreshPages = 1
        }
        driver.answer(.ranked([2, 1, 0], next: .offset(3), total: 9))
        driver.handle(.changed(.inserted(Ranked(id: 9))))
        driver.handle(.refresh)
        driver.answer(.ranked([4, 3, 2], next: .offset(3), total: 10))
        #expect(Set(driver.ids) == [9, 4, 3, 2, 1, 0])
    }

    @Test("Rows appended to a complete list appear after a refresh", arguments: [true, false])
    func appended(tellsTotal: Bool) {
        var driver = driver()
        driver.answer(Array(0..<10), tellsTotal: tellsTotal)
        driver.handle(.all)
        driver.answerAll(Array(0..<10), tellsTotal: tellsTotal)
        #expect(driver.ids == Array(0..<10))
        #expect(driver.state.end == .lastPage)
        driver.handle(.refresh)
        driver.answerAll(Array(0..<11), tellsTotal: tellsTotal)
        #expect(driver.state.end == nil)
        driver.handle(.all)
        driver.answerAll(Array(0..<11), tellsTotal: tellsTotal)
        #expect(driver.ids == Array(0..<11))
        #expect(driver.state.end == .lastPage)
    }

    @Test("A row that jumps to the end of a refresh does not drop the rows between") func bumped() {
        var driver = driver()
        let list = Array(0..<40)
        driver.answer(list)
        driver.handle(.all)
        driver.answerAll(list)
        let now = [0, 1, 2, 30] + list[3..<30] + list[31...]
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(driver.ids == now)
    }

    @Test("Counts new rows above the list until a refresh loads them") func newItemCount() {
        var driver = driver()
        let list = Array(0..<20)
        driver.answer(list)
        driver.handle(.older)
        driver.answer([50, 51, 52] + list)
        #expect(driver.ids == Array(0..<5))
        #expect(driver.state.newItemCount == 3)
        driver.handle(.refresh)
        driver.answer([50, 51, 52] + list)
        #expect(driver.ids == [50, 51, 52] + Array(0..<5))
        #expect(driver.state.newItemCount == 0)
    }

    @Test("A row inserted by a change and then refreshed no longer reduces the new item count") func hintAfterNewcomer() {
        var driver = driver()
        let list = Array(0..<20)
        driver.answer(list)
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        driver.handle(.refresh)
        driver.answer([50] + list)
        driver.handle(.older)
        driver.answerAll([50] + list)
        #expect(driver.ids == [50] + Array(0..<7))
        driver.handle(.older)
        driver.answer([60, 61, 62, 50] + list)
        #expect(driver.state.newItemCount == 3)
    }

    @Test("The older of two inserted rows is in the gap if a refresh shows only the newer one") func earlierArrival() {
        var driver = driver { $0.refreshPages = 1 }
        driver.answer(Array(0..<20))
        driver.handle(.refresh)
        for id in [50, 51] { driver.handle(.changed(.inserted(Ranked(id: id)))) }
        #expect(driver.ids == [51, 50, 0, 1, 2, 3])
        // Three more arrived between the two without a change event.
        driver.answer([51, 60, 61, 62, 50] + Array(0..<20))
        #expect(driver.ids == [51, 60, 61, 62, 0, 1, 2, 3])
        #expect(driver.state.gaps == [PageGap(after: 62, before: 0)])
    }

    @Test("A closed list loads no further page after its refresh") func closed() {
        var driver = driver()
        driver.answer(Array(0..<20))
        driver.handle(.refresh)
        driver.handle(.rowAppeared(3))
        driver.handle(.close)
        driver.answer(Array(0..<20))
        #expect(driver.load == nil)
        #expect(driver.state.refresh == .idle)
        #expect(driver.asked == [nil, nil])
    }

    @Test("A page cancelled by closing is requested when the list opens again", arguments: [false, true])
    func backInSight(isOrdered: Bool) {
        var driver = driver { if isOrdered { $0.order = { $0.id > $1.id } } }
        driver.answer(Array(0..<20))
        // Report the last row, because visible rows don't appear again.
        driver.handle(.rowAppeared(isOrdered ? 0 : 3))
        #expect(driver.load?.position == .offset(4))
        driver.handle(.close)
        #expect(driver.load == nil)
        #expect(driver.state.older == .idle)
        #expect(driver.cancelled.count == 1)
        driver.handle(.refresh)
        driver.handle(.close)
        driver.answer(Array(0..<20))
        #expect(driver.load == nil)
        driver.handle(.open)
        #expect(driver.load != nil)
        #expect(driver.state.older.isLoading)
        driver.answerAll(Array(0..<20))
        #expect(Set(driver.ids) == Set(0..<8))
        #expect(driver.handle(.open).isEmpty)
    }

    @Test("Opening a closed list does not resume loading everything")
    func closedAndAsked() {
        for (ask, count) in [(FeedRequest<Int>.older, 8), (.rowAppeared(3), 8), (.all, 20), (.refresh, 4)] {
            var driver = driver()
            driver.answer(Array(0..<20))
            driver.handle(.all)
            driver.handle(.close)
            #expect(driver.load == nil)
            #expect(!driver.state.isLoadingAll)
            #expect(driver.handle(.open).isEmpty)
            driver.handle(.close)
            driver.handle(ask)
            driver.answerAll(Array(0..<20))
            #expect(driver.ids.count == count, "\(ask)")
        }
    }

    @Test("A retry requests an empty page below the total again") func early() {
        var driver = driver()
        driver.answer(.ranked(0..<4, next: .offset(4), total: 80))
        driver.handle(.older)
        driver.answer(.ranked([]))
        #expect(driver.state.end == .early)
        #expect(driver.state.failure == nil)
        #expect(driver.state.progress == PageProgress(loaded: 4, total: 80))
        driver.handle(.retry)
        #expect(driver.load?.position == .offset(4))
        driver.answer(.ranked(4..<8, next: .offset(8), total: 80))
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.end == nil)
    }

    @Test("Opening again does not repeat a failed first load") func opening() {
        var driver = driver()
        driver.fail()
        #expect(driver.handle(.open).isEmpty)
        #expect(driver.state.refresh.failure != nil)
        #expect(!driver.handle(.retry).isEmpty)
    }

    @Test("Pages merged above a visible row in the list's own order do not trigger more loads") func ownOrder() {
        // The order shows later rows further up.
        var driver = FeedMachineDriver { $0.order = { $0.id > $1.id } }
        driver.handle(.open)
        driver.answer(Array(0..<40))
        driver.handle(.rowAppeared(0))
        driver.answerAll(Array(0..<40))
        #expect(driver.asked == [nil, .offset(4)])
    }

    @Test("Removing an unknown item does not restart a load") func otherLists() {
        var driver = driver()
        driver.answer(Array(0..<12), tellsTotal: false)
        driver.handle(.older)
        let load = driver.load?.ticket
        driver.handle(.changed(.removed(99)))
        #expect(driver.load?.ticket == load)
        #expect(driver.cancelled.isEmpty)
    }

    @Test("An unpinned row is found further down after a refresh without losing rows")
    func unpinnedBeforeRefresh() {
        var driver = driver()
        let before = [45] + Array(0..<45) + Array(46..<60)
        driver.answer(before, limit: 20)
        driver.handle(.all)
        driver.answerAll(before, limit: 20)
        driver.handle(.refresh)
        driver.answer(Array(0..<60), limit: 20)
        #expect(driver.ids == Array(0..<45) + Array(46..<60))
        driver.handle(.all)
        driver.answerAll(Array(0..<60), limit: 20)
        #expect(Set(driver.ids) == Set(0..<60))
        #expect(driver.ids.count == 60)
        #expect(driver.state.end == .lastPage)
    }

    @Test(
        "A burst larger than the loaded list keeps the order",
        arguments: [true, false])
    func burst(tellsTotal: Bool) {
        var driver = driver()
        let list = Array(0..<40)
        driver.answer(list, limit: 8, tellsTotal: tellsTotal)
        let now = Array(100..<111) + list
        driver.handle(.all)
        driver.answerAll(now, limit: 8, tellsTotal: tellsTotal)
        #expect(driver.ids == list)
        #expect(driver.state.end == .lastPage)
        driver.handle(.refresh)
        driver.answerAll(now, limit: 8, tellsTotal: tellsTotal)
        #expect(driver.ids == now)
    }

    @Test("Rows that arrive above in two bursts never appear in a wrong place")
    func burstAfterOthers() {
        var driver = FeedMachineDriver { $0.paging.overlap = 3 }
        driver.handle(.open)
        driver.answer(Array(0..<58), limit: 9)
        driver.handle(.rowAppeared(8))
        let two = [59, 58] + Array(0..<58)
        driver.answer(two, limit: 9)
        #expect(driver.ids == Array(0..<13))
        #expect(driver.state.newItemCount == 2)
        #expect(driver.load == nil)
        driver.handle(.rowAppeared(12))
        #expect(driver.load?.position == .offset(12))
        let now = Array((60..<72).reversed()) + two
        driver.answer(now, limit: 9)
        #expect(driver.ids == Array(0..<13))
        driver.handle(.all)
        driver.answerAll(now, limit: 9)
        #expect(driver.ids == Array(0..<58))
        #expect(driver.state.end == .lastPage)
        #expect(driver.state.newItemCount == 14)
        driver.handle(.refresh)
        driver.answerAll(now, limit: 9)
        #expect(driver.ids == now)
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A reload keeps the list until the response and then shows only its items") func reloading() {
        var driver = driver()
        driver.answer(Array(0..<12))
        driver.handle(.older)
        driver.answer(Array(0..<12))
        driver.handle(.refresh)
        driver.handle(.reload)
        #expect(driver.ids == Array(0..<8))
        #expect(driver.cancelled.count == 1)
        #expect(driver.load?.position == nil)
        driver.answer([50] + Array(0..<12))
        #expect(driver.ids == [50, 0, 1, 2])
        #expect(driver.state.end == nil)
    }
}
