import Testing

/// Short scripts that were found by chance: each left a list that was not its service's.
@Suite("Following: short scripts", .inTurn, .timeLimit(.minutes(1))) struct LiveExampleTests {
    private func faults(
        pageSize: Int, refreshPages: Int, count: Int, usesCursors: Bool = false, prefetchDistance: Int = 1,
        _ steps: LiveScript.Step...
    ) -> Set<LivePlayer.Fault> {
        LivePlayer.faults(
            of: LiveScript(
                usesCursors: usesCursors, pageSize: pageSize, prefetchDistance: prefetchDistance, refreshPages: refreshPages,
                count: count, steps: steps))
    }

    @Test("The last rows, deleted, go once a row below them is loaded") func deletedAtTheEnd() {
        #expect(
            faults(
                pageSize: 5, refreshPages: 3, count: 11, usesCursors: true, .use, .makePage, .insert(.lost), .delete(4, .lost),
                .delete(4, .lost), .insert(.lost)) == [])
    }

    @Test("The last rows, deleted, go once a row below them is loaded, with offsets") func deletedAtTheEndByOffset() {
        #expect(
            faults(
                pageSize: 4, refreshPages: 4, count: 8, .use, .answer, .insert(.lost), .insert(.lost), .connect(repeating: 0),
                .insert(.lost), .answer, .insert(.lost), .delete(6, .lost), .delete(6, .lost), .networkReturned) == [])
    }

    @Test("The last rows, deleted, go once the reload of one of them brings a row below them") func deletedAtTheEndOfReload() {
        #expect(
            faults(
                pageSize: 8, refreshPages: 3, count: 17, usesCursors: true, .use, .answer, .connect(repeating: 0),
                .delete(7, .lost), .insert(.lost), .makePage, .insert(.lost), .close, .answer, .answer, .insert(.lost),
                .insert(.lost), .insert(.lost), .insert(.lost), .insert(.lost), .delete(13, .lost), .delete(13, .lost)) == [])
    }

    @Test("A deleted row above a gap does not rise to the top") func risingRow() {
        #expect(
            faults(
                pageSize: 3, refreshPages: 2, count: 1, .use, .answer, .insert(.lost), .insert(.lost), .insert(.lost),
                .insert(.lost), .insert(.lost), .connect(repeating: 0), .insert(.lost), .answer, .answer, .insert(.lost),
                .insert(.lost), .insert(.lost), .delete(6, .lost)) == [])
    }

    @Test("A deleted row that was moved to the end is looked for there") func sinkingRow() {
        #expect(
            faults(
                pageSize: 2, refreshPages: 2, count: 1, .use, .makePage, .insert(.lost), .answer, .insert(.lost),
                .connect(repeating: 0), .insert(.lost), .insert(.lost), .answer, .insert(.lost), .insert(.lost),
                .insert(.lost), .delete(4, .lost)) == [])
    }

    @Test("Deleted rows below a gap are looked for again once it is loaded") func besideGap() {
        #expect(
            faults(
                pageSize: 4, refreshPages: 3, count: 6, .use, .answer, .insert(.lost), .delete(4, .lost), .delete(2, .lost),
                .insert(.lost), .insert(.lost), .insert(.lost), .insert(.lost), .insert(.lost), .delete(8, .lost),
                .insert(.lost), .insert(.lost), .insert(.lost), .insert(.lost), .delete(12, .lost), .insert(.lost),
                .insert(.lost), .insert(.lost), .insert(.lost), .insert(.lost)) == [])
    }

    @Test("A head that is read because older pages have lost their place is no read of the stream's") func lostPlace() {
        #expect(
            faults(
                pageSize: 2, refreshPages: 2, count: 3, prefetchDistance: 2, .use, .answer, .refresh, .changePlace, .answer,
                .insert(.lost), .insert(.lost), .changePlace, .appear(0), .answer, .insert(.lost), .insert(.lost),
                .insert(.lost), .insert(.lost)) == [])
    }
}
