import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Rows that the service declares as pinned to the top of every page.
@Suite("Feed: declared pinned rows", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PinnedRowsTests {
    /// Answers like a service with this list and a pinned row, which is taken out of the list.
    private func answer(_ driver: inout FeedMachineDriver, _ list: [Int], pinned: [Int] = [900], tellsTotal: Bool = true) {
        var start = 0
        if case .offset(let offset)? = driver.load?.position { start = offset }
        let ids = list.dropFirst(start).prefix(4)
        let end = start + ids.count
        var page = Page<Ranked>.ranked(
            pinned + ids, next: end < list.count ? .offset(end) : nil, total: tellsTotal ? list.count + pinned.count : nil)
        page.pinned = pinned.count
        driver.answer(page)
    }

    @Test("Rows that arrive above a pinned row are not taken for older ones", arguments: [true, false])
    func burst(tellsTotal: Bool) {
        var driver = FeedMachineDriver()
        let list = Array(0..<20)
        driver.handle(.open)
        answer(&driver, list, tellsTotal: tellsTotal)
        driver.handle(.older)
        let now = Array(100..<108) + list
        while driver.load != nil, driver.asked.count < 20 { answer(&driver, now, tellsTotal: tellsTotal) }
        #expect(driver.ids.starts(with: [900, 0, 1, 2, 3]))
        #expect(!driver.ids.contains(100))
        driver.handle(.refresh)
        while driver.load != nil, driver.asked.count < 40 { answer(&driver, now, tellsTotal: tellsTotal) }
        // Without a total, pages overlap, so that more of them are needed.
        #expect(driver.ids.starts(with: [900] + now.prefix(tellsTotal ? 12 : 7)))
    }

    @Test("A new row goes below pinned ones") func written() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        answer(&driver, Array(0..<20))
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(driver.ids == [900, 50, 0, 1, 2, 3])
    }

    @Test("A row that is pinned while a list is read hides no other row") func pinnedMeanwhile() {
        var driver = FeedMachineDriver()
        let list = Array(0..<12)
        driver.handle(.open)
        answer(&driver, list, pinned: [])
        driver.handle(.all)
        // Row 2 leaves its place, so all rows below it move up, and the total stays.
        while driver.load != nil, driver.asked.count < 20 { answer(&driver, list.filter { $0 != 2 }, pinned: [2]) }
        #expect(Set(driver.ids) == Set(list))
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A list that begins in the middle has its gap below pinned rows") func middle() {
        var driver = FeedMachineDriver()
        let list = Array(0..<20)
        driver.handle(.openAt(.offset(8)))
        answer(&driver, list)
        #expect(driver.ids == [900, 8, 9, 10, 11])
        #expect(driver.state.gaps == [PageGap(after: 900, before: 8)])
        while let gap = driver.state.gaps.first, driver.asked.count < 10 {
            driver.handle(.gap(gap))
            answer(&driver, list)
        }
        #expect(driver.ids == [900] + Array(0..<12))
    }

    @Test("A row that is pinned later loses its cursor") func pinnedLater() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([0, 1, 2], next: .cursor("2")))
        #expect(driver.machine.content.cursorsAfter[2] == .cursor("2"))
        driver.handle(.older)
        var page = Page<Ranked>.ranked([2, 3, 4], next: .cursor("4"))
        page.pinned = 1
        driver.answer(page)
        #expect(driver.machine.content.cursorsAfter[2] == nil)
    }

    @Test("A cursor behind a pinned row leads to no other row's place") func cursor() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        for (ids, cursor) in [([3, 0, 1, 2], "2"), ([3, 3], "3")] {
            var page = Page<Ranked>.ranked(ids, next: .cursor(cursor))
            page.pinned = 1
            driver.answer(page)
            driver.handle(.older)
        }
        #expect(driver.ids == [3, 0, 1, 2])
        #expect(driver.machine.content.cursorsAfter[3] == nil)
    }
}
