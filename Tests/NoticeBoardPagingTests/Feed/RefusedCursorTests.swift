import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists whose service does not know the cursor of a deleted row any more.
@Suite("Feed: refused cursors", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RefusedCursorTests {
    /// What the service answers to the cursor of a deleted row.
    enum Refusal: Sendable, CaseIterable { case placeLost, emptyPage }

    /// Rows 8 and 9 above a gap, and 0 and 1 below it; a refresh of more pages loads more rows above the gap.
    private func divided(refreshPages: Int = 1) -> FeedMachineDriver {
        var driver = FeedMachineDriver {
            $0.refreshPages = refreshPages
            $0.prefetchDistance = 0
        }
        driver.handle(.open)
        answerAll(&driver, [1, 0])
        driver.handle(.refresh)
        answerAll(&driver, Array((0...9).reversed()))
        return driver
    }

    /// Answers like a service with cursors and pages of two until no request is pending; returns the number of requests.
    @discardableResult
    private func answerAll(_ driver: inout FeedMachineDriver, _ list: [Int], _ refusal: Refusal = .placeLost) -> Int {
        var count = 0
        while let load = driver.load, count < 60 {
            count += 1
            var start = 0
            if let row = load.position?.cursor.flatMap({ Int($0) }) {
                guard let index = list.firstIndex(of: row) else {
                    if refusal == .placeLost { driver.fail(.placeLost) } else { driver.answer(.ranked([], total: list.count)) }
                    continue
                }
                start = index + 1
            }
            let ids = list.dropFirst(start).prefix(2)
            let hasMore = start + ids.count < list.count
            driver.answer(.ranked(ids, next: hasMore ? ids.last.map { .cursor("\($0)") } : nil, total: list.count))
        }
        return count
    }

    /// Loads gaps until none is left, and returns the most requests of one.
    private func loadGaps(_ driver: inout FeedMachineDriver, _ list: [Int], _ refusal: Refusal = .placeLost) -> Int {
        var most = 0
        var taps = 0
        while let gap = driver.state.gaps.last, taps < 20 {
            taps += 1
            driver.handle(.gap(gap))
            most = max(most, answerAll(&driver, list, refusal))
        }
        return most
    }

    // MARK: - Gaps

    @Test("A gap whose only cursor is refused is filled from the head", arguments: Refusal.allCases)
    func fromHead(refusal: Refusal) {
        var driver = divided()
        let list = [9, 7, 6, 5, 4, 3, 2, 1, 0]
        let most = loadGaps(&driver, list, refusal)
        #expect(driver.state.gaps.isEmpty)
        #expect(driver.ids.filter { $0 != 8 } == list)
        #expect(most <= 2)
    }

    @Test("A gap whose cursor is refused is filled from the cursor above", arguments: Refusal.allCases)
    func fromCursorAbove(refusal: Refusal) throws {
        var driver = divided(refreshPages: 2)
        #expect(driver.ids == [9, 8, 7, 6, 1, 0])
        let list = [9, 8, 7, 5, 4, 3, 2, 1, 0]
        let asked = driver.asked.count
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        answerAll(&driver, list, refusal)
        #expect(Array(driver.asked[asked...]) == [.cursor("6"), .cursor("8")])
        #expect(driver.ids.contains(5))
        _ = loadGaps(&driver, list, refusal)
        #expect(driver.ids.filter { $0 != 6 } == list)
    }

    @Test("A gap below another one puts no rows of the upper gap into it") func lowerGap() {
        var driver = divided()
        driver.handle(.refresh)
        answerAll(&driver, Array((0...19).reversed()))
        #expect(driver.ids == [19, 18, 9, 8, 1, 0])
        // The row above the lower gap has the only cursor of its rows.
        let list = Array((0...19).reversed()).filter { $0 != 8 }
        _ = loadGaps(&driver, list)
        #expect(driver.state.gaps.isEmpty)
        #expect(driver.ids.filter { $0 != 8 } == list)
    }

    @Test("A gap whose neighbors follow each other closes, and its deleted row goes") func adjacent() throws {
        var driver = divided()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        answerAll(&driver, [9, 1, 0])
        #expect(driver.ids == [9, 1, 0])
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A refused cursor that no other one replaces fails the gap, and a tap tries again") func always() throws {
        var driver = divided()
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.gap(gap))
        var count = 0
        while driver.load != nil, count < 20 {
            count += 1
            driver.fail(.placeLost)
        }
        #expect(count == 2)
        #expect(driver.state.gapPhases[gap]?.failure?.code == .placeLost)
        driver.handle(.gap(gap))
        #expect(driver.load != nil)
    }

    // MARK: - Older pages and single rows

    @Test("A list goes on at the cursor above a refused one") func older() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 0 }
        driver.handle(.open)
        answerAll(&driver, Array((0...9).reversed()))
        driver.handle(.older)
        answerAll(&driver, Array((0...9).reversed()))
        #expect(driver.ids == [9, 8, 7, 6])
        let list = [9, 8, 7, 5, 4, 3, 2, 1, 0]
        driver.handle(.all)
        answerAll(&driver, list)
        #expect(driver.ids.filter { $0 != 6 } == list)
        #expect(driver.state.end == .lastPage)
    }

    @Test("A list whose only cursor is refused goes on below its head") func olderFromHead() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 0 }
        driver.handle(.open)
        answerAll(&driver, Array((0...9).reversed()))
        let list = [9, 7, 6, 5, 4, 3, 2, 1, 0]
        driver.handle(.all)
        answerAll(&driver, list)
        #expect(driver.ids == list)
        #expect(driver.state.failure == nil)
    }

    @Test("A service that refuses every cursor fails the list, which ends its requests") func nothingWorks() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 0 }
        driver.handle(.open)
        driver.answer(.ranked([9, 8], next: .cursor("8"), total: 10))
        driver.handle(.all)
        var count = 0
        while let load = driver.load, count < 40 {
            count += 1
            if load.position == nil {
                driver.answer(.ranked([9, 8], next: .cursor("8"), total: 10))
            } else {
                driver.fail(.placeLost)
            }
        }
        #expect(count < 10)
        #expect(driver.state.older.failure?.code == .placeLost)
        #expect(driver.ids == [9, 8])
    }

    @Test("A row in doubt is loaded again from the cursor above a refused one") func reread() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 0 }
        let former = Array((0...9).reversed())
        driver.handle(.open)
        answerAll(&driver, former)
        driver.handle(.all)
        answerAll(&driver, former)
        let list = former.filter { ![4, 3].contains($0) }
        driver.handle(.refresh)
        answerAll(&driver, list)
        for _ in 0..<2 {
            for id in driver.ids {
                driver.handle(.rowAppeared(id))
                answerAll(&driver, list)
            }
        }
        #expect(driver.ids == list)
    }
}
