import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A method called `close` hides the system's function of that name.
func closeFile(_ number: Int32) {
    #if canImport(Darwin)
        _ = Darwin.close(number)
    #else
        _ = Glibc.close(number)
    #endif
}

extension POSIXError {
    /// What the last call of the system failed with.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
