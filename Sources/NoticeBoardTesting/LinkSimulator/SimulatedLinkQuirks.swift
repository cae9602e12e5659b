/// Habits that real Link services have and a client must handle.
struct SimulatedLinkQuirks: Sendable {
    /// How the end of a list is written.
    enum End: Sendable, CaseIterable {
        /// The cursor is `"0"`, as the service does.
        case zero
        /// The cursor is the number 0.
        case number
        /// There is no cursor.
        case missing
        /// The cursor is empty.
        case empty
    }

    /// How the end of a list is written.
    var end = End.zero
    /// Whether cursors are numbers and no texts.
    var sendsNumbers = false
    /// Whether every list contains a null.
    var sendsNulls = false
    /// Whether the answer to a deleted comment leaves out the comment's ID.
    var omitsCommentID = false
}
