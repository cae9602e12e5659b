/// A tag that decides what a piece of a ``PostBody`` is.
enum BodyTag: String, CaseIterable {
    case a, img, hr, blockquote, ul, ol, li, pre, table, tr, td, th, h1, h2, h3, h4, h5, h6

    /// The tag of this name, in any case.
    init?(name: ArraySlice<UInt8>) {
        guard let tag = PackedName(name, ignoringCase: true).flatMap({ Self.byName[$0] }) else { return nil }
        self = tag
    }

    private static let byName = allCases.reduce(into: [PackedName: BodyTag]()) { table, tag in
        PackedName(tag.rawValue.utf8).map { table[$0] = tag }
    }

    /// The level of a heading.
    var level: Int? { rawValue.first == "h" ? rawValue.last?.wholeNumberValue : nil }
}
