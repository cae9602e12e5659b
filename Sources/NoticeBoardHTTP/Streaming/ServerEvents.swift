import Foundation
import NoticeBoardBase

/// The events that a server sends (`text/event-stream`), each as soon as its blank line has arrived.
///
/// ```swift
/// for try await event in client.events(for: .get("changes")) { show(event.data) }
/// ```
///
/// Leaving the loop, cancelling its task or dropping the sequence ends the connection. There is one iterator: a second one
/// throws `invalidInput`.
public struct ServerEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerEvent

    private let slot: SingleUse<EventReader>

    init(_ reader: EventReader) { slot = SingleUse(reader) }

    /// Returns the sequence's one iterator; a further one throws when it is asked.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: slot.take()) }

    /// Hands out events.
    ///
    /// Copies share one position; one task at a time may wait.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let reader: EventReader?

        /// Returns the next event, or `nil` at the end.
        public func next() async throws -> ServerEvent? { try await read(isolation: nil) }

        /// Returns the next event, or `nil` at the end, without leaving `actor` while events are there.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        public func next(isolation actor: isolated (any Actor)?) async throws -> ServerEvent? {
            try await read(isolation: actor)
        }

        private func read(isolation: isolated (any Actor)?) async throws -> ServerEvent? {
            guard let reader else { throw HTTPByteStream.secondReader }
            return try await reader.next(isolation: isolation)
        }
    }
}

extension HTTPByteStream {
    /// Returns the events of this body alone, without a second connection after its end.
    ///
    /// A line and an event's data have at most `limit` bytes each; longer ones throw `responseTooLarge`. An event without a blank
    /// line behind it is dropped.
    public func events(limit: Int = 1 << 20) -> ServerEvents {
        ServerEvents(EventReader(limit: limit, makeAsyncIterator(), reconnection: nil))
    }
}

/// How an event stream connects again.
struct EventReconnection: Sendable {
    /// Opens a connection that goes on after the event with this ID; `nil` when the server wants none.
    let open: @Sendable (_ lastID: String) async throws -> HTTPByteStream.AsyncIterator?
    /// How many seconds to wait after so many failures in a row, or `nil` to throw the error.
    let wait: @Sendable (_ error: (any Error)?, _ failures: Int, _ retry: Double?) -> Double?
    let time: TimeSource
}

/// Reads events from one connection, or from one after the other.
final class EventReader: Sendable {
    private struct State {
        var splitter: LineSplitter
        var parser: EventParser
        var ready = ReadyElements<ServerEvent>()
        var connection: HTTPByteStream.AsyncIterator?
        /// Connections in a row that failed before a head came.
        var failures = 0
    }

    private let limit: Int
    private let reconnection: EventReconnection?
    private let state: Locked<State>

    init(limit: Int, lastID: String = "", _ connection: HTTPByteStream.AsyncIterator?, reconnection: EventReconnection?) {
        self.limit = limit
        self.reconnection = reconnection
        state = Locked(
            State(splitter: LineSplitter(limit: limit), parser: EventParser(limit: limit, lastID: lastID), connection: connection)
        )
    }

    func next(isolation: isolated (any Actor)?) async throws -> ServerEvent? {
        if Task.isCancelled { end(CancellationError()) }
        if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
        try state.withLock { try $0.ready.beginReading() }
        defer { state.withLock { $0.ready.endReading() } }
        while true {
            do { try await read(isolation: isolation) } catch { end(error) }
            if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
        }
    }

    /// Ends the events that were not parsed yet.
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
        do { piece = try await connection.read(isolation: isolation) } catch {
            return try await disconnected(error, isolation: isolation)
        }
        guard let piece else { return try await disconnected(nil, isolation: isolation) }
        try state.withLock { state in
            var events: [ServerEvent] = []
            defer { state.ready.append(events) }
            try state.splitter.split(piece) { line in
                if let event = try state.parser.take(line) { events.append(event) }
            }
        }
    }

    private func connect(isolation: isolated (any Actor)?) async throws {
        guard let reconnection else { return end(nil) }
        let connection: HTTPByteStream.AsyncIterator?
        do { connection = try await reconnection.open(state.withLock { $0.parser.lastID }) } catch {
            state.withLock { $0.failures += 1 }
            return try await disconnected(error, isolation: isolation)
        }
        guard let connection else { return end(nil) }
        state.withLock { state in
            (state.connection, state.failures) = (connection, 0)
            // The ID holds on; a half line or event of the former connection does not.
            state.splitter = LineSplitter(limit: limit)
            state.parser = state.parser.next
        }
    }

    /// Waits before the next connection, or throws what ended the last one.
    private func disconnected(_ error: (any Error)?, isolation: isolated (any Actor)?) async throws {
        let (failures, retry) = state.withLock { state in
            state.connection = nil
            return (state.failures, state.parser.retry)
        }
        guard let reconnection, let wait = reconnection.wait(error, failures, retry) else {
            if let error { throw error }
            return end(nil)
        }
        try await reconnection.time.sleep(wait)
    }
}
