public import Foundation
import NoticeBoardBase

/// Fills an ``HTTPByteStream``: the end that a transport or a test double writes to.
///
/// ``HTTPStream/makeStream(onResume:onCancel:)`` makes both ends. Safe to use from any thread.
public final class HTTPStreamWriter: Sendable {
    /// The number of unread bytes above which the sender pauses.
    static let bound = 512 << 10
    /// The maximum size of the pieces that a reader gets.
    ///
    /// Larger ones cost twice the CPU.
    static let pieceSize = 16 << 10

    private struct State {
        var pieces: [Data] = []
        var unreadBytes = 0
        var isPaused = false
        /// Whether no more bytes are accepted.
        var isOver = false
        /// The error to throw after all pieces have been read.
        var error: (any Error)?
        var waiting: CheckedContinuation<Data?, any Error>?
        var mapError: @Sendable (any Error) -> any Error = { $0 }
        /// Enforces the stream's timeout; cancelled with the stream.
        var timer: TimeSource.Timer?

        mutating func append(_ bytes: Data) {
            unreadBytes += bytes.count
            // Joins small writes: a 1-byte `Data` takes 16.
            if let count = pieces.last?.count, count + bytes.count <= HTTPStreamWriter.pieceSize {
                pieces[pieces.count - 1].append(bytes)
            } else {
                pieces.append(bytes)
            }
        }

        /// Returns the next piece, the error once, then success with `nil`; `nil` if a reader has to wait.
        mutating func next() -> Result<Data?, any Error>? {
            if !pieces.isEmpty {
                let piece = pieces.removeFirst()
                unreadBytes -= piece.count
                return .success(piece)
            }
            guard isOver else { return nil }
            defer { error = nil }
            return error.map { .failure($0) } ?? .success(nil)
        }

        /// Returns a function that resumes the waiting reader, if there is one and it has something to read.
        ///
        /// Never call it under the lock: a continuation may run on this thread.
        mutating func wake() -> () -> Void {
            guard let reader = waiting, let result = next() else { return {} }
            waiting = nil
            return { reader.resume(with: result) }
        }
    }

    private let state = Locked(State())
    private let onResume: @Sendable () -> Void
    private let onCancel: @Sendable () -> Void

    init(onResume: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
        self.onResume = onResume
        self.onCancel = onCancel
    }

    /// Appends `data` and wakes the reader.
    ///
    /// - Returns: Whether to continue at once. `false` if more than 512 KB are unread: wait for `onResume`. Also `false` after
    ///   the end, when the bytes are dropped.
    @discardableResult public func write(_ data: Data) -> Bool {
        let (mayGoOn, wake) = state.withLock { state in
            guard !state.isOver else { return (false, state.wake()) }
            var rest = data[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Self.pieceSize)
                state.append(Data(piece))
                rest = rest.dropFirst(piece.count)
            }
            if state.unreadBytes > Self.bound { state.isPaused = true }
            return (!state.isPaused, state.wake())
        }
        wake()
        return mayGoOn
    }

    /// Ends the stream after all bytes have been read, with `error` if there is one.
    ///
    /// Only the first call counts.
    public func finish(throwing error: (any Error)? = nil) {
        let wake = state.withLock { state in
            guard !state.isOver else { return {} }
            state.isOver = true
            state.error = error
            return state.wake()
        }
        wake()
    }

    /// Whether the sender is to wait for `onResume`.
    var isPaused: Bool { state.withLock(\.isPaused) }

    /// Whether no more bytes are accepted.
    var isOver: Bool { state.withLock(\.isOver) }

    // MARK: For the reader and the session

    /// Maps errors that the reader gets, and cancels `timer` with the stream.
    func mapErrors(timer: TimeSource.Timer?, _ mapError: @escaping @Sendable (any Error) -> any Error) {
        state.withLock { state in
            state.timer = timer
            state.mapError = mapError
        }
    }

    /// Ends the stream at once and drops unread bytes; a reader gets `error` once, if there is one.
    func cancel(throwing error: (any Error)? = nil) {
        let before = state.withLock { state -> (state: State, wake: () -> Void) in
            let before = state
            // A reader that has read everything gets no error.
            let isRead = state.isOver && state.pieces.isEmpty && state.error == nil
            state.pieces = []
            state.unreadBytes = 0
            state.isOver = true
            state.error = isRead ? nil : error
            state.timer = nil
            return (before, state.wake())
        }
        // Unlocked, since the clock's cancellation handler may use the stream.
        before.state.timer?.cancel()
        before.wake()
        if !before.state.isOver { onCancel() }
    }

    /// Returns the next piece, the error once, then `nil`.
    ///
    /// Cancelling the task cancels the stream.
    func next(isolation: isolated (any Actor)?) async throws -> Data? {
        do { return try await read(isolation: isolation) } catch { throw state.withLock { $0.mapError }(error) }
    }

    private func read(isolation: isolated (any Actor)?) async throws -> Data? {
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        if let next = nextAtOnce() { return try next.get() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(isolation: isolation) { wait($0) }
        } onCancel: {
            cancel(throwing: CancellationError())
        }
    }

    private func nextAtOnce() -> Result<Data?, any Error>? {
        let (next, goesOn) = state.withLock { state in
            let next = state.next()
            let goesOn = state.isPaused && !state.isOver && state.unreadBytes <= Self.bound / 2
            if goesOn { state.isPaused = false }
            return (next, goesOn)
        }
        if goesOn { onResume() }
        return next
    }

    private func wait(_ reader: CheckedContinuation<Data?, any Error>) {
        let result: Result<Data?, any Error>? = state.withLock { state in
            // The task may have been cancelled by now, or bytes may have arrived.
            if let next = state.next() { return next }
            guard state.waiting == nil else { return .failure(NoticeBoardError.secondReader) }
            state.waiting = reader
            return nil
        }
        if let result { reader.resume(with: result) }
    }
}
