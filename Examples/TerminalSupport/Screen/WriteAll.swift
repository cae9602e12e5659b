#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Writes all of `text` and returns 0, or the `errno` of the failure.
package func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written > 0 {
            rest = rest.dropFirst(written)
        } else if written < 0, errno == EAGAIN {
            // Another process that shares the terminal has made it nonblocking.
            var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&wanted, 1, 1_000)
        } else if written == 0 || errno != EINTR {
            return written == 0 ? EIO : errno
        }
    }
    return 0
}

/// Returns the system's description of an `errno`.
package func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }
