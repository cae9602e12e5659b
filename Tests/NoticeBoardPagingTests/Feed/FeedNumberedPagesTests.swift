import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists of a service that numbers its pages: what arrives above moves rows to later pages.
@Suite("FeedMachine: numbered pages", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedNumberedPagesTests {
    /// Answers requests like a service with pages of four rows.
    private func answerAll(_ driver: inout FeedMachineDriver, _ list: [Int], tellsTotal: Bool) {
        while let load = driver.load, driver.asked.count < 500 {
            let number = load.position?.page ?? 0
            let ids = list.dropFirst(4 * number).prefix(4)
            let isLast = 4 * (number + 1) >= list.count
            driver.answer(.ranked(ids, next: isLast ? nil : .page(number + 1), total: tellsTotal ? list.count : nil))
        }
    }

    /// Returns a list of twelve loaded rows after `count` arrived, refreshed unless told otherwise, and one page further.
    private func driver(_ count: Int, tellsTotal: Bool, refreshes: Bool = true) -> (driver: FeedMachineDriver, list: [Int]) {
        var driver = FeedMachineDriver { $0.refreshPages = 2 }
        let former = Array(0..<60)
        for request in [FeedRequest<Int>.open, .older, .older] {
            driver.handle(request)
            answerAll(&driver, former, tellsTotal: tellsTotal)
        }
        let list = (0..<count).map { 1_000 + $0 } + former
        for request in [FeedRequest<Int>.refresh, .older].suffix(refreshes ? 2 : 1) {
            driver.handle(request)
            answerAll(&driver, list, tellsTotal: tellsTotal)
        }
        return (driver, list)
    }

    private func isInOrder(_ ids: [Int], _ list: [Int]) -> Bool {
        let places = ids.compactMap(list.firstIndex)
        return places.count == ids.count && places == places.sorted()
    }

    @Test("Continues below the loaded rows although many arrived", arguments: [1, 4, 7, 30, 100], [true, false])
    func continues(count: Int, tellsTotal: Bool) {
        let (driver, list) = driver(count, tellsTotal: tellsTotal)
        #expect(isInOrder(driver.ids, list))
        #expect(driver.ids.last.map { 12...15 ~= $0 } == true)
    }

    @Test("With a total, continues below the loaded rows without a refresh", arguments: [5, 30, 100])
    func withoutRefresh(count: Int) {
        let (driver, list) = driver(count, tellsTotal: true, refreshes: false)
        #expect(isInOrder(driver.ids, list))
    }

    @Test("Rows that are gone are not looked for behind the end of a service that counts on") func countsOn() {
        var (driver, _) = driver(30, tellsTotal: true)
        driver.handle(.refresh)
        driver.answer(.ranked(2_000..<2_004, next: .page(1), total: 500))
        driver.answer(.ranked(2_004..<2_008, next: .page(2), total: 500))
        driver.handle(.older)
        while let number = driver.load?.position?.page, driver.asked.count < 100 {
            let ids = number < 8 ? 3_000 + 4 * number..<3_004 + 4 * number : 0..<0
            driver.answer(.ranked(ids, next: .page(number + 1), total: 500))
        }
        #expect(driver.asked.count < 40)
    }

    @Test("A refresh removes no row that moved up to a page loaded before") func movedUp() {
        var (driver, _) = driver(0, tellsTotal: true)
        driver.handle(.refresh)
        driver.answer(.ranked([0, 1, 2, 3], next: .page(1), total: 13))
        // Row 1 was deleted, so row 4 is on the first page now.
        driver.answer(.ranked([5, 6, 7, 8], next: .page(2), total: 12))
        #expect(Set(driver.ids).isSuperset(of: 2..<12))
        driver = self.driver(0, tellsTotal: true).driver
        driver.handle(.refresh)
        driver.answer(.ranked([90, 91, 92, 93], next: .page(1), total: 5))
        driver.answer(.ranked([], total: 4))
        #expect(Set(driver.ids).isSuperset(of: 0..<12))
    }

    @Test("The search for the last row ends although the list keeps growing") func endless() {
        var (driver, _) = driver(0, tellsTotal: true)
        driver.handle(.older)
        let before = driver.asked.count
        var total = 60
        while driver.load?.ticket.kind == .older, driver.asked.count < 1_000 {
            total += 8
            let number = driver.load?.position?.page ?? 0
            let first = 10_000 * driver.asked.count
            driver.answer(.ranked(first..<first + 4, next: .page(number + 1), total: total))
        }
        #expect(driver.asked.count - before < 60)
        #expect(driver.load?.ticket.kind == .refresh)
    }

    @Test("A restored list continues at the page of its last row although a few arrived") func restored() throws {
        let (former, list) = driver(0, tellsTotal: true)
        var driver = try FeedMachineDriver(from: #require(former.machine.snapshot))
        let now = Array(1_000..<1_003) + list
        driver.handle(.open)
        answerAll(&driver, now, tellsTotal: true)
        let count = driver.asked.count
        driver.handle(.older)
        answerAll(&driver, now, tellsTotal: true)
        #expect(isInOrder(driver.ids, now))
        #expect(driver.asked.count - count <= 2)
    }

    @Test("A moving list keeps its rows when its numbered pages end") func moving() {
        var driver = FeedMachineDriver { ($0.serviceOrder, $0.refreshPages) = (.moving, 1) }
        let list = Array(0..<12)
        for request in [FeedRequest<Int>.open, .older] {
            driver.handle(request)
            answerAll(&driver, list, tellsTotal: true)
        }
        let moved = Array(list[4...]) + Array(list[..<4])
        for request in [FeedRequest<Int>.refresh, .older, .older, .refresh, .older] {
            driver.handle(request)
            answerAll(&driver, moved, tellsTotal: true)
        }
        #expect(Set(0..<8).isSubset(of: driver.ids))
        #expect(driver.state.failure == nil)
    }

    @Test("Loads everything after its gap was filled", arguments: [30, 450], [true, false])
    func everything(count: Int, tellsTotal: Bool) {
        var (driver, list) = driver(count, tellsTotal: tellsTotal)
        while let gap = driver.state.gaps.first, driver.asked.count < 400 {
            driver.handle(.gap(gap))
            answerAll(&driver, list, tellsTotal: tellsTotal)
        }
        driver.handle(.all)
        answerAll(&driver, list, tellsTotal: tellsTotal)
        #expect(driver.ids == list)
        #expect(driver.state.end == .lastPage)
    }
}
