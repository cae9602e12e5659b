public import NoticeBoardBase

/// A query, in the order written.
///
/// A `nil` value drops its item; a list repeats the name.
///
/// ```swift
/// .get("posts", query: ["offset": offset, "limit": limit, "next": cursor, "tag": ["swift", "linux"]])
/// ```
public struct Query: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A name and its value, not encoded.
    public struct Item: Sendable, Hashable, Redacted {
        /// The name.
        public let name: String
        /// The value.
        public let value: String

        /// Creates an item; `nil` values and lists are for a ``Query`` and its `append(_:_:)`.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether names and values have the same bytes.
        public static func == (left: Self, right: Self) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
        }

        /// Only the name, since the value may be a search keyword.
        public var description: String { "\(name)=…" }
    }

    /// The items in order.
    public var items: [Item]

    /// Creates a query of `items`.
    public init(_ items: [Item] = []) { self.items = items }

    /// Appends a value, or each value of a list; does nothing if `value` is `nil`.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        if let texts = value.queryTexts {
            items += texts.map { Item(name: name, value: $0) }
        } else {
            items.append(Item(name: name, value: value.queryText))
        }
    }

    /// Appends the encoded query to a path after a question mark, or to an existing query.
    func append(to target: inout [UInt8], separator: Unicode.Scalar = "?") {
        var separator = UInt8(ascii: separator)
        for item in items {
            target.append(separator)
            PercentEncoding.append(item.name, to: &target)
            target.append(UInt8(ascii: "="))
            PercentEncoding.append(item.value, to: &target)
            separator = UInt8(ascii: "&")
        }
    }

    /// Creates a query in the order written.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        items = []
        items.reserveCapacity(elements.count)
        for (name, value) in elements { append(name, value) }
    }
}
