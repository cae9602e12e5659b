import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// The smallest sequences after which lists once differed from their services.
@Suite("Short sequences that failed once", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PlainSequenceFaultTests {
    /// Plays a sequence, and returns what is wrong with the list at its end.
    private func faults(_ sequence: PlainSequence) -> [PlainPlayer.Fault: String] {
        var player = PlainPlayer(sequence)
        player.play()
        return player.faults
    }

    @Test("An empty page at a cursor removes the deleted last row", arguments: [FeedOrder.newestFirst, .fixed])
    func emptyLastPage(order: FeedOrder) {
        let sequence = PlainSequence(order, cursors: true, count: 2, pageSize: 2, [.answer, .delete(1, count: 1)]) {
            $0.habits.endsLazily = true
        }
        #expect(faults(sequence).isEmpty)
    }

    @Test("A gap above deleted last rows closes", arguments: [FeedOrder.newestFirst, .fixed])
    func gapAboveDeleted(order: FeedOrder) {
        let sequence = PlainSequence(
            order, cursors: true, count: 1, pageSize: 2, [.answer, .arrive(2), .delete(2, count: 1), .refresh, .drain]
        ) { $0.habits.endsLazily = true }
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row that a page shows above a loaded one never goes to the end")
    func aboveAfterShrinking() {
        let sequence = PlainSequence(
            .newestFirst, count: 5, pageSize: 2,
            [.capture, .arrive(1), .delete(1, count: 1), .delete(2, count: 2), .answer, .appearLast])
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row that is deleted in a region that was just confirmed is removed")
    func secondDeletion() {
        let sequence = PlainSequence(
            .newestFirst, count: 12, pageSize: 3, refreshPages: 4,
            [.drain, .all, .drain, .delete(5, count: 1), .refresh, .drain, .delete(6, count: 1)])
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row that comes while another goes below the head is shown", arguments: [false, true])
    func sameTotal(usesCursors: Bool) {
        let sequence = PlainSequence(
            .fixed, cursors: usesCursors, count: 6, pageSize: 2,
            [.answer, .all, .drain, .delete(2, count: 1), .insertMiddle(2)])
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row that is inserted at a page's seam is shown", arguments: [false, true])
    func seam(usesCursors: Bool) {
        let sequence = PlainSequence(
            .fixed, cursors: usesCursors, count: 8, pageSize: 3, prefetch: 2,
            [.answer, .appear(1), .insertMiddle(3), .arrive(1), .insertMiddle(4), .drain, .all, .insertMiddle(3)])
        #expect(faults(sequence).isEmpty)
    }

    @Test("A total that is too small removes no living row", arguments: [FeedOrder.newestFirst, .fixed, .moving])
    func smallTotal(order: FeedOrder) {
        let sequence = PlainSequence(order, count: 2, pageSize: 2, [.answer, .arrive(1), .refresh, .drain]) {
            $0.habits.total = .tooSmall
        }
        var player = PlainPlayer(sequence)
        player.play()
        #expect(player.faults[.removedLiving] == nil)
        #expect(player.ids.contains(1))
    }

    @Test("A page shows the edit of a row below the head when the row appears after a refresh")
    func edited() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<16))
        driver.handle(.all)
        driver.answerAll(Array(0..<16))
        driver.handle(.refresh)
        driver.answer(Array(0..<16))
        driver.handle(.rowAppeared(9))
        #expect(driver.state.reread.isLoading)
        let page = (6..<10).map { Ranked(id: $0, version: 1) }
        driver.answer(Page(items: page, next: .offset(10), total: 16))
        #expect(driver.state.items[id: 9]?.version == 1)
        #expect(driver.state.reread == .idle)
    }

    @Test("Scrolling over loaded rows after a refresh costs about a request a page", arguments: [false, true])
    func scrolling(isUpwards: Bool) {
        let list = Array(0..<300)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list, limit: 30)
        driver.handle(.all)
        driver.answerAll(list, limit: 30)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 30)
        let asked = driver.asked.count
        for id in isUpwards ? list.reversed() : list {
            driver.handle(.rowAppeared(id))
            driver.answerAll(list, limit: 30)
        }
        #expect(driver.asked.count - asked <= 12)
    }

    @Test("A stored page does not fill a gap of a list from the network")
    func storedPageInGap() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(Array(0..<20))
        driver.handle(.refresh)
        driver.answer(Array(100..<110) + Array(0..<20))
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.gap(gap))
        var page = Page.ranked(0..<4, next: .offset(4), total: 20)
        page.storedAt = .distantPast
        page.networkFailure = NoticeBoardError(.timedOut)
        driver.answer(page)
        #expect(driver.state.gaps == [gap])
        #expect(driver.state.gapPhases[gap]?.failure?.code == .timedOut)
    }

    @Test("A list that ended by a repeated position goes on", arguments: [FeedRequest<Int>.retry, .refresh])
    func repeatedPosition(wish: FeedRequest<Int>) {
        let list = Array(0..<12)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.older)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 12))
        #expect(driver.state.end == .repeatedPosition)
        driver.handle(wish)
        driver.answerAll(list)
        driver.handle(.all)
        driver.answerAll(list)
        #expect(driver.ids == list)
        #expect(driver.state.end == .lastPage)
    }

    @Test("A pull replaces a refresh that hangs for more than three seconds")
    func hanging() throws {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<4))
        driver.handle(.refresh)
        let ticket = try #require(driver.load?.ticket)
        driver.handle(.waited(ticket))
        driver.handle(.refresh)
        #expect(driver.load?.ticket == ticket)
        driver.handle(.waited(ticket))
        driver.handle(.refresh)
        #expect(driver.cancelled == [ticket])
        #expect(driver.load != nil)
    }

    @Test("A list with cursors that is trimmed keeps its anchor")
    func trimmedWithCursors() throws {
        let list = Array(0..<90)
        let cursors = Dictionary(uniqueKeysWithValues: [29, 59, 89].map { ($0, PagePosition.cursor("\($0)")) })
        var snapshot = FeedSnapshot(
            items: list.map { Ranked(id: $0) },
            bookmark: PageBookmark(position: .cursor("89"), recent: [89], loaded: 90, total: nil), anchor: 31)
        snapshot.cursors = cursors
        let trimmed = snapshot.trimmed(to: 50)
        #expect(trimmed.items.contains { $0.id == 31 })
        #expect(trimmed.items.count <= 50)
        #expect(trimmed.bookmark.position == .cursor("59"))
    }

    @Test("A known row shows that a page continues the list although the total has shrunk")
    func knownRowAfterShrinking() {
        let sequence = PlainSequence(
            .newestFirst, count: 13, pageSize: 5,
            [.answer, .delete(1, count: 6), .all, .delete(1, count: 5), .arrive(9)])
        #expect(faults(sequence).isEmpty)
    }

    @Test("The total of a stored page moves no rows")
    func storedTotal() {
        let sequence = PlainSequence(
            .newestFirst, count: 5, pageSize: 2,
            [.store, .answer, .changeNetwork, .all, .answer, .arrive(4), .answer, .answer])
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row of unknown order goes where the page of a gap shows it")
    func arrivalBelowGap() {
        let sequence = PlainSequence(
            .newestFirst, count: 6, pageSize: 2, prefetch: 3,
            [.drain, .delete(1, count: 3), .arrive(4), .appearLast, .drain, .arrive(1)]
        ) { $0.habits.usesNumbers = true }
        #expect(faults(sequence)[.order] == nil)
    }

    @Test("A page of one row is requested again to show the row below it")
    func pageOfOneRow() {
        let sequence = PlainSequence(
            .newestFirst, count: 5, pageSize: 2, [.answer, .delete(2, count: 1), .delete(1, count: 1), .arrive(1)]
        ) { $0.habits.hasShortPages = true }
        #expect(faults(sequence).isEmpty)
    }

    @Test("A reload upwards ends with the row that the page before showed first")
    func reloadUpwards() {
        let sequence = PlainSequence(
            .fixed, count: 29, pageSize: 2, [.arrive(1), .all, .drain, .arrive(2), .delete(27, count: 2)]
        ) { $0.hidesRows = true }
        #expect(faults(sequence).isEmpty)
    }

    @Test("A hidden row is reloaded if the total says that a row is missing")
    func missingBesideHidden() {
        let sequence = PlainSequence(
            .fixed, cursors: true, count: 10, pageSize: 2,
            [.delete(1, count: 5), .insertMiddle(1), .capture, .arrive(1), .delete(3, count: 1), .insertMiddle(2)]
        ) { $0.hidesRows = true }
        #expect(faults(sequence).isEmpty)
    }

    @Test("A row that a gap's page shows is not taken for the neighbor of the row above it")
    func likelyRowInGap() {
        let sequence = PlainSequence(
            .newestFirst, count: 11, pageSize: 2, [.answer, .delete(1, count: 2), .arrive(4), .older])
        #expect(faults(sequence).isEmpty)
    }

    // MARK: - Numbered pages without a total

    @Test("Without a total, a numbered page removes no row that has moved up to the page before", arguments: [1, 2])
    func movedUpUnseen(refreshPages: Int) {
        let sequence = PlainSequence(
            .newestFirst, count: 2, pageSize: 2, refreshPages: refreshPages,
            [.answer, .arrive(2), .refresh, .answer, .delete(0, count: 1)]
        ) {
            $0.habits.usesNumbers = true
            $0.habits.total = .missing
        }
        #expect(faults(sequence)[.removedLiving] == nil)
    }

    // MARK: - Mended, by seed

    /// A random sequence that failed once.
    struct Mended: Sendable, CustomStringConvertible {
        let kind: PlainSequence.Kind
        var usesCursors = false
        var total = PlainService.Total.right
        let seed: UInt64
        var description: String { "\(kind), \(usesCursors ? "cursors" : "offsets"), total \(total), \(seed)" }

        static let all = [
            // Deleted rows moved from page to page, and living rows were removed from a wrong place.
            Mended(kind: .runs, seed: 1_000_954), Mended(kind: .runs, seed: 1_002_810), Mended(kind: .filter, seed: 3_000_003),
            // A gap whose cursor was refused could not be loaded any more.
            Mended(kind: .dyingCursors, usesCursors: true, seed: 5_000_068),
            Mended(kind: .dyingCursors, usesCursors: true, seed: 30_001_026),
            // While the total said more, no page showed that the list ends.
            Mended(kind: .lazyEnd, total: .tooLarge, seed: 2_000_001),
            Mended(kind: .lazyEnd, usesCursors: true, total: .tooLarge, seed: 2_000_020),
            // A page with a known row was dropped; a stored page changed the total; pages of one row proved nothing.
            Mended(kind: .runs, seed: 50_007_971), Mended(kind: .device, seed: 50_005_944),
            Mended(kind: .shortPages, seed: 910_000_525), Mended(kind: .shortPages, seed: 910_002_393),
            // A row that a gap's page showed was taken for the neighbor of the row above it, which was then removed.
            Mended(kind: .device, seed: 1_010_001_513), Mended(kind: .plain, seed: 1_010_022_545),
            Mended(kind: .filter, seed: 1_010_001_699),
            // A stored page was taken for the neighbor of rows that had come since.
            Mended(kind: .device, seed: 7_000_095), Mended(kind: .device, usesCursors: true, seed: 7_000_095),
        ]
    }

    @Test("Random sequences that failed once stay mended", arguments: Mended.all)
    func mended(_ run: Mended) {
        let sequence = PlainSequence(run.kind, .newestFirst, cursors: run.usesCursors, total: run.total, seed: run.seed)
        #expect(faults(sequence).isEmpty)
    }
}
