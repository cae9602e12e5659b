public import Foundation
import NoticeBoardBase

extension HTTPStream<Data> {
    /// Returns the body as lines of at most `limit` bytes; a longer one throws `responseTooLarge`.
    public func lines(limit: Int = 1 << 20) -> HTTPLines {
        HTTPLines(ParsingReader(LineParser(limit: limit), makeAsyncIterator().reader))
    }

    /// Returns the events of this body, without reconnecting after its end.
    ///
    /// A line and an event's data have at most `limit` bytes each; longer ones throw `responseTooLarge`. An event without a final
    /// blank line is dropped.
    public func events(limit: Int = 1 << 20) -> ServerEvents {
        ServerEvents(ParsingReader(EventLines(EventParser(limit: limit)), makeAsyncIterator().reader))
    }
}

/// How a stream reconnects.
struct StreamReconnection<Parser: StreamParser>: Sendable {
    /// Opens a connection that resumes after the parsed elements; `nil` if the server wants none.
    let open: @Sendable (_ parser: Parser) async throws -> StreamReader<Data>?
    /// Returns the seconds to wait after a number of failures in a row, or `nil` to throw the error.
    let wait: @Sendable (_ error: (any Error)?, _ failures: Int, _ parser: Parser) -> Double?
    /// The parser for the next connection.
    let next: @Sendable (_ parser: Parser) -> Parser
    let time: TimeSource
}

/// Parses pieces into elements ahead of the loop that reads them, over one connection or several in turn.
final class ParsingReader<Parser: StreamParser>: StreamReader<Parser.Element>, @unchecked Sendable {
    private struct State {
        var parser: Parser
        var connection: StreamReader<Data>?
        var ready = ReadyElements<Parser.Element>()
        /// Connections in a row that failed before their head arrived.
        var failures = 0
    }

    private let reconnection: StreamReconnection<Parser>?
    private let state: Locked<State>

    init(_ parser: Parser, _ connection: StreamReader<Data>?) {
        reconnection = nil
        state = Locked(State(parser: parser, connection: connection))
        super.init()
        if connection == nil { state.withLock { $0.ready.finish(throwing: NoticeBoardError.secondReader) } }
    }

    /// Creates a reader over connections that `reconnection` opens.
    init(_ parser: Parser, _ reconnection: StreamReconnection<Parser>) {
        self.reconnection = reconnection
        state = Locked(State(parser: parser))
    }

    override func next(isolation: isolated (any Actor)?) async throws -> Parser.Element? {
        if Task.isCancelled { end(CancellationError()) }
        if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
        try state.withLock { try $0.ready.beginReading() }
        defer { state.withLock { $0.ready.endReading() } }
        while true {
            do { try await read(isolation: isolation) } catch { end(error) }
            if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
        }
    }

    /// Ends the stream and its connection.
    private func end(_ error: (any Error)?) {
        let connection = state.withLock { state in
            if error is CancellationError { state.ready.cancel() } else { state.ready.finish(throwing: error) }
            defer { state.connection = nil }
            return state.connection
        }
        connection?.cancel()
    }

    /// Reads a piece, opens a connection, or finishes.
    private func read(isolation: isolated (any Actor)?) async throws {
        guard let connection = state.withLock({ $0.connection }) else { return try await connect(isolation: isolation) }
        let piece: Data?
        do { piece = try await connection.next(isolation: isolation) } catch {
            return try await disconnected(error, isolation: isolation)
        }
        try parse(piece)
        if piece == nil { try await disconnected(nil, isolation: isolation) }
    }

    private func parse(_ piece: Data?) throws {
        try state.withLock { state in
            var elements: [Parser.Element] = []
            defer { state.ready.append(elements) }
            try state.parser.parse(piece) { elements.append($0) }
        }
    }

    private func connect(isolation: isolated (any Actor)?) async throws {
        guard let reconnection else { return end(nil) }
        let connection: StreamReader<Data>?
        do { connection = try await reconnection.open(state.withLock { $0.parser }) } catch {
            state.withLock { $0.failures += 1 }
            return try await disconnected(error, isolation: isolation)
        }
        guard let connection else { return end(nil) }
        state.withLock { state in
            (state.connection, state.failures) = (connection, 0)
            state.parser = reconnection.next(state.parser)
        }
    }

    /// Waits before the next connection, or throws the error that ended the last one.
    private func disconnected(_ error: (any Error)?, isolation: isolated (any Actor)?) async throws {
        let (failures, parser) = state.withLock { state in
            state.connection = nil
            return (state.failures, state.parser)
        }
        guard let reconnection, let wait = reconnection.wait(error, failures, parser) else {
            if let error { throw error }
            return end(nil)
        }
        try await reconnection.time.sleep(wait)
    }
}

/// Parsed elements that were not delivered yet, and the end that follows them.
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

    /// Drops undelivered elements and ends with `CancellationError`, unless the end was delivered.
    mutating func cancel() {
        guard !isOver || first < elements.count || error != nil else { return }
        (elements, first, isOver, error) = ([], 0, true, CancellationError())
    }

    /// Records that a task reads more elements; throws if another task does.
    mutating func beginReading() throws {
        if isReading { throw NoticeBoardError.secondReader }
        isReading = true
    }

    mutating func endReading() { isReading = false }

    /// Returns the next element, the error once, then success with `nil`; `nil` if more must be read first.
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
