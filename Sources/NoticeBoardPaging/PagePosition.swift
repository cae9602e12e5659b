/// Where a page begins, in the words of the service that serves it.
public enum PagePosition: Sendable, Hashable, Codable {
    /// The index of the page's first item.
    case offset(Int)
    /// The mark that the page before handed out.
    case cursor(String)
}
