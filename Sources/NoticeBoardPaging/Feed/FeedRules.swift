/// In which order a service has the items of a list. No item is shown twice in any of them, and none that is there is removed.
public enum FeedOrder: Sendable, Hashable {
    /// New items come at the head, and the others keep their order: none is missing outside a gap, and what was deleted goes.
    case newestFirst
    /// The same, and items may also appear in the middle: each is shown where a page shows it next to others.
    case fixed
    /// Items move, by the last reply or by popularity for example: nothing more is promised, and what a page does not show stays.
    case moving
}

/// How a feed behaves.
public struct FeedRules<Item: Sendable>: Sendable {
    /// In which order it shows its items: whether the first of two stands before the second; nothing means as the service has
    /// them.
    ///
    /// Pages are merged into what is there: the whole is never sorted again. Items of equal rank stay as the service has them.
    public var order: (@Sendable (Item, Item) -> Bool)?
    /// How the list is walked through.
    ///
    /// A service that goes in a circle, or has fewer items than it says, ends the list, unless told otherwise; where it tells no
    /// total, three items of each page are read twice.
    public var paging: PagingRules = {
        var rules = PagingRules()
        (rules.endsAtRepeatedPosition, rules.acceptsEarlyEnd, rules.overlapWithoutTotal) = (true, true, 3)
        return rules
    }()
    /// How many rows before the end the next page is asked for.
    public var prefetchDistance = 10
    /// For how many seconds a load lasts before it counts as slow.
    public var spinnerDelay = 0.3
    /// How many pages a refresh reads at most to meet what was loaded before; if it does not, that stays below a gap.
    public var refreshPages = 4

    /// In which order the service has its items, and so what a page says of those that it does not show.
    public var serviceOrder = FeedOrder.newestFirst
    /// Why an item is not shown; `nil` for one that is shown.
    public typealias Filter = @Sendable (Item) -> HiddenReason?
    /// Which items are hidden, and why.
    ///
    /// Hidden items stay loaded: the total, the end and the gaps of the list stay true.
    public var filter: Filter?

    /// The usual rules: a list in the service's order.
    public init() {}
}
