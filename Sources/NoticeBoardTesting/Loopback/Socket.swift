import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    /// `SO_NOSIGPIPE` is set on each socket instead: a write to a closed connection must not end the process.
    private let sendFlags: Int32 = 0
    /// The `poll` flag for a closed peer.
    private let hangUp = Int16(POLLHUP)
#else
    private let sendFlags = Int32(MSG_NOSIGNAL)
    /// `POLLRDHUP`, the `poll` flag for a closed peer, by value: its name is behind a macro that Swift may not see.
    private let hangUp: Int16 = 0x2000
#endif

/// A TCP socket on 127.0.0.1, blocking.
///
/// One thread owns it: only that thread reads, writes, waits and closes. Other threads may call ``shutDown()``, which unblocks
/// the owner.
final class Socket: Sendable {
    /// `nil` once closed: the system may have reused its number.
    private let descriptor: Locked<Int32?>

    init(_ number: Int32) {
        descriptor = Locked(number)
        var on: Int32 = 1
        #if canImport(Darwin)
            unsafe setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        // Answers are small and complete: delaying segments (Nagle's algorithm) would only slow tests down.
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Returns received bytes, at most 64 KiB; empty if the peer has ended or the socket is closed.
    func read() -> [UInt8] {
        guard let number = descriptor.withLock({ $0 }) else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, uninterrupted { unsafe recv(number, buffer.baseAddress, buffer.count, 0) })
        }
    }

    /// Writes all bytes; returns whether the system accepted them.
    func write(_ bytes: [UInt8]) -> Bool {
        guard let number = descriptor.withLock({ $0 }) else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                let sent = uninterrupted { unsafe send(number, rest.baseAddress, rest.count, sendFlags) }
                guard sent > 0 else { return false }
                done += sent
            }
            return true
        }
    }

    /// Runs `operation` in a task and blocks until it ends; if the connection ends first, cancels the task and returns `nil`.
    func wait<Value: Sendable>(for operation: @escaping @Sendable () async throws -> Value) -> Value? {
        guard let alarm = try? Alarm() else { return nil }
        let result = Locked<Value?>(nil)
        let task = Task.detached {
            let value = try await operation()
            result.withLock { $0 = value }
            alarm.ring()
        }
        // Without reading: the peer may have sent its next request.
        if !(descriptor.withLock { $0 }.map { alarm.rings(before: hangUp, at: $0) } ?? false) { task.cancel() }
        return result.withLock { $0 }
    }

    /// Shuts down both directions, which unblocks the owner: its reads and writes then fail.
    ///
    /// `SHUT_WR` shuts down only sending.
    ///
    /// Only the owner closes the descriptor: its number must not be reused while the owner still reads.
    func shutDown(_ direction: Int32 = Int32(SHUT_RDWR)) {
        descriptor.withLock { number in if let number { shutdown(number, direction) } }
    }

    /// Closes the connection: the peer can read everything that was written.
    func close() {
        shutDown(Int32(SHUT_WR))
        guard let number = descriptor.withLock({ $0 }) else { return }
        drainInput(number)
        descriptor.withLock { $0 = nil }
        closeFile(number)
    }

    /// Discards what a client still sends, for a short while after its last byte.
    ///
    /// Closing with unread bytes would send a reset, and the client would lose the answer.
    private func drainInput(_ number: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var total = 0
        while total < 64 << 20 {
            let count = unsafe recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && (errno != EAGAIN || total == 0)) { return }
            total += max(count, 0)
            var file = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            if count < 0, unsafe poll(&file, 1, 50) <= 0 { return }
        }
    }

    /// Resets the connection: the peer loses unread data.
    func reset() {
        descriptor.withLock { number in
            guard let open = number else { return }
            var now = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(open, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            closeFile(open)
            number = nil
        }
    }
}

/// Closes a file; a type's own `close` would hide the system function.
func closeFile(_ number: Int32) {
    _ = close(number)
}

extension POSIXError {
    /// The error of the last system call.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
