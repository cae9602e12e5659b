import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists that are read upwards: from the lower end of a gap, or from a beginning in the middle.
@Suite("FeedMachine: reading upwards", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedUpwardsTests {
    private let list = Array(0..<100)

    /// A list of a hundred rows that begins at row 50.
    private func begun(at position: PagePosition = .offset(50)) -> FeedMachineDriver {
        var driver = FeedMachineDriver { $0.refreshPages = 2 }
        driver.handle(.openAt(position))
        driver.answer(list)
        return driver
    }

    /// Rows 0 to 7 below twenty that arrived later, of which a refresh has loaded eight.
    private func divided() -> (driver: FeedMachineDriver, now: [Int]) {
        var driver = FeedMachineDriver { $0.refreshPages = 2 }
        let now = Array(200..<220) + list
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.older)
        driver.answer(list)
        driver.handle(.refresh)
        driver.answerAll(now)
        return (driver, now)
    }

    // MARK: - From the lower end of a gap

    @Test("Loads the page directly above the row below a gap") func lowerEnd() throws {
        var (driver, now) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answer(now)
        #expect(driver.ids == Array(200..<208) + Array(217..<220) + Array(0..<8))
    }

    @Test("Keeps the gap above the rows that were loaded from below") func gapMoves() throws {
        var (driver, now) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answer(now)
        #expect(driver.state.gaps == [PageGap(after: 207, before: 217)])
    }

    @Test("A gap that is filled from below is gone", arguments: [true, false]) func filled(tellsTotal: Bool) throws {
        var (driver, now) = divided()
        while let gap = driver.state.gaps.first, driver.asked.count < 30 {
            driver.handle(.gap(gap, fromBelow: true))
            driver.answerAll(now, tellsTotal: tellsTotal)
        }
        #expect(driver.ids == Array(now.prefix(28)))
    }

    @Test("Fills a gap from both ends in turn") func bothEnds() throws {
        var (driver, now) = divided()
        while let gap = driver.state.gaps.first, driver.asked.count < 30 {
            driver.handle(.gap(gap, fromBelow: driver.asked.count % 2 == 0))
            driver.answerAll(now)
        }
        #expect(driver.ids == Array(now.prefix(28)))
    }

    @Test("Finds the row below a gap although items arrived or left above", arguments: [-6, -1, 1, 3, 9])
    func moved(by count: Int) throws {
        var (driver, now) = divided()
        let later = count > 0 ? Array(300..<300 + count) + now : Array(now.dropFirst(-count))
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answerAll(later)
        let index = try #require(driver.ids.firstIndex(of: 0))
        #expect(driver.ids[index - 1] == 219)
    }

    @Test("A page from below removes the row below the gap that was deleted") func deletedBelow() throws {
        var (driver, now) = divided()
        now.removeAll { $0 == 0 }
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answerAll(now)
        #expect(driver.ids.contains(219))
        #expect(driver.ids == Array(200..<208) + Array(217..<220) + Array(1..<8))
    }

    @Test("A page from below may have any total", arguments: [Int.min, -1, .max]) func absurdTotal(total: Int) throws {
        var (driver, _) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answer(.ranked(900..<904, next: .offset(4), total: total))
        #expect(driver.load != nil)
        #expect(driver.state.total ?? 0 >= 0)
    }

    @Test("A failed page from below is retried from below") func failing() throws {
        var (driver, now) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.fail()
        driver.handle(.retry)
        driver.answer(now)
        #expect(driver.ids.contains(219))
    }

    @Test("With cursors, a gap is filled from above") func cursors() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked([1, 2], next: .cursor("a")))
        driver.handle(.refresh)
        driver.answer(.ranked([8, 9], next: .cursor("b")))
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        #expect(driver.load?.position == .cursor("b"))
    }

    // MARK: - Sizes

    @Test("A gap has the number of its items") func size() throws {
        let (driver, _) = divided()
        #expect(driver.state.gapSizes[try #require(driver.state.gaps.first)] == 12)
    }

    @Test("A gap's size shrinks as it is filled") func sizeShrinks() throws {
        var (driver, now) = divided()
        for fromBelow in [true, false] {
            driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: fromBelow))
            driver.answer(now)
        }
        #expect(driver.state.gapSizes[try #require(driver.state.gaps.first)] == 12 - 3 - 4)
    }

    @Test("Without a total, the size of a gap is unknown") func noSize() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(list, tellsTotal: false)
        driver.handle(.refresh)
        driver.answer(Array(200..<220) + list, tellsTotal: false)
        #expect(driver.state.gaps.count == 1)
        #expect(driver.state.gapSizes.isEmpty)
    }

    // MARK: - A beginning in the middle

    @Test("Begins at an offset, below a gap") func middle() {
        let driver = begun()
        #expect(driver.ids == [50, 51, 52, 53])
        #expect(driver.state.gaps == [PageGap(after: nil, before: 50)])
    }

    @Test("The gap above the beginning has the number of items before it") func sizeAbove() {
        #expect(begun().state.gapSizes == [PageGap(after: nil, before: 50): 50])
    }

    @Test("Reads from the middle to both ends") func everything() {
        var driver = begun()
        while let gap = driver.state.gaps.first, driver.asked.count < 60 {
            driver.handle(.gap(gap, fromBelow: true))
            driver.answerAll(list)
        }
        driver.handle(.all)
        driver.answerAll(list)
        #expect(driver.ids == list)
        #expect(driver.state.end == .lastPage)
    }

    @Test("Continues below a beginning in the middle") func continues() {
        var driver = begun()
        driver.handle(.rowAppeared(53))
        driver.answer(list)
        #expect(driver.ids == Array(50..<58))
    }

    @Test("A refresh keeps the rows of a beginning in the middle") func refreshed() {
        var driver = begun()
        driver.handle(.refresh)
        driver.answerAll(list)
        #expect(driver.ids == Array(0..<8) + Array(50..<54))
        #expect(driver.state.gaps == [PageGap(after: 7, before: 50)])
    }

    @Test("A snapshot keeps a beginning in the middle") func snapshot() throws {
        var driver = FeedMachineDriver(from: try #require(begun().machine.snapshot), refreshPages: 2)
        #expect(driver.state.gaps == [PageGap(after: nil, before: 50)])
        driver.handle(.open)
        driver.answerAll(list)
        #expect(driver.ids == Array(0..<8) + Array(50..<54))
    }

    @Test("Begins at the head if the list is shorter than the position") func pastTheEnd() {
        var driver = begun(at: .offset(100))
        #expect(driver.load?.position == nil)
        driver.answer(list)
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A failed beginning in the middle is retried there") func failedBeginning() {
        var driver = FeedMachineDriver()
        driver.handle(.openAt(.offset(50)))
        driver.fail()
        #expect(driver.state.display == .failure(NoticeBoardError(.unreachable)))
        driver.handle(.retry)
        driver.answer(list)
        #expect(driver.ids == [50, 51, 52, 53])
    }

    @Test("Begins at a cursor, and fills the gap above from the head") func atCursor() throws {
        var driver = FeedMachineDriver()
        driver.handle(.openAt(.cursor("middle")))
        #expect(driver.load?.position == .cursor("middle"))
        driver.answer(.ranked([5, 6], next: .cursor("end")))
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        #expect(driver.load?.position == nil)
        driver.answer(.ranked([3, 4, 5], next: .cursor("middle")))
        #expect(driver.ids == [3, 4, 5, 6])
        #expect(driver.state.gaps.isEmpty)
    }

    // MARK: - One load after the other

    @Test("A second gap loads after the first") func twoGaps() throws {
        var (driver, now) = divided()
        now = Array(300..<320) + now
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(driver.state.gaps.count == 2)
        for gap in driver.state.gaps { driver.handle(.gap(gap)) }
        #expect(driver.state.gapPhases.count == 2)
        driver.answerAll(now)
        #expect(driver.ids == Array(300..<312) + Array(200..<210) + Array(0..<8))
    }

    @Test("A gap goes on loading after a refresh that interrupted it", arguments: [false, true]) func interrupted(fromBelow: Bool)
        throws
    {
        var (driver, now) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: fromBelow))
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(driver.ids.contains(fromBelow ? 219 : 208))
    }

    @Test("A gap goes on loading when a closed list is opened again") func closed() throws {
        var (driver, now) = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.handle(.close)
        #expect(driver.state.gapPhases.isEmpty)
        driver.handle(.open)
        driver.answerAll(now)
        #expect(driver.ids.contains(208))
    }
}
