import Foundation

/// Closes a file; a type's own `close` would hide the system function.
func closeFile(_ number: Int32) {
    _ = close(number)
}

extension POSIXError {
    /// The error of the last system call.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
