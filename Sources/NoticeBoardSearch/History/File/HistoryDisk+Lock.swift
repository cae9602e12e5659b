import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Runs `body` while no other process changes the store; throws `storeBusy` when another does for too long.
    mutating func alone<Result>(
        _ timeout: Double, quickly: Bool = false, _ body: (inout HistoryDisk) throws -> Result
    ) throws -> Result {
        noticeFork()
        let file = try takeLock(timeout, quickly)
        defer { files.unlock(file) }
        return try body(&self)
    }

    private mutating func takeLock(_ timeout: Double, _ quickly: Bool) throws -> Int32 {
        // Who holds a lock file that was taken away locks nobody out, so it is looked for again. Not for ever.
        for _ in 0..<10 {
            let held = try lock ?? openLock()
            lock = held
            try wait(for: held.file, timeout)
            do {
                let found = quickly ? try files.status(of: held.file) : try files.status(at: paths.lock)
                if let found, found.isLinked, found.isSameFile(as: held.status) {
                    generation = found.size
                    return held.file
                }
            } catch {
                files.unlock(held.file)
                throw error
            }
            closeLock()
        }
        throw NoticeBoardError(.storeBusy, "The lock file is taken away again and again.")
    }

    private func wait(for file: Int32, _ timeout: Double) throws {
        var waited = 0.0
        while try !files.lock(file) {
            guard waited < timeout else {
                throw NoticeBoardError(.storeBusy, "Another process has held the search history for \(timeout) s.")
            }
            let pause = min(0.02, max(0.001, waited / 4))
            files.pause(seconds: pause)
            waited += pause
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
            throw NoticeBoardError(.fileUnavailable, "The search history's directory is a \(found.kind.rawValue).")
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
