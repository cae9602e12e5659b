import NoticeBoardPaging

/// A page as an update sees it: the IDs of its items, and facts about the list.
struct ListPage: Sendable {
    /// The items, in the service's order.
    var ids: [StoredID]
    /// The items that the service may show at any position, so that their place proves nothing.
    var pinned: Set<StoredID> = []
    /// The items that the service shows on top of every page, so that they do not connect two pages either.
    var leading: Set<StoredID> = []
    /// The number of elements that could not be decoded.
    var skipped = 0
    var next: PagePosition?
    var total: Int?

    /// The number of elements.
    var elements: Int { ids.count + skipped }

    /// Whether every element was decoded.
    var isWhole: Bool { skipped == 0 }
}
