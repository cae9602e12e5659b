import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// What makes each kind of link between two rows, and what breaks it.
@Suite("Links of rows", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkTests {
    private static let stable = [FeedOrder.newestFirst, .fixed]

    // MARK: - Shown

    @Test(
        "A page that shows two rows side by side makes them neighbors", arguments: stable,
        [FeedRow.Link.below, .likely, .unknown])
    func sideBySide(order: FeedOrder, former: FeedRow.Link) {
        var rows = MergeExample.rows([10, 12])
        rows[1].link = former
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, order)
        #expect(merge.rows.link(of: 12) == .shown)
    }

    @Test("A page that continues a row makes its first row a neighbor", arguments: stable)
    func continued(order: FeedOrder) {
        let merge = MergeExample.merged(MergeExample.rows([10]), MergeExample.page([~5], below: 10), as: .older, order)
        #expect(merge.rows.link(of: ~5) == .shown)
    }

    @Test("A new row between two neighbors leaves them in order") func separated() {
        let merge = MergeExample.merged(MergeExample.rows([10, 12]), MergeExample.page([10, ~5]), as: .reread, .fixed)
        #expect(merge.rows.link(of: ~5) == .shown)
        #expect(merge.rows.link(of: 12) == .below)
    }

    @Test("The neighbors of a removed row are neighbors") func removed() {
        var rows = MergeExample.rows([10, 11, 12])
        _ = rows.takeOut { $0.slot == 11 }
        #expect(rows.link(of: 12) == .shown)
    }

    @Test("A row without a known order passes that on when it is removed") func removedUnknown() {
        var rows = MergeExample.rows([10, 11, 12], unknown: [11])
        _ = rows.takeOut { $0.slot == 11 }
        #expect(rows.link(of: 12) == .unknown)
    }

    @Test("A gap separates neighbors, which stay in order") func gap() {
        var list = FeedList<Ranked>(PageWalk())
        list.replace(0..<1, with: MergeExample.rows([10, 12]), PageWalk())
        list.split(at: 1, PageWalk(), link: .below)
        #expect(list.row(12)?.link == .below)
    }

    // MARK: - Below

    @Test("A row that sinks is below the row that a page shows, without being its neighbor") func sinks() {
        let rows = MergeExample.rows([10, 13, 12], unknown: [12])
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [10, 12, 13])
        #expect(merge.rows.link(of: 13) == .below)
    }

    @Test("The row below one that rises is in order with it") func rises() {
        let rows = MergeExample.rows([10, 9, 12], unknown: [9])
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [9, 10, 12])
        #expect(merge.rows.link(of: 10) == .below)
        #expect(merge.rows.link(of: 12) == .shown)
    }

    @Test("A row that is below another one is removed between two rows as neighbors are", arguments: stable)
    func belowProves(order: FeedOrder) {
        var rows = MergeExample.rows([10, 11, 12])
        rows[1].link = .below
        rows[2].link = .below
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, order)
        #expect(merge.gone == [11])
    }

    // MARK: - Likely

    /// Returns a list of four rows, to which a page of four others was added, with offsets and the same total.
    private func likely() -> FeedMachineDriver {
        var driver = FeedMachineDriver { $0.prefetchDistance = 0 }
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 20))
        driver.handle(.older)
        driver.answer(.ranked(4..<8, next: .offset(8), total: 20))
        return driver
    }

    private func link(of id: Int, in driver: FeedMachineDriver) -> FeedRow.Link? { driver.machine.content.row(id)?.link }

    @Test("A page at an offset without a known row is likely below the others") func withoutKnownRow() {
        let driver = likely()
        #expect(link(of: 4, in: driver) == .likely)
        #expect(link(of: 5, in: driver) == .shown)
    }

    @Test("A refresh that shows no such row above all others decides that it is below them") func decided() {
        var driver = likely()
        driver.handle(.refresh)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 20))
        #expect(link(of: 4, in: driver) == .shown)
    }

    @Test("A likely row proves no deletion") func likelyProvesNothing() {
        var rows = MergeExample.rows([10, 11, 12])
        rows[1].link = .likely
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread)
        #expect(merge.gone.isEmpty)
    }

    // MARK: - Unknown

    @Test("A page that continues no known row is below the others in an unknown order", arguments: stable)
    func unknown(order: FeedOrder) {
        let page = MergeExample.page([~5, ~6], below: 10, link: .unknown)
        let merge = MergeExample.merged(MergeExample.rows([10]), page, as: .older, order)
        #expect(merge.rows.link(of: ~5) == .unknown)
        #expect(merge.rows.link(of: ~6) == .shown)
    }

    @Test("A row of unknown order proves no deletion", arguments: stable) func unknownProvesNothing(order: FeedOrder) {
        let rows = MergeExample.rows([10, 13, 12], unknown: [13, 12])
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, order)
        #expect(merge.gone.isEmpty)
    }

    @Test("A row that rises may be in the wrong order with the row above it") func risen() {
        let rows = MergeExample.rows([8, 10, 9, 12], unknown: [9])
        let merge = MergeExample.merged(rows, MergeExample.page([10, 12]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [8, 9, 10, 12])
        #expect(merge.rows.link(of: 9) == .unknown)
    }
}
