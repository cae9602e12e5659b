/// An edit that a change makes to one list.
public enum FeedEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// An item was created: goes to the head, or where the list's order puts it. An existing item is replaced.
    case insert(Item)
    /// An item was changed; properties that the closure does not set stay as they are.
    ///
    /// The closure runs again over a page that was loading at the time, so it must set values, never add differences:
    /// `$0.likes.insert(me)`, not `$0.likeCount += 1`.
    case patch(Item.ID, @Sendable (inout Item) -> Void)
    /// Every item may have changed, for example because a user changed their name.
    case patchAll(@Sendable (inout Item) -> Void)
    /// An item was deleted, or no longer belongs to this list.
    case remove(Item.ID)
}
