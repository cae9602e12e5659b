import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    /// Not used on Linux, where URLSession takes only its own kinds of streams: a body is sent from memory.
    struct BodyStream {
        static let isSupported = false
        let input = InputStream(data: Data())

        init(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) {}

        func close() {}
    }
#else
    /// A request's body as an input stream for URLSession on Apple's systems.
    ///
    /// URLSession accepts no subclass of `InputStream` there, so this is a bound pair whose output is filled when it has space.
    /// URLSession does not close its end if a request fails before the body was read: call ``close()`` when the request ends, or
    /// the file stays open.
    ///
    /// Sendable: after `init`, mutable state is used only on `queue`.
    final class BodyStream: NSObject, StreamDelegate, @unchecked Sendable {
        static let isSupported = true
        let input: InputStream
        private let output: OutputStream?
        private let reader: HTTPBodyReader
        private let fail: @Sendable (NoticeBoardError) -> Void
        private let queue = DispatchQueue(label: "NoticeBoard.body")
        /// Bytes that were read but not written yet.
        private var rest = Data()

        /// Creates a stream that calls `fail` if the body cannot be read or sent.
        init(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) {
            var (input, output): (InputStream?, OutputStream?)
            unsafe Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            (self.reader, self.fail, self.output) = (reader, fail, output)
            self.input = input ?? InputStream(data: Data())
            super.init()
            guard let output else {
                fail(NoticeBoardError(.connectionLost, "The system made no stream for the body."))
                return
            }
            // The delegate is not retained, hence `unsafe`; `end()` sets it to nil before this object is released.
            unsafe output.delegate = self
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
            output.open()
        }

        /// Stops sending and closes the body, even if it was not sent completely.
        func close() { queue.async { self.end() } }

        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: fill()
            case .errorOccurred, .endEncountered: end()
            default: break
            }
        }

        /// Writes one chunk; called again when there is space for the next.
        private func fill() {
            do {
                if rest.isEmpty {
                    guard let next = try reader.read(upTo: 1 << 16) else { return end() }
                    rest = next
                }
                let written = unsafe rest.withUnsafeBytes { bytes in
                    let bytes = unsafe bytes.bindMemory(to: UInt8.self)
                    return unsafe bytes.baseAddress.map { unsafe output?.write($0, maxLength: bytes.count) ?? -1 } ?? -1
                }
                guard written > 0 else { throw NoticeBoardError(.connectionLost, "Sending the body failed.") }
                rest = rest.dropFirst(written)
            } catch {
                fail(error as? NoticeBoardError ?? FileSnapshot.unreadable())
                end()
            }
        }

        private func end() {
            guard let output, unsafe output.delegate != nil else { return }
            unsafe output.delegate = nil
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
            output.close()
            reader.close()
        }
    }
#endif
