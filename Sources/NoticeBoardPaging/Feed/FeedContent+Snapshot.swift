import Foundation

/// Storing a list, and restoring it.
extension FeedContent {
    /// Creates an empty list, or restores one from a snapshot.
    ///
    /// A stored snapshot is untrusted input.
    init(_ rules: FeedRules<Item>, from memory: FeedSnapshot<Item>?) {
        self.init(rules)
        guard let memory, !memory.isEmpty else { return }
        facts.pins = memory.bookmark.pinned
        facts.hidesPlaces = memory.hidesPlaces ?? false
        facts.lastPosition = memory.bookmark.position
        var known: Set<Item.ID> = []
        var rows: [FeedRow] = []
        for slot in memory.slots where known.insert(slot.id).inserted { rows.append(row(of: slot.item, in: memory)) }
        list.replace(0..<1, with: rows, PageWalk(rules: rules.paging, from: memory.bookmark, known: nil))
        for gap in memory.gaps { restore(gap) }
        showRows()
        sortItems()
        total = walk.progress.total
        if let row = memory.anchor, known.contains(row) { anchor = row }
        showVisible()
    }

    /// Returns the row of a stored item, which gets a slot.
    private mutating func row(of item: Item, in memory: FeedSnapshot<Item>) -> FeedRow {
        var row = FeedRow(slot: items.add(item))
        if facts.pins.contains(item.id) { row.origin = .pin }
        if memory.newcomers.contains(item.id) { row.origin = .change }
        if memory.neighborless?.contains(item.id) == true { row.link = .below }
        if memory.unlinked?.contains(item.id) == true { row.link = memory.seams?[item.id] == nil ? .unknown : .likely }
        if !row.isNewcomer, rules.serviceOrder != .moving { row.existence = .inDoubt }
        if row.hasPlace, let next = memory.cursors?[item.id], next.cursor != nil {
            facts.cursors.append(next)
            row.cursor = Int32(facts.cursors.count - 1)
        }
        return row
    }

    /// Restores a gap below the others.
    private mutating func restore(_ gap: FeedSnapshot<Item>.Gap) {
        guard let index = gap.edges.before.flatMap(index(of:)) else { return }
        let start = list.start(of: list.lowest)
        guard index > start || index == start && !list.hasGaps else { return }
        list.split(at: index, PageWalk(rules: rulesOfGaps, from: gap.bookmark, known: nil), link: .below)
    }

    /// Returns the snapshot to store.
    func snapshot(_ storedAt: Date?) -> FeedSnapshot<Item> {
        let rows = list.rows
        var kept = FeedSnapshot(rows.map { items.slots[$0.slot] }, walk.bookmark, anchor: anchor, storedAt: storedAt)
        kept.bookmark.pinned = facts.pins
        kept.gaps = zip(gaps, list.stretches).map { FeedSnapshot<Item>.Gap(edges: $0, bookmark: $1.walk.bookmark) }
        var unlinked: Set<Item.ID> = []
        var neighborless: Set<Item.ID> = []
        var seams: [Item.ID: Item.ID] = [:]
        var cursors: [Item.ID: PagePosition] = [:]
        for (index, row) in rows.enumerated() {
            // Most rows need nothing: even asking for all their IDs takes time.
            guard row.isNewcomer || row.cursor != nil || row.link != .shown else { continue }
            let id = id(of: row.slot)
            if row.isNewcomer { kept.newcomers.insert(id) }
            if let number = row.cursor { cursors[id] = facts.cursors[Int(number)] }
            switch row.link {
            case .shown: break
            case .below: neighborless.insert(id)
            case .unknown: unlinked.insert(id)
            case .likely:
                unlinked.insert(id)
                if let above = rows.indexAbove(index) { seams[id] = self.id(of: rows[above].slot) }
            }
        }
        kept.unlinked = unlinked.isEmpty ? nil : unlinked
        kept.neighborless = neighborless.isEmpty ? nil : neighborless
        kept.seams = seams.isEmpty ? nil : seams
        kept.hidesPlaces = facts.hidesPlaces ? true : nil
        kept.cursors = cursors.isEmpty ? nil : cursors
        kept.limitStretches()
        return kept
    }
}
