/// The service, the list and the reader of a script.
struct Setup: Equatable, Sendable {
    var kind = ListKind()
    var service = ServiceHabits()
    /// The list's rule `refreshPages`.
    var refreshPages = 1
    /// The list's rule `prefetchDistance`.
    var prefetchDistance = 2
    /// The list's rule `paging.overlap`.
    var overlap = 0
    /// Whether the reader taps a gap when it is reached, and not after all rows.
    ///
    /// A row below a gap has no position from which it could be read before the gap is filled.
    var fillsGapsInOrder = true
    /// How often the whole list is read at the end.
    var rounds = 4
}
