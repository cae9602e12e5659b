import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists that are read upwards: from the lower end of a gap, or from a beginning in the middle.
@Suite("FeedMachine: reading upwards", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedUpwardsTests {
    private let list = Array(0..<100)

    /// A list of a hundred rows that begins at row 50.
    private func begun(at position: PagePosition = .offset(50)) -> MachineDesk {
        var desk = MachineDesk { $0.refreshPages = 2 }
        desk.handle(.openAt(position))
        desk.answer(list)
        return desk
    }

    /// Rows 0 to 7 below twenty that arrived later, of which a refresh has loaded eight.
    private func divided() -> (desk: MachineDesk, now: [Int]) {
        var desk = MachineDesk { $0.refreshPages = 2 }
        let now = Array(200..<220) + list
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.older)
        desk.answer(list)
        desk.handle(.refresh)
        desk.answerAll(now)
        return (desk, now)
    }

    // MARK: - From the lower end of a gap

    @Test("Loads the page directly above the row below a gap") func lowerEnd() throws {
        var (desk, now) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answer(now)
        #expect(desk.ids == Array(200..<208) + Array(217..<220) + Array(0..<8))
    }

    @Test("Keeps the gap above the rows that were loaded from below") func gapMoves() throws {
        var (desk, now) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answer(now)
        #expect(desk.state.gaps == [PageGap(after: 207, before: 217)])
    }

    @Test("A gap that is filled from below is gone", arguments: [true, false]) func filled(tellsTotal: Bool) throws {
        var (desk, now) = divided()
        while let gap = desk.state.gaps.first, desk.asked.count < 30 {
            desk.handle(.gap(gap, fromBelow: true))
            desk.answerAll(now, tellsTotal: tellsTotal)
        }
        #expect(desk.ids == Array(now.prefix(28)))
    }

    @Test("Fills a gap from both ends in turn") func bothEnds() throws {
        var (desk, now) = divided()
        while let gap = desk.state.gaps.first, desk.asked.count < 30 {
            desk.handle(.gap(gap, fromBelow: desk.asked.count % 2 == 0))
            desk.answerAll(now)
        }
        #expect(desk.ids == Array(now.prefix(28)))
    }

    @Test("Finds the row below a gap although items arrived or left above", arguments: [-6, -1, 1, 3, 9])
    func moved(by count: Int) throws {
        var (desk, now) = divided()
        let later = count > 0 ? Array(300..<300 + count) + now : Array(now.dropFirst(-count))
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answerAll(later)
        let index = try #require(desk.ids.firstIndex(of: 0))
        #expect(desk.ids[index - 1] == 219)
    }

    @Test("Puts the page above the next row if the row below the gap was deleted") func deletedBelow() throws {
        var (desk, now) = divided()
        now.removeAll { $0 == 0 }
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answerAll(now)
        #expect(desk.ids.contains(219))
        #expect(desk.ids == Array(200..<208) + Array(217..<220) + Array(0..<8))
    }

    @Test("A page from below may have any total", arguments: [Int.min, -1, .max]) func absurdTotal(total: Int) throws {
        var (desk, _) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answer(.ranked(900..<904, next: .offset(4), total: total))
        #expect(desk.load != nil)
        #expect(desk.state.total ?? 0 >= 0)
    }

    @Test("A failed page from below is retried from below") func failing() throws {
        var (desk, now) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.fail()
        desk.handle(.retry)
        desk.answer(now)
        #expect(desk.ids.contains(219))
    }

    @Test("With cursors, a gap is filled from above") func cursors() throws {
        var desk = MachineDesk { $0.refreshPages = 1 }
        desk.handle(.open)
        desk.answer(.ranked([1, 2], next: .cursor("a")))
        desk.handle(.refresh)
        desk.answer(.ranked([8, 9], next: .cursor("b")))
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        #expect(desk.load?.position == .cursor("b"))
    }

    // MARK: - Sizes

    @Test("A gap has the number of its items") func size() throws {
        let (desk, _) = divided()
        #expect(desk.state.gapSizes[try #require(desk.state.gaps.first)] == 12)
    }

    @Test("A gap's size shrinks as it is filled") func sizeShrinks() throws {
        var (desk, now) = divided()
        for fromBelow in [true, false] {
            desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: fromBelow))
            desk.answer(now)
        }
        #expect(desk.state.gapSizes[try #require(desk.state.gaps.first)] == 12 - 3 - 4)
    }

    @Test("Without a total, the size of a gap is unknown") func noSize() throws {
        var desk = MachineDesk { $0.refreshPages = 1 }
        desk.handle(.open)
        desk.answer(list, tellsTotal: false)
        desk.handle(.refresh)
        desk.answer(Array(200..<220) + list, tellsTotal: false)
        #expect(desk.state.gaps.count == 1)
        #expect(desk.state.gapSizes.isEmpty)
    }

    // MARK: - A beginning in the middle

    @Test("Begins at an offset, below a gap") func middle() {
        let desk = begun()
        #expect(desk.ids == [50, 51, 52, 53])
        #expect(desk.state.gaps == [PageGap(after: nil, before: 50)])
    }

    @Test("The gap above the beginning has the number of items before it") func sizeAbove() {
        #expect(begun().state.gapSizes == [PageGap(after: nil, before: 50): 50])
    }

    @Test("Reads from the middle to both ends") func everything() {
        var desk = begun()
        while let gap = desk.state.gaps.first, desk.asked.count < 60 {
            desk.handle(.gap(gap, fromBelow: true))
            desk.answerAll(list)
        }
        desk.handle(.all)
        desk.answerAll(list)
        #expect(desk.ids == list)
        #expect(desk.state.end == .lastPage)
    }

    @Test("Continues below a beginning in the middle") func continues() {
        var desk = begun()
        desk.handle(.rowAppeared(53))
        desk.answer(list)
        #expect(desk.ids == Array(50..<58))
    }

    @Test("A refresh keeps the rows of a beginning in the middle") func refreshed() {
        var desk = begun()
        desk.handle(.refresh)
        desk.answerAll(list)
        #expect(desk.ids == Array(0..<8) + Array(50..<54))
        #expect(desk.state.gaps == [PageGap(after: 7, before: 50)])
    }

    @Test("A snapshot keeps a beginning in the middle") func snapshot() throws {
        var desk = MachineDesk(from: try #require(begun().machine.snapshot), refreshPages: 2)
        #expect(desk.state.gaps == [PageGap(after: nil, before: 50)])
        desk.handle(.open)
        desk.answerAll(list)
        #expect(desk.ids == Array(0..<8) + Array(50..<54))
    }

    @Test("Begins at the head if the list is shorter than the position") func pastTheEnd() {
        var desk = begun(at: .offset(100))
        #expect(desk.load?.position == nil)
        desk.answer(list)
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.gaps.isEmpty)
    }

    @Test("A failed beginning in the middle is retried there") func failedBeginning() {
        var desk = MachineDesk()
        desk.handle(.openAt(.offset(50)))
        desk.fail()
        #expect(desk.state.display == .failure(NoticeBoardError(.unreachable)))
        desk.handle(.retry)
        desk.answer(list)
        #expect(desk.ids == [50, 51, 52, 53])
    }

    @Test("Begins at a cursor, and fills the gap above from the head") func atCursor() throws {
        var desk = MachineDesk()
        desk.handle(.openAt(.cursor("middle")))
        #expect(desk.load?.position == .cursor("middle"))
        desk.answer(.ranked([5, 6], next: .cursor("end")))
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        #expect(desk.load?.position == nil)
        desk.answer(.ranked([3, 4, 5], next: .cursor("middle")))
        #expect(desk.ids == [3, 4, 5, 6])
        #expect(desk.state.gaps.isEmpty)
    }

    // MARK: - One load after the other

    @Test("A second gap loads after the first") func twoGaps() throws {
        var (desk, now) = divided()
        now = Array(300..<320) + now
        desk.handle(.refresh)
        desk.answerAll(now)
        #expect(desk.state.gaps.count == 2)
        for gap in desk.state.gaps { desk.handle(.gap(gap)) }
        #expect(desk.state.gapPhases.count == 2)
        desk.answerAll(now)
        #expect(desk.ids == Array(300..<312) + Array(200..<212) + Array(0..<8))
    }

    @Test("A gap goes on loading after a refresh that interrupted it", arguments: [false, true]) func interrupted(fromBelow: Bool)
        throws
    {
        var (desk, now) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: fromBelow))
        desk.handle(.refresh)
        desk.answerAll(now)
        #expect(desk.ids.contains(fromBelow ? 219 : 208))
    }

    @Test("A gap goes on loading when a closed list is opened again") func closed() throws {
        var (desk, now) = divided()
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.handle(.close)
        #expect(desk.state.gapPhases.isEmpty)
        desk.handle(.open)
        desk.answerAll(now)
        #expect(desk.ids.contains(208))
    }
}
