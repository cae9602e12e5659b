/// A place in a list where items may be missing, because the list changed faster there than it could be read.
public struct PageGap<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The last item before the place; nothing at the head of the list.
    public var after: ID?
    /// The first item behind the place; nothing at the end of the list.
    public var before: ID?

    /// A place between two items.
    public init(after: ID?, before: ID?) {
        self.after = after
        self.before = before
    }
}

extension PageGap: Encodable where ID: Encodable {}
extension PageGap: Decodable where ID: Decodable {}
