/// A response's status.
///
/// Any number is a status, so that a server's own (418, 444) survive.
public struct HTTPStatus: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number on the wire.
    public let rawValue: Int

    /// A status by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A status by its number.
    public init(integerLiteral value: Int) { rawValue = value }

    /// 2xx.
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// 301, 302, 303, 307 and 308: those that name another address to go to.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

extension HTTPStatus: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}

/// Which statuses count as success.
///
/// ```swift
/// .get("feed", headers: ["If-None-Match": tag]).with { $0.validation = .success.or(304) }
/// ```
public struct StatusValidation: Sendable, Hashable {
    private let accepted: [ClosedRange<Int>]

    private init(ranges: [ClosedRange<Int>]) { accepted = ranges }

    /// Creates a validation that accepts the statuses in `accepted`.
    public init(_ accepted: Range<Int>...) {
        self.init(ranges: accepted.filter { !$0.isEmpty }.map { $0.lowerBound...$0.upperBound - 1 })
    }

    /// 2xx, the default.
    public static let success = StatusValidation(200..<300)
    /// Every status: the caller looks itself.
    public static let any = StatusValidation(ranges: [Int.min...Int.max])

    /// The same, and these too.
    public func or(_ statuses: HTTPStatus...) -> StatusValidation {
        StatusValidation(ranges: accepted + statuses.map { $0.rawValue...$0.rawValue })
    }

    /// Whether `status` counts as success.
    public func accepts(_ status: HTTPStatus) -> Bool { accepted.contains { $0.contains(status.rawValue) } }
}
