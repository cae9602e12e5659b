import NoticeBoardBase

/// Decides whether a service refuses a position, such as a cursor that has expired.
enum PositionRefusal {
    private static let codes: Set<NoticeBoardError.Code> = [
        .inputRefused, .notFound, .forbidden, .conflict, .unsupported, .unexpectedStatus, .external,
    ]

    /// Whether an error may mean that the position is refused; an error of the app's own code may.
    static func isRefusal(_ error: any Error) -> Bool {
        if error is CancellationError { return false }
        return codes.contains(NoticeBoardError(wrapping: error).code)
    }
}
