import Foundation
import NoticeBoardBase

/// The head of a list during a refresh; replaces the old head once it meets the loaded rows.
struct FeedHead<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// Whether there are loaded rows that it may meet.
    let joins: Bool
    var walk: PageWalk<Item>
    private(set) var items: [Item] = []
    private(set) var pages = 0
    private(set) var skipped = 0
    private(set) var gaps: [PageGap<Item.ID>] = []
    /// Rows that may not follow the row above them.
    private(set) var unlinked: Set<Item.ID> = []
    /// Rows directly below an element that could not be decoded.
    private(set) var belowBroken: Set<Item.ID> = []
    /// Whether a later page has shown that the first rows are not pinned to every page.
    private(set) var isUnpinned = false
    /// When the oldest of its pages was stored on the device; `nil` if all are from the network.
    private(set) var storedAt: Date?

    /// Adds a page.
    mutating func accept(_ page: Page<Item>) {
        pages += 1
        if let top = items.first, let first = page.items.first, page.skipped.isEmpty { isUnpinned = top.id != first.id }
        if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
        var isBelowBroken = walk.endsBroken
        guard let loaded = walk.accept(page) else { return }
        // New rows above a row of an earlier page have arrived since: the next refresh finds them.
        let known = Set(items.map { $0.id })
        let joint = page.items.firstIndex { known.contains($0.id) } ?? 0
        let late = Set(page.items[..<joint].map { $0.id })
        let new = loaded.items.dropFirst(loaded.above).filter { !late.contains($0.id) }
        if let first = new.first, let index = page.items.firstIndex(where: { $0.id == first.id }),
            !loaded.isLinked || index > 0 && !items.isEmpty && page.items[index - 1].id != items.last?.id
        {
            unlinked.insert(first.id)
        }
        let broken = Set(page.skipped.map(\.index))
        var element = 0
        for item in page.items {
            while broken.contains(element) { (element, isBelowBroken) = (element + 1, true) }
            element += 1
            // Rows that come again, for example pinned ones, mark no place.
            guard !known.contains(item.id) else { continue }
            if isBelowBroken { belowBroken.insert(item.id) }
            isBelowBroken = false
        }
        items += new
        skipped += loaded.skipped.count
        gaps += loaded.gaps
    }

    /// Returns whether the head reaches past all loaded rows: below two of them in a row, it shows a row that was not loaded.
    ///
    /// Loaded rows that it does not show are deleted then. In a list that rows enter only at its head, the last loaded rows may be
    /// deleted, too, if the head shows most of the others: a few may be pinned.
    func covers(_ sequence: [Item.ID], _ newcomers: Set<Item.ID>, growsAtHead: Bool) -> Bool {
        // Avoid passes over a long list: a refresh runs on the main actor.
        guard sequence.count - newcomers.count < 2 * items.count else { return showsEnd(of: sequence) }
        let loaded = sequence.filter { !newcomers.contains($0) }
        let places = Dictionary(loaded.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
        guard joins, let index = items.lastIndex(where: { places[$0.id] != nil }), index > 0,
            let last = places[items[index].id], let before = places[items[index - 1].id], before < last
        else { return false }
        let below = loaded.count - 1 - last
        if below == 0 { return before == last - 1 || index < items.count - 1 }
        return growsAtHead && index < items.count - 1 && items.count { places[$0.id] != nil } > below
    }

    /// Returns whether the head shows the last two rows in a row.
    private func showsEnd(of sequence: [Item.ID]) -> Bool {
        guard joins, let last = sequence.last, let index = items.lastIndex(where: { $0.id == last }), index > 0 else {
            return false
        }
        return items[index - 1].id == sequence[sequence.count - 2]
    }

    /// Returns the index of the loaded row after which the others continue below the head.
    ///
    /// That is the index of the head's last row if the head has all rows above it. Otherwise the row before must match, too,
    /// since a single row may have moved here. The index is limited to twice the head's length.
    func joint(in sequence: [Item.ID], _ newcomers: Set<Item.ID>) -> Int? {
        guard joins, let last = items.last?.id, !newcomers.contains(last), let index = sequence.firstIndex(of: last),
            index - newcomers.count < 2 * items.count
        else { return nil }
        let fresh = Set(items.map { $0.id })
        if sequence[...index].allSatisfy({ fresh.contains($0) || newcomers.contains($0) }) { return index }
        // The first row has returned above, so there is a row before.
        return items.dropLast().last?.id == sequence[index - 1] ? index : nil
    }
}
