import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    /// A body as URLSession reads one on Linux, which asks nothing of a stream but these.
    struct BodyStream {
        let input: InputStream

        /// A stream that tells `fail` when it cannot go on.
        init(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) {
            input = Reading(reader, fail)
        }

        /// Nobody waits here: it is the session that asks for more.
        func close() {}

        private final class Reading: InputStream {
            private let reader: HTTPBodyReader
            private let fail: (NoticeBoardError) -> Void
            private var status = Stream.Status.notOpen

            init(_ reader: HTTPBodyReader, _ fail: @escaping (NoticeBoardError) -> Void) {
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
    }
#else
    /// A body as URLSession reads one on Apple's systems: it takes no stream of one's own making, only the system's, whose
    /// other end is filled as there is room.
    ///
    /// URLSession does not close its end when a call fails before the body was read: who ends the call closes this one, else
    /// the file would stay open for ever.
    ///
    /// Sendable: after it was made, only `queue` touches what it holds.
    final class BodyStream: NSObject, StreamDelegate, @unchecked Sendable {
        let input: InputStream
        private let output: OutputStream?
        private let reader: HTTPBodyReader
        private let fail: @Sendable (NoticeBoardError) -> Void
        private let queue = DispatchQueue(label: "NoticeBoard.body")
        /// What was read and did not fit yet.
        private var rest = Data()

        /// A stream that tells `fail` when it cannot go on.
        init(_ reader: HTTPBodyReader, fail: @escaping @Sendable (NoticeBoardError) -> Void) {
            var (input, output): (InputStream?, OutputStream?)
            unsafe Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            (self.reader, self.fail, self.output) = (reader, fail, output)
            self.input = input ?? InputStream(data: Data())
            super.init()
            guard let output else { return }
            // `assign` in Objective-C, so that Swift calls it unsafe: it is set to nil before this object ends.
            unsafe output.delegate = self
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
            output.open()
        }

        /// Lets go of the body, wherever it has come to.
        func close() { queue.async { self.end() } }

        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: fill()
            case .errorOccurred, .endEncountered: end()
            default: break
            }
        }

        /// Writes one piece: the system says when there is room for the next.
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
                guard written > 0 else { throw NoticeBoardError(.connectionLost, "The body could not be sent on.") }
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
