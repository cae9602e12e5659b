/// A place that a page and a list have in common.
struct StretchJoint<ID: Hashable & Sendable> {
    /// The index of the page's row; -1 above the page, the count of its rows below it.
    let row: Int
    /// The position in the list; -1 is its beginning, its count the end.
    var position: Int
    /// The row's ID; `nil` for the beginning and the end of the list.
    var id: ID?
}

/// An element of a page that could be decoded.
struct StretchRow<Item> {
    let item: Item
    /// Its index on the page.
    let index: Int
    /// Its position in the list.
    var position: Int?
}

/// What comes in the place of a range of a list.
struct StretchPiece<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    var range: Range<Int>
    var items: [Item] = []
    var read: [UInt32] = []
    /// For each item its index on the page, if it is on it.
    var index: [Int?] = []
    /// The gaps of the range, each above the item of an index; `nil` is a new one.
    var gaps: [(Int, Stretches<Item>.Gap?)] = []
    /// How many items were not in the list, and how many go.
    var (came, gone) = (0, 0)
    /// Whether rows were taken above the first common one, or left it in doubt.
    var (hasLead, isDoubtful) = (false, false)
    /// Whether the row below the piece is in doubt.
    var doubtsBelow = false

    init(range: Range<Int>) { self.range = range }

    mutating func add(_ row: StretchRow<Item>, read: UInt32) {
        add(row.item, index: row.index, read: read)
        came += 1
    }

    mutating func add(_ item: Item, index: Int? = nil, read: UInt32) {
        items.append(item)
        self.index.append(index)
        self.read.append(read)
    }
}

/// An answer beside the list that it is compared with.
struct StretchPage<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    typealias Joint = StretchJoint<Item.ID>

    let answer: StretchAnswer<Item>
    let request: StretchRequest<Item.ID>
    /// By how much the total has changed, if both are known.
    let change: Int?
    /// Whether the page begins at the list's beginning.
    let isTop: Bool
    var rows: [StretchRow<Item>] = []
    /// The places that page and list have in common, from above.
    var joints: [Joint] = []
    private let hasLost: Bool
    /// Whether the page was asked for behind elements that cannot be shown, so that it has no row in common with the list.
    var isBlind: Bool { !request.isExact && request.offset != nil }

    init(_ answer: StretchAnswer<Item>, _ request: StretchRequest<Item.ID>, in list: Stretches<Item>, change: Int?) {
        (self.answer, self.request, self.change) = (answer, request, change)
        isTop = request.offset == 0 || request.purpose == .head
        hasLost = answer.elements.contains { $0 == nil }
        rows = makeRows(list)
        joints = makeJoints(list)
    }

    private func makeRows(_ list: Stretches<Item>) -> [StretchRow<Item>] {
        var rows: [StretchRow<Item>] = []
        var seen: Set<Item.ID> = []
        rows.reserveCapacity(answer.elements.count)
        for (index, item) in answer.elements.enumerated() {
            guard let item, seen.insert(item.id).inserted else { continue }
            rows.append(StretchRow(item: item, index: index, position: list.items.index(id: item.id)))
        }
        guard !isTop, change ?? 0 == 0 else { return rows }
        // Rows that lead every page are pinned, and prove nothing.
        var lead = 0
        while lead < rows.count, rows[lead].index == lead, rows[lead].position == lead { lead += 1 }
        guard lead > 0, lead < rows.count, rows[lead].position ?? .max > lead, list.gaps.first?.at ?? .max > lead else {
            return rows
        }
        return Array(rows.dropFirst(lead))
    }

    private func makeJoints(_ list: Stretches<Item>) -> [Joint] {
        let follows = request.follows.flatMap { list.items.index(id: $0) }
        // A page at an offset follows a row only while nothing says that the list moved.
        let candidates = rows.indices.compactMap { row -> Joint? in
            guard let position = rows[row].position else { return nil }
            if !isBlind, let follows, position <= follows { return nil }
            return list.order != .moving || isPlaced(row, position, list)
                ? Joint(row: row, position: position, id: rows[row].item.id) : nil
        }
        var joints = Self.longestRising(candidates)
        if isTop {
            joints.insert(Joint(row: -1, position: -1), at: 0)
        } else if let follows {
            let isMoved = isBlind && (joints.first.map { $0.position <= follows } ?? (change ?? 0 != 0))
            if !isMoved { joints.insert(Joint(row: -1, position: follows, id: request.follows), at: 0) }
        } else if joints.isEmpty, list.order == .moving, !rows.isEmpty, let gap = gap(in: list), gap.at > 0 {
            joints = [Joint(row: -1, position: gap.at - 1, id: list.items[gap.at - 1].id)]
        }
        if answer.isEnd, !joints.isEmpty { joints.append(Joint(row: rows.count, position: list.items.count)) }
        return joints
    }

    /// Returns whether a known row of a moving order tells where the page belongs.
    private func isPlaced(_ row: Int, _ position: Int, _ list: Stretches<Item>) -> Bool {
        if position == 0 { return true }
        let isBelow = row > 0 && rows[row - 1].position == position - 1 && list.gapIndex(at: position) == nil
        let isAbove = row + 1 < rows.count && rows[row + 1].position == position + 1 && list.gapIndex(at: position + 1) == nil
        return isBelow || isAbove || row == 0 && gap(in: list)?.at == position + 1
    }

    /// Returns the longest part whose positions rise.
    private static func longestRising(_ joints: [Joint]) -> [Joint] {
        guard zip(joints, joints.dropFirst()).contains(where: { $0.position > $1.position }) else { return joints }
        var ends: [Int] = []
        var before = Array(repeating: -1, count: joints.count)
        for (number, joint) in joints.enumerated() {
            let length = ends.firstIndex { joints[$0].position > joint.position } ?? ends.count
            if length > 0 { before[number] = ends[length - 1] }
            if length < ends.count { ends[length] = number } else { ends.append(number) }
        }
        var (result, number): ([Joint], Int) = ([], ends.last ?? -1)
        while number >= 0 {
            result.append(joints[number])
            number = before[number]
        }
        return result.reversed()
    }

    // MARK: - What it says

    /// Returns how many elements of a range could not be decoded.
    func lost(from start: Int, to end: Int) -> Int {
        hasLost && start < end ? answer.elements[start..<end].count { $0 == nil } : 0
    }

    /// Returns how many elements right above a row could not be decoded.
    func lost(above row: Int) -> Int { lost(from: row > 0 ? rows[row - 1].index + 1 : 0, to: rows[row].index) }

    /// Returns whether an element between two places could not be decoded, or may be missing from the page.
    func isBroken(_ above: Joint, _ below: Joint) -> Bool {
        if above.row < 0, above.id != nil, !request.isExact { return true }
        let start = above.row < 0 ? 0 : rows[above.row].index + 1
        return lost(from: start, to: below.row < rows.count ? rows[below.row].index : answer.elements.count) > 0
    }

    /// Returns whether the element behind a place could not be decoded.
    func isBrokenBehind(_ last: Joint) -> Bool {
        last.row < 0 && !request.isExact || last.row + 1 < rows.count && lost(above: last.row + 1) > 0
    }

    /// Returns whether the page was asked for to read this row again.
    func isReread(of id: Item.ID) -> Bool { request.purpose == .reread(id) }

    /// Returns the gap that the page is to fill from above.
    func gap(in list: Stretches<Item>) -> Stretches<Item>.Gap? {
        guard case .newerEnd(let id) = request.purpose else { return nil }
        return list.gaps.first { $0.id == id }
    }

    /// Whether the page leads further although none of its elements can be shown.
    var isPassing: Bool {
        guard let next = answer.next, next != request.position else { return false }
        switch next {
        case .cursor: return true
        case .offset(let next):
            return rows.allSatisfy { $0.position != nil } && rows.count <= 1 && next > (request.offset ?? 0) + rows.count
        }
    }
}
