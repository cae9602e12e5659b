import NoticeBoardPaging
import NoticeBoardTesting

/// An item with a rank for ordering and a version that distinguishes its states.
struct Ranked: Identifiable, Sendable, Hashable, Codable {
    /// The rank of items outside of the list.
    static let away = 9

    let id: Int
    var rank = 0
    var version = 0
}

/// A model of a changing list on a server, which knows only the contract of a service.
struct ChangingList {
    enum Paging: CaseIterable { case offsets, offsetsWithoutTotal, cursors }

    let paging: Paging
    let limit: Int
    /// Whether pages are sometimes shorter than requested, or empty, although more items follow.
    let isCapped: Bool
    private(set) var items: [Ranked] = []
    /// Every item that ever existed, in the list's order.
    ///
    /// A cursor is the position after one of them.
    private var universe: [Int] = []
    private var nextID = 0

    init(_ paging: Paging, count: Int, limit: Int, isCapped: Bool, _ random: inout SeededRandom) {
        (self.paging, self.limit, self.isCapped) = (paging, limit, isCapped)
        for _ in 0..<count { _ = arrive(at: items.count, &random) }
    }

    mutating func arrive(at index: Int, _ random: inout SeededRandom) -> Ranked {
        let item = Ranked(id: nextID, rank: random.number(0...2))
        nextID += 1
        let place = index == 0 ? 0 : index < items.count ? universe.firstIndex(of: items[index].id) : nil
        universe.insert(item.id, at: place ?? universe.endIndex)
        items.insert(item, at: index)
        return item
    }

    mutating func vanish(at index: Int) -> Ranked { items.remove(at: index) }

    mutating func change(at index: Int, _ random: inout SeededRandom) -> Ranked {
        items[index].version += 1
        items[index].rank = random.number(0...2)
        return items[index]
    }

    /// Returns the page at a position in the current list.
    func page(at position: PagePosition?, _ random: inout SeededRandom) -> Page<Ranked> {
        let limit = isCapped && random.chance(50) ? max(1, limit / 2) : limit
        return paging == .cursors ? behind(position, limit, &random) : window(position, limit)
    }

    private func window(_ position: PagePosition?, _ limit: Int) -> Page<Ranked> {
        var start = 0
        if case .offset(let offset)? = position { start = offset }
        let some = Array(items.dropFirst(start).prefix(limit))
        let end = start + some.count
        let hasMore = end < items.count && !some.isEmpty
        return Page(items: some, next: hasMore ? .offset(end) : nil, total: paging == .offsets ? items.count : nil)
    }

    private func behind(_ position: PagePosition?, _ limit: Int, _ random: inout SeededRandom) -> Page<Ranked> {
        var (after, turn) = (-1, 0)
        if case .cursor(let text)? = position {
            let numbers = text.split(separator: ".").compactMap { Int($0) }
            (after, turn) = (numbers[0], numbers[1])
        }
        // Cursors never repeat: each contains the number of empty pages before it.
        if isCapped, random.chance(20) { return Page(items: [], next: .cursor("\(after).\(turn + 1)")) }
        let passed = universe.firstIndex(of: after).map { Set(universe[...$0]) } ?? []
        let left = items.filter { !passed.contains($0.id) }
        let some = Array(left.prefix(limit))
        return Page(items: some, next: some.count < left.count ? some.last.map { .cursor("\($0.id).\(turn)") } : nil)
    }
}
