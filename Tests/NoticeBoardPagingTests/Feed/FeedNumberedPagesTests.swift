import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists of a service that numbers its pages: what arrives above moves rows to later pages.
@Suite("FeedMachine: numbered pages", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedNumberedPagesTests {
    /// Answers requests like a service with pages of four rows.
    private func answerAll(_ desk: inout MachineDesk, _ list: [Int], tellsTotal: Bool) {
        while let load = desk.load, desk.asked.count < 500 {
            let number = load.position?.page ?? 0
            let ids = list.dropFirst(4 * number).prefix(4)
            let isLast = 4 * (number + 1) >= list.count
            desk.answer(.ranked(ids, next: isLast ? nil : .page(number + 1), total: tellsTotal ? list.count : nil))
        }
    }

    /// Returns a list of twelve loaded rows after `count` arrived, refreshed unless told otherwise, and one page further.
    private func desk(_ count: Int, tellsTotal: Bool, refreshes: Bool = true) -> (desk: MachineDesk, list: [Int]) {
        var desk = MachineDesk { $0.refreshPages = 2 }
        let former = Array(0..<60)
        for request in [FeedRequest<Int>.open, .older, .older] {
            desk.handle(request)
            answerAll(&desk, former, tellsTotal: tellsTotal)
        }
        let list = (0..<count).map { 1_000 + $0 } + former
        for request in [FeedRequest<Int>.refresh, .older].suffix(refreshes ? 2 : 1) {
            desk.handle(request)
            answerAll(&desk, list, tellsTotal: tellsTotal)
        }
        return (desk, list)
    }

    private func isInOrder(_ ids: [Int], _ list: [Int]) -> Bool {
        let places = ids.compactMap(list.firstIndex)
        return places.count == ids.count && places == places.sorted()
    }

    @Test("Continues below the loaded rows although many arrived", arguments: [1, 4, 7, 30, 100], [true, false])
    func continues(count: Int, tellsTotal: Bool) {
        let (desk, list) = desk(count, tellsTotal: tellsTotal)
        #expect(isInOrder(desk.ids, list))
        #expect(desk.ids.last.map { 12...15 ~= $0 } == true)
    }

    @Test("With a total, continues below the loaded rows without a refresh", arguments: [5, 30, 100])
    func withoutRefresh(count: Int) {
        let (desk, list) = desk(count, tellsTotal: true, refreshes: false)
        #expect(isInOrder(desk.ids, list))
    }

    @Test("Rows that are gone are not looked for behind the end of a service that counts on") func countsOn() {
        var (desk, _) = desk(30, tellsTotal: true)
        desk.handle(.refresh)
        desk.answer(.ranked(2_000..<2_004, next: .page(1), total: 500))
        desk.answer(.ranked(2_004..<2_008, next: .page(2), total: 500))
        desk.handle(.older)
        while let number = desk.load?.position?.page, desk.asked.count < 100 {
            let ids = number < 8 ? 3_000 + 4 * number..<3_004 + 4 * number : 0..<0
            desk.answer(.ranked(ids, next: .page(number + 1), total: 500))
        }
        #expect(desk.asked.count < 40)
    }

    @Test("A refresh removes no row that moved up to a page loaded before") func movedUp() {
        var (desk, _) = desk(0, tellsTotal: true)
        desk.handle(.refresh)
        desk.answer(.ranked([0, 1, 2, 3], next: .page(1), total: 13))
        // Row 1 was deleted, so row 4 is on the first page now.
        desk.answer(.ranked([5, 6, 7, 8], next: .page(2), total: 12))
        #expect(Set(desk.ids).isSuperset(of: 2..<12))
        desk = self.desk(0, tellsTotal: true).desk
        desk.handle(.refresh)
        desk.answer(.ranked([90, 91, 92, 93], next: .page(1), total: 5))
        desk.answer(.ranked([], total: 4))
        #expect(Set(desk.ids).isSuperset(of: 0..<12))
    }

    @Test("The search for the last row ends although the list keeps growing") func endless() {
        var (desk, _) = desk(0, tellsTotal: true)
        desk.handle(.older)
        let before = desk.asked.count
        var total = 60
        while desk.load?.ticket.kind == .older, desk.asked.count < 1_000 {
            total += 8
            let number = desk.load?.position?.page ?? 0
            let first = 10_000 * desk.asked.count
            desk.answer(.ranked(first..<first + 4, next: .page(number + 1), total: total))
        }
        #expect(desk.asked.count - before < 60)
        #expect(desk.load?.ticket.kind == .refresh)
    }

    @Test("A restored list continues at the page of its last row although a few arrived") func restored() throws {
        let (former, list) = desk(0, tellsTotal: true)
        var desk = try MachineDesk(from: #require(former.machine.snapshot))
        let now = Array(1_000..<1_003) + list
        desk.handle(.open)
        answerAll(&desk, now, tellsTotal: true)
        let count = desk.asked.count
        desk.handle(.older)
        answerAll(&desk, now, tellsTotal: true)
        #expect(isInOrder(desk.ids, now))
        #expect(desk.asked.count - count <= 2)
    }

    @Test("A moving list keeps its rows when its numbered pages end") func moving() {
        var desk = MachineDesk { ($0.serviceOrder, $0.refreshPages) = (.moving, 1) }
        let list = Array(0..<12)
        for request in [FeedRequest<Int>.open, .older] {
            desk.handle(request)
            answerAll(&desk, list, tellsTotal: true)
        }
        let moved = Array(list[4...]) + Array(list[..<4])
        for request in [FeedRequest<Int>.refresh, .older, .older, .refresh, .older] {
            desk.handle(request)
            answerAll(&desk, moved, tellsTotal: true)
        }
        #expect(Set(0..<8).isSubset(of: desk.ids))
        #expect(desk.state.failure == nil)
    }

    @Test("Loads everything after its gap was filled", arguments: [30, 450], [true, false])
    func everything(count: Int, tellsTotal: Bool) {
        var (desk, list) = desk(count, tellsTotal: tellsTotal)
        while let gap = desk.state.gaps.first, desk.asked.count < 400 {
            desk.handle(.gap(gap))
            answerAll(&desk, list, tellsTotal: tellsTotal)
        }
        desk.handle(.all)
        answerAll(&desk, list, tellsTotal: tellsTotal)
        #expect(desk.ids == list)
        #expect(desk.state.end == .lastPage)
    }
}
