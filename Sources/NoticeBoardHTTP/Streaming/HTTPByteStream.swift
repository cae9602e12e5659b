public import Foundation
import NoticeBoardBase

/// The body of a response, piece by piece while it arrives.
///
/// ```swift
/// let response = try await client.stream(for: .get("export"))
/// for try await piece in response.body { try file.write(contentsOf: piece) }
/// ```
///
/// Pieces have at most 16 KB. A reader that is slower than the server pauses the transfer: at most about 512 KB wait in memory.
/// What arrived before an error is delivered, then the error is thrown once, then `nil` follows.
///
/// Leaving the loop, cancelling its task or dropping the stream cancels the transfer. The stream has one iterator: a second
/// one throws `invalidInput`.
public struct HTTPByteStream: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = Data

    private let slot: SingleUse<StreamReader>

    init(_ reader: StreamReader) { slot = SingleUse(reader) }

    /// Creates a stream of bytes that have arrived already.
    public init(_ data: Data) {
        let (stream, writer) = Self.makeStream()
        writer.write(data)
        writer.finish()
        self = stream
    }

    /// Creates a stream and the writer that fills it, for a transport or a test double.
    ///
    /// `onResume` is called when the reader has caught up after ``HTTPStreamWriter/write(_:)`` returned `false`, `onCancel` once
    /// when the reader is gone before the end.
    public static func makeStream(
        onResume: @escaping @Sendable () -> Void = {}, onCancel: @escaping @Sendable () -> Void = {}
    ) -> (stream: HTTPByteStream, writer: HTTPStreamWriter) {
        let writer = HTTPStreamWriter(onResume: onResume, onCancel: onCancel)
        return (HTTPByteStream(StreamReader(writer)), writer)
    }

    /// Returns the stream's one iterator; a further one throws when it is asked.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: slot.take()) }

    /// Hands out the pieces of a body.
    ///
    /// Copies share one position; one task at a time may wait.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let reader: StreamReader?

        /// Returns the next piece, or `nil` at the end.
        public func next() async throws -> Data? { try await read(isolation: nil) }

        /// Returns the next piece, or `nil` at the end, without leaving `actor` while bytes are there.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        public func next(isolation actor: isolated (any Actor)?) async throws -> Data? { try await read(isolation: actor) }

        func read(isolation: isolated (any Actor)?) async throws -> Data? {
            guard let reader else { throw HTTPByteStream.secondReader }
            return try await reader.next(isolation: isolation)
        }

        func cancel() { reader?.writer.cancel() }
    }

    /// A stream that is read twice, by two iterators or by two tasks at the same time.
    static let secondReader = NoticeBoardError(
        .invalidInput, "A stream is read once, by one iterator and one task at a time.", remedy: .fixInput("stream"))

    /// Takes the reader for a stream that changes its errors.
    func takeReader() -> StreamReader? { slot.take() }
}

/// The reading end of a stream: cancels the transfer when it is released.
final class StreamReader: Sendable {
    let writer: HTTPStreamWriter
    private let mapError: @Sendable (any Error) -> any Error
    /// The reader that this one reads through, which ends the transfer.
    private let inner: StreamReader?
    /// Ends the stream in time; cancelled with the reader.
    private let timer: Task<Void, Never>?

    init(_ writer: HTTPStreamWriter) { (self.writer, mapError, inner, timer) = (writer, { $0 }, nil, nil) }

    /// Reads through `inner` and throws its errors as `mapError` has them.
    init(_ inner: StreamReader, timer: Task<Void, Never>? = nil, mapError: @escaping @Sendable (any Error) -> any Error) {
        (writer, self.mapError, self.inner, self.timer) = (inner.writer, mapError, inner, timer)
    }

    deinit {
        timer?.cancel()
        if inner == nil { writer.cancel() }
    }

    func next(isolation: isolated (any Actor)?) async throws -> Data? {
        do { return try await writer.next(isolation: isolation) } catch { throw mapError(error) }
    }
}

/// An object that is taken once: by the first iterator, which then decides how long the object lives.
final class SingleUse<Value: Sendable>: Sendable {
    private let value: Locked<Value?>

    init(_ value: Value) { self.value = Locked(value) }

    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
