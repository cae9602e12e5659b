package import Foundation

/// Writes under a lock file, which other processes and other objects of this process wait for.
extension SmallFile {
    private var lock: String { path + ".lock" }
    /// The backup of a version that could not be read.
    private var damagedPath: String { path + ".damaged" }
    /// Every file that this one can leave on the disk.
    package var paths: [URL] { [path, temporary, damagedPath, lock].map { URL(fileURLWithPath: $0) } }

    /// Replaces the content with the data that `body` returns; `nil` leaves the file as it is.
    ///
    /// Other processes are locked out. Blocks the thread while it waits. Throws `storeBusy` if one still holds the lock after `seconds`.
    package func change<Result>(
        waiting seconds: Double, _ body: (Data?) throws -> (data: Data?, result: Result)
    ) throws -> Result {
        try explained {
            try files.makeDirectories(directory)
            return try alone(until: files.uptime + seconds) {
                let (data, result) = try body(try read(isOwn: false))
                if let data {
                    try check(data)
                    try put(data)
                }
                return result
            }
        }
    }

    /// Replaces the content; throws `storageFull` if `data` is too long.
    package func replace(_ data: Data, waiting seconds: Double = 5) throws {
        try explained {
            try check(data)
            try files.makeDirectories(directory)
            try alone(until: files.uptime + seconds) { try put(data) }
        }
    }

    /// Keeps the content of an unreadable file beside it before a new one is written; requires the lock.
    ///
    /// The file stays: if the new one could not be written, other processes would take a missing one for an erasure.
    package func copyAside(_ data: Data) throws { try explained { try files.put(data, at: damagedPath, by: temporary, depth) } }

    /// Removes the file and everything that belongs to it, once a running write has ended.
    package func remove(waiting seconds: Double = 5) throws {
        try explained {
            // Takes no lock if there are no files: the folder may be read-only.
            guard try [path, temporary, damagedPath, lock].contains(where: { try files.status(at: $0) != nil }) else { return }
            try alone(until: files.uptime + seconds) {
                if try isThere() { try files.remove(path) }
                for rest in [temporary, damagedPath] { try files.remove(rest) }
                // The lock goes last: a process that waits for it finds it gone and creates another.
                try files.remove(lock)
            }
            try files.syncDirectory(directory, .full)
        }
    }

    /// Calls `changed` after each change while the returned object lives; `nil` if the system can't watch it.
    package func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        files.watch(directory, path, changed)
    }

    func alone<Result>(until deadline: Double, _ body: () throws -> Result) throws -> Result {
        guard let file = try files.takeLock(lock, what, until: deadline) else { throw LineFileError.busy }
        defer { files.releaseLock(file) }
        return try body()
    }
}
