import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists that meet limits, failures and strange answers.
@Suite("FeedMachine: limits, failures and strange answers", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FeedRecoveryTests {
    private let list = Array(0..<40)

    /// Rows 0 to 7 below twenty that arrived later, of which a refresh has loaded four, and the list as it is now.
    private func divided() -> (driver: FeedMachineDriver, now: [Int]) {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        let now = Array(200..<220) + list
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.older)
        driver.answer(list)
        driver.handle(.refresh)
        driver.answerAll(now)
        return (driver, now)
    }

    // MARK: - Answers

    @Test("An empty page that says there are items leaves the loaded ones") func emptyAnswer() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.refresh)
        driver.answer(.ranked([], total: 40))
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.refresh.failure?.code == .endedEarly)
        driver.handle(.retry)
        driver.answer(list)
        #expect(driver.state.refresh == .idle)
    }

    @Test("An empty page that says there are no items empties the list") func emptied() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.refresh)
        driver.answer(.ranked([], total: 0))
        #expect(driver.state.display == .empty)
    }

    @Test("A limit that a filled gap exceeds ends the list") func limit() throws {
        var driver = FeedMachineDriver {
            $0.refreshPages = 1
            $0.paging.maximumItems = 12
        }
        driver.handle(.open)
        driver.answer(list)
        let now = Array(200..<220) + list
        driver.handle(.refresh)
        driver.answerAll(now)
        for _ in 0..<2 {
            driver.handle(.gap(try #require(driver.state.gaps.first)))
            driver.answer(now)
        }
        driver.handle(.older)
        driver.answerAll(now)
        #expect(driver.state.end == .limit)
        #expect(Set(driver.ids).count == driver.ids.count)
    }

    @Test("A service whose total is the largest number is read on", arguments: [1, 30]) func hugeTotal(count: Int) {
        var walk = PageWalk<Ranked>()
        var page = Page<Ranked>.ranked(0..<4, next: .page(1), total: .max)
        page.skipped = (4..<8).map { SkippedElement(index: $0, path: "", reason: "broken") }
        #expect(walk.accept(page)?.items.count == 4)
        #expect(walk.upcoming(count).count == count)
    }

    @Test("Reloaded rows between others are taken in at any total") func hugeTotalReloaded() {
        let bookmark = PageBookmark(position: .offset(8), recent: [6, 7, 8], loaded: 8, total: .max)
        var driver = FeedMachineDriver(
            from: FeedSnapshot(items: [0, 1, 2, 4, 5, 6, 7, 8].map { Ranked(id: $0) }, bookmark: bookmark), order: .fixed)
        driver.handle(.open)
        while driver.load != nil { driver.answer(.ranked(0..<9, next: .offset(9), total: .max)) }
        #expect(driver.ids == Array(0..<9))
    }

    @Test("Numbered pages of a list that grows at its end are read on") func grownAtEnd() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        func answer(_ count: Int) {
            while let load = driver.load, driver.asked.count < 30 {
                let number = load.position?.page ?? 0
                let end = min(4 * number + 4, count)
                driver.answer(.ranked(4 * number..<end, next: end < count ? .page(number + 1) : nil, total: count))
            }
        }
        for request in [FeedRequest<Int>.open, .older] {
            driver.handle(request)
            answer(20)
        }
        driver.handle(.older)
        answer(25)
        #expect(driver.ids == Array(0..<12))
        #expect(driver.state.failure == nil)
    }

    @Test("A page stored on the device before the rows were loaded removes none of them") func storedPage() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.older)
        // A row was deleted, so the rows above are in doubt.
        driver.answer(.ranked([5, 6, 7, 8], next: .offset(8), total: 39))
        driver.answer(.ranked([4, 5, 6, 7], next: .offset(7), total: 39))
        driver.handle(.rowAppeared(0))
        #expect(driver.load?.ticket.kind == .reread)
        var page = Page<Ranked>.ranked(1..<5, next: .offset(4), total: 39)
        page.storedAt = .distantPast
        driver.answer(page)
        #expect(driver.ids.first == 0)
    }

    // MARK: - Gaps

    @Test("A gap keeps its size when rows arrive above it") func gapSize() {
        var (driver, now) = divided()
        #expect(Array(driver.state.gapSizes.values) == [16])
        now = Array(300..<302) + now
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(Array(driver.state.gapSizes.values) == [16])
    }

    @Test("A waiting gap is loaded although a change removes the row beside the loading one") func waitingGap() throws {
        var (driver, now) = divided()
        now = Array(300..<320) + now
        driver.handle(.refresh)
        driver.answerAll(now)
        let gaps = driver.state.gaps
        try #require(gaps.count == 2)
        driver.handle(.gap(gaps[0]))
        driver.handle(.gap(gaps[1]))
        driver.handle(.changed(.removed(try #require(gaps[0].before))))
        now.removeAll { $0 == gaps[0].before }
        #expect(driver.state.gapPhases[gaps[1]]?.isLoading == true)
        let count = driver.ids.count
        driver.answerAll(now)
        #expect(driver.ids.count > count)
    }

    @Test("A page from below removes a row beside a gap that it does not show") func goneBesideGap() throws {
        var (driver, now) = divided()
        now.removeAll { $0 == 0 }
        driver.handle(.gap(try #require(driver.state.gaps.first), fromBelow: true))
        driver.answer(.ranked([218, 219, 1, 2], next: .offset(24), total: 59))
        #expect(!driver.ids.contains(0))
        #expect(driver.ids.contains(1))
    }

    @Test("A list that began in the middle shows rows added at its end") func grownBelowGap() {
        var driver = FeedMachineDriver {
            $0.serviceOrder = .fixed
            $0.refreshPages = 1
        }
        driver.handle(.openAt(.offset(36)))
        driver.answer(list)
        #expect(driver.state.end == .lastPage)
        let now = Array(0..<43)
        for request in [FeedRequest<Int>.refresh, .older, .older] {
            driver.handle(request)
            driver.answerAll(now)
        }
        #expect(driver.ids.suffix(7) == Array(36..<43))
    }

    @Test("A trimmed snapshot continues in the gap below its rows") func trimmedAboveGap() throws {
        let (driver, _) = divided()
        var snapshot = try #require(driver.machine.snapshot)
        snapshot.anchor = nil
        let trimmed = snapshot.trimmed(to: 4)
        #expect(trimmed.items.map(\.id) == [200, 201, 202, 203])
        #expect(trimmed.bookmark.position == .offset(4))
    }

    // MARK: - Failures

    @Test("A reload that failed is repeated when its row appears again") func rereadAgain() {
        let bookmark = PageBookmark(position: .offset(30), recent: [27, 28, 29], loaded: 30, total: 40)
        var driver = FeedMachineDriver(
            from: FeedSnapshot(items: (0..<30).map { Ranked(id: $0) }, bookmark: bookmark), refreshPages: 1)
        driver.handle(.open)
        driver.answerAll(list)
        driver.handle(.rowAppeared(15))
        #expect(driver.load?.ticket.kind == .reread)
        driver.fail()
        driver.handle(.rowAppeared(15))
        #expect(driver.load?.ticket.kind == .reread)
    }

    @Test("A failed reload of a hidden row is not followed by the next one") func hiddenRows() {
        let bookmark = PageBookmark(position: .offset(24), recent: [21, 22, 23], loaded: 24, total: 40)
        var driver = FeedMachineDriver(
            from: FeedSnapshot(items: (0..<24).map { Ranked(id: $0) }, bookmark: bookmark), refreshPages: 1)
        driver.handle(.filtered { $0.id > 5 && $0.id < 11 ? .word : nil })
        driver.handle(.open)
        driver.answer(list)
        while driver.load?.ticket.kind == .refresh { driver.answer(list) }
        driver.handle(.rowAppeared(0))
        #expect(driver.load?.ticket.kind == .reread)
        driver.fail()
        #expect(driver.load == nil)
    }
}
