public import Foundation

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
