public import NoticeBoardBase

/// A page as a walk hands it out: only what was not there before, and how far the walk has come.
public struct LoadedPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items that no page before had, in the service's order.
    public let items: [Item]
    /// How many of the first of ``items`` stand above all that was read before: more came since than had been read.
    public let above: Int
    /// What could not be read.
    public let skipped: [SkippedElement]
    /// How many items have been loaded, with these, and how many there are.
    public let progress: PageProgress
    /// Where items may be missing before or among these.
    public let gaps: [PageGap<Item.ID>]
    /// Where to read on after this page.
    public let bookmark: PageBookmark<Item.ID>
    /// Where the page began.
    let origin: Origin

    /// What a bookmark in the middle of the page is made from.
    struct Origin: Sendable {
        /// The position that the page was asked for by.
        let position: PagePosition?
        /// The index of the first of the items in the whole list, as far as it is known.
        let index: Int?
        /// What was taken last before this page.
        let recent: [Item.ID]
        /// How many of the last items a bookmark remembers.
        let remembered: Int
    }

    /// Where to read on when only the first `count` of the items were taken.
    public func bookmark(after count: Int) -> PageBookmark<Item.ID> {
        guard count < items.count else { return bookmark }
        let taken = items.prefix(max(count, 0)).map(\.id)
        var place = bookmark
        place.loaded = progress.loaded - items.count + taken.count
        place.isAtEnd = false
        if let index = origin.index, case .offset? = bookmark.position ?? origin.position {
            place.position = .offset(index.clampedAdding(taken.count))
            place.recent = (origin.recent + taken).suffix(origin.remembered)
        } else {
            // The whole page is asked for again: all that was taken of it must be known.
            place.position = origin.position
            place.recent = origin.recent + taken
        }
        return place
    }
}
