import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// What the last page of a service proves, and where a list with cursors goes on: the smallest sequences of another judge.
@Suite("Short sequences: ends and continuations", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EndProofTests {
    /// Plays these acts without a round at the end, and returns the player.
    private func played(_ sequence: PlainSequence) -> PlainPlayer {
        var player = PlainPlayer(sequence)
        player.carryOut(.refresh)
        for act in sequence.acts { player.carryOut(act) }
        return player
    }

    // MARK: - The last page

    @Test("The last page of a gap removes the rows below the gap", arguments: [false, true])
    func deletedBelowGap(usesCursors: Bool) {
        let player = played(
            PlainSequence(
                .newestFirst, cursors: usesCursors, count: 7, pageSize: 3,
                [.answer, .delete(2, count: 1), .refresh, .answer, .gap, .drain]))
        #expect(player.ids == [6, 5, 3, 2, 1, 0])
        #expect(player.faults.isEmpty)
    }

    @Test("The last page of a gap joins no living rows with deleted ones", arguments: [FeedOrder.newestFirst, .fixed])
    func deletedTop(order: FeedOrder) {
        let player = played(
            PlainSequence(
                order, count: 5, pageSize: 2, [.answer, .delete(0, count: 2), .refresh, .answer, .gap, .drain, .gap, .drain]))
        #expect(player.ids == [2, 1, 0])
        #expect(player.driver.state.older == .idle)
    }

    @Test("Deleted last rows never stand above newer ones")
    func deletedLastRows() {
        let player = played(
            PlainSequence(
                .newestFirst, count: 8, pageSize: 3,
                [.all, .drain, .delete(3, count: 5), .arrive(3), .refresh, .answer, .appear(7), .drain, .gap, .drain]))
        #expect(player.ids == [10, 9, 8, 7, 6, 5])
    }

    @Test("A service that names a next page beyond its end loses its deleted last row")
    func deletedAtLazyEnd() {
        var player = PlainPlayer(
            PlainSequence(.newestFirst, count: 5, pageSize: 5, [.answer, .arrive(10), .delete(14, count: 1), .drain]) {
                $0.habits.endsLazily = true
                $0.refreshPages = 2
            })
        player.play()
        #expect(player.faults.isEmpty)
    }

    @Test("An empty page after the last one, with the same total, removes a deleted last row at once", arguments: [false, true])
    func deletedBeforeEmptyPage(wasComplete: Bool) {
        let player = played(
            PlainSequence(
                .newestFirst, count: 2, pageSize: 2,
                wasComplete
                    ? [.answer, .all, .drain, .delete(1, count: 1), .refresh, .answer, .appearLast, .drain]
                    : [.answer, .delete(1, count: 1), .refresh, .answer, .appearLast, .drain]
            ) { $0.habits.endsLazily = true })
        #expect(player.ids == [1])
        #expect(player.driver.state.end == .lastPage)
    }

    // MARK: - No error without a failed answer

    @Test("A page that shows the whole list replaces rows that are all deleted")
    func wholeListOnOnePage() {
        let player = played(
            PlainSequence(
                .newestFirst, count: 3, pageSize: 2, [.answer, .refresh, .answer, .delete(0, count: 2), .appearLast, .drain]))
        #expect(player.ids == [0])
        #expect(player.driver.state.older == .idle)
    }

    @Test("A moving list that shows all its rows has no error below a deleted one")
    func movingList() {
        let player = played(
            PlainSequence(
                .moving, count: 4, pageSize: 2,
                [.answer, .delete(0, count: 1), .refresh, .answer, .gap, .drain, .appearLast, .drain]))
        #expect(Set(player.ids).isSuperset(of: [2, 1, 0]))
        #expect(player.driver.state.older == .idle)
    }

    // MARK: - Where a list with cursors goes on

    @Test("Rows that came below an upper row stand there, not below the last one")
    func belowUpperRow() {
        let player = played(
            PlainSequence(
                .fixed, cursors: true, count: 4, pageSize: 2,
                [.all, .drain, .insertMiddle(2), .insertMiddle(2), .refresh, .answer, .appear(1), .drain, .appearLast, .drain]))
        #expect(player.ids == [3, 2, 5, 4, 1, 0])
        #expect(player.faults.isEmpty)
    }

    @Test("Rows that a gap's page shows below the last row are loaded")
    func belowLastRow() {
        let player = played(
            PlainSequence(
                .fixed, cursors: true, count: 1, pageSize: 2,
                [
                    .answer, .insertMiddle(1), .insertMiddle(1), .arrive(2), .refresh, .answer, .gap, .drain, .appearLast, .drain,
                    .appearLast, .drain,
                ]))
        #expect(player.ids == [4, 3, 0, 2, 1])
    }

    @Test("A row above the place of a row that the user deleted is loaded")
    func aboveRemovedRow() {
        let player = played(
            PlainSequence(
                .fixed, cursors: true, count: 3, pageSize: 2,
                [.answer, .insertMiddle(1), .arrive(1), .remove(1), .refresh, .answer, .appearLast, .drain]))
        #expect(player.ids == [4, 2, 3, 0])
    }

    @Test("A row that came above the place of a deleted last row is loaded by the next refresh")
    func aboveRemovedLastRow() {
        let sequence = PlainSequence(
            .fixed, cursors: true, count: 4, pageSize: 3, refreshPages: 2,
            [.answer, .arrive(6), .remove(0), .remove(1), .insertMiddle(7)])
        var player = PlainPlayer(sequence)
        player.play()
        #expect(player.faults.isEmpty)
        #expect(player.ids == [9, 8, 7, 6, 5, 4, 2, 10, 0])
    }

    @Test("A list whose last rows were deleted goes on at its lowest row")
    func belowDeletedLastRows() {
        let sequence = PlainSequence(
            .fixed, cursors: true, count: 4, pageSize: 2,
            [
                .answer, .delete(1, count: 3), .refresh, .appearLast, .drain, .insertMiddle(1), .arrive(1), .insertMiddle(1),
            ]
        ) { $0.habits.endsLazily = true }
        var player = PlainPlayer(sequence)
        player.play()
        #expect(player.faults.isEmpty)
    }

    @Test("A row that is likely below another one is no neighbor if a page shows the row below it elsewhere")
    func likelyNeighbor() {
        let sequence = PlainSequence(
            .newestFirst, count: 4, pageSize: 2,
            [
                .answer, .refresh, .answer, .appearLast, .answer, .delete(2, count: 2), .arrive(4), .answer, .delete(2, count: 1),
            ])
        var player = PlainPlayer(sequence)
        player.play()
        #expect(player.faults.isEmpty)
    }

    @Test("A refresh that shows a likely row below a newer one makes it no neighbor of an older one")
    func likelyBelowNewer() {
        let player = played(
            PlainSequence(
                .newestFirst, count: 6, pageSize: 2,
                [
                    .answer, .delete(2, count: 2), .arrive(4), .appearLast, .delete(6, count: 2), .answer, .refresh, .answer,
                    .delete(0, count: 1), .refresh, .answer, .gap, .drain, .gap, .drain,
                ]))
        #expect(player.ids.contains(4))
        #expect(player.faults.isEmpty)
    }

    @Test("A list that has lost all its cursors keeps its rows below the head that a retry loads", arguments: [1, 2])
    func retriedWithoutCursors(arrivals: Int) {
        let player = played(
            PlainSequence(
                .fixed, cursors: true, count: 3, pageSize: 2, prefetch: 5,
                [
                    .answer, .appearLast, .answer, .delete(1, count: 2), .arrive(arrivals), .drain, .appearLast, .drain, .retry,
                    .answer,
                ]
            ) {
                $0.habits.endsLazily = true
                $0.habits.cursorsDie = true
            })
        #expect(player.ids.contains(2))
        #expect(player.faults.isEmpty)
    }

    @Test("A total that is too small removes no row below the page that reaches it")
    func smallTotal() {
        let player = played(
            PlainSequence(
                .newestFirst, count: 11, pageSize: 5,
                [.all, .drain, .delete(10, count: 1), .refresh, .answer, .appear(5), .drain]
            ) { $0.habits.total = .tooSmall })
        #expect(player.ids.contains(1))
    }
}
