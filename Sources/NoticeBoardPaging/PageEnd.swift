/// The reason why a walk has ended.
public enum PageEnd: Sendable, Hashable {
    /// The service has no more pages.
    case lastPage
    /// The rules allow no more pages or items.
    case limit
    /// An empty page arrived before `total` items were loaded.
    case early
    /// The service repeated a position, and the rules accept that as the end.
    case repeatedPosition
}
