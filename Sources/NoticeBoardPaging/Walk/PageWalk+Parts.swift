/// The parts of a walk that a feed reads and changes.
///
/// Sets are changed in place, because a long list has large ones.
extension PageWalk {
    /// The rules of the walk.
    var rules: PagingRules { continuation.rules }
    /// The position to request; `nil` for the first page.
    ///
    /// Meaningless once the walk has ended.
    var position: PagePosition? {
        get { continuation.position }
        set { continuation.position = newValue }
    }
    /// Why the walk has ended; `nil` before.
    var end: PageEnd? {
        get { continuation.end }
        set { continuation.end = newValue }
    }
    /// The number of items handed out, and the total.
    var progress: PageProgress {
        get { continuation.progress }
        set { continuation.progress = newValue }
    }
    /// The number of elements between the last two positions.
    var stride: Int { continuation.stride }

    /// Items that are not handed out again.
    var seen: Set<Item.ID> {
        get { known.seen }
        _modify { yield &known.seen }
    }
    /// The last items handed out, without pinned ones.
    var recent: [Item.ID] {
        get { known.recent }
        _modify { yield &known.recent }
    }
    /// Items that prove no position.
    var pinned: Set<Item.ID> {
        get { known.pinned }
        _modify { yield &known.pinned }
    }
    /// The items that the last page declared as pinned.
    var lastPins: [Item.ID] { known.lastPins }
    /// The first item of the list, if the walk began there.
    var first: Item.ID? {
        get { known.first }
        set { known.first = newValue }
    }
    /// The last item of the last page, new or not.
    var lastID: Item.ID? {
        get { known.lastID }
        set { known.lastID = newValue }
    }

    /// The number of new items known to be above the loaded ones; detected with offsets, not with cursors.
    var cameAbove: Int {
        get { offsets.cameAbove }
        set { offsets.cameAbove = newValue }
    }
    /// Whether the next page is accepted without a known item, because a search has failed.
    var isOverruled: Bool { offsets.isOverruled }
    /// Whether an element below the last new item could not be decoded.
    var endsBroken: Bool {
        get { offsets.endsBroken }
        set { offsets.endsBroken = newValue }
    }
}
