/// The position of a page, in the form that the service uses.
public enum PagePosition: Sendable, Hashable, Codable {
    /// The index of the page's first item.
    case offset(Int)
    /// The cursor that the previous page returned.
    case cursor(String)
    /// The page number, if the service numbers its pages.
    case page(Int)

    /// The cursor, or `nil` for other positions.
    public var cursor: String? { if case .cursor(let cursor) = self { cursor } else { nil } }
    /// The page number, or `nil` for other positions.
    public var page: Int? { if case .page(let number) = self { number } else { nil } }
}

extension PagePosition? {
    /// The offset, which is 0 for the first page, or `nil` for other positions.
    var offset: Int? { if case .offset(let offset)? = self { offset } else { self == nil ? 0 : nil } }
}
