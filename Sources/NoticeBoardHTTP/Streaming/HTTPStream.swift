public import Foundation
import NoticeBoardBase

/// The content of a streamed response, each element as soon as it has arrived: chunks of bytes, lines or events.
///
/// ```swift
/// let response = try await client.stream(for: .get("export"))
/// for try await piece in response.body { try file.write(contentsOf: piece) }
/// for try await line in response.body.lines() { print(line) }
/// for try await event in client.events(for: .get("changes")) { show(event.data) }
/// ```
///
/// Elements that arrived before an error are delivered, then the error is thrown once, then `nil` follows. Leaving the loop,
/// cancelling its task or releasing the stream ends the connection. The stream has one iterator: a second one throws
/// `invalidInput`.
public struct HTTPStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Taken by the first iterator, which then owns it.
    private let reader: Locked<StreamReader<Element>?>

    init(_ reader: StreamReader<Element>) { self.reader = Locked(reader) }

    /// Returns the stream's only iterator; `next()` of a further one throws.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader.take()) }

    /// Iterates over the elements of a stream.
    ///
    /// Copies share one position; only one task at a time may wait.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let reader: StreamReader<Element>?

        /// Returns the next element, or `nil` at the end.
        public func next() async throws -> Element? { try await read(isolation: nil) }

        /// Returns the next element, or `nil` at the end, without leaving `actor` while elements are buffered.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        public func next(isolation actor: isolated (any Actor)?) async throws -> Element? { try await read(isolation: actor) }

        func read(isolation: isolated (any Actor)?) async throws -> Element? {
            guard let reader else { throw NoticeBoardError.secondReader }
            return try await reader.next(isolation: isolation)
        }
    }

    /// Takes the reader for another stream that wraps it.
    func takeReader() -> StreamReader<Element>? { reader.take() }
}

/// The body of a response, in pieces as it arrives.
///
/// Pieces have at most 16 KB. A reader that is slower than the server pauses the transfer: about 512 KB are buffered at most.
public typealias HTTPByteStream = HTTPStream<Data>

/// The lines of a streamed body without their line breaks, each as soon as its end has arrived.
///
/// LF, CR and CRLF end a line; a last line without a line break counts. Invalid UTF-8 becomes U+FFFD.
public typealias HTTPLines = HTTPStream<String>

/// The events that a server sends (`text/event-stream`), each as soon as its blank line has arrived.
public typealias ServerEvents = HTTPStream<ServerEvent>
