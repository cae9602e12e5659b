public import NoticeBoardBase

/// What the place of a list shows: one of four things.
public enum FeedDisplay: Sendable, Hashable {
    /// The answer is still to come: nothing, or a drawing of rows.
    case placeholder
    /// The items.
    case items
    /// An answer said that there are none; what is said instead is for the screen to say.
    case empty
    /// There is nothing to show, because of this.
    case failure(NoticeBoardError)
}
