/// Where a page begins, in the words of the service that serves it.
public enum PagePosition: Sendable, Hashable, Codable {
    /// The index of the page's first item.
    case offset(Int)
    /// The mark that the page before handed out.
    case cursor(String)
    /// The number of the page, where a service counts its pages.
    case page(Int)

    /// The cursor, where a service pages by cursors.
    public var cursor: String? { if case .cursor(let cursor) = self { cursor } else { nil } }
    /// The number of the page, where a service counts its pages.
    public var page: Int? { if case .page(let number) = self { number } else { nil } }
}
