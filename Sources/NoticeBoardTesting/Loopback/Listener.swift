import Foundation
import NoticeBoardBase

#if canImport(Glibc)
    private let stream = Int32(SOCK_STREAM.rawValue)
#else
    private let stream = SOCK_STREAM
#endif

/// Listens on 127.0.0.1 and accepts connections until it is ended.
final class Listener: Sendable {
    /// The port.
    let port: UInt16
    private let descriptor: Int32
    private let ending: Alarm
    private let isOver = DispatchSemaphore(value: 0)

    /// Listens on `port`, or on a free port if it is 0.
    init(port: UInt16) throws {
        let ending = try Alarm()
        (descriptor, self.port) = try Self.bound(port: port)
        self.ending = ending
        guard listen(descriptor, 512) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let error = POSIXError.last
            closeFile(descriptor)
            throw error
        }
    }

    /// Returns a port that was free a moment ago and on which nothing listens.
    static func deafPort() throws -> UInt16 { try bound(port: 0).port }

    /// Passes every connection to `take` until ``end()``; then closes the port.
    func run(_ take: (Socket) -> Void) {
        while !ending.rings(before: Int16(POLLIN), at: descriptor) {
            if let socket = accepted() { take(socket) }
        }
        closeFile(descriptor)
        isOver.signal()
    }

    /// Returns once the port is closed; call it once, and only after starting ``run(_:)`` on a thread.
    func end() {
        ending.ring()
        isOver.wait()
    }

    private func accepted() -> Socket? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        // Darwin's connections inherit the listener's non-blocking mode.
        _ = fcntl(connection, F_SETFL, 0)
        return Socket(connection)
    }

    private static func bound(port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw POSIXError.last }
        var on: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, size) != 0 || getsockname(descriptor, generic, &size) != 0
            }
        }
        guard failed else { return (descriptor, UInt16(bigEndian: address.sin_port)) }
        let error = POSIXError.last
        closeFile(descriptor)
        throw error
    }
}
