/// A list element that could not be decoded and was left out, so that the rest of the page survives.
public struct SkippedElement: Sendable, Hashable {
    /// The element's index in the list that the server sent.
    public let index: Int
    /// The path inside the element where decoding failed, such as `writer.displayName`; empty for the element itself.
    public let path: String
    /// The reason, without any of the element's content.
    public let reason: String

    /// Creates a record of a skipped element.
    public init(index: Int, path: String, reason: String) {
        self.index = index
        self.path = path
        self.reason = reason
    }
}
