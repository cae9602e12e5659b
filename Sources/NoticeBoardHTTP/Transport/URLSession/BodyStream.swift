import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    /// A body as URLSession reads one on Linux, which asks nothing of a stream but these.
    final class BodyStream: InputStream {
        private let reader: HTTPBodyReader
        private let fail: (NoticeBoardError) -> Void
        private var status = Stream.Status.notOpen

        /// A stream that tells `fail` when it cannot go on.
        static func over(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) -> InputStream {
            BodyStream(reader, fail)
        }

        private init(_ reader: HTTPBodyReader, _ fail: @escaping (NoticeBoardError) -> Void) {
            self.reader = reader
            self.fail = fail
            super.init(data: Data())
        }

        override var streamStatus: Stream.Status { status }
        override var streamError: (any Error)? { nil }
        override var hasBytesAvailable: Bool { status == .open }
        override func open() { status = .open }
        override func close() { status = .closed }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
            do {
                let copied = unsafe try reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
                if copied == 0 { status = .atEnd }
                return copied
            } catch {
                status = .error
                fail(error)
                return -1
            }
        }
    }
#else
    /// A body as URLSession reads one on Apple's systems: it takes no stream of one's own making, only the system's, so a
    /// thread fills the other end of one.
    enum BodyStream {
        /// A stream that tells `fail` when it cannot go on.
        static func over(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) -> InputStream {
            var input: InputStream?
            var output: OutputStream?
            unsafe Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            if let output { Pump(reader, output, fail).start() }
            return input ?? InputStream(data: Data())
        }

        /// Ends when the body does, or when nobody reads any more.
        ///
        /// Sendable: one thread alone touches what it holds, the one that it starts.
        private final class Pump: @unchecked Sendable {
            private let reader: HTTPBodyReader
            private let output: OutputStream
            private let fail: @Sendable (NoticeBoardError) -> Void

            init(_ reader: HTTPBodyReader, _ output: OutputStream, _ fail: @escaping @Sendable (NoticeBoardError) -> Void) {
                (self.reader, self.output, self.fail) = (reader, output, fail)
            }

            func start() { Thread.detachNewThread { self.run() } }

            private func run() {
                output.open()
                defer { output.close() }
                do {
                    while let next = try reader.read(upTo: 1 << 16) {
                        var rest = [UInt8](next)[...]
                        while !rest.isEmpty {
                            let written = unsafe rest.withUnsafeBufferPointer { buffer in
                                unsafe buffer.baseAddress.map { unsafe output.write($0, maxLength: buffer.count) } ?? -1
                            }
                            guard written > 0 else { return }
                            rest = rest.dropFirst(written)
                        }
                    }
                } catch {
                    fail(error)
                }
            }
        }
    }
#endif
