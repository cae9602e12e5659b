import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks where the list inserts rows of a page that doesn't directly continue it.
@Suite("FeedMachine: rows at a page's edge", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedPlaceTests {
    /// Returns a list that has loaded its first page and requests the next one.
    private func driver(_ ids: Range<Int>, of total: Int, _ change: (inout FeedRules<Ranked>) -> Void = { _ in })
        -> FeedMachineDriver
    {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        driver.answer(.ranked(ids, next: .offset(ids.count), total: total))
        driver.handle(.older)
        return driver
    }

    @Test("Skips new rows above a known row of a later page", arguments: [FeedOrder.newestFirst, .fixed])
    func above(_ order: FeedOrder) {
        var driver = driver(0..<6, of: 16) { $0.serviceOrder = order }
        driver.answer(.ranked([18, 17, 16, 1, 2, 4], next: .offset(12), total: 23))
        #expect(driver.ids == Array(0..<6))
    }

    @Test("A moving list inserts every row of a later page") func moving() {
        var driver = driver(0..<6, of: 16) { $0.serviceOrder = .moving }
        driver.answer(.ranked([18, 17, 16, 1, 2, 4], next: .offset(12), total: 23))
        #expect(Set(driver.ids) == Set(0..<6).union(16...18))
    }

    @Test("A page that new rows have filled is not added below a short list") func filledAbove() {
        var driver = driver(0..<1, of: 17)
        driver.answer(.ranked([22, 21, 20], next: .offset(4), total: 20))
        #expect(driver.ids == [0])
        #expect(driver.load?.position == .offset(0))
    }

    @Test("In a fixed order, inserts a new row below its known neighbor") func below() {
        var driver = driver(0..<6, of: 16) { $0.serviceOrder = .fixed }
        driver.answer(.ranked([2, 3, 99], next: .offset(9), total: 20))
        #expect(driver.ids == [0, 1, 2, 3, 99, 4, 5])
    }

    @Test("With the newest first, appends a new row to the list") func belowNewestFirst() {
        var driver = driver(0..<6, of: 16)
        driver.answer(.ranked([2, 3, 99], next: .offset(9), total: 20))
        #expect(driver.ids == [0, 1, 2, 3, 4, 5, 99])
    }

    @Test("Inserts a new row at a page's top between the row that the page continues and the row below") func topOfPage() {
        var driver = FeedMachineDriver(
            from: FeedSnapshot(
                items: (1...4).map { Ranked(id: $0) },
                bookmark: PageBookmark(position: .offset(2), recent: [1, 2], loaded: 4, total: 5)))
        driver.handle(.older)
        driver.answer(.ranked([1, 2], next: .offset(2), total: 5))
        driver.answer(.ranked([9, 3], next: .offset(4), total: 5))
        #expect(driver.ids == [1, 2, 9, 3, 4])
    }

    @Test("Rows that arrived above are not added below the list, although its first row was deleted") func deletedFirst() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([21, 20, 0], next: .offset(3), total: 22))
        driver.handle(.older)
        driver.answer(.ranked([23, 22, 20], next: .offset(6), total: 25))
        #expect(driver.ids == [21, 20, 0])
    }

    @Test("A refresh removes no row above rows that no page has shown below it", arguments: [FeedOrder.newestFirst, .fixed])
    func unlinked(_ order: FeedOrder) {
        var driver = driver(0..<2, of: 10) { $0.serviceOrder = order }
        driver.answer(.ranked([22, 21], next: .offset(4), total: 12))
        driver.handle(.refresh)
        driver.answer(.ranked([23, 22, 21], next: .offset(3), total: 12))
        #expect(Set(driver.ids).isSuperset(of: [0, 1]))
    }

    @Test("A page is not the last one because pinned rows that the total does not count fill it") func pinnedBelowTotal() {
        let memory = FeedSnapshot(
            items: ([90, 91] + Array(0..<8)).map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(8), recent: [6, 7], pinned: [90, 91], loaded: 10, total: 8))
        var content = FeedContent(FeedRules<Ranked>(), from: memory)
        _ = content.compare(
            .ranked([90, 91, 4, 5], next: .offset(6), total: 8), for: FeedReread(id: 5, position: .offset(4), left: 1))
        #expect(Set(content.sequence).isSuperset(of: [6, 7]))
    }

    @Test("Adds no row twice that the walk does not know") func unknownToWalk() {
        let bookmark = PageBookmark<Int>(position: .offset(4), loaded: 4)
        let memory = FeedSnapshot(items: (0..<4).map { Ranked(id: $0) }, bookmark: bookmark)
        var content = FeedContent(FeedRules<Ranked>(), from: memory)
        content.walk.seen = []
        _ = content.add(.ranked([3, 4]))
        #expect(content.sequence == Array(0..<5))
    }

    @Test("A refresh of a moving list removes no row that its pages do not show") func movedBelowHead() {
        var driver = driver(0..<3, of: 6) { $0.serviceOrder = .moving }
        driver.answer(.ranked(3..<6, total: 6))
        driver.handle(.refresh)
        driver.answer(.ranked([3, 4, 5], next: .offset(3), total: 6))
        #expect(Set(driver.ids) == Set(0..<6))
    }

    @Test("A refresh keeps a row that may be an element that could not be decoded", arguments: [PagePosition.offset(4), nil])
    func undecodableHead(_ next: PagePosition?) {
        var driver = driver(0..<3, of: 6)
        driver.answer(.ranked(3..<6, total: 6))
        driver.handle(.refresh)
        var page = Page.ranked([0, 2, 3], next: next, total: 6)
        page.skipped = [SkippedElement(index: 1, path: "", reason: "broken")]
        driver.answer(page)
        #expect(driver.ids.contains(1))
    }

    @Test("A refresh removes a row that its page does not show beside an element that could not be decoded elsewhere")
    func decodedHead() {
        var driver = driver(0..<4, of: 8)
        driver.answer(.ranked(4..<8, total: 8))
        driver.handle(.refresh)
        var page = Page.ranked([0, 2, 3], next: .offset(4), total: 8)
        page.skipped = [SkippedElement(index: 2, path: "", reason: "broken")]
        driver.answer(page)
        #expect(!driver.ids.contains(1))
    }

    @Test("In a fixed order, inserts a page's new rows below the known row that the page continues") func belowLastPage() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(.ranked([23, 22, 21], next: .offset(3), total: 5))
        driver.handle(.older)
        driver.answer(.ranked([22, 24], next: .offset(4), total: 7))
        #expect(driver.ids == [23, 22, 24, 21])
    }

    @Test("After a refresh, a shown newcomer is the list's beginning") func firstNewcomer() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked([0, 1], next: .offset(2)))
        driver.handle(.changed(.inserted(Ranked(id: 12))))
        driver.handle(.refresh)
        driver.answer(.ranked([12, 0], next: .offset(2)))
        driver.handle(.older)
        driver.answer(.ranked([12, 0, 1, 2, 3], next: .offset(5)))
        driver.handle(.older)
        driver.answer(.ranked([16, 15, 14, 13, 12], next: .offset(7)))
        #expect(driver.ids == [12, 0, 1, 2, 3])
    }

    @Test("A newcomer above a gap moves to its place when all rows below the gap are deleted") func newcomerAboveGap() {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked([18], next: .offset(1), total: 3))
        driver.handle(.changed(.inserted(Ranked(id: 19))))
        driver.handle(.refresh)
        driver.answer(.ranked([28], next: .offset(1), total: 5))
        driver.handle(.changed(.removed(18)))
        driver.handle(.older)
        driver.answerAll([28, 24, 19, 5], limit: 3)
        #expect(driver.ids == [28, 24, 19])
    }

    @Test("Rows that arrive while a refresh loads its pages stay above it") func lateRows() {
        var driver = FeedMachineDriver { $0.refreshPages = 2 }
        driver.handle(.open)
        driver.answer(.ranked([7, 0, 1, 2], next: .offset(4)))
        driver.handle(.refresh)
        driver.answer(.ranked([11, 10, 9, 8], next: .offset(4)))
        // Four rows have arrived, and row 11 is gone.
        driver.answer(.ranked([14, 13, 12, 10], next: .offset(5)))
        #expect(driver.ids == [11, 10, 9, 8, 7, 0, 1, 2])
    }

    private func gap(_ after: Int, _ before: Int, at offset: Int, of total: Int) -> FeedSnapshot<Ranked>.Gap {
        let place = PageBookmark(position: .offset(offset), recent: [after], loaded: offset, total: total)
        return .init(edges: PageGap(after: after, before: before), bookmark: place)
    }

    @Test("Loading a gap does not move the rows above it") func aboveGap() throws {
        var driver = driver(0..<8, of: 12) { $0.refreshPages = 2 }
        let now = Array(20..<40) + Array(0..<12)
        driver.handle(.refresh)
        driver.answerAll(now)
        driver.handle(.changed(.inserted(Ranked(id: 50))))
        driver.handle(.refresh)
        driver.answerAll([50] + now)
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.answer(.ranked([50, 27, 28, 29], next: .offset(13), total: 33))
        #expect(driver.ids.starts(with: [50] + Array(20..<30)))
    }

    @Test("Fills two gaps when the row between them was deleted") func lostStretch() throws {
        let now = [20, 19, 18, 17, 16, 15, 3]
        var kept = FeedSnapshot(
            items: [20, 19, 18, 13, 3].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(7), recent: [3], loaded: 5, total: 7, isAtEnd: true))
        kept.gaps = [gap(18, 13, at: 3, of: 7), gap(13, 3, at: 5, of: 7)]
        var driver = FeedMachineDriver(from: kept)
        while let gap = driver.state.gaps.last, driver.asked.count < 30 {
            driver.handle(.gap(gap))
            driver.answerAll(now, limit: 2)
        }
        #expect(driver.ids.filter { $0 != 13 } == now)
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A gap below rows that are gone, with no gap above, is filled from the beginning of the list") func lostBeginning() {
        let now = [10, 5, 4, 1, 8]
        var kept = FeedSnapshot(
            items: [10, 1, 8].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(5), recent: [1, 8], loaded: 3, total: 5, isAtEnd: true))
        kept.gaps = [gap(77, 1, at: 2, of: 5)]
        var driver = FeedMachineDriver(from: kept)
        while let gap = driver.state.gaps.first, driver.asked.count < 30 {
            driver.handle(.gap(gap))
            driver.answerAll(now, limit: 2)
        }
        #expect(driver.ids == now)
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A gap requested during a refresh loads after it") func gapAfterRefresh() throws {
        var driver = driver(0..<8, of: 12) { $0.refreshPages = 2 }
        let now = Array(20..<40) + Array(0..<12)
        driver.handle(.refresh)
        driver.answerAll(now)
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.refresh)
        driver.handle(.gap(gap))
        driver.answer(now)
        #expect(driver.load?.ticket.kind == .gap)
        driver.answer(now)
        #expect(driver.ids.starts(with: 20..<32))
    }

    @Test("Keeps rows below a gap at the top when the head is loaded") func gapAtTop() {
        var kept = FeedSnapshot(
            items: [11, 0, 1].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(2), recent: [11, 0, 1], loaded: 3, total: 13))
        kept.gaps = [gap(11, 0, at: 1, of: 13)]
        var driver = FeedMachineDriver(from: kept)
        driver.handle(.open)
        driver.answer(.ranked([11], next: .offset(1), total: 12))
        driver.handle(.changed(.removed(11)))
        driver.answer(.ranked([1], next: .offset(1), total: 11))
        #expect(driver.ids == [0, 1])
    }

    @Test("With cursors, does not append a page after a page of unknown rows") func unknownBetween() throws {
        let kept = FeedSnapshot(
            items: [14, 13, 1].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .cursor("1"), recent: [14, 13, 1], loaded: 3))
        var driver = FeedMachineDriver(from: kept)
        driver.handle(.open)
        driver.answer(.ranked([14, 13], next: .cursor("13")))
        driver.answer(.ranked([3, 4], next: .cursor("4")))
        driver.answer(.ranked([5, 6]))
        #expect(!driver.ids.contains(5))
    }

    @Test("A cursor behind an element that could not be decoded does not show that a row is gone") func cursorBehindBroken() {
        let kept = FeedSnapshot(
            items: [14, 13, 5, 1].map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .cursor("1"), recent: [14, 13, 5, 1], loaded: 4))
        var driver = FeedMachineDriver(from: kept)
        let broken = SkippedElement(index: 2, path: "", reason: "broken")
        driver.handle(.open)
        while let load = driver.load, driver.asked.count < 20 {
            let isHead = load.position == nil
            driver.answer(
                isHead
                    ? Page(items: [14, 13].map { Ranked(id: $0) }, next: .cursor("5"), skipped: [broken])
                    : .ranked(load.position == .cursor("5") ? [1] : []))
        }
        #expect(driver.ids == [14, 13, 5, 1])
    }
}
