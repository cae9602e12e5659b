public import Foundation
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

/// A value that can be part of a query or a path.
///
/// An enum or an identifier with a raw value needs only the conformance: `enum Sort: String, QueryValue { case newest, oldest }`,
/// `struct PostID: RawRepresentable, QueryValue { let rawValue: Int }`.
public protocol QueryValue: Sendable {
    /// The value as text, before encoding.
    var queryText: String { get }
    /// The values of the items of a list; `nil`, the default, for a single value.
    var queryTexts: [String]? { get }
}

extension QueryValue {
    /// `nil`, for a single value.
    public var queryTexts: [String]? { nil }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// The raw value's text.
    public var queryText: String { rawValue.queryText }
}

extension QueryValue where Self: LosslessStringConvertible {
    /// The value as in Swift: decimal digits, `true` or `false`.
    public var queryText: String { description }
}

extension Array: QueryValue where Element: QueryValue {
    /// The elements with commas between them, for a path.
    public var queryText: String { map(\.queryText).joined(separator: ",") }
    /// An item for each element.
    public var queryTexts: [String]? { flatMap { $0.queryTexts ?? [$0.queryText] } }
}

extension String: QueryValue {
    /// Itself.
    public var queryText: String { self }
}

extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}

extension UUID: QueryValue {
    /// Lower case, as in RFC 9562.
    public var queryText: String { uuidString.lowercased() }
}

extension Date: QueryValue {
    /// In UTC as RFC 3339 writes it: `2026-11-20T08:05:09Z`; empty for a date outside of the years 0 to 9999.
    public var queryText: String { RFC3339.text(self) ?? "" }
}
