import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    import Darwin
    private let stream = SOCK_STREAM
    /// A write to a closed connection must be an error, not the end of the process: set on each socket instead.
    private let sendFlags: Int32 = 0
#elseif canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
    private let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// A TCP socket on 127.0.0.1.
///
/// Every call blocks, so each belongs on a thread of its own.
final class Socket: Sendable {
    private let descriptor: Int32
    private let isOpen = Locked(true)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        #if canImport(Darwin)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        // Answers are small and in one piece: waiting to fill a segment would only slow tests down.
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close() }

    /// A socket that listens on 127.0.0.1, at a free port when `port` is 0, and the port.
    static func listening(port: UInt16) throws -> (Socket, UInt16) {
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
                unsafe bind(descriptor, generic, size) != 0 || listen(descriptor, 512) != 0
                    || getsockname(descriptor, generic, &size) != 0
            }
        }
        let server = Socket(descriptor)
        guard !failed else { throw POSIXError.last }
        return (server, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; nothing once the socket is closed.
    func accept() -> Socket? {
        while isOpen.withLock({ $0 }) {
            #if canImport(Darwin)
                let connection = Darwin.accept(descriptor, nil, nil)
            #else
                let connection = Glibc.accept(descriptor, nil, nil)
            #endif
            if connection >= 0 { return Socket(connection) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
        return nil
    }

    /// What has arrived, at most 64 KiB; empty when the other side has ended or the socket is closed.
    func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            var result = -1
            repeat { unsafe result = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
    }

    /// Whether all of `bytes` could be handed to the system.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, sendFlags) }
            if sent < 0 && errno == EINTR { continue }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends both directions, which wakes whoever is blocked in a call.
    ///
    /// The descriptor itself stays until the socket goes: its number must not be reused while another thread still reads
    /// from it.
    func shutDown() {
        if isOpen.withLock({ open in
            defer { open = false }; return open
        }) {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    private func close() {
        shutDown()
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }
}

extension POSIXError {
    fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
