public import NoticeBoardBase

/// A page of ``Paginator/pages``: only its new items, and the progress.
public struct LoadedPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items that no earlier page had, in the service's order.
    public internal(set) var items: [Item]
    /// Whether the first item is below the last item of the page before.
    let link: PageLink
    /// The number of leading ``items`` above everything loaded before: more arrived since than had been loaded.
    public let above: Int
    /// The elements that could not be decoded.
    public let skipped: [SkippedElement]
    /// The number of items loaded, including these, and the total.
    public let progress: PageProgress
    /// Where items may be missing before or among these.
    public let gaps: [PageGap<Item.ID>]
    /// Where to continue after this page.
    public internal(set) var bookmark: PageBookmark<Item.ID>
    /// The position that was requested.
    let position: PagePosition?
    /// The index of the first item in the whole list, if known.
    let index: Int?
    /// The last items handed out before this page.
    let recent: [Item.ID]
    /// The number of items that a bookmark remembers.
    let remembered: Int

    /// Returns where to continue if only the first `count` items were used.
    public func bookmark(after count: Int) -> PageBookmark<Item.ID> {
        guard count < items.count else { return bookmark }
        let taken = items.prefix(max(count, 0)).map(\.id)
        var place = bookmark
        place.loaded = progress.loaded - items.count + taken.count
        place.isAtEnd = false
        if let index, case .offset? = bookmark.position ?? position {
            place.position = .offset(index.clampedAdding(taken.count))
            place.recent = (recent + taken).suffix(remembered)
        } else {
            // The whole page is requested again, so the bookmark must know every item used from it.
            place.position = position
            place.recent = recent + taken
        }
        return place
    }
}

/// Whether a page continues the list directly below the page before.
enum PageLink: Sendable {
    /// The page, or its cursor, shows it.
    case shown
    /// No item was left out, but if very many have come and gone, the page may be above all others.
    case likely
    /// Items may have come or gone.
    case unknown
}
