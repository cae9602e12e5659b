import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    import Darwin
    /// A write to a closed connection must be an error, not the end of the process: set on each socket instead.
    private let sendFlags: Int32 = 0
    /// The other side has ended: asked for by this name.
    private let hangUp = Int16(POLLHUP)
#else
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif
    private let sendFlags = Int32(MSG_NOSIGNAL)
    /// The other side has ended: POLLRDHUP by its number, since its name stands behind a macro that Swift may not see.
    private let hangUp: Int16 = 0x2000
#endif

/// A TCP socket on 127.0.0.1, blocking.
///
/// One thread owns it: only that thread reads, writes, waits and closes. Any other may call ``shutDown()``, which wakes the
/// owner from whatever it is blocked in.
final class Socket: Sendable {
    /// Nothing once it is closed: its number may already be another file's.
    private let descriptor: Locked<Int32?>

    init(_ number: Int32) {
        descriptor = Locked(number)
        var on: Int32 = 1
        #if canImport(Darwin)
            unsafe setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        // Answers are small and in one piece: waiting to fill a segment would only slow tests down.
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// What has arrived, at most 64 KiB; empty when the other side has ended or the socket is closed.
    func read() -> [UInt8] {
        guard let number = descriptor.withLock({ $0 }) else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, uninterrupted { unsafe recv(number, buffer.baseAddress, buffer.count, 0) })
        }
    }

    /// Whether all of `bytes` could be handed to the system.
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

    /// How waiting ended.
    enum Wake {
        /// The time is over.
        case elapsed
        /// The file to watch has something to read.
        case rung
        /// The other side ended the connection, or ``shutDown()`` did.
        case gone
    }

    /// Waits until the connection ends, `file` has something to read or so many seconds are over, without reading anything.
    func wait(seconds: Double = .infinity, file: Int32? = nil) -> Wake {
        guard let number = descriptor.withLock({ $0 }) else { return .gone }
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(min(max(seconds, 0), 1e6) * 1e9)
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            // Rounded up: a wait that ended too early would turn into a busy loop.
            let left = seconds.isInfinite ? -1 : now < end ? Int32((end - now) / 1_000_000) + 1 : 0
            var files = [
                pollfd(fd: number, events: hangUp, revents: 0), pollfd(fd: file ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&files, 2, left)
            if count < 0 && errno != EINTR { return .gone }
            if count > 0 && files[0].revents != 0 { return .gone }
            if count > 0 && files[1].revents != 0 { return .rung }
            if count == 0 && left >= 0 && DispatchTime.now().uptimeNanoseconds >= end { return .elapsed }
        }
    }

    /// Ends both directions, which wakes the owner: it reads nothing, writes nothing and finds everybody gone.
    ///
    /// The descriptor itself stays until its owner closes it: its number must not be reused while the owner still reads.
    func shutDown() {
        descriptor.withLock { number in if let number { shutdown(number, Int32(SHUT_RDWR)) } }
    }

    /// Sends nothing more, and still reads.
    func endSending() {
        descriptor.withLock { number in if let number { shutdown(number, Int32(SHUT_WR)) } }
    }

    /// Ends in order: the other side reads all that was written, then the end.
    func close() {
        endSending()
        guard let number = descriptor.withLock({ $0 }) else { return }
        forgetRest(number)
        descriptor.withLock { $0 = nil }
        closeFile(number)
    }

    /// Reads what a client sends that has not understood yet, a little while after its last byte.
    ///
    /// Closing over unread bytes would be a reset, and would take from the client the answer that it has not read yet.
    private func forgetRest(_ number: Int32) {
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

    /// Ends at once with a reset: what the other side has not read yet is lost to it.
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
