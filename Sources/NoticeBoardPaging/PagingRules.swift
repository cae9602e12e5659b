/// How a list is walked through: what is read twice to be sure, where to stop, what ends it.
public struct PagingRules: Sendable, Hashable {
    /// What becomes of a walk that cannot come to a good end.
    public enum OddEnd: Sendable, Hashable {
        /// It fails, and asks again when it is asked.
        case fails
        /// It ends there.
        case ends
    }

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
    /// What becomes of a walk that would go in a circle: it fails with `endlessList`, or ends.
    public var repeatedPosition = OddEnd.fails
    /// What becomes of a walk that gets nothing more although the service told of more: it fails with `endedEarly` and asks
    /// once more, or ends as ``PageEnd/early``.
    public var earlyEnd = OddEnd.fails
    /// How many of the last items a bookmark remembers, at least one.
    public var remembered = 30

    /// The usual rules: nothing is read twice, nothing is cut off, a circle fails.
    public init() {}

    /// How many items are read again where the total is this.
    func overlap(knowing total: Int?) -> Int { max(overlap, total == nil ? overlapWithoutTotal : 0, 0) }
}
