extension FileSystem {
    /// Opens a lock file, creating it if needed; throws `fileUnavailable` if the file is protected.
    package func openLock(_ path: String, _ what: String) throws -> Int32 {
        do throws(SystemFault) {
            return try open(path, .create)
        } catch {
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

    /// Opens and locks the file at `path`, which other processes lock as well.
    ///
    /// Returns `nil` if `deadline` passes before, or if the file was replaced ten times in a row.
    package func takeLock(_ path: String, _ what: String, until deadline: Double) throws -> Int32? {
        // The lock of a removed file excludes no other process, so the file is opened again. Not forever.
        for _ in 0..<10 {
            let file = try openLock(path, what)
            var isLocked = false
            var isKept = false
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
}
