/// An element of a list that could not be read and was left out, so that one broken element never costs a page.
public struct SkippedElement: Sendable, Hashable {
    /// Where the element stood in the list as the server sent it.
    public let index: Int
    /// Where inside the element reading stopped, such as `writer.displayName`; empty for the element itself.
    public let path: String
    /// Why, without a word of what the element held.
    public let reason: String

    /// An element that was left out.
    public init(index: Int, path: String, reason: String) {
        self.index = index
        self.path = path
        self.reason = reason
    }
}
