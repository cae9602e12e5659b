import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

// A method called `open` hides the system's function of that name, so these stand outside of any type.

func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }

func systemClose(_ file: Int32) { _ = close(file) }

func systemRename(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 { unsafe rename(path, other) }

/// Brings a file to the disk; Apple's `fsync` alone leaves it in the disk's own memory, in any order.
func systemSync(_ file: Int32, _ depth: SyncDepth) -> Int32 {
    #if canImport(Darwin)
        let result = fcntl(file, depth == .full ? F_FULLFSYNC : F_BARRIERFSYNC)
        // Some file systems, those over a network for example, know neither.
        return result < 0 && (errno == ENOTSUP || errno == EINVAL || errno == ENOTTY) ? fsync(file) : result
    #else
        // It reaches the disk's platters, or what stands for them, in either case.
        return fdatasync(file)  // apple-check: ok, this branch is not for Apple
    #endif
}
