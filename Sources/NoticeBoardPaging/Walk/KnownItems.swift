/// The items of a walk: which were handed out, and which of them prove a position.
struct KnownItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// Items that are not handed out again.
    var seen: Set<Item.ID>
    /// The last items handed out, without pinned ones.
    var recent: [Item.ID]
    /// Items that prove no position, because pages declare them as pinned.
    var pinned: Set<Item.ID>
    /// The items that the last page declared as pinned.
    var lastPins: [Item.ID] = []
    /// The first item of the list, if the walk began there.
    var first: Item.ID?
    /// The last item of the last page, new or not.
    var lastID: Item.ID?

    /// Creates the items of a bookmark; those in `known` are not handed out, although the bookmark does not remember them.
    ///
    /// With `nil` the caller sets ``seen`` before each page.
    init(of bookmark: PageBookmark<Item.ID>, and known: consuming Set<Item.ID>?) {
        pinned = bookmark.pinned
        recent = Self.apart(bookmark.recent, from: bookmark.pinned)
        lastID = recent.last
        guard let known else {
            seen = []
            return
        }
        seen = known
        seen.formUnion(pinned)
        seen.formUnion(recent)
    }

    /// Returns whether an item is known and proves a position.
    func isPlaced(_ item: Item) -> Bool { seen.contains(item.id) && !pinned.contains(item.id) }

    /// Records the last items handed out.
    mutating func remember(_ items: ArraySlice<Item>, atMost count: Int) {
        let room = max(count, 1)
        recent = Array((recent + items.suffix(room).map { $0.id }).suffix(room))
    }

    /// Records items that prove no position.
    mutating func pin(_ items: some Sequence<Item.ID>) {
        pinned.formUnion(items)
        recent = Self.apart(recent, from: pinned)
    }

    /// Returns the anchors that prove a position: all but the pinned ones, or all if every one is pinned.
    private static func apart(_ anchors: [Item.ID], from pinned: Set<Item.ID>) -> [Item.ID] {
        guard !pinned.isEmpty else { return anchors }
        let movable = anchors.filter { !pinned.contains($0) }
        return movable.isEmpty ? anchors : movable
    }
}
