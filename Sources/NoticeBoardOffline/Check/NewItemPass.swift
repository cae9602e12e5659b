import NoticeBoardPaging

/// Reads a list from the newest item down to the delivered ones, then the gaps of earlier checks.
///
/// A pure state machine without I/O: ``position`` names the page to request, ``take(_:)`` handles the response.
struct NewItemPass<Item: Identifiable & Sendable> where Item.ID: Comparable & Hashable & Codable & Sendable {
    typealias ID = Item.ID

    /// The largest offset.
    private static var lowest: Int { 1 << 30 }
    /// The maximum number of gaps in a record.
    static var mostGaps: Int { 50 }

    private let record: NewItemRecord<ID>?
    private let isPinned: @Sendable (Item) -> Bool
    /// The ranges still to read, the newest first.
    private var parts: [NewItemRecord<ID>.Gap]
    private(set) var items: [Item] = []
    private var seen: Set<ID> = []
    /// The offset of the next page, or how many items were passed on the way to it.
    private var offset = 0
    /// The position of the next page, if the service names positions.
    private var named: PagePosition?
    /// Whether no page of the first range has been read yet.
    private var isAtStart = true
    /// The number of items read so far that came after the last delivery.
    private var newItemCount = 0
    private var top: ID?
    /// Whether the head of the list was read.
    private var hasReadHead = false
    /// The length of the longest page.
    private var pageLength = 1

    init(record: NewItemRecord<ID>?, isPinned: @escaping @Sendable (Item) -> Bool) {
        self.record = record
        self.isPinned = isPinned
        // A damaged record must not overflow.
        let gaps = (record?.gaps ?? []).map { gap in
            var gap = gap
            gap.above = min(max(gap.above, 0), Self.lowest)
            return gap
        }
        parts = [NewItemRecord<ID>.Gap(upper: nil, lower: record?.top, above: 0)] + gaps
    }

    /// Whether everything was read.
    var isFinished: Bool { parts.isEmpty }

    /// The page to request; `nil` for the first one.
    var position: PagePosition? { named ?? (offset == 0 ? nil : .offset(offset)) }

    mutating func take(_ page: Page<Item>) {
        guard let part = parts.first else { return }
        noteTop(page)
        guard let record else {
            // The first check only sets the starting point.
            parts = []
            return
        }
        // A pinned item may be anywhere, so it does not show the offset.
        let ordinary = page.items.dropFirst(max(page.pinned, 0)).filter { !isPinned($0) }.map(\.id)
        if isAtStart, isBelowStart(of: part, page, ordinary.first) { return }
        isAtStart = false
        let fresh = page.items.filter { !record.covers($0.id) && seen.insert($0.id).inserted }
        items += fresh
        newItemCount += fresh.filter { record.isAboveTop($0.id) }.count
        guard advance(after: page) else {
            parts = []
            return
        }
        if let last = ordinary.last { close(partsAbove: last, overlap: min(5, max(1, page.items.count / 2))) }
    }

    /// Reads from the head down to the gaps, since the service refused the position of one.
    mutating func restart() {
        named = nil
        offset = 0
        isAtStart = true
        for index in parts.indices { parts[index].position = nil }
    }

    private mutating func noteTop(_ page: Page<Item>) {
        hasReadHead = true
        pageLength = max(pageLength, page.items.count)
        let newest = page.items.map(\.id).max()
        for id in [record?.top, newest].compactMap(\.self) { top = max(top ?? id, id) }
    }

    /// Steps back if a page begins below the gap it was requested for; returns whether it did.
    private mutating func isBelowStart(of part: NewItemRecord<ID>.Gap, _ page: Page<Item>, _ first: ID?) -> Bool {
        let isBelow = first.flatMap { first in part.upper.map { first < $0 } } ?? false
        if case .page(let number)? = named, page.items.isEmpty || isBelow, number > 1 {
            named = .page(page.items.isEmpty ? number / 2 : number - 1)
            moveGap()
            return true
        }
        guard named == nil, offset > 0 else { return false }
        guard page.items.isEmpty || isBelow else { return false }
        // Items above the gap were deleted, so the gap moved up; an empty page lies past the end of a shorter list.
        offset = page.items.isEmpty ? offset / 2 : max(0, offset - max(1, page.items.count / 2))
        moveGap()
        return true
    }

    /// Sets the position of the next page; returns `false` if there is none.
    private mutating func advance(after page: Page<Item>) -> Bool {
        switch page.next {
        case nil: return false
        case .offset(let next)?:
            guard next > offset else { return false }
            named = nil
            offset = min(next, Self.lowest)
        case let next?:
            guard next != named else { return false }
            named = next
            offset = min(offset + page.items.count, Self.lowest)
        }
        return true
    }

    /// Removes the parts that were read down to an item, and jumps to the next one.
    private mutating func close(partsAbove last: ID, overlap: Int) {
        let count = parts.count
        while let part = parts.first, let lower = part.lower, last <= lower { parts.removeFirst() }
        guard let next = parts.first else { return }
        let isInNext = next.upper.map { last < $0 } ?? true
        if !isInNext, parts.count < count, jump(to: next, overlap) { return }
        parts[0].upper = next.upper.map { min($0, last) } ?? last
        moveGap()
    }

    /// Jumps to a gap of an earlier check; returns whether that leads further down.
    private mutating func jump(to gap: NewItemRecord<ID>.Gap, _ overlap: Int) -> Bool {
        // Starts a few items higher, in case some were deleted in between.
        let start = gap.above + newItemCount - overlap
        switch (named, gap.position) {
        case (.cursor?, .cursor?): named = gap.position
        case (.page(let current)?, .page(let recorded)?):
            // The items that came since then have moved the gap down.
            let moved = max(max(recorded, 0).addingClamped(newItemCount / pageLength) - 1, current)
            guard moved > current else { return false }
            named = .page(moved)
        case (nil, nil):
            guard start > offset else { return false }
        default: return false
        }
        offset = max(start, 0)
        isAtStart = true
        return true
    }

    /// Records that the first gap begins at the next page, so that the next check goes on there.
    private mutating func moveGap() {
        parts[0].above = offset - newItemCount
        parts[0].position = named
    }

    /// The record to store if these items are delivered; `nil` if the newest ones were not read.
    var finished: NewItemRecord<ID>? {
        guard hasReadHead else { return nil }
        let left = parts.map { part in
            var part = part
            part.above += newItemCount
            return part
        }
        // Nothing was read below the head.
        if let first = left.first, first.upper == nil { return nil }
        guard left.count > Self.mostGaps, let lowest = left.last else { return NewItemRecord(top: top, gaps: left) }
        // Finds items between the merged gaps again rather than losing those in them.
        var kept = Array(left.prefix(Self.mostGaps))
        kept[Self.mostGaps - 1].lower = lowest.lower
        return NewItemRecord(top: top, gaps: kept)
    }
}
