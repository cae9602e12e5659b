/// Which statuses count as success.
///
/// ```swift
/// .get("feed", headers: ["If-None-Match": tag]).with { $0.validation = .success.or(304) }
/// ```
public struct StatusValidation: Sendable, Hashable {
    private let accepted: [Range<Int>]

    private init(ranges: [Range<Int>]) { accepted = ranges }

    /// Success is a status in one of `accepted`.
    public init(_ accepted: Range<Int>...) { self.init(ranges: accepted) }

    /// 2xx, the default.
    public static let success = StatusValidation(200..<300)
    /// Every status: the caller looks itself.
    public static let any = StatusValidation(Int.min..<Int.max)

    /// The same, and these too.
    public func or(_ statuses: HTTPStatus...) -> StatusValidation {
        StatusValidation(ranges: accepted + statuses.map { $0.rawValue..<$0.rawValue + 1 })
    }

    /// Whether `status` counts as success.
    public func accepts(_ status: HTTPStatus) -> Bool { accepted.contains { $0.contains(status.rawValue) } }
}
