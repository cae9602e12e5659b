/// The number of requests that a call may cost, from the table in `Documentation/Feed.md`.
struct RequestLimits {
    let refreshPages: Int
    let isFiltered: Bool

    var refresh: Int { refreshPages }
    var open: Int { refreshPages + 1 }
    /// For `retry()` and for another filter.
    var retry: Int { max(2, refreshPages) }
    /// For a row that appears, a page of a gap and a change.
    ///
    /// Pages whose rows are all hidden are read on.
    var row: Int { isFiltered ? max(2, refreshPages) : 2 }
}
