import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Rows that the service declares as pinned to the top of every page.
@Suite("Feed: declared pinned rows", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PinnedRowsTests {
    /// Answers like a service with this list and a pinned row, which is taken out of the list.
    private func answer(_ desk: inout MachineDesk, _ list: [Int], pinned: [Int] = [900], tellsTotal: Bool = true) {
        var start = 0
        if case .offset(let offset)? = desk.load?.position { start = offset }
        let ids = list.dropFirst(start).prefix(4)
        let end = start + ids.count
        var page = Page<Ranked>.ranked(
            pinned + ids, next: end < list.count ? .offset(end) : nil, total: tellsTotal ? list.count + pinned.count : nil)
        page.pinned = pinned.count
        desk.answer(page)
    }

    @Test("Rows that arrive above a pinned row are not taken for older ones", arguments: [true, false])
    func burst(tellsTotal: Bool) {
        var desk = MachineDesk()
        let list = Array(0..<20)
        desk.handle(.open)
        answer(&desk, list, tellsTotal: tellsTotal)
        desk.handle(.older)
        let now = Array(100..<108) + list
        while desk.load != nil, desk.asked.count < 20 { answer(&desk, now, tellsTotal: tellsTotal) }
        #expect(desk.ids.starts(with: [900, 0, 1, 2, 3]))
        #expect(!desk.ids.contains(100))
        desk.handle(.refresh)
        while desk.load != nil, desk.asked.count < 40 { answer(&desk, now, tellsTotal: tellsTotal) }
        // Without a total, pages overlap, so that more of them are needed.
        #expect(desk.ids.starts(with: [900] + now.prefix(tellsTotal ? 12 : 7)))
    }

    @Test("A new row goes below pinned ones") func written() {
        var desk = MachineDesk()
        desk.handle(.open)
        answer(&desk, Array(0..<20))
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        #expect(desk.ids == [900, 50, 0, 1, 2, 3])
    }

    @Test("A row that is pinned while a list is read hides no other row") func pinnedMeanwhile() {
        var desk = MachineDesk()
        let list = Array(0..<12)
        desk.handle(.open)
        answer(&desk, list, pinned: [])
        desk.handle(.all)
        // Row 2 leaves its place, so all rows below it move up, and the total stays.
        while desk.load != nil, desk.asked.count < 20 { answer(&desk, list.filter { $0 != 2 }, pinned: [2]) }
        #expect(Set(desk.ids) == Set(list))
        #expect(desk.state.gaps.isEmpty)
    }

    @Test("A list that begins in the middle has its gap below pinned rows") func middle() {
        var desk = MachineDesk()
        let list = Array(0..<20)
        desk.handle(.openAt(.offset(8)))
        answer(&desk, list)
        #expect(desk.ids == [900, 8, 9, 10, 11])
        #expect(desk.state.gaps == [PageGap(after: 900, before: 8)])
        while let gap = desk.state.gaps.first, desk.asked.count < 10 {
            desk.handle(.gap(gap))
            answer(&desk, list)
        }
        #expect(desk.ids == [900] + Array(0..<12))
    }

    @Test("A cursor behind a pinned row leads to no other row's place") func cursor() {
        var desk = MachineDesk()
        desk.handle(.open)
        for (ids, cursor) in [([3, 0, 1, 2], "2"), ([3, 3], "3")] {
            var page = Page<Ranked>.ranked(ids, next: .cursor(cursor))
            page.pinned = 1
            desk.answer(page)
            desk.handle(.older)
        }
        #expect(desk.ids == [3, 0, 1, 2])
        #expect(desk.machine.content.cursorsAfter[3] == nil)
    }
}
