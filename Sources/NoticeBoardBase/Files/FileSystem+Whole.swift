package import Foundation

extension FileSystem {
    /// Opens a file for reading; errors call it `what`.
    ///
    /// Throws `fileUnavailable` with a retry remedy if the file exists but may not be read, as when iOS protects it while the
    /// device is locked. Such a file never counts as empty.
    package func openToRead(_ path: String, _ what: String) throws -> Int32 {
        do throws(SystemFault) { return try open(path, .read) } catch {
            guard error.isOfPermission else { throw error }
            throw NoticeBoardError(.fileUnavailable, "\(what) cannot be read now (error \(error.code)).", underlying: error)
        }
    }

    /// Opens a lock file, creating it if needed; throws `fileUnavailable` if the file is protected.
    package func openLock(_ path: String, _ what: String) throws -> Int32 {
        do throws(SystemFault) { return try open(path, .create) } catch {
            // A lock file that can still be read is in a read-only location.
            if error.isOfPermission, (try? status(at: path)) != nil { close(try openToRead(path, what)) }
            throw error
        }
    }

    /// Waits for the lock of an open file; returns `false` if it is still held when ``uptime`` reaches `deadline`.
    package func lock(_ file: Int32, until deadline: Double) throws(SystemFault) -> Bool {
        while try !lock(file) {
            let left = deadline - uptime
            guard left > 0 else { return false }
            // Short and random: growing delays made one process wait 3.3 s behind a busy one.
            pause(seconds: min(.random(in: 0.0001...0.0005), left))
        }
        return true
    }

    /// Opens and locks the file at `path`, which other processes lock as well; `nil` if `deadline` passes before.
    package func takeLock(_ path: String, _ what: String, until deadline: Double) throws -> Int32? {
        // Who holds a lock file that was removed locks no one out, so it is opened again. Not forever.
        for _ in 0..<10 {
            let file = try openLock(path, what)
            var (isLocked, isKept) = (false, false)
            defer {
                if isLocked, !isKept { unlock(file) }
                if !isKept { close(file) }
            }
            isLocked = try lock(file, until: deadline)
            guard isLocked else { return nil }
            if let found = try status(at: path), found.isSameFile(as: try status(of: file)) {
                isKept = true
                return file
            }
        }
        return nil
    }

    /// Unlocks and closes a file that ``takeLock(_:_:until:)`` returned.
    package func releaseLock(_ file: Int32) {
        unlock(file)
        close(file)
    }

    /// Creates a folder and its parents for their owner alone; existing ones stay as they are.
    package func makeDirectories(_ path: String) throws(SystemFault) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
        do throws(SystemFault) {
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        } catch {
            guard error.code == ENOENT, parent != path, !parent.isEmpty else { throw error }
            try makeDirectories(parent)
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        }
    }

    /// Writes all of `bytes`, and calls `onWritten` with the size of each piece that was written.
    package func writeAll(
        _ bytes: [UInt8], to file: Int32, at offset: Int, _ onWritten: (Int) -> Void = { _ in }
    ) throws(SystemFault) {
        var done = 0
        while done < bytes.count {
            let count = try write(bytes[done...], to: file, at: offset + done)
            // A system that writes nothing and calls that no error would hold the caller for ever.
            guard count > 0 else { throw SystemFault(.write, ENOSPC) }
            onWritten(count)
            done += count
        }
    }

    /// Writes a file as a whole or not at all: to a temporary file, which is synced and renamed.
    ///
    /// The caller removes the temporary file of a process that was killed.
    package func put(
        _ data: Data, at path: String, by temporary: String, _ depth: SyncDepth = .ordered
    ) throws(SystemFault) {
        try remove(temporary)
        let file = try open(temporary, .createNew)
        do throws(SystemFault) {
            defer { close(file) }
            try writeAll(Array(data), to: file, at: 0)
            // Otherwise a power loss could leave a file of the right name and length without its bytes.
            try sync(file, depth)
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
    }
}
