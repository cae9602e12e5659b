package import Foundation

/// What several processes write, each alone: two that wrote at once would put the half of one in the other's place.
extension SmallFile {
    private var lock: String { path + ".lock" }
    /// The last one that could not be read.
    private var aside: String { path + ".damaged" }

    /// Puts what `body` makes of what is in it in its place; nothing of it, and nothing is written.
    ///
    /// No other process changes it meanwhile; `storeBusy` where one still does after so many seconds.
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

    /// Puts `data` in the place of what it holds; throws `storageFull` for more than it may hold.
    package func replace(_ data: Data, waiting seconds: Double = 5) throws {
        try explained {
            try check(data)
            try files.makeDirectories(directory)
            try alone(until: files.uptime + seconds) { try put(data) }
        }
    }

    /// Keeps what cannot be read aside, so that a new one can be written.
    package func setAside() throws { try explained { try files.rename(path, to: aside) } }

    /// Removes it and all that belongs to it, after whatever is being written.
    package func remove(waiting seconds: Double = 5) throws {
        try explained {
            // Where nothing was written nothing is locked: the folder may be one that can only be read.
            guard try [path, temporary, aside, lock].contains(where: { try files.status(at: $0) != nil }) else { return }
            try alone(until: files.uptime + seconds) {
                try takeAway()
                try files.remove(aside)
                // The lock last: whoever waits for it finds that it is gone, and makes another.
                try files.remove(lock)
            }
            try files.syncDirectory(directory, .full)
        }
    }

    /// Calls `changed` whenever somebody changed it, as long as what this gives lives; nothing where that cannot be known.
    package func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        files.watch(directory, path, changed)
    }

    func alone<Result>(until deadline: Double, _ body: () throws -> Result) throws -> Result {
        guard let file = try files.takeLock(lock, what, until: deadline) else {
            throw NoticeBoardError(.storeBusy, "Another process holds the file.")
        }
        defer { files.releaseLock(file) }
        return try body()
    }
}
