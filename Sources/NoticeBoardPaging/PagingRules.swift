/// How a list is walked through: what is read twice to be sure, where to stop, what ends it.
public struct PagingRules: Sendable, Hashable {
    /// What becomes of a walk whose service hands out a position that it handed out before.
    public enum RepeatedPosition: Sendable, Hashable {
        /// It fails with `endlessList`.
        case fails
        /// It ends there.
        case ends
    }

    /// How many items of each page are read again with the next one, so that what changed in between is noticed.
    ///
    /// It works with offsets only: a cursor cannot be moved back. 0 or less reads nothing twice.
    public var overlap = 0
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
    /// What becomes of a walk that would go in a circle.
    public var repeatedPosition: RepeatedPosition = .fails
    /// How many of the last items a bookmark remembers, at least one.
    public var remembered = 30

    /// The usual rules: nothing is read twice, nothing is cut off, a circle fails.
    public init() {}
}
