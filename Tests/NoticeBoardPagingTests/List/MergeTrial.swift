import NoticeBoardTesting

@testable import NoticeBoardPaging

/// A random page of a random service against random rows that were loaded from the service before.
///
/// The service's rows are numbers in rising order. The trial knows which rows are alive, so it can check what the merge does.
struct MergeTrial {
    /// The slots of the service's rows now, from top to bottom.
    private(set) var service: [Int] = []
    /// The loaded rows, after ``faults()`` those that the merge left; a new item of the page has the complement of its slot.
    private(set) var rows: [FeedRow] = []
    private(set) var page = Evidence()
    private(set) var reason = Reason.head
    private(set) var order = FeedOrder.newestFirst
    /// The links between living rows that the service contradicts, although all links were true before.
    private(set) var falseLinks = 0
    private var hidesPlaces = false
    /// Whether the first loaded row is not the service's first one.
    private var isBelowGap = false

    init(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        order = random.chance(50) ? .newestFirst : .fixed
        load(&random)
        change(&random)
        makePage(&random)
    }

    // MARK: - A list, and the service later

    /// Loads neighboring rows, and forgets some of what is known of them.
    private mutating func load(_ random: inout SeededRandom) {
        let count = random.number(1...14)
        service = (0..<count).map { 10 * $0 + 1000 }
        let start = random.chance(70) ? 0 : random.number(0...count - 1)
        let end = random.number(start + 1...count)
        rows = service[start..<end].map { FeedRow(slot: $0) }
        for index in rows.indices.dropFirst() {
            if random.chance(15) { rows[index].link = .below }
            if random.chance(5) { rows[index].link = .unknown }
        }
        for index in rows.indices where random.chance(30) { rows[index].existence = random.chance(50) ? .inDoubt : .unconfirmed }
        if random.chance(25), rows.count > 2 { misplace(&random) }
        isBelowGap = rows.first?.slot != service.first
    }

    /// Moves a row to another place, where its order with the others is not known.
    private mutating func misplace(_ random: inout SeededRandom) {
        let index = random.below(rows.count)
        var row = rows.remove(at: index)
        if index < rows.count { rows[index].link = max(rows[index].link, row.link, .below) }
        let target = random.below(rows.count + 1)
        row.link = .unknown
        rows.insert(row, at: target)
        if target + 1 < rows.count { rows[target + 1].link = .unknown }
        rows[0].link = .shown
    }

    /// Adds rows where the order allows it, and deletes others.
    private mutating func change(_ random: inout SeededRandom) {
        for number in 0..<random.number(0...4) {
            let isTop = order == .newestFirst || random.chance(40)
            let index = isTop ? 0 : random.below(service.count + 1)
            let above = index > 0 ? service[index - 1] : 0
            let below = index < service.count ? service[index] : above + 20
            guard below - above > 1 else { continue }
            service.insert(isTop ? below - 1 - number % 2 : (above + below) / 2, at: index)
        }
        service.removeAll { _ in random.chance(20) }
    }

    // MARK: - A page

    private mutating func makePage(_ random: inout SeededRandom) {
        let start = service.isEmpty || random.chance(30) ? 0 : random.below(service.count)
        let end = min(service.count, start + random.number(1...6))
        let known = Set(rows.map(\.slot))
        for (number, slot) in service[start..<end].enumerated() {
            let isReadable = random.chance(92)
            if !isReadable { hidesPlaces = true }
            let name = known.contains(slot) ? slot : ~slot
            page.elements.append(Evidence.Element(slot: isReadable ? name : nil, index: number))
        }
        page.startsList = start == 0
        page.endsList = end == service.count
        if start > 0, known.contains(service[start - 1]), random.chance(50) { page.above = service[start - 1] }
        switch random.number(0...3) {
        case 0 where start == 0: reason = .head
        case 1: reason = .gap(random.below(rows.count + 1))
        case 2: reason = .reread
        default: reason = .older
        }
        guard case .gap(let index) = reason else { return }
        page.startsList = false
        if order == .newestFirst { confirmRowsAboveHead(at: index) }
    }

    /// Confirms the rows below a gap that are above the head: the others were loaded before the head.
    private mutating func confirmRowsAboveHead(at gap: Int) {
        guard let lowest = rows[..<gap].map(\.slot).max() else { return }
        for index in gap..<rows.count where rows[index].slot < lowest { rows[index].existence = .confirmed }
    }

    /// Returns the rows that the page shows elsewhere, as a list determines them.
    private var moved: Set<Int> {
        guard reason.doubtsAll else { return [] }
        let known = page.slots.filter { $0 >= 0 }
        let indices = rows.indices(of: known)
        let stays = Set(Comparison.inOrder(known.compactMap { indices[$0] }))
        return Set(known.filter { slot in indices[slot].map { !stays.contains($0) } ?? false })
    }

    // MARK: - The merge

    /// Merges the page, and returns what is wrong with the result.
    mutating func faults() -> [String] {
        let before = rows
        let moved = self.moved
        var others = rows
        _ = others.takeOut { moved.contains($0.slot) }
        if !others.isEmpty { others[0].link = .shown }
        if case .gap(let index) = reason { reason = .gap(index - before[..<index].count { moved.contains($0.slot) }) }
        var comparison = Comparison(others, as: reason, MergeRules(order: order, hidesPlaces: hidesPlaces))
        if let above = page.above, moved.contains(above) { page.above = nil }
        comparison.isBelowGap = isBelowGap
        comparison.compare(page, arrivals: moved)
        let merge = Merge(comparison)
        let after = merge.rows.map { $0.slot < 0 ? ~$0.slot : $0.slot }
        let alive = Set(service)
        var faults: [String] = []
        if Set(after).count != after.count { faults.append("A row is there twice.") }
        if !merge.gone.isDisjoint(with: alive) { faults.append("A living row is removed: \(merge.gone.intersection(alive)).") }
        let lost = Set(others.map(\.slot)).subtracting(after).subtracting(merge.gone)
        if !lost.isEmpty { faults.append("Rows are lost: \(lost).") }
        if isOrdered(before) { countFalseLinks(merge.rows) }
        rows = merge.rows
        return faults
    }

    /// Counts the links between living rows that the service has in another order; deleted rows between them hand links on.
    private mutating func countFalseLinks(_ rows: [FeedRow]) {
        let alive = Set(service)
        var above: Int?
        var link = FeedRow.Link.shown
        for row in rows {
            link = max(link, row.link)
            let slot = row.slot < 0 ? ~row.slot : row.slot
            guard alive.contains(slot) else { continue }
            if let above, above > slot, link.isOrdered { falseLinks += 1 }
            above = slot
            link = .shown
        }
    }

    /// Whether all links of known order are true.
    private func isOrdered(_ rows: [FeedRow]) -> Bool {
        zip(rows, rows.dropFirst()).allSatisfy { !$1.link.isOrdered || $0.slot < $1.slot }
    }
}
