import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists with pinned rows and with elements that can't be decoded: no living row is removed.
@Suite("Feed: pinned and undecodable rows", .timeLimit(.minutes(1))) struct UnreadableRowsTests {
    /// Returns a page; `nil` is an element that can't be decoded.
    private func page(_ ids: [Int?], next: PagePosition? = nil, total: Int? = nil) -> Page<Ranked> {
        var page = Page<Ranked>.ranked(ids.compactMap { $0 }, next: next, total: total)
        page.skipped = ids.indices.filter { ids[$0] == nil }.map { SkippedElement(index: $0, path: "", reason: "broken") }
        return page
    }

    /// Returns a list of these rows; those in `unlinked` may be in the wrong order.
    private func driver(
        _ ids: [Int], unlinked: Set<Int> = [], order: FeedOrder = .newestFirst, position: PagePosition? = nil
    ) -> FeedMachineDriver {
        var memory = FeedSnapshot(
            items: ids.map { Ranked(id: $0) }, bookmark: PageBookmark(position: position, recent: ids, loaded: ids.count))
        memory.unlinked = unlinked
        var driver = FeedMachineDriver(from: memory, order: order)
        driver.handle(.open)
        return driver
    }

    @Test("Keeps rows beside one that may be in the wrong order") func unlinkedRun() {
        var driver = driver([7, 6, 4, 8, 5, 1, 0], unlinked: [8])
        driver.answer(page([nil, 7, 6, 5, nil, 1], next: .cursor("1")))
        #expect(Set(driver.ids) == [7, 6, 5, 1, 4, 8, 0])
    }

    @Test("Keeps a row if an undecodable element is between the rows around it") func brokenBetween() {
        var driver = driver([1, 3, 4, 0, 2], unlinked: [0], order: .fixed)
        driver.answer(page([7, 0, nil, 2, 3, 4], next: .cursor("4")))
        #expect(driver.ids.contains(1))
    }

    @Test("Keeps a row below two pinned ones that newer rows have pushed down") func pinned() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([900, 901, 17], next: .cursor("17")))
        driver.handle(.refresh)
        driver.answer(page([900, 901, 19], next: .cursor("19")))
        driver.answer(page([900, 901, 18], next: .cursor("18")))
        driver.answer(page([900, 901, 17], next: .cursor("17")))
        #expect(driver.ids == [900, 901, 19, 18, 17])
    }

    @Test("Keeps a row below elements that could not be decoded before") func readableAgain() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([nil, 1, 2, 3, nil, nil, 6], next: .cursor("6")))
        driver.handle(.refresh)
        driver.answer(page([0, 1, 2, 3, 4, 5], next: .cursor("5")))
        driver.answer(page([6], next: .cursor("6")))
        #expect(driver.ids == Array(0...6))
    }

    @Test("An undecodable element below a repeated pinned row leaves the rows there in doubt") func brokenBelowPinned() {
        var driver = driver([900, 0, 1, 2, 3])
        driver.answer(page([900, 7], next: .offset(2), total: 6))
        driver.answer(page([900, nil], next: .offset(3), total: 6))
        driver.answer(page([900, 1, 2], next: .offset(5), total: 6))
        #expect(driver.ids.contains(0))
    }

    @Test("Keeps rows that two refreshes did not show") func keptTwice() {
        var driver = driver([10, 8, 7, 3, 2, 1], order: .fixed)
        driver.answer(page([10, nil, 7, nil, 2, 1]))
        driver.handle(.refresh)
        driver.answer(page([10, 8, 7, nil, 2, 1]))
        #expect(Set(driver.ids) == [10, 8, 7, 3, 2, 1])
    }

    @Test("A page of pinned rows alone has no cursor to reload rows from") func cursorBehindPinned() throws {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([900, 37, 36], next: .cursor("36")))
        driver.handle(.older)
        driver.answer(page([900], next: .cursor("36 again")))
        driver.answer(page([900, 35, 34]))
        var restored = FeedMachineDriver(from: try #require(driver.machine.snapshot))
        restored.handle(.open)
        restored.answer(page([900], next: .cursor("top")))
        while restored.load != nil { restored.fail() }
        restored.handle(.rowAppeared(37))
        #expect(!restored.asked.contains(.cursor("36 again")))
    }

    @Test("An older page below an undecodable element removes no row") func olderBelowBroken() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(page([8, 9, 10, 11], next: .offset(4), total: 12))
        driver.handle(.older)
        driver.answer(page([12, nil], next: .offset(6), total: 12))
        let before = driver.ids
        driver.handle(.older)
        driver.answer(page([13, 14, 15], next: .offset(9), total: 12))
        #expect(driver.ids.starts(with: before))
    }

    @Test("A row that was removed during a refresh does not prove that the rows below it are deleted") func removedMeanwhile() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([0, 1, 2, 3, 4, 6, 7, 9], next: .offset(8)))
        driver.handle(.refresh)
        driver.answer(page([0, 1, 2, 3, 4, 7], next: .offset(6)))
        driver.handle(.edited { _ in [.remove(7)] })
        driver.answer(page([13, 12, 11, 0, 1, 2], next: .offset(9)))
        #expect(driver.ids.contains(9))
    }

    @Test("A page below pinned rows that came alone removes no row") func olderBelowPinned() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(page([900, 901, 7, 5], next: .cursor("7")))
        driver.handle(.older)
        driver.answer(page([900, 901], next: .cursor("7 again")))
        driver.answer(page([900, 901, 6, 5]))
        #expect(Set(driver.ids) == [900, 901, 7, 6, 5])
    }

    @Test("A page of a list that has grown meanwhile does not continue the last row") func olderAfterArrival() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(page([0, 1, 2, 3], next: .offset(4), total: 15))
        driver.handle(.older)
        driver.answer(page([0], next: .offset(5), total: 15))
        driver.answer(page([2, 15, 3], next: .offset(8), total: 16))
        #expect(driver.ids.contains(1))
    }

    @Test("Reloading rows below a pinned one removes none of the rows between") func rereadBelowPinned() {
        var memory = FeedSnapshot(
            items: ([900] + Array(0..<12)).map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(12), recent: Array(0..<12), loaded: 13, total: 12))
        memory.anchor = 8
        var driver = FeedMachineDriver(from: memory)
        driver.handle(.open)
        for (ids, next) in [([900, 0, 1, 2], 3), ([900, 8, 9, 10], 11)] {
            #expect(driver.load?.ticket.kind == .refresh)
            var page = page(ids, next: .offset(next), total: 12)
            page.pinned = 1
            driver.answer(page)
        }
        #expect(driver.ids == [900] + Array(0..<12))
    }

    @Test("A row inserted beside deleted ones replaces them in a fixed order") func replaced() {
        var driver = driver([4, 3, 2, 1, 0], order: .fixed)
        driver.answer(.ranked([10, 9, 8, 7, 6, 5, 4], next: .offset(7)))
        driver.handle(.all)
        driver.answer(.ranked([6, 5, 4, 20, 1, 0]))
        #expect(driver.ids == [10, 9, 8, 7, 6, 5, 4, 20, 1, 0])
    }

    @Test("Different pages with undecodable elements are not taken as repetitions") func notRepeated() {
        var walk = PageWalk<Ranked>(rules: FeedRules<Ranked>().paging)
        for offset in 1...6 { _ = walk.accept(page([900, nil], next: .offset(offset), total: 9)) }
        #expect(walk.end == nil)
    }

    @Test("A page with an undecodable element in the middle tells the cursor below its last row") func cursorBelow() throws {
        var former = FeedMachineDriver()
        former.handle(.open)
        former.answer(page([20, nil, 18], next: .cursor("18")))
        former.handle(.older)
        former.answer(page([17, 16, 15], next: .cursor("15")))
        var driver = FeedMachineDriver(from: try #require(former.machine.snapshot))
        driver.handle(.open)
        driver.answer(page([20, nil, 18], next: .cursor("18")))
        driver.handle(.rowAppeared(17))
        #expect(driver.load?.position == .cursor("18"))
        driver.answer(page([16, 15], next: .cursor("15")))
        #expect(driver.ids == [20, 18, 16, 15])
    }

    @Test("A row in doubt moves to the next undecodable element, which may be it") func moves() {
        var memory = FeedSnapshot(items: [9, 7, 6, 5, 4, 3].map { Ranked(id: $0) }, bookmark: PageBookmark(position: .offset(7)))
        memory.unlinked = [5]
        var content = FeedContent(FeedRules<Ranked>(), from: memory)
        _ = content.compare(page([7, 5, 4, nil, 3], next: .offset(6)), for: FeedReread(id: 6, position: .offset(1), left: 1))
        #expect(content.sequence == [9, 7, 5, 4, 6, 3])
    }

    @Test("A page below undecodable elements opens no gap if the total stays the same", arguments: [6, 7])
    func noOverlap(total: Int) {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        driver.handle(.open)
        driver.answer(page([1, nil, nil], next: .offset(3), total: 6))
        driver.handle(.older)
        #expect(driver.load?.position == .offset(3))
        driver.answer(page([4, 5, 6], next: total > 6 ? .offset(6) : nil, total: total))
        #expect(driver.state.gaps.isEmpty == (total == 6))
    }

    @Test("Looks for a row further down the more elements could not be decoded") func estimate() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([1] + Array(repeating: nil, count: 10) + Array(2...10), next: .offset(20), total: 40))
        driver.handle(.older)
        driver.answer(page(Array(11...30), total: 40))
        driver.handle(.scrolled(29))
        driver.handle(.refresh)
        driver.answer(page([1] + Array(repeating: nil, count: 10) + Array(2...10), next: .offset(20), total: 39))
        #expect((33...38).contains(driver.load?.position.offset ?? 0))
    }

    // MARK: - Refreshes

    @Test("A refresh keeps the place of a row that may be the undecodable element", arguments: [FeedOrder.newestFirst, .fixed])
    func keepsPlace(order: FeedOrder) {
        var driver = driver([1, 2, 3, 4], order: order)
        driver.answer(page([9, 1, nil, 3, 4]))
        #expect(driver.ids == [9, 1, 2, 3, 4])
    }

    @Test("A refresh keeps a row below an inserted one that may be the undecodable element") func belowInserted() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(page([0, 1, 2]))
        for id in [5, 6] { driver.handle(.changed(.inserted(Ranked(id: id)))) }
        driver.handle(.refresh)
        driver.answer(page([nil, 5, 1, 6, 2]))
        #expect(Set(driver.ids) == [0, 5, 1, 6, 2])
    }

    @Test("A reloaded page shows new rows on both sides of an undecodable element") func newBesideBroken() {
        var driver = driver([1, 4, 5, 8], order: .fixed, position: .cursor("8"))
        driver.answer(page([1, 4, 2, nil, 3, 5], next: .cursor("5")))
        #expect(driver.ids == [1, 4, 2, 3, 5, 8])
    }

    @Test("A gap's page below an undecodable element removes no row", arguments: [FeedOrder.newestFirst, .fixed])
    func gapBelowBroken(order: FeedOrder) throws {
        var driver = FeedMachineDriver { ($0.serviceOrder, $0.refreshPages) = (order, 1) }
        driver.handle(.open)
        driver.answer(page([1, 0], next: .cursor("0")))
        driver.handle(.refresh)
        driver.answer(page([9, 8], next: .cursor("8")))
        for answer in [page([7, nil], next: .cursor("?")), page([0], next: .cursor("0"))] {
            driver.handle(.gap(try #require(driver.state.gaps.first)))
            driver.answer(answer)
        }
        #expect(Set(driver.ids) == [9, 8, 7, 1, 0])
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("Rows on both sides of an undecodable element at the end do not prove a deletion") func brokenBeforeEnd() {
        var driver = driver([6, 3, 4, 1], unlinked: [1])
        driver.answer(page([8, 6, 1, nil, 4]))
        #expect(driver.ids.contains(3))
    }
}
