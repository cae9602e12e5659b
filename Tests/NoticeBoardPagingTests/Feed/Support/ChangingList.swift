import NoticeBoardBase
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
    enum Paging: CaseIterable { case offsets, offsetsWithoutTotal, cursors, numbered }

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
    /// The places of items that have moved: the cursors after their former places stay valid.
    private var movedTo: [Int: Int] = [:]
    /// Items on top of every page, and whether they are in their places, too.
    private(set) var pinned: [Int] = []
    private(set) var keepsPinnedInPlace = false
    /// Items that were pinned at any time: the place of an unpinned one may be below the loaded rows.
    private(set) var everPinned: Set<Int> = []
    /// Items that cannot be decoded, and the percentage of such items among new ones.
    private(set) var broken: Set<Int> = []
    private let brokenPercent: Int

    init(
        _ paging: Paging, count: Int, limit: Int, isCapped: Bool, brokenPercent: Int = 0, _ random: inout SeededRandom
    ) {
        (self.paging, self.limit, self.isCapped, self.brokenPercent) = (paging, limit, isCapped, brokenPercent)
        for _ in 0..<count { _ = arrive(at: items.count, &random) }
    }

    mutating func arrive(at index: Int, isDecodable: Bool = false, _ random: inout SeededRandom) -> Ranked {
        let item = Ranked(id: nextID, rank: random.number(0...2))
        nextID += 1
        if brokenPercent > 0, !isDecodable, random.chance(brokenPercent) { broken.insert(item.id) }
        let place = index == 0 ? 0 : index < items.count ? universe.firstIndex(of: self.place(of: items[index].id)) : nil
        universe.insert(item.id, at: place ?? universe.endIndex)
        items.insert(item, at: index)
        return item
    }

    mutating func vanish(at index: Int) -> Ranked {
        pinned.removeAll { $0 == items[index].id }
        return items.remove(at: index)
    }

    /// Moves an item to the head, as a reply does.
    mutating func bump(at index: Int) {
        let item = items.remove(at: index)
        items.insert(item, at: 0)
        let place = -1 - universe.count
        movedTo[item.id] = place
        universe.insert(place, at: 0)
    }

    /// Pins an item to the top of every page, or unpins one.
    mutating func pin(_ random: inout SeededRandom) {
        if pinned.isEmpty { keepsPinnedInPlace = random.chance(50) }
        if pinned.count > random.number(0...2) {
            pinned.remove(at: random.below(pinned.count))
        } else if let id = items.map(\.id).filter({ !pinned.contains($0) && !broken.contains($0) }).randomElement(using: &random)
        {
            pinned.insert(id, at: 0)
            everPinned.insert(id)
        }
    }

    /// Makes an item undecodable, or decodable again.
    mutating func breakOrMend(_ random: inout SeededRandom) {
        guard let id = items.randomElement(using: &random)?.id else { return }
        if broken.remove(id) == nil { broken.insert(id) }
    }

    /// The decodable items as a list shows them.
    var shown: [Ranked] {
        let top = pinned.compactMap { id in items.first { $0.id == id } }
        return top + items.filter { !pinned.contains($0.id) && !broken.contains($0.id) }
    }

    private func place(of id: Int) -> Int { movedTo[id] ?? id }

    /// The items that positions count.
    private var listed: [Ranked] {
        pinned.isEmpty || keepsPinnedInPlace ? items : items.filter { !pinned.contains($0.id) }
    }

    mutating func change(at index: Int, _ random: inout SeededRandom) -> Ranked {
        items[index].version += 1
        items[index].rank = random.number(0...2)
        return items[index]
    }

    /// Returns the page at a position in the current list.
    func page(at position: PagePosition?, _ random: inout SeededRandom) -> Page<Ranked> {
        let limit = isCapped && random.chance(50) ? max(1, limit / 2) : limit
        var page = paging == .cursors ? behind(position, limit, &random) : window(position, limit)
        page.items = pinned.compactMap { id in items.first { $0.id == id } } + page.items
        page.pinned = pinned.count
        guard !broken.isEmpty else { return page }
        page.skipped = page.items.indices.filter { broken.contains(page.items[$0].id) }
            .map { SkippedElement(index: $0, path: "", reason: "broken") }
        page.items.removeAll { broken.contains($0.id) }
        return page
    }

    private func window(_ position: PagePosition?, _ limit: Int) -> Page<Ranked> {
        let items = listed
        var start = 0
        if case .offset(let offset)? = position { start = offset }
        let number = position?.page ?? 0
        if paging == .numbered { start = number * limit }
        let some = Array(items.dropFirst(start).prefix(limit))
        let end = start + some.count
        let hasMore = end < items.count && !some.isEmpty
        return Page(
            items: some, next: hasMore ? paging == .numbered ? .page(number + 1) : .offset(end) : nil,
            total: paging == .offsetsWithoutTotal ? nil : self.items.count)
    }

    private func behind(_ position: PagePosition?, _ limit: Int, _ random: inout SeededRandom) -> Page<Ranked> {
        var (after, turn) = (-1, 0)
        if case .cursor(let text)? = position {
            let numbers = text.split(separator: ".").compactMap { Int($0) }
            (after, turn) = (numbers[0], numbers[1])
        }
        // Cursors never repeat: each contains the number of empty pages before it.
        if isCapped, random.chance(20) { return Page(items: [], next: .cursor("\(after).\(turn + 1)")) }
        let passed = position == nil ? [] : universe.firstIndex(of: after).map { Set(universe[...$0]) } ?? []
        let left = listed.filter { !passed.contains(place(of: $0.id)) }
        let some = Array(left.prefix(limit))
        return Page(
            items: some, next: some.count < left.count ? some.last.map { .cursor("\(place(of: $0.id)).\(turn)") } : nil)
    }
}
