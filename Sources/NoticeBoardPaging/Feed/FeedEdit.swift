/// What a change means to one list.
public enum FeedEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// An item came to be: it stands at the head, or where the list's order puts it.
    case insert(Item)
    /// An item is another now; what the closure does not touch stays as it is.
    ///
    /// It says what is so and not a difference, since it is run again over a page that was on its way meanwhile:
    /// `$0.likes.insert(me)`, and not `$0.likeCount += 1`.
    case patch(Item.ID, @Sendable (inout Item) -> Void)
    /// The same for every item: a person who goes by another name now.
    case patchAll(@Sendable (inout Item) -> Void)
    /// An item is no more, or belongs to this list no longer.
    case remove(Item.ID)
}
