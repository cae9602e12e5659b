/// How the service pages, and what it does that a list would rather not have.
struct ServiceHabits: Equatable, Sendable {
    /// The total that the service reports.
    enum Total: String, Sendable {
        case exact
        case missing
        /// One too small.
        case small
        /// One too large.
        case large
    }

    /// When the service refuses a cursor.
    enum CursorLoss: String, Sendable {
        case never
        /// The cursor's row was deleted, or moved to the top.
        case deleted
        /// More than `cursorLifetime` requests ago.
        case aged
    }

    var pageSize = 3
    /// The number of rows at the beginning.
    var rowCount = 5
    var total = Total.exact
    /// Whether the last page with rows names a next page, which is empty.
    var endsWithEmptyPage = false
    var cursorLoss = CursorLoss.never
    /// The number of requests for which a cursor is accepted.
    var cursorLifetime = 8
    /// Whether pages have from one to `pageSize` rows, as after a filter of the service.
    var hasUnevenPages = false
    /// Whether a failed request for the first page is answered with the copy that the device stored.
    var servesStoredCopy = false
}
