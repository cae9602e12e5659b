/// The order of a service's list.
///
/// In every order, no item is shown twice, and no existing item is removed.
public enum FeedOrder: Sendable, Hashable {
    /// New items appear at the head, others keep their order. Deleted items are removed, and items are missing only in gaps.
    case newestFirst
    /// Like ``newestFirst``, but items may also appear in the middle; a page's neighboring items decide where.
    case fixed
    /// Items move, for example by last reply or popularity. Items that a page does not show stay; there is no other guarantee.
    case moving
}
