import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

extension FileStatus {
    /// What the system knows of an open file, or nil with the reason in `errno`.
    init?(of file: Int32) {
        if let status = unsafe StatusWithoutTimes.status(file, "", StatusWithoutTimes.ofTheFileItself) {
            self = status
            return
        }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What the system knows of the file of that name, or nil with the reason in `errno`.
    init?(at path: UnsafePointer<CChar>) {
        if let status = unsafe StatusWithoutTimes.status(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) {
            self = status
            return
        }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int(status.st_size), mode: mode_t(status.st_mode), links: UInt64(status.st_nlink))
    }

    fileprivate init(device: UInt64, inode: UInt64, size: Int, mode: mode_t, links: UInt64) {
        let kind: Kind =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        self.init(device: device, inode: inode, size: size, kind: kind, isPrivate: mode & 0o077 == 0, isLinked: links > 0)
    }
}

/// Linux's `statx`, which can be asked for some of what is known of a file; nowhere else is there such a call.
///
/// Whoever asks for a file's times, as `fstat` and `lstat` always do, makes a Linux since 6.13 note a time of its own for the
/// next write, to the nanosecond: one thing more to bring to the disk, by which a sync takes half as long again. A history
/// looks at its file before each save and wants no times.
private enum StatusWithoutTimes {
    typealias Call =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32

    /// `AT_EMPTY_PATH`: the open file, not one below it.
    static let ofTheFileItself: Int32 = 0x1000

    #if canImport(Glibc)
        // Swift sees no declaration of it. A program that is linked with nothing at run time finds none, and does without.
        private static let call = unsafe dlsym(nil, "statx").map { unsafe unsafeBitCast($0, to: Call.self) }
    #else
        private static let call: Call? = nil
    #endif

    /// Type, mode, number of names, inode and size: `STATX_TYPE` and so on.
    private static let wanted: UInt32 = 0x1 | 0x2 | 0x4 | 0x100 | 0x200
    /// How many bytes the system writes.
    private static let size = 256

    static func status(_ file: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> FileStatus? {
        guard let call = unsafe call else { return nil }
        return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
            guard let start = bytes.baseAddress, unsafe call(file, path, flags, wanted, start) == 0 else { return nil }
            func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
                unsafe bytes.load(fromByteOffset: offset, as: type)
            }
            guard number(0, UInt32.self) & wanted == wanted else { return nil }
            return FileStatus(
                device: UInt64(number(136, UInt32.self)) << 32 | UInt64(number(140, UInt32.self)), inode: number(32, UInt64.self),
                size: Int(number(40, UInt64.self)), mode: mode_t(number(28, UInt16.self)), links: UInt64(number(16, UInt32.self)))
        }
    }
}
