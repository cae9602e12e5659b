import Testing

@testable import NoticeBoardPaging

/// Breaks each rule that a list never breaks, and checks that it is noticed.
@Suite("Lists: invariants", .serialized, .inTurn, .timeLimit(.minutes(1))) struct InvariantTests {
    /// Returns a list of five rows with a gap above the fourth.
    private func content(_ order: FeedOrder = .newestFirst) -> FeedContent<Ranked> {
        var rules = FeedRules<Ranked>()
        rules.serviceOrder = order
        let ids = [9, 8, 7, 3, 2]
        var memory = FeedSnapshot(items: ids.map { Ranked(id: $0) }, bookmark: PageBookmark(position: .offset(9), loaded: 5))
        memory.gaps = [.init(edges: PageGap(after: 7, before: 3), bookmark: PageBookmark(position: .offset(3)))]
        memory.anchor = 8
        return FeedContent(rules, from: memory)
    }

    /// Returns the rules that a change of the list breaks.
    private func broken(
        _ order: FeedOrder = .newestFirst, _ change: (inout FeedContent<Ranked>) -> Void
    ) -> [String] {
        var content = content(order)
        change(&content)
        return content.checkInvariants()
    }

    /// Changes the rows from an index on.
    private func mark(_ content: inout FeedContent<Ranked>, _ index: Int, _ change: (inout FeedRow) -> Void) {
        content.list.mark([content.list.rows[index].slot], change)
    }

    @Test("A restored list breaks no rule", arguments: [FeedOrder.newestFirst, .fixed, .moving]) func sound(_ order: FeedOrder) {
        #expect(broken(order) { _ in }.isEmpty)
    }

    @Test("Notices a row that is in the list twice") func twice() {
        let faults = broken { $0.list.setRows($0.list.stretches[0].rows + $0.list.stretches[0].rows, of: 0) }
        #expect(faults.contains("A row is in the list twice."))
    }

    @Test("Notices a row without an item") func withoutItem() {
        #expect(broken { $0.list.setRows([FeedRow(slot: 77)], of: 0) }.contains("A row has no item."))
        #expect(broken { $0.list.setRows([FeedRow(slot: -1)], of: 0) }.contains("A row has no item."))
    }

    @Test("Notices a gap without rows below it") func emptyStretch() {
        let faults = broken { content in content.list.mark { rows in if rows.count == 2 { rows = [] } } }
        #expect(faults.contains("A gap has no row below it."))
    }

    @Test("Notices a newcomer in doubt") func doubtfulNewcomer() {
        #expect(broken { mark(&$0, 1) { $0.origin = .change } }.contains("A newcomer is in doubt."))
    }

    @Test("Notices a cursor of a row without a place") func cursor() {
        let faults = broken { content in
            mark(&content, 1) { row in
                row.origin = .pin
                row.cursor = 0
            }
        }
        #expect(faults.contains("A row without a place has a cursor."))
        #expect(faults.contains("A row has an unknown cursor."))
    }

    @Test("Notices a link of the first row") func firstLink() {
        #expect(broken { mark(&$0, 0) { $0.link = .unknown } }.contains("The first row has a link to a row above it."))
    }

    @Test("Notices neighbors on both sides of a gap") func neighborsAcrossGap() {
        #expect(broken { mark(&$0, 3) { $0.link = .shown } }.contains("A row is the neighbor of a row above a gap."))
    }

    @Test("Notices a gap whose walk has ended") func endedWalk() {
        let faults = broken { content in
            var walk = content.list.stretches[0].walk
            walk.end = .lastPage
            content.list.setWalk(walk, of: 0)
        }
        #expect(faults.contains("The walk into a gap has ended."))
    }

    @Test("Notices doubt in a moving list") func movingDoubt() {
        #expect(broken(.moving) { mark(&$0, 2) { $0.existence = .inDoubt } }.contains("A row of a moving list is in doubt."))
    }

    @Test("Notices items that are not the rows") func items() {
        #expect(broken { $0.items.show(Array($0.items.order.dropLast())) }.contains("Rows and items differ."))
        #expect(broken { $0.items.show($0.items.order.reversed()) }.contains("Rows and items are in different orders."))
    }

    @Test("Notices an anchor that is not a row") func anchor() {
        #expect(broken { $0.anchor = 99 }.contains("The anchor is not a row."))
    }
}
