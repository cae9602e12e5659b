/// What the user and the user's app did, as far as the list must know it.
struct UserState {
    /// Rows whose ID is a multiple of it are hidden.
    var hiddenMultiple: Int?
    /// The row to which the user scrolled, or the neighbor that took its place.
    var anchor: Int?
    /// The rows that the app inserted.
    var insertedRows: Set<Int> = []
    /// The rows that the app removed.
    var removedRows: Set<Int> = []

    func hides(_ id: Int) -> Bool { hiddenMultiple.map { id.isMultiple(of: $0) } ?? false }
}
