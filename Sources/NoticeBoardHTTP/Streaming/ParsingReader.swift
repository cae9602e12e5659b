public import Foundation
import NoticeBoardBase

extension HTTPStream<Data> {
    /// Returns the body as lines of at most `limit` bytes; a longer one throws `responseTooLarge`.
    public func lines(limit: Int = 1 << 20) -> HTTPLines {
        HTTPLines(ParsingReader(LineSplitter(limit: limit), makeAsyncIterator().reader))
    }

    /// Returns the events of this body, without reconnecting after its end.
    ///
    /// A line and an event's data have at most `limit` bytes each; longer ones throw `responseTooLarge`. An event without a final
    /// blank line is dropped.
    public func events(limit: Int = 1 << 20) -> ServerEvents {
        ServerEvents(ParsingReader(EventParser(limit: limit), makeAsyncIterator().reader))
    }
}

/// Parses pieces into elements ahead of the loop that reads them, over one connection or several in turn.
///
/// Sendable: its state is behind a lock.
final class ParsingReader<Parser: StreamParser>: StreamReader<Parser.Element>, @unchecked Sendable {
    /// Returns the next connection with its parser once one has ended, perhaps by an error; `nil` ends the stream.
    typealias Connect = @Sendable (_ parser: Parser, _ error: (any Error)?) async throws -> (StreamReader<Data>, Parser)?

    private struct State {
        var parser: Parser
        var connection: StreamReader<Data>?
        /// Why the last connection ended, if by an error; the next one is told.
        var failure: (any Error)?
        /// Parsed elements that were not delivered, and the error and end that follow them.
        var elements: ArraySlice<Parser.Element> = []
        var error: (any Error)?
        var isOver = false
        var isReading = false

        /// Returns the next element, the error once, then success with `nil`; `nil` if more must be read first.
        mutating func pop() -> Result<Parser.Element?, any Error>? {
            if let element = elements.popFirst() { return .success(element) }
            guard isOver else { return nil }
            defer { error = nil }
            return error.map { .failure($0) } ?? .success(nil)
        }
    }

    private let connect: Connect
    private let state: Locked<State>

    /// Creates a reader over connections that `connect` opens.
    init(_ parser: Parser, connect: @escaping Connect) {
        self.connect = connect
        state = Locked(State(parser: parser))
    }

    /// Creates a reader over one connection; without it, the stream has a reader already.
    init(_ parser: Parser, _ connection: StreamReader<Data>?) {
        let failure = connection == nil ? NoticeBoardError.secondReader : nil
        connect = { _, error in
            if let error = error ?? failure { throw error }
            return nil
        }
        state = Locked(State(parser: parser, connection: connection))
    }

    override func next(isolation: isolated (any Actor)?) async throws -> Parser.Element? {
        if Task.isCancelled { end(CancellationError()) }
        if let next = state.withLock({ $0.pop() }) { return try next.get() }
        try state.withLock { state in
            if state.isReading { throw NoticeBoardError.secondReader }
            state.isReading = true
        }
        defer { state.withLock { $0.isReading = false } }
        while true {
            do { try await read(isolation: isolation) } catch { end(error) }
            if let next = state.withLock({ $0.pop() }) { return try next.get() }
        }
    }

    /// Ends the stream and its connection; a cancellation drops elements that were not delivered.
    private func end(_ error: (any Error)?) {
        let (connection, former) = state.withLock { state in
            let former = state.error
            let isCancelled = error is CancellationError && (!state.elements.isEmpty || state.error != nil)
            if isCancelled { state.elements = [] }
            if isCancelled || !state.isOver { (state.isOver, state.error) = (true, error) }
            defer { state.connection = nil }
            return (state.connection, former)
        }
        withExtendedLifetime(former) { connection?.cancel() }
    }

    /// Releases the connection and returns the parser; outside of the lock, since the release may end a transfer.
    private func dropConnection() -> Parser {
        let (parser, connection) = state.withLock { state in
            defer { state.connection = nil }
            return (state.parser, state.connection)
        }
        return withExtendedLifetime(connection) { parser }
    }

    /// Reads a piece, or connects again after the end of a connection.
    private func read(isolation: isolated (any Actor)?) async throws {
        let connection = state.withLock { $0.connection }
        if let connection, try await readPiece(of: connection, isolation: isolation) { return }
        let (parser, failure) = state.withLock { state in
            defer { state.failure = nil }
            return (state.parser, state.failure)
        }
        guard let (connection, next) = try await connect(parser, failure) else { return end(nil) }
        state.withLock { state in
            state.connection = connection
            state.parser = next
            state.elements += next.opening
        }
    }

    /// Reads a piece of a connection; returns `false` if it has ended and nothing is to be delivered before the next one.
    private func readPiece(of connection: StreamReader<Data>, isolation: isolated (any Actor)?) async throws -> Bool {
        var piece: Data?
        var failure: (any Error)?
        do { piece = try await connection.next(isolation: isolation) } catch { failure = error }
        if failure == nil {
            try state.withLock { state in
                state.elements += state.parser.parse(piece)
                if let failure = state.parser.failure { throw failure }
            }
        }
        if piece != nil { return true }
        let closing = dropConnection().closing
        return state.withLock { state in
            state.failure = failure
            state.elements += closing
            return !state.elements.isEmpty
        }
    }
}
