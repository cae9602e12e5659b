/// Finds the items that a service has deleted, by comparing its pages with the stored order.
///
/// An item counts as deleted only if the service shows its former neighbors next to each other. Pinned items prove nothing, since
/// a service may show them at any position; neither does a list in which known items have changed places, nor a place in the
/// stored order where an earlier update could not tell what is between two items.
struct DeletionEvidence {
    /// How a page connects to the pages read before it.
    enum Start {
        /// It is the first page of the list.
        case head
        /// It repeats an item of the page above.
        case overlap
        /// It follows the page above without repeating an item.
        case adjacent
    }

    /// The stored order.
    private let order: [StoredID]
    private let pinned: Set<StoredID>
    /// The items of which it is not known what was directly above them.
    private let seams: Set<StoredID>
    /// The index of each item in the stored order.
    private let indices: [StoredID: Int]
    /// Items formerly between two items that the service shows next to each other.
    private var missing: Set<StoredID> = []
    /// The largest index of a known item so far.
    ///
    /// A known item with a smaller index that follows it has moved.
    private var deepestIndex = -1
    /// The index of the last known item of the page above; `nil` if others may be below it.
    private var indexAbove: Int?
    private var isOrderUnreliable = false
    /// Whether every item from the head down was read and decoded.
    private var isWhole = true

    init(_ content: MirrorContent) {
        order = content.order
        pinned = content.marks.pinned
        seams = Set(content.finish?.seams ?? [])
        indices = Dictionary(content.order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Whether an item was stored by a finished update.
    func knows(_ id: StoredID) -> Bool { indices[id] != nil }

    /// Compares a page with the stored order.
    mutating func read(_ page: ListPage, from start: Start) {
        var above: Int?
        switch start {
        case .head: above = page.isWhole ? -1 : nil
        case .overlap: above = nil
        case .adjacent: above = page.isWhole ? indexAbove : nil
        }
        for id in page.ids where !page.pinned.contains(id) {
            // A new item does not separate the known items around it.
            guard let index = indices[id] else { continue }
            if index < deepestIndex { isOrderUnreliable = true }
            deepestIndex = max(deepestIndex, index)
            if let above, index > above + 1, page.isWhole { addMissing(above + 1...index) }
            above = index
        }
        indexAbove = page.isWhole ? above : nil
        if !page.isWhole { isWhole = false }
        if page.next == nil, page.isWhole, let above, above >= 0 { addMissing(above + 1...order.count) }
    }

    /// Adds the items before the last index of a range, which are between two items or below all.
    private mutating func addMissing(_ range: ClosedRange<Int>) {
        // Nothing is above the first item.
        let lower = order[max(range.lowerBound, 1)..<min(range.upperBound + 1, order.count)]
        guard !lower.contains(where: seams.contains) else { return }
        for id in order[range.lowerBound..<range.upperBound] where !pinned.contains(id) { missing.insert(id) }
    }

    /// Notes that items may be missing between two pages.
    mutating func noteGap() {
        isWhole = false
        isOrderUnreliable = true
    }

    /// Notes that the list ended before the items that were read.
    mutating func noteEarlyEnd() { isWhole = false }

    /// Whether every item between the pages' items was read, in the stored order.
    var hasNoGap: Bool { isWhole && !isOrderUnreliable }

    /// Returns the deleted items; `seen` are the items of all pages.
    func deleted(seen: Set<StoredID>, reachesEnd: Bool) -> [StoredID] {
        if isWhole, reachesEnd { return order.filter { !seen.contains($0) } }
        return isOrderUnreliable ? [] : order.filter { missing.contains($0) && !seen.contains($0) }
    }
}
