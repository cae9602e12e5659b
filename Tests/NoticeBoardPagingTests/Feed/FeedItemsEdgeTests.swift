import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Items in slots, at the limits where the slots are built anew.
@Suite("FeedItems: edges", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedItemsEdgeTests {
    private func items(_ ids: some Sequence<Int>) -> FeedItems<Ranked> { FeedItems(ids.map { Ranked(id: $0) }) }

    /// Whether each item is found at its index.
    private func isSound(_ items: FeedItems<Ranked>, _ ids: [Int]) -> Bool {
        items.ids == ids && items.map(\.id) == ids
            && ids.allSatisfy { items[id: $0]?.id == $0 && items.contains(id: $0) }
            && ids.enumerated().allSatisfy { items.index(id: $1) == $0 } && items.startIndex == 0 && items.endIndex == ids.count
    }

    @Test("Removing items keeps the others", arguments: [1, 2, 31, 32, 33, 63, 64, 65, 96])
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
            #expect(items[id: gone.first ?? -1] == nil)
            #expect(!items.contains(id: gone.first ?? -1))
            #expect(items.index(id: gone.first ?? -1) == nil)
            // Later insertions are in the right place.
            items.insert([Ranked(id: 500), Ranked(id: 501)], at: items.count)
            items.insert([Ranked(id: 502), Ranked(id: 503)], at: 0)
            #expect(isSound(items, [502, 503] + left + [500, 501]), "\(gone)")
        }
    }

    @Test("Sorts each stretch, equal items by the service's order")
    func sorting() {
        let ranks = { (rows: [(Int, Int)]) in rows.map { Ranked(id: $0.0, rank: $0.1) } }
        let sequences = [
            ([1, 2, 3, 4, 6, 7, 5], [1, 5, 2, 3, 6, 7, 4]), ([6, 7, 5, 1, 2, 3, 4], [5, 1, 6, 7, 2, 3, 4]),
        ]
        for (sequence, then) in sequences {
            var items = FeedItems(ranks([(1, 0), (2, 1), (3, 1), (4, 2)]))
            items.insert(ranks([(6, 1), (7, 1), (5, 0)]), at: 4)
            items.sort([sequence[...]]) { $1.rank < $2.rank }
            #expect(isSound(items, then))
        }
        var items = items(0..<5)
        let ids = [3, 1, 4, 0, 2]
        items.sort([ids[..<3], ids[3...]]) { $0 == 0 ? $1.id < $2.id : $1.id > $2.id }
        #expect(isSound(items, [1, 3, 4, 2, 0]))
        items.sort([[99], ids[...]]) { _, _, _ in false }
        items.replace(Ranked(id: 99))
        #expect(isSound(items, ids))
        #expect(items.allSatisfy { $0.version == 0 })
        items.replace(Ranked(id: 1, version: 3))
        #expect(isSound(items, ids))
        #expect(items.map(\.version) == [0, 3, 0, 0, 0])
    }

    @Test("Keeps the first item of each ID") func made() {
        let twice = [Ranked(id: 1), Ranked(id: 2), Ranked(id: 1, version: 1)]
        #expect(Array(FeedItems(twice)) == Array(twice.prefix(2)))
        #expect(FeedItems(twice) == [twice[0], twice[1]])
        let one = items(0..<3)
        #expect(one == items(0..<3))
        #expect(one != items(0..<2))
        #expect(one != items(0..<4))
        #expect(one != items([0, 2, 1]))
        #expect(items([]) == [])
        var changed = one
        changed.replace(Ranked(id: 2, version: 1))
        #expect(one != changed)
        var moved = items([2, 0, 1])
        #expect(moved != one)
        moved.sort([[0, 1, 2]]) { _, _, _ in false }
        #expect(moved == one)
        #expect(moved.order != one.order)
    }

    @Test("Lists with equal items are equal after any removals") func equalAfterRemovals() {
        var (left, right) = (items(0..<4), items(0..<4))
        left.replace(Ranked(id: 3, version: 1))
        left.remove([3])
        right.remove([3])
        #expect(left == right)
        right.replace(Ranked(id: 2, version: 1))
        #expect(left != right)
    }

    @Test("Forgets removed items once they are the majority") func forgets() {
        var list = items(0..<100)
        list.remove(Array(0..<90))
        #expect(list.slots.map(\.item.id) == Array(90..<100))
    }

    private struct Look: RowBuilder {
        struct Row: Identifiable, Hashable, Sendable { let id, shown: Int }
        var by = 100
        func row(of item: Ranked) -> Row { Row(id: item.id, shown: item.id + by) }
    }

    @Test("Builds rows on access by index and by ID") func rows() {
        let rows = FeedRows(items([3, 1]), Look())
        #expect(rows.map(\.shown) == [103, 101])
        #expect(rows.ids == [3, 1])
        #expect(rows[1].shown == 101)
        #expect(rows[id: 3]?.shown == 103)
        #expect(rows[id: 7] == nil)
        #expect(rows.startIndex == 0)
        #expect(rows.endIndex == 2)
        #expect(rows == FeedRows(items([3, 1]), Look()))
        #expect(rows != FeedRows(items([1, 3]), Look()))
        #expect(rows != FeedRows(items([3, 1]), Look(by: 1)))
    }
}
