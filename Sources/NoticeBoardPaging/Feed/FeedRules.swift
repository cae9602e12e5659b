public import NoticeBoardBase

/// The rules of a feed.
public struct FeedRules<Item: Sendable>: Sendable {
    /// The display order: returns whether the first item precedes the second.
    ///
    /// `nil` keeps the service's order.
    ///
    /// It applies between two gaps, not across one. Items of equal rank keep the service's order.
    public var order: (@Sendable (Item, Item) -> Bool)?
    /// The display order of the items below a gap; `nil` uses ``order``.
    ///
    /// For example, notices go to the top of the list, but not to the top of every stretch between two gaps.
    public var orderBelowGaps: (@Sendable (Item, Item) -> Bool)?
    /// The rules for loading the list's pages.
    ///
    /// By default, a service that repeats a position, or has fewer items than its total, ends the list. Without a total, pages
    /// overlap by three items.
    public var paging = PagingRules()
    /// The number of rows before the end at which the next page is requested.
    public var prefetchDistance = 10
    /// The time after which a load counts as slow, in seconds.
    public var spinnerDelay = 0.3
    /// The maximum number of requests of a refresh: for the pages that meet the loaded items, which otherwise stay below a gap, and
    /// for the stale rows around the top of the screen.
    public var refreshPages = 4

    /// The service's order; it decides what a page proves about items it does not show.
    public var serviceOrder = FeedOrder.newestFirst
    /// Returns why an item is hidden, or `nil` to show it.
    public typealias Filter = @Sendable (Item) -> HiddenReason?
    /// Decides which items are hidden, and why.
    ///
    /// Hidden items stay loaded, so that the list's total, end and gaps stay correct.
    public var filter: Filter?

    /// When the list is too old, so that it is loaded again by itself; `nil` never.
    public var fresh: Freshness?
    /// Tells of the app's foreground and background and of the network's returns, with which the list goes on by itself.
    public var life: AppLife?

    /// Creates the default rules: the service's order, nothing hidden.
    public init() {
        paging.endsAtRepeatedPosition = true
        paging.acceptsEarlyEnd = true
        paging.overlapWithoutTotal = 3
    }
}
