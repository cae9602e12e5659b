import NoticeBoardPaging
import NoticeBoardTesting

/// A row of the simple service: its place in the list is its key, the highest first.
struct ListRow: Identifiable, Sendable, Hashable {
    let id: Int
    var version = 0
}

/// A service that is simpler than the list: rows sorted by a key, of which it gives pages.
struct ListService {
    let order: ListOrder
    let usesCursors: Bool
    let limit: Int
    var tellsTotal = true
    /// Whether pins stay in the list as well.
    var pinsStay = true
    /// All rows that there ever were, by ID: key and version.
    private(set) var keys: [Int: Double] = [:]
    private(set) var versions: [Int: Int] = [:]
    /// The rows in the list's order.
    private(set) var ids: [Int] = []
    /// Rows that cannot be decoded, and rows that are shown above the list.
    var unreadable: Set<Int> = []
    var pins: [Int] = []
    private var nextID = 1
    private var nextKey = 0.0

    init(order: ListOrder, usesCursors: Bool, limit: Int) {
        (self.order, self.usesCursors, self.limit) = (order, usesCursors, limit)
    }

    func isAlive(_ id: Int) -> Bool { versions[id] != nil }
    /// The rows that a list should show in the end.
    var expected: [ListRow] {
        ids.filter { !unreadable.contains($0) && (pinsStay || !pins.contains($0)) }.map(row)
    }
    private func row(_ id: Int) -> ListRow { ListRow(id: id, version: versions[id] ?? 0) }

    // MARK: - Changes

    mutating func arrive(_ count: Int, _ random: inout SeededRandom) {
        for _ in 0..<count {
            if order == .fixed, !ids.isEmpty, random.chance(40) {
                let place = random.below(ids.count + 1)
                let above = place > 0 ? keys[ids[place - 1]] ?? 0 : nextKey + 1
                let below = place < ids.count ? keys[ids[place]] ?? 0 : above - 2
                guard (above + below) / 2 < above, (above + below) / 2 > below else { continue }
                insert((above + below) / 2, at: place)
                if place == 0 { nextKey = max(nextKey, above) }
            } else {
                nextKey += 1
                insert(nextKey, at: 0)
            }
        }
    }

    /// Puts many rows on top at once.
    mutating func burst(_ count: Int) {
        var new: [Int] = []
        for _ in 0..<count {
            nextKey += 1
            (keys[nextID], versions[nextID]) = (nextKey, 0)
            new.append(nextID)
            nextID += 1
        }
        ids.insert(contentsOf: new.reversed(), at: 0)
    }

    private mutating func insert(_ key: Double, at place: Int) {
        (keys[nextID], versions[nextID]) = (key, 0)
        ids.insert(nextID, at: place)
        nextID += 1
    }

    mutating func delete(_ id: Int) {
        versions[id] = nil
        ids.removeAll { $0 == id }
        pins.removeAll { $0 == id }
    }

    mutating func edit(_ id: Int) { versions[id]? += 1 }

    /// Moves a row to the top.
    mutating func bump(_ id: Int) {
        guard isAlive(id) else { return }
        nextKey += 1
        keys[id] = nextKey
        ids.removeAll { $0 == id }
        ids.insert(id, at: 0)
    }

    // MARK: - Answers

    func answer(_ position: PagePosition?) -> StretchAnswer<ListRow> {
        let list = pinsStay ? ids : ids.filter { !pins.contains($0) }
        var start = 0
        switch position {
        case nil: break
        case .offset(let offset): start = min(offset, list.count)
        case .cursor(let text):
            let key = Double(text) ?? 0
            start = list.firstIndex { keys[$0] ?? 0 < key } ?? list.count
        }
        let page = list[start..<min(start + limit, list.count)]
        let end = start + page.count
        var next: PagePosition?
        if end < list.count {
            next = usesCursors ? page.last.map { .cursor("\(keys[$0] ?? 0)") } : .offset(end)
        }
        return StretchAnswer(
            page.map { unreadable.contains($0) ? nil : row($0) }, pins: pins.map(row), next: next, isEnd: next == nil,
            total: tellsTotal ? list.count : nil)
    }
}
