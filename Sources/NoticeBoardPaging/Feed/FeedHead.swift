import Foundation
import NoticeBoardBase

/// The head of a list during a refresh, as one long page; joins the list once it meets the loaded rows.
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
    /// The rows above rows that are likely below them.
    private(set) var seams: [Item.ID: Item.ID] = [:]
    /// Rows directly below an element that could not be decoded.
    private(set) var belowBroken: Set<Item.ID> = []
    /// Where a cursor service continues below the last rows of the pages.
    private(set) var cursors: [Item.ID: PagePosition] = [:]
    /// When the oldest of its pages was stored on the device; `nil` if all are from the network.
    private(set) var storedAt: Date?

    /// Whether it ends with the list's last row, or where the rules end the list.
    var isComplete: Bool { walk.end == .lastPage || walk.end == .limit }
    /// Whether only the total says that the list ends with it.
    private(set) var endsByTotal = false
    /// Whether it shows that nothing is below its last row.
    var showsEnd: Bool { isComplete && !walk.endsBroken }

    /// The head as one page; rows may be missing where it has an undecodable element.
    var page: Page<Item> {
        var page = Page(items: items)
        guard !belowBroken.isEmpty || !unlinked.isEmpty || walk.endsBroken else { return page }
        let breaks = items.indices.filter { belowBroken.contains(items[$0].id) || unlinked.contains(items[$0].id) }
        for index in walk.endsBroken ? breaks + [items.count] : breaks {
            page.skipped.append(SkippedElement(index: index + page.skipped.count, path: "", reason: ""))
        }
        return page
    }

    /// Replaces items by newer copies.
    mutating func replaceItems(by copies: [Item]) {
        for copy in copies {
            if let index = items.firstIndex(where: { $0.id == copy.id }) { items[index] = copy }
        }
    }

    /// Adds a page.
    mutating func accept(_ page: Page<Item>) {
        pages += 1
        endsByTotal = page.next != nil && page.next?.cursor == nil
        if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
        let isShorter = page.total ?? .max < walk.progress.total ?? 0
        if walk.position?.page != nil, isShorter || page.pinnedIDs.contains(where: { !walk.lastPins.contains($0) }) {
            // A row may have moved up to a page that is loaded already.
            walk.endsBroken = true
        }
        if let last = page.items.last?.id, !page.endsBroken, page.next?.cursor != nil { cursors[last] = page.next }
        let isBelowBroken = walk.endsBroken
        guard let loaded = walk.accept(page) else { return }
        // New rows above a row of an earlier page have arrived since: the next refresh finds them.
        let known = Set(items.map { $0.id })
        let joint = known.isEmpty ? 0 : page.items.firstIndex { known.contains($0.id) } ?? 0
        var new = loaded.items
        if joint > 0 || loaded.above > 0 {
            let late = Set(page.items[..<joint].map { $0.id })
            new = new.dropFirst(loaded.above).filter { !late.contains($0.id) }
        }
        if let first = new.first, let index = page.items.firstIndex(where: { $0.id == first.id }),
            let last = items.last?.id
        {
            if loaded.link == .unknown || isBelowAnother(page.items[..<index]) { unlinked.insert(first.id) }
            if loaded.link == .likely { seams[first.id] = last }
        }
        if isBelowBroken || !page.skipped.isEmpty { noteBroken(page, known, isBelowBroken: isBelowBroken) }
        if items.isEmpty { items = new } else { items += new }
        skipped += loaded.skipped.count
        gaps += loaded.gaps
    }

    /// Records the rows of a page that are directly below an element that could not be decoded, apart from known ones.
    private mutating func noteBroken(_ page: Page<Item>, _ known: Set<Item.ID>, isBelowBroken: Bool) {
        let broken = Set(page.skipped.map(\.index))
        var isBelowBroken = isBelowBroken
        var element = 0
        for item in page.items {
            while broken.contains(element) {
                element += 1
                isBelowBroken = true
            }
            element += 1
            // Rows that come again, for example pinned ones, mark no place.
            guard !known.contains(item.id) else { continue }
            if isBelowBroken { belowBroken.insert(item.id) }
            isBelowBroken = false
        }
    }

    /// Returns whether the last of these rows that is not pinned is another one than the head's last.
    private func isBelowAnother(_ above: ArraySlice<Item>) -> Bool {
        above.last { !walk.pinned.contains($0.id) }.map { $0.id != items.last?.id } ?? false
    }
}
