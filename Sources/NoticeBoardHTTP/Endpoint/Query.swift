/// A query in the order written.
///
/// An item whose value is nothing is dropped.
///
/// ```swift
/// .get("posts", query: ["offset": offset, "limit": limit, "next": cursor])
/// ```
public struct Query: Sendable, Hashable {
    /// One name and its value, neither encoded.
    public struct Item: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String
    }

    /// The items in order.
    public private(set) var items: [Item] = []

    /// Adds an item after those that are there; nothing when `value` is nothing.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        if let value { items.append(Item(name: name, value: value.queryText)) }
    }

    /// Appends the encoded query, with its question mark, to a path.
    func append(to target: inout String) {
        var separator: Character = "?"
        for item in items {
            target.append(separator)
            PercentEncoding.append(item.name, to: &target)
            target.append("=")
            PercentEncoding.append(item.value, to: &target)
            separator = "&"
        }
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// The items in the order written.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        items.reserveCapacity(elements.count)
        for (name, value) in elements { append(name, value) }
    }
}

extension Query.Item: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name alone: values are what people search for.
    public var description: String { "\(name)=…" }
    /// The name alone.
    public var debugDescription: String { description }
    /// The name alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

/// A value that can stand in a query or a path.
public protocol QueryValue: Sendable {
    /// The value as text, not encoded.
    var queryText: String { get }
}

extension String: QueryValue {
    /// Itself.
    public var queryText: String { self }
}

extension Int: QueryValue {
    /// In decimal digits.
    public var queryText: String { String(self) }
}

extension Bool: QueryValue {
    /// `true` or `false`.
    public var queryText: String { self ? "true" : "false" }
}
