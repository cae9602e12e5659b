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
    private func desk(
        _ ids: [Int], unlinked: Set<Int> = [], order: FeedOrder = .newestFirst, position: PagePosition? = nil
    ) -> MachineDesk {
        var memory = FeedSnapshot(
            items: ids.map { Ranked(id: $0) }, bookmark: PageBookmark(position: position, recent: ids, loaded: ids.count))
        memory.unlinked = unlinked
        var desk = MachineDesk(from: memory, order: order)
        desk.handle(.open)
        return desk
    }

    @Test("Keeps rows beside one that may be in the wrong order") func unlinkedRun() {
        var desk = desk([7, 6, 4, 8, 5, 1, 0], unlinked: [8])
        desk.answer(page([nil, 7, 6, 5, nil, 1], next: .cursor("1")))
        #expect(Set(desk.ids) == [7, 6, 5, 1, 4, 8, 0])
    }

    @Test("Keeps a row if an undecodable element is between the rows around it") func brokenBetween() {
        var desk = desk([1, 3, 4, 0, 2], unlinked: [0], order: .fixed)
        desk.answer(page([7, 0, nil, 2, 3, 4], next: .cursor("4")))
        #expect(desk.ids.contains(1))
    }

    @Test("Keeps a row below two pinned ones that newer rows have pushed down") func pinned() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(page([900, 901, 17], next: .cursor("17")))
        desk.handle(.refresh)
        desk.answer(page([900, 901, 19], next: .cursor("19")))
        desk.answer(page([900, 901, 18], next: .cursor("18")))
        desk.answer(page([900, 901, 17], next: .cursor("17")))
        #expect(desk.ids == [900, 901, 19, 18, 17])
    }

    @Test("Keeps a row below elements that could not be decoded before") func readableAgain() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(page([nil, 1, 2, 3, nil, nil, 6], next: .cursor("6")))
        desk.handle(.refresh)
        desk.answer(page([0, 1, 2, 3, 4, 5], next: .cursor("5")))
        desk.answer(page([6], next: .cursor("6")))
        #expect(desk.ids == Array(0...6))
    }

    @Test("An undecodable element below a repeated pinned row leaves the rows there in doubt") func brokenBelowPinned() {
        var desk = desk([900, 0, 1, 2, 3])
        desk.answer(page([900, 7], next: .offset(2), total: 6))
        desk.answer(page([900, nil], next: .offset(3), total: 6))
        desk.answer(page([900, 1, 2], next: .offset(5), total: 6))
        #expect(desk.ids.contains(0))
    }

    @Test("Keeps rows that two refreshes did not show") func keptTwice() {
        var desk = desk([10, 8, 7, 3, 2, 1], order: .fixed)
        desk.answer(page([10, nil, 7, nil, 2, 1]))
        desk.handle(.refresh)
        desk.answer(page([10, 8, 7, nil, 2, 1]))
        #expect(Set(desk.ids) == [10, 8, 7, 3, 2, 1])
    }

    @Test("A page of pinned rows alone has no cursor to reload rows from") func cursorBehindPinned() throws {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(page([900, 37, 36], next: .cursor("36")))
        desk.handle(.older)
        desk.answer(page([900], next: .cursor("36 again")))
        desk.answer(page([900, 35, 34]))
        var restored = MachineDesk(from: try #require(desk.machine.snapshot))
        restored.handle(.open)
        restored.answer(page([900], next: .cursor("top")))
        while restored.load != nil { restored.fail() }
        restored.handle(.rowAppeared(37))
        #expect(!restored.asked.contains(.cursor("36 again")))
    }

    @Test("An older page below an undecodable element removes no row") func olderBelowBroken() {
        var desk = MachineDesk { $0.serviceOrder = .fixed }
        desk.handle(.open)
        desk.answer(page([8, 9, 10, 11], next: .offset(4), total: 12))
        desk.handle(.older)
        desk.answer(page([12, nil], next: .offset(6), total: 12))
        let before = desk.ids
        desk.handle(.older)
        desk.answer(page([13, 14, 15], next: .offset(9), total: 12))
        #expect(desk.ids.starts(with: before))
    }

    @Test("A row that was removed during a refresh does not prove that the rows below it are deleted") func removedMeanwhile() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(page([0, 1, 2, 3, 4, 6, 7, 9], next: .offset(8)))
        desk.handle(.refresh)
        desk.answer(page([0, 1, 2, 3, 4, 7], next: .offset(6)))
        desk.handle(.edited { _ in [.remove(7)] })
        desk.answer(page([13, 12, 11, 0, 1, 2], next: .offset(9)))
        #expect(desk.ids.contains(9))
    }

    @Test("A page below pinned rows that came alone removes no row") func olderBelowPinned() {
        var desk = MachineDesk { $0.serviceOrder = .fixed }
        desk.handle(.open)
        desk.answer(page([900, 901, 7, 5], next: .cursor("7")))
        desk.handle(.older)
        desk.answer(page([900, 901], next: .cursor("7 again")))
        desk.answer(page([900, 901, 6, 5]))
        #expect(Set(desk.ids) == [900, 901, 7, 6, 5])
    }

    @Test("A page of a list that has grown meanwhile does not continue the last row") func olderAfterArrival() {
        var desk = MachineDesk { $0.serviceOrder = .fixed }
        desk.handle(.open)
        desk.answer(page([0, 1, 2, 3], next: .offset(4), total: 15))
        desk.handle(.older)
        desk.answer(page([0], next: .offset(5), total: 15))
        desk.answer(page([2, 15, 3], next: .offset(8), total: 16))
        #expect(desk.ids.contains(1))
    }

    @Test("Reloading rows below a pinned one removes none of the rows between") func rereadBelowPinned() {
        var memory = FeedSnapshot(
            items: ([900] + Array(0..<12)).map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .offset(12), recent: Array(0..<12), loaded: 13, total: 12))
        memory.anchor = 8
        var desk = MachineDesk(from: memory)
        desk.handle(.open)
        desk.answer(page([900, 0, 1, 2], next: .offset(3), total: 12))
        #expect(desk.load?.ticket.kind == .refresh)
        desk.answer(page([900, 8, 9, 10], next: .offset(11), total: 12))
        #expect(desk.ids == [900] + Array(0..<12))
    }

    @Test("A row inserted beside deleted ones replaces them in a fixed order") func replaced() {
        var desk = desk([4, 3, 2, 1, 0], order: .fixed)
        desk.answer(.ranked([10, 9, 8, 7, 6, 5, 4], next: .offset(7)))
        desk.handle(.all)
        desk.answer(.ranked([6, 5, 4, 20, 1, 0]))
        #expect(desk.ids == [10, 9, 8, 7, 6, 5, 4, 20, 1, 0])
    }

    @Test("Different pages with undecodable elements are not taken as repetitions") func notRepeated() {
        var walk = PageWalk<Ranked>(rules: FeedRules<Ranked>().paging)
        for offset in 1...6 { _ = walk.accept(page([900, nil], next: .offset(offset), total: 9)) }
        #expect(walk.end == nil)
    }
}
