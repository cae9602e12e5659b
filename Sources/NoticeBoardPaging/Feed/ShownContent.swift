/// What the screen shows of a list's content.
struct ShownContent<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items that are not hidden.
    var items = FeedItems<Item>()
    /// The number of hidden items by reason.
    var hiddenCounts: [HiddenReason: Int] = [:]
    /// The visible rows below gaps, where these differ from the gaps' own.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] = [:]
    /// The numbers of items missing in gaps.
    var gapSizes: [PageGap<Item.ID>: Int] = [:]
}
