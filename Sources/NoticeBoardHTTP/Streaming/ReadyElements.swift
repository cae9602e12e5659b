/// Elements that were parsed and not handed out, and how they end.
struct ReadyElements<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var first = 0
    private var error: (any Error)?
    private(set) var isOver = false
    private var isReading = false

    mutating func append(_ more: [Element]) {
        if first == elements.count { (elements, first) = (more, 0) } else { elements += more }
    }

    /// Ends the elements; only the first call counts.
    mutating func finish(throwing error: (any Error)?) {
        guard !isOver else { return }
        (isOver, self.error) = (true, error)
    }

    /// Drops what was not handed out and ends with `CancellationError`, unless the end was handed out.
    mutating func cancel() {
        guard !isOver || first < elements.count || error != nil else { return }
        (elements, first, isOver, error) = ([], 0, true, CancellationError())
    }

    /// Notes that a task reads more elements; throws if another one does.
    mutating func beginReading() throws {
        if isReading { throw HTTPByteStream.secondReader }
        isReading = true
    }

    mutating func endReading() { isReading = false }

    /// Returns the next element, the error once, then success with `nil`; `nil` if more has to be read first.
    mutating func pop() -> Result<Element?, any Error>? {
        if first < elements.count {
            defer { first += 1 }
            return .success(elements[first])
        }
        guard isOver else { return nil }
        defer { error = nil }
        return error.map { .failure($0) } ?? .success(nil)
    }
}
