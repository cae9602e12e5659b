import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Deleted and new rows where only the order of other rows shows what happened.
@Suite("FeedMachine: proofs by the order of rows", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedOrderProofTests {
    /// Restarts a list, and lets every row appear, while the service does not change.
    private func settled(_ driver: FeedMachineDriver, _ order: FeedOrder, answers: (inout FeedMachineDriver) -> Void) throws
        -> [Int]
    {
        var driver = FeedMachineDriver(from: try #require(driver.machine.snapshot), order: order)
        for _ in 0..<3 {
            driver.handle(driver.state.isStale ? .open : .refresh)
            answers(&driver)
            for id in driver.ids {
                driver.handle(.rowAppeared(id))
                answers(&driver)
            }
        }
        return driver.ids
    }

    /// Answers like a service whose cursors are the items before a page.
    private func answer(_ driver: inout FeedMachineDriver, _ list: [Int], universe: [Int], limit: Int = 3) {
        while let load = driver.load, driver.asked.count < 500 {
            let after = load.position?.cursor.flatMap { Int($0) }
            let passed = after.flatMap { universe.firstIndex(of: $0) }.map { Set(universe[...$0]) }
            let left = list.filter { !(passed ?? []).contains($0) }
            let page = Array(left.prefix(limit))
            driver.answer(.ranked(page, next: page.count < left.count ? page.last.map { .cursor("\($0)") } : nil))
        }
    }

    @Test("A deleted row below a gap disappears when the gap reaches the end of the list") func belowGap() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        let universe = [9, 8, 7, 6, 5, 4]
        driver.handle(.open)
        answer(&driver, [4], universe: universe)
        driver.handle(.refresh)
        driver.answer(.ranked([9, 8, 7], next: .cursor("7")))
        #expect(driver.ids == [9, 8, 7, 4])
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: false))
        driver.answer(.ranked([6, 5]))
        let ids = try settled(driver, .newestFirst) { answer(&$0, [9, 8, 7, 6, 5], universe: universe) }
        #expect(ids == [9, 8, 7, 6, 5])
    }

    @Test("A refresh removes a deleted row of a list's only page", arguments: [FeedOrder.newestFirst, .fixed], [1, 4, 9])
    func onlyPage(order: FeedOrder, deleted: Int) {
        var driver = FeedMachineDriver { $0.serviceOrder = order }
        let list = Array(1...100)
        for (request, shown) in [(FeedRequest<Int>.open, list), (.refresh, list.filter { $0 != deleted })] {
            driver.handle(request)
            driver.answerAll(shown, limit: 10)
        }
        #expect(driver.ids == (1...11).filter { $0 != deleted })
        #expect(driver.state.gaps.isEmpty)
        #expect(driver.asked.count == 2)
    }

    @Test("A refresh past a list's only page keeps a row that may be an undecodable element, and opens no gap") func brokenPage()
    {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(1...6, next: .offset(6), total: 30))
        driver.handle(.refresh)
        var page = Page.ranked([1, 2, 4, 6, 7], next: .offset(6), total: 29)
        page.skipped = [SkippedElement(index: 2, path: "", reason: "broken")]
        driver.answer(page)
        #expect(Set(driver.ids) == [1, 2, 3, 4, 6, 7])
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A refresh removes a deleted row of a page with pinned rows") func pinnedPage() {
        var driver = FeedMachineDriver()
        for (request, rows) in [(FeedRequest<Int>.open, [1, 2, 3, 4]), (.refresh, [1, 3, 4, 5])] {
            driver.handle(request)
            var page = Page.ranked([90, 91] + rows, next: .offset(4), total: 30)
            page.pinned = 2
            driver.answer(page)
        }
        #expect(driver.ids == [90, 91, 1, 3, 4, 5])
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A page of unknown rows below a known one shows that the rows below it were deleted", arguments: [0, 1, 7])
    func tail(left: Int) {
        var driver = FeedMachineDriver()
        let list = Array(1...100)
        for (request, shown) in [
            (FeedRequest<Int>.open, list), (.refresh, list.filter { !(left...10).contains($0) || $0 == left }),
        ] {
            driver.handle(request)
            driver.answerAll(shown, limit: 10)
        }
        // Without a known row, the rows stay below a gap.
        #expect(driver.state.gaps.count == (left > 0 ? 0 : 1))
        #expect(driver.ids.contains(10) == (left == 0))
        #expect(left == 0 || driver.asked.count == 3)
    }

    @Test(
        "A reloaded row below a gap moves to where the page shows it, or stays",
        arguments: [
            ([0, 1, 2, 16], [16], [0, 1, 16, 2, 3, 4], [0, 1, 16, 2]),
            ([0, 1, 13, 11, 3], [13, 3], [13, 11, 0, 1, 3], [0, 1, 13, 11, 3]),
        ] as [([Int], Set<Int>, [Int], [Int])])
    func misplacedBelowGap(rows: [Int], unlinked: Set<Int>, page: [Int], result: [Int]) {
        var rules = FeedRules<Ranked>()
        rules.serviceOrder = .fixed
        var memory = FeedSnapshot(
            items: ([50, 40] + rows).map { Ranked(id: $0) }, bookmark: PageBookmark(position: .offset(10)), anchor: nil)
        memory.gaps = [FeedSnapshot.Gap(edges: PageGap(after: 40, before: 0), bookmark: PageBookmark(position: .offset(2)))]
        memory.unlinked = unlinked
        var content = FeedContent(rules, from: memory)
        _ = content.compare(.ranked(page, next: .offset(12)), for: FeedReread(id: 1, position: .offset(6), left: 1))
        #expect(content.sequence == [50, 40] + result)
        #expect(content.newcomers.isEmpty)
        #expect(content.gaps.count == 1)
    }

    @Test("New rows that were left to a refresh prove no place of a later page") func leftAbove() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([24, 23, 22, 21, 20], next: .offset(5)))
        driver.handle(.older)
        driver.answer(.ranked([22, 21, 20, 19, 18], next: .offset(7)))
        driver.handle(.older)
        // Three rows arrived, then four more.
        driver.answer(.ranked([27, 26, 25, 24, 23], next: .offset(9)))
        driver.answer(.ranked([31, 30, 29, 28, 27], next: .offset(driver.load?.position.offset.map { $0 + 5 } ?? 0)))
        #expect(driver.ids == Array((18...24).reversed()))
    }

    @Test("A fixed list with cursors goes on when it has grown at its end") func grown() throws {
        var former = FeedMachineDriver { $0.serviceOrder = .fixed }
        let list = [1, 2, 3, 4, 5, 6, 7]
        for request in [FeedRequest<Int>.open, .all] {
            former.handle(request)
            answer(&former, Array(list.dropLast()), universe: list)
        }
        #expect(former.state.end == .lastPage)
        var driver = FeedMachineDriver(from: try #require(former.machine.snapshot), order: .fixed)
        for request in [FeedRequest<Int>.open, .all] {
            driver.handle(request)
            answer(&driver, list, universe: list)
        }
        #expect(driver.ids == list)
    }

    @Test("A fixed list shows rows that came between two of its pages", arguments: [true, false])
    func betweenPages(hasCursors: Bool) throws {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        let (former, list, universe) = (
            [1, 2, 3, 4, 5, 6], [1, 2, 3, 90, 91, 92, 93, 4, 5, 6], [1, 2, 3, 90, 91, 92, 93, 4, 5, 6]
        )
        for request in [FeedRequest<Int>.open, .all] {
            driver.handle(request)
            if hasCursors { answer(&driver, former, universe: universe) } else { driver.answerAll(former, limit: 3) }
        }
        let ids = try settled(driver, .fixed) { driver in
            if hasCursors { answer(&driver, list, universe: universe) } else { driver.answerAll(list, limit: 3) }
        }
        #expect(ids == list)
    }

    @Test("A page that fills a gap in a fixed list also shows new rows below it") func belowFilledGap() throws {
        var driver = FeedMachineDriver { ($0.serviceOrder, $0.refreshPages) = (.fixed, 1) }
        driver.handle(.open)
        driver.answer(.ranked([7, 8]))
        driver.handle(.refresh)
        driver.answer(.ranked([1, 2], next: .cursor("2")))
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: false))
        driver.answer(.ranked([3, 7, 8, 9]))
        #expect(driver.ids == [1, 2, 3, 7, 8, 9])
    }

    @Test("A refresh that does not reach the list leaves an inserted row to the gap") func insertedRow() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        let list = [50, 3, 2, 1]
        driver.handle(.open)
        driver.answer(.ranked([3, 2, 1]))
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(driver.ids == list)
        driver.handle(.refresh)
        driver.answer(.ranked([53, 52, 51], next: .cursor("51")))
        #expect(driver.ids == [53, 52, 51, 3, 2, 1])
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: false))
        driver.answer(.ranked(list))
        #expect(driver.ids == [53, 52, 51] + list)
    }

    @Test("A row that a change inserts during such a refresh is on top") func insertedDuringRefresh() {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked([3, 2, 1]))
        driver.handle(.refresh)
        driver.handle(.changed(.inserted(Ranked(id: 60))))
        driver.answer(.ranked([53, 52, 51], next: .cursor("51")))
        #expect(driver.ids == [60, 53, 52, 51, 3, 2, 1])
    }

    @Test("A refresh meets the list beside a row that is gone") func beside() {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked([5, 4, 3, 2, 1]))
        driver.handle(.refresh)
        driver.answer(.ranked([5, 4, 2], next: .cursor("2")))
        #expect(driver.ids == [5, 4, 2, 1])
        #expect(driver.state.gaps.isEmpty)
    }

    // MARK: - Changes that the total does not show

    @Test("A page that fills a gap puts its rows on both sides of a known one") func besideKnownRow() throws {
        var driver = FeedMachineDriver { ($0.serviceOrder, $0.refreshPages) = (.fixed, 1) }
        driver.handle(.open)
        driver.answer(.ranked([7, 8]))
        driver.handle(.refresh)
        driver.answer(.ranked([1, 2, 4], next: .cursor("4")))
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: false))
        driver.answer(.ranked([2, 3, 4, 5, 6, 7], next: .cursor("7")))
        #expect(driver.ids == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("Keeps the rows above a page of new rows that came while as many were deleted")
    func balancedChange() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([4, 3], next: .offset(2), total: 6))
        driver.handle(.older)
        // Four came, and the four rows at the end were deleted.
        driver.answer(.ranked([6, 5], next: .offset(4), total: 6))
        #expect(driver.ids == [4, 3, 6, 5])
        let list = [8, 7, 6, 5, 4, 3]
        for request in [FeedRequest<Int>.refresh, .refresh, .all] {
            driver.handle(request)
            driver.answerAll(list, limit: 2)
            #expect(Set(driver.ids).isSuperset(of: [3, 4]))
        }
        for id in driver.ids {
            driver.handle(.rowAppeared(id))
            driver.answerAll(list, limit: 2)
        }
        #expect(driver.ids == list)
    }

    @Test("A refresh of a fixed list keeps a row that moved from one page to another while the total stayed the same")
    func balancedRefresh() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(0..<7, limit: 7)
        driver.handle(.refresh)
        driver.answer([0, 1, 8, 2, 3, 4, 5, 6], limit: 3)
        // Row 0 was deleted, and row 7 came: row 2 is now where the first page had ended, so that the second one begins with row 3.
        driver.answerAll([1, 8, 2, 3, 4, 5, 7, 6], limit: 3)
        #expect(driver.ids.contains(2))
    }

    @Test("A deleted first row of a page goes with the refresh that shows it missing", arguments: [4, 8, 12, 16])
    func seam(gone: Int) {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answerAll(0..<20)
        driver.handle(.all)
        driver.answerAll(0..<20)
        let list = (0..<20).filter { $0 != gone }
        driver.handle(.scrolled(gone - 1))
        driver.handle(.refresh)
        driver.answerAll(list)
        #expect(driver.ids == list)
    }

    @Test("Rows in an unknown order move to where a page shows them, also at the end") func misplacedLast() {
        var memory = FeedSnapshot(
            items: [20, 19, 18, 17, 16, 13, 12, 11, 15].map { Ranked(id: $0) },
            bookmark: PageBookmark(loaded: 9, total: 9, isAtEnd: true), anchor: 13)
        memory.unlinked = [13, 15]
        var driver = FeedMachineDriver(from: memory)
        driver.handle(.open)
        let list = [20, 19, 18, 17, 16, 15, 13, 12, 11]
        driver.answer(list, limit: 3)
        #expect(driver.load?.position == .offset(4))
        driver.answer(list, limit: 3)
        #expect(driver.machine.content.sequence == list)
    }

    @Test("A page that ends with new rows leaves the row below them in doubt") func newTail() {
        let memory = FeedSnapshot(
            items: (0..<6).map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 6, total: 6, isAtEnd: true), anchor: 2)
        var driver = FeedMachineDriver(from: memory, order: .fixed)
        driver.handle(.open)
        driver.answer(.ranked([0, 1], next: .offset(2), total: 8))
        #expect(driver.load?.position == .offset(1))
        driver.answer(.ranked([1, 2, 10], next: .offset(4), total: 8))
        #expect(driver.machine.content.sequence == [0, 1, 2, 10, 3, 4, 5])
        #expect(driver.machine.content.unconfirmed.contains(3))
        driver.answerAll([0, 1, 2, 10, 11, 3, 4, 5])
        #expect(driver.ids == [0, 1, 2, 10, 11, 3, 4, 5])
    }

    @Test("A page that does not show where in a gap it belongs removes nothing", arguments: [FeedOrder.newestFirst, .fixed])
    func unprovedGap(order: FeedOrder) throws {
        var driver = FeedMachineDriver { ($0.serviceOrder, $0.refreshPages) = (order, 1) }
        driver.handle(.open)
        driver.answer(.ranked([1, 0], next: .offset(2), total: 4))
        driver.handle(.refresh)
        driver.answer(.ranked([26, 25, 24, 23], next: .offset(4), total: 20))
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: false))
        // Three came.
        let list = [29, 28, 27, 26, 25, 24, 23, 22, 21, 1, 0]
        while driver.load != nil, driver.asked.count < 20 {
            driver.answer(list, limit: 2)
            #expect(Set(driver.ids).isSuperset(of: [26, 25, 24, 23, 1, 0]))
        }
    }

    @Test("A page stored before the loaded rows fills no gap, and removes nothing") func storedGapPage() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked([5, 4], next: .cursor("4")))
        driver.handle(.refresh)
        driver.answer(.ranked([9, 8], next: .cursor("8")))
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        var page = Page.ranked([7, 4], next: .cursor("4"))
        page.storedAt = .distantPast
        driver.answer(page)
        #expect(driver.ids.contains(5))
    }

    @Test("A row above another gap does not show the order of the rows between two gaps") func acrossGap() {
        let ids = [23, 22, 21, 19, 16, 15, 14, 8, 4]
        var memory = FeedSnapshot(items: ids.map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 9, isAtEnd: true))
        memory.gaps = [PageGap(after: 19, before: 16), PageGap(after: 14, before: 8)].map {
            .init(edges: $0, bookmark: PageBookmark())
        }
        var content = FeedContent(FeedRules<Ranked>(), from: memory)
        let page = Page.ranked([19, 18, 17], next: .offset(11))
        let loaded = LoadedPage<Ranked>(
            items: Array(page.items[1...]), link: .likely, above: 0, skipped: [], progress: PageProgress(loaded: 9), gaps: [],
            bookmark: PageBookmark(), position: .offset(8), index: nil, recent: [], remembered: 30)
        content.addOlder(page, loaded, to: 1, at: .offset(8), below: 14, endedBroken: false)
        #expect(content.unlinked.contains(18))
    }

    // MARK: - Page numbers

    @Test("A newly pinned row proves no end of a list with page numbers") func newlyPinned() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([1], total: 1))
        driver.handle(.refresh)
        driver.answer(.ranked([4, 3, 2], next: .page(1), total: 4))
        var page = Page.ranked([3, 2], total: 4)
        page.pinned = 2
        driver.answer(page)
        #expect(driver.ids.contains(1))
    }

    @Test("A page with a following number does not end the list, although a pinned row counts twice") func countedTwice() throws {
        var former = FeedMachineDriver()
        former.handle(.open)
        former.answer(.ranked([3, 2, 1, 0], total: 4))
        var driver = FeedMachineDriver(from: try #require(former.machine.snapshot))
        driver.handle(.open)
        for id in [nil, 3, 2, 1, 0] {
            if let id { driver.handle(.rowAppeared(id)) }
            while driver.load != nil, driver.asked.count < 20 {
                var page = Page.ranked([2, 3, 2, 1], next: .page(1), total: 4)
                page.pinned = 1
                driver.answer(page)
            }
        }
        #expect(driver.ids.contains(0))
    }
}
