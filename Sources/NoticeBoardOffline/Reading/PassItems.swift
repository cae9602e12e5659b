/// The items that a pass has read, in the service's order, and where that order is not known.
struct PassItems: Sendable {
    /// The items so far; a resumed pass begins with those of the interrupted update.
    private(set) var ids: [StoredID]
    /// These, and all others of the pages.
    private(set) var seen: Set<StoredID>
    /// The items of which it is not known what is directly above them.
    private(set) var seams: [StoredID] = []
    /// Whether items may be missing above the next new one.
    private(set) var isAtSeam = false
    /// The last item of the page above.
    private var lastOfPage: StoredID?
    /// Items that count as deleted, since a page showed none of them between items above and below.
    private var passedOver: Set<StoredID> = []

    init(_ ids: [StoredID] = []) {
        self.ids = ids
        seen = Set(ids)
        lastOfPage = ids.last
    }

    /// Whether a page shows an item of an earlier page.
    func continues(_ page: ListPage) -> Bool {
        seen.isEmpty || page.ids.contains { connects($0, page) }
    }

    /// Whether an item of a page shows that it continues the pages above: a pinned one does if it ended the last page.
    private func connects(_ id: StoredID, _ page: ListPage) -> Bool {
        guard seen.contains(id), !page.leading.contains(id) else { return false }
        return !page.pinned.contains(id) || id == lastOfPage && id == page.ids.first
    }

    /// Returns the page's items after all that were read; newer items above are left to the next update.
    mutating func fresh(of page: ListPage) -> [StoredID] {
        let ids = page.ids
        guard let last = ids.lastIndex(where: { connects($0, page) }) else {
            return ids.filter { !seen.contains($0) }
        }
        let fresh = ids[(last + 1)...].filter { !seen.contains($0) }
        // The items below were deleted, or others were inserted above them: a later page shows them then.
        if !fresh.isEmpty, ids[last] != self.ids.last, let index = self.ids.lastIndex(of: ids[last]) {
            passedOver.formUnion(self.ids[(index + 1)...])
        }
        return fresh
    }

    /// Adds the new items of a page.
    mutating func add(_ fresh: [StoredID], of page: ListPage) {
        if isAtSeam, let first = fresh.first {
            seams.append(first)
            isAtSeam = false
        }
        ids += fresh
        seen.formUnion(page.ids)
        lastOfPage = page.ids.last ?? lastOfPage
    }

    /// Notes that items may be missing above the next page.
    mutating func openSeam() { isAtSeam = true }

    /// Whether a page shows items that counted as deleted, so that ``ids`` are in a wrong order.
    mutating func areMisread(by page: ListPage) -> Bool {
        guard page.ids.contains(where: passedOver.contains) else { return false }
        seams += ids.drop { !passedOver.contains($0) }
        passedOver = []
        return true
    }
}
