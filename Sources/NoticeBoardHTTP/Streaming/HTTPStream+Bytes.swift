public import Foundation
import NoticeBoardBase

extension HTTPStream<Data> {
    /// Creates a stream of bytes that have arrived already.
    public init(_ data: Data) {
        let (stream, writer) = Self.makeStream()
        writer.write(data)
        writer.finish()
        self = stream
    }

    /// Creates a stream and the writer that fills it, for a transport or a test double.
    ///
    /// `onResume` is called when the reader has caught up after ``HTTPStreamWriter/write(_:)`` returned `false`. `onCancel` is
    /// called once if the reader leaves before the end.
    public static func makeStream(
        onResume: @escaping @Sendable () -> Void = {}, onCancel: @escaping @Sendable () -> Void = {}
    ) -> (stream: HTTPByteStream, writer: HTTPStreamWriter) {
        let writer = HTTPStreamWriter(onResume: onResume, onCancel: onCancel)
        return (HTTPByteStream(ByteReader(writer)), writer)
    }
}

/// Reads the bytes of a transfer, which ends when the reader is released.
///
/// Sendable: it has no mutable state of its own.
final class ByteReader: StreamReader<Data>, @unchecked Sendable {
    let writer: HTTPStreamWriter

    init(_ writer: HTTPStreamWriter) { self.writer = writer }

    deinit { writer.cancel() }

    override func next(isolation: isolated (any Actor)?) async throws -> Data? { try await writer.next(isolation: isolation) }

    override func cancel() { writer.cancel() }
}
