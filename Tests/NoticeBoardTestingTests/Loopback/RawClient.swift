import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    import Darwin
    private let stream = SOCK_STREAM
    private let sendFlags: Int32 = 0
#elseif canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
    private let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// A client without HTTP: it sends bytes and returns what it receives, so that tests see the wire.
///
/// Each call blocks its own thread, because the cooperative pool is needed for the server's answers.
final class RawClient: Sendable {
    enum End { case closed, reset }
    struct Refused: Error {}
    struct Transcript: Sendable {
        var bytes: [UInt8]
        var end: End
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let descriptor: Int32
    private let isOpen = Locked(true)

    /// Connects without blocking a task: the system accepts for the server.
    init(port: Int) throws {
        descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Refused() }
        #if canImport(Darwin)
            var on: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { end() }

    /// Closes the connection.
    func end() {
        isOpen.withLock { isOpen in
            if isOpen { _ = close(descriptor) }
            isOpen = false
        }
    }

    /// Ends sending, but continues reading.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns whether all bytes could be sent.
    @discardableResult func send(_ bytes: [UInt8]) async -> Bool {
        await onThread { socket in
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = unsafe rest.withUnsafeBytes { unsafe socket.send($0) }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }
    }

    @discardableResult func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Sends a request without a body.
    func request(_ method: String = "GET", _ target: String = "/", _ headers: String...) async {
        await send("\(method) \(target) HTTP/1.1\r\nHost: h\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    /// Reads the given number of bytes as text, or fewer if the connection ends.
    func read(_ count: Int) async -> String {
        await onThread { socket in
            var all: [UInt8] = []
            while all.count < count, let more = socket.receive(count - all.count).bytes { all += more }
            return String(decoding: all, as: UTF8.self)
        }
    }

    /// Reads a head including its empty line.
    func readHead() async -> String {
        await onThread { socket in
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]), let byte = socket.receive(1).bytes { head += byte }
            return String(decoding: head, as: UTF8.self)
        }
    }

    /// Reads until the connection ends; returns the bytes and how it ended.
    func readToEnd() async -> Transcript {
        await onThread { socket in
            var all: [UInt8] = []
            while true {
                let (more, end) = socket.receive(65_536)
                guard let more else { return Transcript(bytes: all, end: end) }
                all += more
            }
        }
    }

    private func onThread<Result: Sendable>(_ work: @escaping @Sendable (RawClient) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work(self)) }
        }
    }

    private func receive(_ limit: Int) -> (bytes: [UInt8]?, end: End) {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = unsafe recv(descriptor, &buffer, limit, 0)
        guard count > 0 else { return (nil, count == 0 ? .closed : .reset) }
        return (Array(buffer.prefix(count)), .closed)
    }

    /// A method named `send` hides the system's function.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            return unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #else
            return unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #endif
    }
}
