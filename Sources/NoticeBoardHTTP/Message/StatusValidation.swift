/// The statuses that count as success.
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
    /// Every status; the caller checks it.
    public static let any = StatusValidation(ranges: [Int.min...Int.max])

    /// Accepts `statuses` as well.
    public func or(_ statuses: HTTPStatus...) -> StatusValidation {
        StatusValidation(ranges: accepted + statuses.map { $0.rawValue...$0.rawValue })
    }

    /// Returns whether `status` counts as success.
    public func accepts(_ status: HTTPStatus) -> Bool { accepted.contains { $0.contains(status.rawValue) } }
}
