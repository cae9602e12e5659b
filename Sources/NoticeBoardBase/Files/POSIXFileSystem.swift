import Foundation

/// The operating system's file system; calls that a signal interrupts are repeated.
package struct POSIXFileSystem: FileSystem, FolderSystem {
    package init() {}

    package func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        let flags: Int32 =
            switch access {
            case .read: O_RDONLY
            case .readWrite: O_RDWR
            case .create: O_RDWR | O_CREAT
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            case .folder: O_RDONLY | O_DIRECTORY
            }
        // Without O_NONBLOCK, a pipe in the file's place would block the caller indefinitely.
        return try call(.open) { unsafe systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
    }

    package func close(_ file: Int32) { systemClose(file) }

    package func status(of file: Int32) throws(SystemFault) -> FileStatus {
        var status = stat()
        _ = try call(.status) { unsafe fstat(file, &status) }
        return FileStatus(status)
    }

    package func status(at path: String) throws(SystemFault) -> FileStatus? {
        var status = stat()
        return try did(.statusOfPath, unless: ENOENT) { unsafe lstat(path, &status) } ? FileStatus(status) : nil
    }

    package func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        var fault: SystemFault?
        // Without zeros that the file's bytes overwrite: a picture of 500 KB is read in half of the time.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            do throws(SystemFault) {
                while done < count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                    let got = try call(.read) { unsafe pread(file, rest.baseAddress, count - done, off_t(offset + done)) }
                    if got == 0 { break }
                    done += got
                }
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return bytes
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try call(.write) { unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(offset)) } }
    }

    /// Writes all of `bytes`, without a copy of them.
    package func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(SystemFault) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try call(.write) { unsafe pwrite(file, rest.baseAddress, rest.count, off_t(offset + done)) }
            // A system that writes nothing and calls that no error would hold the caller for ever.
            guard count > 0 else { throw SystemFault(.write, ENOSPC) }
            done += count
        }
    }

    package func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        _ = try call(.truncate) { ftruncate(file, off_t(size)) }
    }

    package func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        _ = try call(.sync) { systemSync(file, depth) }
    }

    package func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        let folder = try call(.syncDirectory) { unsafe systemOpen(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW, 0) }
        defer { systemClose(folder) }
        _ = try call(.syncDirectory) { systemSync(folder, depth) }
    }

    package func rename(_ path: String, to other: String) throws(SystemFault) {
        _ = try call(.rename) { unsafe systemRename(path, other) }
    }

    package func remove(_ path: String) throws(SystemFault) { _ = try did(.remove, unless: ENOENT) { unsafe unlink(path) } }

    package func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        try did(.makeDirectory, unless: EEXIST) { unsafe mkdir(path, 0o700) }
    }

    package func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try did(.lock, unless: EWOULDBLOCK) { flock(file, LOCK_EX | LOCK_NB) }
    }

    package func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

    package func pause(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    // Not `systemUptime`, for which Apple requires a declared reason.
    package var uptime: Double { TimeSource.system.now() }

    package func watch(
        _ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void
    ) -> (any Sendable & AnyObject)? {
        FolderWatch(folder, file, in: self, changed)
    }

    private func call<Result: BinaryInteger>(_ kind: FileSystemCall, _ body: () -> Result) throws(SystemFault) -> Result {
        let result = uninterrupted(body)
        guard result >= 0 else { throw SystemFault(kind, errno) }
        return result
    }

    /// Returns `false` if the call fails with the error `tolerated`.
    private func did(_ kind: FileSystemCall, unless tolerated: Int32, _ body: () -> Int32) throws(SystemFault) -> Bool {
        do throws(SystemFault) {
            return try call(kind, body) >= 0
        } catch {
            guard error.code == tolerated else { throw error }
            return false
        }
    }

    package func names(in folder: String) throws(SystemFault) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            // Foundation hides the system's error number.
            if try status(at: folder) == nil { return [] }
            throw SystemFault(.open, EIO)
        }
    }

    package func removeDirectory(_ path: String) throws(SystemFault) {
        _ = try did(.remove, unless: ENOENT) { unsafe rmdir(path) }
    }

    package func touch(_ path: String, at moment: Double) throws(SystemFault) {
        let date = Date(timeIntervalSince1970: moment)
        do { try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path) } catch {
            throw SystemFault(.status, EIO)
        }
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: Kind =
            switch mode_t(status.st_mode) & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int(clamping: status.st_size), kind: kind, isPrivate: status.st_mode & 0o077 == 0,
            isShared: status.st_nlink > 1, modified: Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9)
    }
}

// Free functions, because a method called `open` hides the system's function of that name.

func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }

func systemClose(_ file: Int32) { _ = close(file) }

private func systemRename(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 { unsafe rename(path, other) }

/// Syncs a file to the disk; Apple's `fsync` alone leaves data in the disk's cache, in any order.
private func systemSync(_ file: Int32, _ depth: SyncDepth) -> Int32 {
    #if canImport(Darwin)
        let result = fcntl(file, depth == .full ? F_FULLFSYNC : F_BARRIERFSYNC)
        // Some file systems, such as network shares, support neither.
        return result < 0 && (errno == ENOTSUP || errno == EINVAL || errno == ENOTTY) ? fsync(file) : result
    #else
        // Reaches the storage medium at either depth.
        return fdatasync(file)  // apple-check: ok, this branch is not for Apple
    #endif
}
