import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Runs `body` while no other process changes the store; throws `storeBusy` when one still does at `deadline`.
    mutating func alone<Result>(
        until deadline: Double, _ body: (inout HistoryDisk) throws -> Result
    ) throws -> Result {
        noticeFork()
        let file = try takeLock(deadline)
        defer { files.unlock(file) }
        return try body(&self)
    }

    private mutating func takeLock(_ deadline: Double) throws -> Int32 {
        // Who holds a lock file that was taken away locks nobody out, so it is looked for again. Not for ever.
        for _ in 0..<10 {
            let held = try lock ?? openLock()
            lock = held
            try wait(for: held.file, deadline)
            do {
                if let found = try files.status(at: paths.lock), found.isSameFile(as: held.status) {
                    generation = found.size
                    return held.file
                }
            } catch {
                files.unlock(held.file)
                throw error
            }
            // With the lock file went what it says of the journal.
            close()
        }
        throw NoticeBoardError(.storeBusy, "The lock file is taken away again and again.")
    }

    private func wait(for file: Int32, _ deadline: Double) throws {
        var pause = 0.001
        while try !files.lock(file) {
            let left = deadline - files.uptime
            guard left > 0 else { throw NoticeBoardError(.storeBusy, "Another process holds the search history.") }
            files.pause(seconds: min(pause, left))
            pause = min(0.02, pause * 1.25)
        }
    }

    private func openLock() throws -> (file: Int32, status: FileStatus) {
        try prepareDirectory()
        let file = try files.open(paths.lock, .making)
        do { return (file, try files.status(of: file)) } catch {
            files.close(file)
            throw error
        }
    }

    private func prepareDirectory() throws {
        var found = try files.status(at: paths.directory)
        if found == nil {
            try makeDirectory(paths.directory)
            found = try files.status(at: paths.directory)
        }
        if let found, found.kind != .directory {
            throw NoticeBoardError(.fileUnavailable, "In the place of the search history's directory is \(found.kind.rawValue).")
        }
    }

    /// Makes a directory and those above it, each for its owner alone; one that is there stays as it is.
    private func makeDirectory(_ path: String) throws {
        let parent = (path as NSString).deletingLastPathComponent
        do throws(SystemFault) {
            if try files.makeDirectory(path) { try? files.syncDirectory(parent, .ordered) }
        } catch {
            guard error.code == ENOENT, parent != path, !parent.isEmpty else { throw error }
            try makeDirectory(parent)
            if try files.makeDirectory(path) { try? files.syncDirectory(parent, .ordered) }
        }
    }
}
