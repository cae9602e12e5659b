/// Deviations of real Link services that a client must handle.
struct SimulatedLinkQuirks: Sendable {
    /// The form of a list's last cursor.
    enum End: Sendable, CaseIterable {
        /// The string `"0"`, like the service.
        case zero
        /// The cursor is the number 0.
        case number
        /// No cursor.
        case missing
        /// An empty string.
        case empty
    }

    /// The form of a list's last cursor.
    var end = End.zero
    /// Whether cursors are numbers instead of strings.
    var sendsNumbers = false
    /// Whether every list contains a null.
    var sendsNulls = false
    /// Whether the response to a deleted reply omits the reply's ID.
    var omitsCommentID = false
}
