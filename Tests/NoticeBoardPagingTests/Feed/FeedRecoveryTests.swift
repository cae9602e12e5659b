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
    private func divided() -> (desk: MachineDesk, now: [Int]) {
        var desk = MachineDesk { $0.refreshPages = 1 }
        let now = Array(200..<220) + list
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.older)
        desk.answer(list)
        desk.handle(.refresh)
        desk.answerAll(now)
        return (desk, now)
    }

    // MARK: - Answers

    @Test("An empty page that says there are items leaves the loaded ones") func emptyAnswer() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.refresh)
        desk.answer(.ranked([], total: 40))
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.refresh.failure?.code == .endedEarly)
        desk.handle(.retry)
        desk.answer(list)
        #expect(desk.state.refresh == .idle)
    }

    @Test("An empty page that says there are no items empties the list") func emptied() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.refresh)
        desk.answer(.ranked([], total: 0))
        #expect(desk.state.display == .empty)
    }

    @Test("A limit that a filled gap exceeds ends the list") func limit() throws {
        var desk = MachineDesk {
            $0.refreshPages = 1
            $0.paging.maximumItems = 12
        }
        desk.handle(.open)
        desk.answer(list)
        let now = Array(200..<220) + list
        desk.handle(.refresh)
        desk.answerAll(now)
        for _ in 0..<2 {
            desk.handle(.gap(try #require(desk.state.gaps.first)))
            desk.answer(now)
        }
        desk.handle(.older)
        desk.answerAll(now)
        #expect(desk.state.end == .limit)
        #expect(Set(desk.ids).count == desk.ids.count)
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
        var desk = MachineDesk(
            from: FeedSnapshot(items: [0, 1, 2, 4, 5, 6, 7, 8].map { Ranked(id: $0) }, bookmark: bookmark), order: .fixed)
        desk.handle(.open)
        while desk.load != nil { desk.answer(.ranked(0..<9, next: .offset(9), total: .max)) }
        #expect(desk.ids == Array(0..<9))
    }

    @Test("Numbered pages of a list that grows at its end are read on") func grownAtEnd() {
        var desk = MachineDesk { $0.serviceOrder = .fixed }
        func answer(_ count: Int) {
            while let load = desk.load, desk.asked.count < 30 {
                let number = load.position?.page ?? 0
                let end = min(4 * number + 4, count)
                desk.answer(.ranked(4 * number..<end, next: end < count ? .page(number + 1) : nil, total: count))
            }
        }
        for request in [FeedRequest<Int>.open, .older] {
            desk.handle(request)
            answer(20)
        }
        desk.handle(.older)
        answer(25)
        #expect(desk.ids == Array(0..<12))
        #expect(desk.state.failure == nil)
    }

    @Test("A page stored on the device before the rows were loaded removes none of them") func storedPage() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.older)
        // A row was deleted, so the rows above are in doubt.
        desk.answer(.ranked([5, 6, 7, 8], next: .offset(8), total: 39))
        desk.answer(.ranked([4, 5, 6, 7], next: .offset(7), total: 39))
        desk.handle(.rowAppeared(0))
        #expect(desk.load?.ticket.kind == .reread)
        var page = Page<Ranked>.ranked(1..<5, next: .offset(4), total: 39)
        page.storedAt = .distantPast
        desk.answer(page)
        #expect(desk.ids.first == 0)
    }

    // MARK: - Gaps

    @Test("A gap keeps its size when rows arrive above it") func gapSize() {
        var (desk, now) = divided()
        #expect(Array(desk.state.gapSizes.values) == [16])
        now = Array(300..<302) + now
        desk.handle(.refresh)
        desk.answerAll(now)
        #expect(Array(desk.state.gapSizes.values) == [16])
    }

    @Test("A waiting gap is loaded although a change removes the row beside the loading one") func waitingGap() throws {
        var (desk, now) = divided()
        now = Array(300..<320) + now
        desk.handle(.refresh)
        desk.answerAll(now)
        let gaps = desk.state.gaps
        try #require(gaps.count == 2)
        desk.handle(.gap(gaps[0]))
        desk.handle(.gap(gaps[1]))
        desk.handle(.changed(.removed(try #require(gaps[0].before))))
        now.removeAll { $0 == gaps[0].before }
        #expect(desk.state.gapPhases[gaps[1]]?.isLoading == true)
        let count = desk.ids.count
        desk.answerAll(now)
        #expect(desk.ids.count > count)
    }

    @Test("A row beside a gap that a page from below does not show is reloaded") func goneBesideGap() throws {
        var (desk, now) = divided()
        now.removeAll { $0 == 0 }
        desk.handle(.gap(try #require(desk.state.gaps.first), fromBelow: true))
        desk.answer(.ranked([218, 219, 1, 2], next: .offset(24), total: 59))
        #expect(desk.machine.content.unconfirmed == [0])
    }

    @Test("A list that began in the middle shows rows added at its end") func grownBelowGap() {
        var desk = MachineDesk {
            $0.serviceOrder = .fixed
            $0.refreshPages = 1
        }
        desk.handle(.openAt(.offset(36)))
        desk.answer(list)
        #expect(desk.state.end == .lastPage)
        let now = Array(0..<43)
        for request in [FeedRequest<Int>.refresh, .older] {
            desk.handle(request)
            desk.answerAll(now)
        }
        #expect(desk.ids.suffix(7) == Array(36..<43))
    }

    @Test("A trimmed snapshot continues in the gap below its rows") func trimmedAboveGap() throws {
        let (desk, _) = divided()
        var snapshot = try #require(desk.machine.snapshot)
        snapshot.anchor = nil
        let trimmed = snapshot.trimmed(to: 4)
        #expect(trimmed.items.map(\.id) == [200, 201, 202, 203])
        #expect(trimmed.bookmark.position == .offset(4))
    }

    // MARK: - Failures

    @Test("A reload that failed is repeated when its row appears again") func rereadAgain() {
        let bookmark = PageBookmark(position: .offset(30), recent: [27, 28, 29], loaded: 30, total: 40)
        var desk = MachineDesk(
            from: FeedSnapshot(items: (0..<30).map { Ranked(id: $0) }, bookmark: bookmark), refreshPages: 1)
        desk.handle(.open)
        desk.answerAll(list)
        desk.handle(.rowAppeared(15))
        #expect(desk.load?.ticket.kind == .reread)
        desk.fail()
        desk.handle(.rowAppeared(15))
        #expect(desk.load?.ticket.kind == .reread)
    }

    @Test("A failed reload of a hidden row is not followed by the next one") func hiddenRows() {
        let bookmark = PageBookmark(position: .offset(12), recent: [9, 10, 11], loaded: 12, total: 40)
        var desk = MachineDesk(
            from: FeedSnapshot(items: (0..<12).map { Ranked(id: $0) }, bookmark: bookmark), refreshPages: 1)
        desk.handle(.filtered { $0.id > 5 && $0.id < 11 ? .word : nil })
        desk.handle(.open)
        desk.answer(list)
        while desk.load?.ticket.kind == .refresh { desk.answer(list) }
        #expect(desk.load?.ticket.kind == .reread)
        desk.fail()
        #expect(desk.load == nil)
    }
}
