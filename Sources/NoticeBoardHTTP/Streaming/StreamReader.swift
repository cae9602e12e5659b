import NoticeBoardBase

/// The reading end of a stream, with one subclass per kind of reader; ends the connection when it is released.
///
/// Sendable: subclasses add only constants and state behind a lock. The compiler checks that only for final classes.
class StreamReader<Element: Sendable>: @unchecked Sendable {
    /// Returns the next element, or `nil` at the end.
    func next(isolation: isolated (any Actor)?) async throws -> Element? { nil }

    /// Ends the connection.
    func cancel() {}
}

extension NoticeBoardError {
    /// Thrown if a stream is read by two iterators, or by two tasks at the same time.
    static let secondReader = NoticeBoardError(
        invalid: "stream", "A stream is read once, by one iterator and one task at a time.")
}
