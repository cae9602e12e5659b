import NoticeBoardPaging

/// Searches a service for a draft whose response was lost: from the newest item down to what existed before.
///
/// A search that reads a fixed number of new items misses a draft that was stored late, when others have appeared above it.
struct ArrivalSearch<Sender: OutboxSender>: Sendable {
    let sender: Sender
    /// The number of items in a page of the search.
    private static var pageSize: Int { 20 }
    /// A search reads at most this many pages.
    private static var mostPages: Int { 25 }

    /// The result of a search.
    enum Result: Sendable {
        case found(Sender.Answer)
        case missing
        /// The service cannot be searched, or nothing is left of what existed before, so that old and new items look the same.
        case unknown
    }

    /// Returns what the service has before the first attempt.
    ///
    /// Twice as many items as a page of the search has, since older items move up after a deletion.
    func existingItems(for draft: Sender.Draft) async throws -> ExistingItems {
        guard let page = try await sender.existing(for: draft, at: nil, limit: 2 * Self.pageSize) else {
            return ExistingItems(ids: [], isWholeList: true)
        }
        return ExistingItems(ids: page.ordered.compactMap { sender.id(of: $0) }, isWholeList: page.next == nil)
    }

    /// Returns the item that the service made of a draft; of several, the oldest one.
    ///
    /// The newer ones may have been made of equal drafts that were sent later, whose searches don't take an older one.
    func result(for parcel: OutboxParcel<Sender.Draft>, since existing: ExistingItems) async throws -> Result {
        let before = Set(existing.ids)
        let isOld = { (item: Sender.Answer) in sender.id(of: item).map { before.contains($0) } ?? false }
        let own = Set(existing.sentSince)
        let isArrival = { (item: Sender.Answer) in
            if let id = sender.id(of: item), before.contains(id) || own.contains(id) { return false }
            return sender.isStored(parcel, as: item)
        }
        var found: Sender.Answer?
        var position: PagePosition?
        for _ in 0..<Self.mostPages {
            guard let page = try await sender.existing(for: parcel.draft, at: position, limit: Self.pageSize) else {
                return .unknown
            }
            let items = page.ordered
            let lastOld = items.lastIndex(where: isOld)
            // Below what existed before there may be older items that were not recorded.
            let new = existing.isWholeList ? items[...] : items.prefix(upTo: lastOld ?? items.endIndex)
            found = new.last(where: isArrival) ?? found
            if lastOld != nil { return found.map { .found($0) } ?? .missing }
            // No ID tells whether it was there before.
            if let found, sender.id(of: found) == nil { return .found(found) }
            guard let next = page.next else {
                if existing.isWholeList { return found.map { .found($0) } ?? .missing }
                return .unknown
            }
            position = next
        }
        // Every item that was not recorded is new.
        if let found, existing.isWholeList { return .found(found) }
        return .unknown
    }
}

extension Page {
    /// The items below those that the service shows on top of every page.
    fileprivate var ordered: [Item] { Array(items.dropFirst(max(pinned, 0))) }
}
