/// Habits that real Link services have and a client must handle.
package struct SimulatedLinkQuirks: Sendable, Hashable {
    /// How the end of a list is told.
    package enum End: Sendable, Hashable, CaseIterable {
        /// The cursor is `"0"`, as the service does.
        case zero
        /// The cursor is the number 0.
        case number
        /// There is no cursor.
        case missing
        /// The cursor is empty.
        case empty
    }

    /// How the end of a list is told.
    package var end: End
    /// Whether cursors are numbers and no texts.
    package var sendsNumbers: Bool
    /// Whether a null stands in every list.
    package var sendsNulls: Bool
    /// Whether the answer to a deleted comment keeps the comment's ID to itself.
    package var omitsCommentID: Bool

    /// Habits; none unless they are named.
    package init(
        end: End = .zero, sendsNumbers: Bool = false, sendsNulls: Bool = false, omitsCommentID: Bool = false
    ) {
        self.end = end
        self.sendsNumbers = sendsNumbers
        self.sendsNulls = sendsNulls
        self.omitsCommentID = omitsCommentID
    }
}
