/// How a list is walked through: what is read twice to be sure, where to stop, what ends it.
public struct PagingRules: Sendable, Hashable {
    /// How many items of each page are read again with the next one, so that what changed in between is noticed.
    ///
    /// It works with offsets only: a cursor cannot be moved back. 0 or less reads nothing twice.
    public var overlap = 0
    /// The same for a service that tells no total, so that nothing else shows that items have left.
    public var overlapWithoutTotal = 0
    /// After how many pages the walk ends.
    public var maximumPages: Int?
    /// After how many items the walk ends.
    public var maximumItems: Int?
    /// How many elements a full page has: without a total, a page of fewer is the last one.
    ///
    /// Leave it out where the service may give fewer than it was asked for.
    public var fullPage: Int?
    /// The cursor by which the service means that there is no next page.
    public var endMark: String?
    /// Whether a position that comes again ends the list.
    ///
    /// Otherwise the walk fails with `endlessList`.
    public var endsAtRepeatedPosition = false
    /// Whether an empty page before `total` items ends the list, as ``PageEnd/early``.
    ///
    /// Otherwise the walk fails once with `endedEarly`, and the next call asks again.
    public var acceptsEarlyEnd = false
    /// How many of the last items a bookmark remembers, at least one.
    public var remembered = 30

    /// The usual rules: nothing is read twice, nothing is cut off, a circle fails.
    public init() {}

    /// How many items are read again where the total is this.
    func overlap(knowing total: Int?) -> Int { max(overlap, total == nil ? overlapWithoutTotal : 0, 0) }
}
