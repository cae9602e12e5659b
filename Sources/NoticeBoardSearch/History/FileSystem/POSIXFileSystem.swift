import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The system's own calls, each repeated when a signal came between.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        let flags: Int32 =
            switch access {
            case .reading: O_RDONLY
            case .changing: O_RDWR
            case .making: O_RDWR | O_CREAT
            case .makingNew: O_RDWR | O_CREAT | O_EXCL
            }
        // Without O_NONBLOCK a pipe in the file's place would hold the caller for ever.
        return try call(.open) { unsafe systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
    }

    package func close(_ file: Int32) { systemClose(file) }

    package func status(of file: Int32) throws(SystemFault) -> FileStatus {
        try found(.status) { FileStatus(of: file) }
    }

    package func status(at path: String) throws(SystemFault) -> FileStatus? {
        do throws(SystemFault) {
            return try found(.statusOfPath) { unsafe FileStatus(at: path) }
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    package func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try call(.read) {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    unsafe pread(file, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
                }
            }
            if got == 0 { break }
            done += got
        }
        bytes.removeLast(count - done)
        return bytes
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try call(.write) { unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(offset)) } }
    }

    package func truncate(_ file: Int32, to size: Int) throws(SystemFault) {
        _ = try call(.truncate) { ftruncate(file, off_t(size)) }
    }

    package func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        _ = try call(.sync) { systemSync(file, depth) }
    }

    package func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        let folder = try call(.syncDirectory) { unsafe systemOpen(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY, 0) }
        defer { systemClose(folder) }
        _ = try call(.syncDirectory) { systemSync(folder, depth) }
    }

    package func rename(_ path: String, to other: String) throws(SystemFault) {
        _ = try call(.rename) { unsafe systemRename(path, other) }
    }

    package func remove(_ path: String) throws(SystemFault) {
        do throws(SystemFault) {
            _ = try call(.remove) { unsafe unlink(path) }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    package func makeDirectory(_ path: String) throws(SystemFault) -> Bool {
        do throws(SystemFault) {
            _ = try call(.makeDirectory) { unsafe mkdir(path, 0o700) }
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }

    package func lock(_ file: Int32) throws(SystemFault) -> Bool {
        do throws(SystemFault) {
            _ = try call(.lock) { flock(file, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    package func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

    package func pause(seconds: Double) { usleep(UInt32(min(max(seconds, 0), 1) * 1_000_000)) }

    package var process: Int32 { getpid() }

    private func call<Result: BinaryInteger>(_ kind: FileSystemCall, _ body: () -> Result) throws(SystemFault) -> Result {
        try found(kind) {
            let result = body()
            return result >= 0 ? result : nil
        }
    }

    private func found<Result>(_ kind: FileSystemCall, _ body: () -> Result?) throws(SystemFault) -> Result {
        while true {
            if let result = body() { return result }
            let code = errno
            if code != EINTR { throw SystemFault(kind, code) }
        }
    }
}
