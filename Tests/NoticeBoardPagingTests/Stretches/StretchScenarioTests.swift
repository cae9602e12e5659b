import NoticeBoardPaging
import Testing

/// Small lists and single answers, each for a rule of joining.
@Suite("Stretches", .inTurn, .timeLimit(.minutes(1))) struct StretchScenarioTests {
    @Test("A whole list without two rows removes them") func bracket() {
        var desk = StretchDesk([[1, 2, 3, 4, 5, 6]], isWhole: true)
        desk.answer(desk.list.head(), [1, 2, 5, 6], isEnd: true)
        #expect(desk.text == "1 2 5 6")
    }

    @Test("Two edits in one place are both seen") func twoEdits() {
        var desk = StretchDesk([[1, 2, 3, 4, 5, 6]], isWhole: true)
        desk.answer(desk.list.head(), [1, 2, 9, 4, 5, 6], isEnd: true)
        #expect(desk.text == "1 2 9 4 5 6")
    }

    @Test("A head without the first row removes it") func headBracket() {
        var desk = StretchDesk([[1, 2, 3], [4, 5, 6]])
        desk.answer(desk.list.head(), [9, 2, 3])
        #expect(desk.text == "9 2 3 4 5 6 |")
    }

    @Test("A page behind a cursor removes what it should begin with") func cursorBracket() {
        var desk = StretchDesk([[1, 2, 3], [4, 5, 6]], usesCursors: true)
        let request = StretchRequest(purpose: .reread(4), position: .cursor("3"), follows: 3)
        desk.answer(request, [5, 6, 7], next: .cursor("7"))
        #expect(desk.text == "1 2 3 5 6 7 |")
    }

    @Test("An unknown row at a page's edge leaves the row below in doubt") func edge() {
        var desk = StretchDesk([[1, 2, 3], [4, 5]], isWhole: true)
        desk.answer(desk.list.head(), [1, 2, 99])
        #expect(desk.text == "1 2 3? 4 5")
    }

    @Test("Reading a row in doubt again brings what came above it") func edgeReread() throws {
        var desk = StretchDesk([[1, 2, 3], [4, 5]], isWhole: true)
        desk.answer(desk.list.head(), [1, 2, 99])
        let request = try #require(desk.list.rowAppeared(3))
        #expect(request.position == .offset(1))
        desk.answer(request, [2, 99, 3, 4])
        #expect(desk.text == "1 2 99 3 4 5")
    }

    @Test("A doubt that stays becomes a gap") func doubtGap() {
        var desk = StretchDesk([[1, 2, 3], [4, 5]], isWhole: true)
        desk.answer(desk.list.head(), [1, 2, 99])
        desk.answer(desk.list.rowAppeared(3), [2, 99, 98])
        #expect(desk.text.hasPrefix("1 2 99 98 | 3"))
    }

    @Test("A page without the row above its gap is asked for further up") func stepBack() {
        var desk = StretchDesk([[1, 2, 3]], total: 7)
        let outcome = desk.answer(desk.older, [4, 5, 6], total: 6)
        #expect(outcome?.next?.position == .offset(1))
        desk.answer(outcome?.next, [2, 4, 5], total: 6)
        #expect(desk.text == "1 2 3? 4 5 |")
    }

    @Test("A row that is missing above a gap goes when it is read again") func missingAbove() {
        var desk = StretchDesk([[1, 2, 3]], total: 7)
        let outcome = desk.answer(desk.older, [4, 5, 6], total: 6)
        desk.answer(outcome?.next, [2, 4, 5], total: 6)
        desk.answer(desk.list.rowAppeared(3), [1, 2, 4], total: 6)
        #expect(desk.text == "1 2 4 5 |")
    }

    @Test("In a fixed order a missing row leaves a gap above the new rows") func missingAboveFixed() {
        var desk = StretchDesk([[1, 2, 3]], order: .fixed, total: 7)
        let outcome = desk.answer(desk.older, [4, 5, 6], total: 6)
        desk.answer(outcome?.next, [2, 4, 5], total: 6)
        #expect(desk.text == "1 2 3? | 4 5 |")
    }

    @Test("As many arrivals as deletions are noticed by the overlap") func sameTotal() {
        var desk = StretchDesk([[1, 2, 3]], total: 9)
        let outcome = desk.answer(desk.older, [13, 1, 2], total: 9)
        #expect(outcome?.next?.position == .offset(5))
    }

    @Test("A row that moved to the top leaves the others below a gap") func movingHead() {
        var desk = StretchDesk([[1, 2, 3], [4, 5, 6]], order: .moving, isWhole: true)
        desk.answer(desk.list.head(), [4, 11, 12])
        #expect(desk.text == "4 11 12 | 1 2 3 5 6")
    }

    @Test("An element that cannot be decoded keeps the row that it may be") func unreadable() {
        var desk = StretchDesk([[1, 2, 3, 4]], isWhole: true)
        desk.answer(desk.list.head(), [1, 0, 3, 4], isEnd: true)
        #expect(desk.text == "1 2 3 4")
    }

    @Test("An element behind a cursor that cannot be decoded removes nothing") func unreadableCursor() {
        var desk = StretchDesk([[1, 2, 3, 4]], usesCursors: true)
        let request = StretchRequest(purpose: .reread(3), position: .cursor("2"), follows: 2, isExact: false)
        desk.answer(request, [4, 5], next: .cursor("5"))
        #expect(desk.text == "1 2 3 4 5 |")
    }

    @Test("A row that comes on two pages stands once") func twice() {
        var desk = StretchDesk([[1, 2, 3]])
        desk.answer(desk.older, [3, 2, 4, 5])
        #expect(desk.list.items.count { $0.id == 2 } == 1)
    }

    @Test("A total that is less than the last one makes the others stale") func total() {
        var desk = StretchDesk([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]], total: 20)
        desk.answer(desk.list.head(), [1, 2, 3], total: 19)
        #expect(desk.text == "1 2 3 4? 5? 6? 7? 8? 9? 10? 11? |")
    }

    @Test("Ten thousand newcomers cost four requests and no row") func burst() {
        var desk = StretchDesk([Array(1...30), Array(31...230)], isWhole: true, total: 230)
        desk.list.scroll(to: 200)
        var (request, first) = (Optional(desk.list.head()), 20_000)
        for _ in 0..<4 {
            let offset = request?.offset ?? 0
            first = 20_000 - offset
            desk.answer(request, Array((first - 29...first).reversed()), total: 10_230)
            request = desk.list.gaps.first.flatMap { desk.list.fill($0.id) }
        }
        #expect(desk.list.items.count == 230 + 117)
        #expect(desk.list.gaps.count == 1)
        #expect(desk.list.gaps.first.flatMap { desk.list.size(of: $0) } == 9883)
        #expect(desk.list.anchor == 200)
    }

    @Test("The row below takes the place of an anchor that goes") func anchor() {
        var desk = StretchDesk([[1, 2, 3, 4]], isWhole: true)
        desk.list.scroll(to: 2)
        desk.answer(desk.list.head(), [1, 3, 4], isEnd: true)
        #expect(desk.list.anchor == 3)
    }

    @Test("The row above takes the place of a last row that goes") func lastAnchor() {
        var desk = StretchDesk([[1, 2, 3]], isWhole: true)
        desk.list.scroll(to: 3)
        desk.list.remove(3)
        #expect(desk.list.anchor == 2)
    }

    @Test("A gap that is filled from both ends is gone") func bothEnds() throws {
        var desk = StretchDesk([[1, 2, 3]], total: 10)
        desk.answer(desk.list.head(), [21, 22, 23], total: 16)
        #expect(desk.text == "21 22 23 | 1 2 3 |")
        let gap = try #require(desk.list.gaps.first)
        let fromBelow = try #require(desk.list.fill(gap.id, fromOlderEnd: true))
        #expect(fromBelow.position == .offset(4))
        desk.answer(fromBelow, [25, 26, 1], total: 16)
        #expect(desk.text == "21 22 23 | 25 26 1 2 3 |")
        desk.answer(desk.list.fill(gap.id), [23, 24, 25], total: 16)
        #expect(desk.text == "21 22 23 24 25 26 1 2 3 |")
    }

    @Test("A list begins in the middle") func middle() {
        var desk = StretchDesk([])
        desk.answer(desk.list.start(at: 30), [31, 32, 33], total: 60)
        #expect(desk.text == "| 31 32 33 |")
        #expect(desk.older?.position == .offset(32))
    }

    @Test("All rows are stale after a restart") func restart() {
        let desk = StretchDesk([[1, 2, 3], [4, 5]], total: 9)
        let restored = Stretches(from: desk.list.snapshot(maximumItems: 100))
        #expect(restored.items == desk.list.items)
        #expect(restored.items.indices.allSatisfy { restored.isStale(at: $0) })
        #expect(restored.gaps.map(\.at) == [5])
    }

    @Test("A snapshot keeps twenty stretches, the anchor's among them") func manyStretches() {
        var desk = StretchDesk([[1, 2, 3]])
        desk.list.scroll(to: 2)
        for number in 1...25 { desk.answer(desk.list.head(), [number * 10 + 1, number * 10 + 2]) }
        let kept = desk.list.snapshot(maximumItems: 1000)
        #expect(kept.gaps.count <= 20)
        #expect(kept.items.contains { $0.id == 2 })
    }

    @Test("A newcomer that the head shows as well stands once") func newcomer() {
        var desk = StretchDesk([[1, 2, 3]])
        desk.list.insert(ListRow(id: 9))
        desk.answer(desk.list.head(), [9, 1, 2])
        #expect(desk.text == "9 1 2 3 |")
    }

    @Test("An empty list removes every row") func emptied() {
        var desk = StretchDesk([[1, 2, 3]])
        desk.answer(desk.list.head(), [], isEnd: true, total: 0)
        #expect(desk.text.isEmpty)
    }

    @Test("A page that reaches the end closes the last gap") func end() {
        var desk = StretchDesk([[1, 2, 3]])
        desk.answer(desk.older, [3, 4, 5], isEnd: true)
        #expect(desk.text == "1 2 3 4 5")
    }

    @Test("A page of which nothing is known changes nothing") func unknownPage() {
        var desk = StretchDesk([Array(1...60)])
        var (request, count) = (desk.older, 0)
        while let asked = request, asked.offset != 0, count < 20 {
            request = desk.answer(asked, [101 + count, 201 + count])?.next
            count += 1
        }
        #expect(count < 13)
        #expect(desk.list.items.count == 60)
        #expect(desk.list.gaps.map(\.at) == [60])
    }
}
