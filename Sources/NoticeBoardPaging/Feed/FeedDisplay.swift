public import NoticeBoardBase

/// The content of a list's area on screen: exactly one of four.
public enum FeedDisplay: Sendable, Hashable {
    /// The items are not loaded yet: show an empty area or skeleton rows.
    case placeholder
    /// The items.
    case items
    /// The list is empty, or all its items are hidden; the screen supplies the text.
    case empty
    /// Loading failed, and there are no items to show.
    case failure(NoticeBoardError)
}
