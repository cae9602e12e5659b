#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Writes all of `text`; what it returns is 0, or the number of the error that kept it from that.
package func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written > 0 {
            rest = rest.dropFirst(written)
        } else if written < 0, errno == EAGAIN {
            // Whoever shares the terminal has told it not to wait.
            var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&wanted, 1, 1_000)
        } else if written == 0 || errno != EINTR {
            return written == 0 ? EIO : errno
        }
    }
    return 0
}

/// What the system calls an error of that number.
package func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }
