import Foundation

/// A method called `close` hides the system's function of that name.
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
    /// What the last call of the system failed with.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
