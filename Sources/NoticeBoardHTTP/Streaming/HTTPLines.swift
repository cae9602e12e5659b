import Foundation
import NoticeBoardBase

/// The lines of a streamed body, each as soon as its end has arrived.
///
/// ```swift
/// for try await line in response.body.lines() { print(line) }
/// ```
///
/// LF, CR and CRLF end a line; a last line without an end counts. Bytes that are no UTF-8 become U+FFFD.
public struct HTTPLines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String

    let bytes: HTTPByteStream
    let limit: Int

    /// Returns the stream's one iterator; a further one throws when it is asked.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(LineReader(bytes.makeAsyncIterator(), limit: limit)) }

    /// Hands out the lines of a body.
    ///
    /// Copies share one position; one task at a time may wait.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let reader: LineReader

        fileprivate init(_ reader: LineReader) { self.reader = reader }

        /// Returns the next line, or `nil` at the end.
        public func next() async throws -> String? { try await reader.next(isolation: nil) }

        /// Returns the next line, or `nil` at the end, without leaving `actor` while lines are there.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        public func next(isolation actor: isolated (any Actor)?) async throws -> String? {
            try await reader.next(isolation: actor)
        }
    }
}

extension HTTPByteStream {
    /// Returns the body as lines of at most `limit` bytes; a longer one throws `responseTooLarge`.
    public func lines(limit: Int = 1 << 20) -> HTTPLines { HTTPLines(bytes: self, limit: limit) }
}

/// Reads lines ahead of the loop that asks for them: all of one piece.
private final class LineReader: Sendable {
    private struct State {
        var splitter: LineSplitter
        var ready = ReadyElements<String>()
    }

    private let bytes: HTTPByteStream.AsyncIterator
    private let state: Locked<State>

    init(_ bytes: HTTPByteStream.AsyncIterator, limit: Int) {
        self.bytes = bytes
        state = Locked(State(splitter: LineSplitter(limit: limit)))
    }

    func next(isolation: isolated (any Actor)?) async throws -> String? {
        if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
        try state.withLock { try $0.ready.beginReading() }
        defer { state.withLock { $0.ready.endReading() } }
        while true {
            if let next = state.withLock({ $0.ready.pop() }) { return try next.get() }
            let piece: Data?
            do { piece = try await bytes.read(isolation: isolation) } catch {
                take(nil, error)
                continue
            }
            take(piece, nil)
        }
    }

    /// Takes a piece of the body, or its end.
    private func take(_ piece: Data?, _ error: (any Error)?) {
        state.withLock { state in
            do {
                var lines: [String] = []
                defer { state.ready.append(lines) }
                let onLine = { (line: ArraySlice<UInt8>) in lines.append(String(decoding: line, as: UTF8.self)) }
                if let piece { return try state.splitter.split(piece, onLine) }
                // What was cut off by an error is no line.
                if error == nil { try state.splitter.finish(onLine) }
                state.ready.finish(throwing: error)
            } catch {
                bytes.cancel()
                state.ready.finish(throwing: error)
            }
        }
    }
}
