/// Why a walk has ended.
public enum PageEnd: Sendable, Hashable {
    /// The service has no more.
    case lastPage
    /// As many pages or items as the rules allow.
    case limit
    /// Nothing more came, although the service told of more items than that.
    case early
    /// The service handed out a position again, and the rules say that this is the end.
    case repeatedPosition
}
