import Foundation

/// Closes a file; a type's own `close` would hide the system function.
func closeFile(_ number: Int32) {
    #if canImport(Darwin)
        _ = Darwin.close(number)
    #elseif canImport(Glibc)
        _ = Glibc.close(number)
    #elseif canImport(Musl)
        _ = Musl.close(number)
    #elseif canImport(Android)
        _ = Android.close(number)
    #endif
}

extension POSIXError {
    /// The error of the last system call.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
