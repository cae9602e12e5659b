import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Items in groups of 32, at the limits of the groups.
@Suite("FeedItems: edges", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedItemsEdgeTests {
    private func items(_ ids: some Sequence<Int>) -> FeedItems<Ranked> { FeedItems(ids.map { Ranked(id: $0) }) }

    /// Whether all groups are full and each item is found at its index.
    private func isSound(_ items: FeedItems<Ranked>, _ ids: [Int]) -> Bool {
        let sizes = stride(from: 0, to: ids.count, by: 32).map { Swift.min(32, ids.count - $0) }
        return items.ids == ids && items.map(\.id) == ids && items.groups.map(\.count) == sizes
            && items.order.sorted() == Array(0..<ids.count)
            && ids.allSatisfy { items[id: $0]?.id == $0 && items.contains(id: $0) }
            && ids.enumerated().allSatisfy { items.index(id: $1) == $0 } && items.startIndex == 0 && items.endIndex == ids.count
    }

    @Test("Removing items keeps the groups compact", arguments: [1, 2, 31, 32, 33, 63, 64, 65, 96])
    func leaving(count: Int) {
        let all = Array(0..<count)
        #expect(isSound(items(all), all))
        for gone in [
            [0], [count - 1], [count / 2], all, Array(all.dropLast()), Array(all.dropFirst()), Array(all.prefix(32)), [], [-7],
        ] {
            var items = items(all)
            items.remove(gone)
            let left = all.filter { !gone.contains($0) }
            #expect(isSound(items, left), "\(gone)")
            #expect(
                items[id: gone.first ?? -1] == nil && !items.contains(id: gone.first ?? -1)
                    && items.index(id: gone.first ?? -1) == nil)
            // Later insertions find their place.
            items.insert([Ranked(id: 500), Ranked(id: 501)], ahead: false)
            items.insert([Ranked(id: 502), Ranked(id: 503)], ahead: true)
            #expect(isSound(items, [502, 503] + left + [500, 501]), "\(gone)")
            items.replaceHead(2, with: [Ranked(id: 504)])
            #expect(isSound(items, [504] + left + [500, 501]), "\(gone)")
        }
    }

    @Test("Replacing the head keeps, updates or removes its items")
    func heads() {
        for (count, head, then) in [
            (0, [7], [7, 0, 1, 2, 3]), (2, [], [2, 3]), (4, [3, 1], [3, 1]), (2, [1, 0], [1, 0, 2, 3]),
            (3, [9, 0, 8], [9, 0, 8, 3]),
            (4, [4, 5, 6, 7, 8], [4, 5, 6, 7, 8]), (1, [0], [0, 1, 2, 3]),
        ] {
            var items = items(0..<4)
            let before = items
            items.replaceHead(count, with: head.map { Ranked(id: $0, version: 1) })
            #expect(isSound(items, then), "\(head)")
            #expect(items.allSatisfy { $0.version == (head.contains($0.id) ? 1 : 0) }, "\(head)")
            #expect(isSound(before, [0, 1, 2, 3]) && before.allSatisfy { $0.version == 0 })
        }
    }

    @Test("Merges new items before or after their equals and moves items")
    func merging() {
        let ranks = { (rows: [(Int, Int)]) in rows.map { Ranked(id: $0.0, rank: $0.1) } }
        for (ahead, then) in [(false, [1, 5, 2, 3, 6, 7, 4]), (true, [5, 1, 6, 7, 2, 3, 4])] {
            var items = FeedItems(ranks([(1, 0), (2, 1), (3, 1), (4, 2)]))
            items.merge(ranks([(6, 1), (7, 1), (5, 0)]), ahead: ahead) { $0.rank < $1.rank }
            #expect(isSound(items, then))
            items.merge([], ahead: ahead) { $0.rank < $1.rank }
            #expect(isSound(items, then))
        }
        var items = items(0..<5)
        items.move(3) { $0.id < 1 }
        #expect(isSound(items, [0, 3, 1, 2, 4]))
        items.move(0) { _ in true }
        #expect(isSound(items, [3, 1, 2, 4, 0]))
        items.move(4) { _ in false }
        #expect(isSound(items, [4, 3, 1, 2, 0]))
        items.move(99) { _ in false }
        items.replace(Ranked(id: 99))
        #expect(isSound(items, [4, 3, 1, 2, 0]) && items.allSatisfy { $0.version == 0 })
        items.replace(Ranked(id: 1, version: 3))
        #expect(isSound(items, [4, 3, 1, 2, 0]) && items.map(\.version) == [0, 0, 3, 0, 0])
    }

    @Test("Keeps the first item of each ID and compares by the shown items") func made() {
        let twice = [Ranked(id: 1), Ranked(id: 2), Ranked(id: 1, version: 1)]
        #expect(Array(FeedItems(twice)) == Array(twice.prefix(2)) && FeedItems(twice) == [twice[0], twice[1]])
        let one = items(0..<3)
        #expect(one == items(0..<3) && one != items(0..<2) && one != items(0..<4) && one != items([0, 2, 1]) && items([]) == [])
        var changed = one
        changed.replace(Ranked(id: 2, version: 1))
        #expect(one != changed)
        var moved = items([2, 0, 1])
        #expect(moved != one)
        moved.move(2) { _ in true }
        #expect(moved == one && moved.order != one.order)
    }

    @Test("Its description is that of an array") func looks() {
        let items = items([3, 1])
        #expect("\(items)" == "\([Ranked(id: 3), Ranked(id: 1)])")
    }

    private struct Look: RowBuilder {
        struct Row: Identifiable, Hashable, Sendable { let id, shown: Int }
        var by = 100
        func row(of item: Ranked) -> Row { Row(id: item.id, shown: item.id + by) }
    }

    @Test("Builds rows on access by index and by ID") func rows() {
        let rows = FeedRows(items([3, 1]), Look())
        #expect(rows.map(\.shown) == [103, 101] && rows.ids == [3, 1] && rows.count == 2 && rows[1].shown == 101)
        #expect(rows[id: 3]?.shown == 103 && rows[id: 7] == nil && rows.startIndex == 0 && rows.endIndex == 2)
        #expect(rows == FeedRows(items([3, 1]), Look()) && rows != FeedRows(items([1, 3]), Look()))
        #expect(rows != FeedRows(items([3, 1]), Look(by: 1)))
    }

    @Test("Each screen request maps to the event of the same name") func requests() {
        var desk = MachineDesk()
        let pairs: [(FeedRequest<Int>, String)] = [
            (.open, "open"), (.close, "close"), (.refresh, "refresh"), (.reload, "reload"), (.older, "older"), (.all, "all"),
            (.stopAll, "stopAll"), (.retry, "retry"), (.reset, "reset"), (.rowAppeared(3), "rowAppeared(3)"),
            (.scrolled(4), "scrolled(Optional(4))"), (.scrolled(nil), "scrolled(nil)"),
        ]
        for (request, event) in pairs { #expect("\(MachineDesk.Machine.Event(request))" == event) }
        desk.handle(MachineDesk.Machine.Event(.open))
        let ticket = FeedTicket(kind: .refresh, number: 1, page: 0)
        #expect(desk.load?.ticket == ticket && ticket.next == FeedTicket(kind: .refresh, number: 1, page: 1))
        #expect(
            ticket.next.first == ticket && ticket.next.next.page == 2
                && FeedTicket(kind: .older, number: 4, page: 2).first.number == 4)
    }
}
