/// The order in which a service lists its items, which decides what an answer proves.
package enum ListOrder: Sendable, Hashable {
    /// New items come at the top; the others keep their order.
    case newestFirst
    /// Items keep their order, and new ones may appear anywhere.
    case fixed
    /// Items move: by their last reply, by popularity.
    ///
    /// Such a list promises only that no item appears twice and that no answer removes one.
    case moving
}
