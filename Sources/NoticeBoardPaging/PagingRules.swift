/// The rules for walking through a list: overlap, limits and the conditions that end it.
public struct PagingRules: Sendable, Hashable {
    /// The number of items of each page to load again with the next one, so that changes in between are detected.
    ///
    /// Works with offsets only: a cursor cannot be moved back. 0 or less means no overlap.
    public var overlap = 0
    /// The overlap if the service reports no total: then only overlap detects deletions.
    public var overlapWithoutTotal = 0
    /// The service's order, which a feed knows and a paginator does not.
    var order: FeedOrder?
    /// Whether the list ends once `total` items were loaded, although the page names another one.
    var endsAtTotal = true
    /// The maximum number of pages to request in search of the items before a bookmark; then a feed continues in a gap or below
    /// a new head.
    ///
    /// `nil` searches the whole list, and throws `placeLost` if it contains none of them.
    var maximumSearchPages: Int?
    /// The maximum number of pages to load.
    public var maximumPages: Int?
    /// The maximum number of items to hand out; a feed's refresh adds newer ones to them.
    public var maximumItems: Int?
    /// The size of a full page: without a total, a smaller page is the last one.
    ///
    /// Leave it `nil` if the service may return fewer elements than requested.
    public var fullPage: Int?
    /// The cursor that marks the last page.
    public var endMark: String?
    /// Whether a repeated position ends the list.
    ///
    /// Otherwise the walk fails with `endlessList`.
    public var endsAtRepeatedPosition = false
    /// Whether an empty page before `total` items ends the list, with ``PageEnd/early``.
    ///
    /// Otherwise the walk fails once with `endedEarly`, and the next call requests the page again.
    public var acceptsEarlyEnd = false
    /// The number of items that a bookmark remembers, at least one.
    public var remembered = 30

    /// Creates the default rules: no overlap, no limits, and an error for a repeated position.
    public init() {}

    /// Returns the overlap to use with this total.
    func overlap(knowing total: Int?) -> Int { max(overlap, total == nil ? overlapWithoutTotal : 0, 0) }

    /// The overlap of pages with more than one element: where items appear in the middle, an unchanged total does not show that
    /// none is missing between two pages.
    var overlapOfLongerPages: Int { order == .fixed ? 1 : 0 }
    /// Whether items keep their order, so that one that was handed out proves that a page continues the one before.
    var keepsOrder: Bool { order == .newestFirst || order == .fixed }
}
