/// A place where items may be missing: a refresh did not reach the loaded items, or the list changed too fast.
public struct PageGap<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The last item above the gap; `nil` at the head of the list.
    public var after: ID?
    /// The first item below the gap; `nil` at the end of the list.
    public var before: ID?

    /// Creates a gap between two items.
    public init(after: ID?, before: ID?) {
        self.after = after
        self.before = before
    }
}

extension PageGap: Codable where ID: Codable {}
