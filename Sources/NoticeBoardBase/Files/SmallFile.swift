import Dispatch
package import Foundation

/// A small file that several processes change as a whole, each alone: a new one is written beside the old one, brought to the
/// disk and put in its place, so that a crash or a full disk leaves the one or the other.
///
/// Its methods block; ``SmallFile/run(_:)`` takes them off the caller's thread. What is thrown names no path, which may name a
/// person.
package struct SmallFile: Sendable {
    private let files: any FileSystem
    private let directory: String
    private let path: String
    /// What is larger is no file of this kind.
    private let longest: Int
    private let queue = DispatchQueue(label: "NoticeBoard.SmallFile")

    /// The file of a name in a folder, which is made when it is needed; nothing is touched before.
    package init(
        directory: URL, name: String, longest: Int = 1 << 20, files: any FileSystem = POSIXFileSystem()
    ) throws(NoticeBoardError) {
        guard directory.isFileURL else { throw NoticeBoardError(.invalidInput, "The directory is no file URL.") }
        self.directory = directory.standardizedFileURL.path
        path = self.directory + "/" + name
        guard !name.isEmpty, name.utf8.count <= 200, !path.utf8.contains(0) else {
            throw NoticeBoardError(.invalidInput, "The file's name is empty or too long.")
        }
        (self.longest, self.files) = (longest, files)
    }

    private var lock: String { path + ".lock" }
    private var temporary: String { path + ".new" }
    /// The last one that could not be read.
    private var aside: String { path + ".damaged" }

    /// Does blocking work on a thread of its own, one piece after the other, never on one that Swift's tasks share.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try ExpiringActivity.run(body) }) }
        }
    }

    /// What is in it; nothing where there is none.
    package func read() throws -> [UInt8]? { try explained { try bytes() } }

    /// Puts what `body` makes of what is in it in its place; nothing of it, and nothing is written.
    ///
    /// No other process changes it meanwhile; `storeBusy` where one still does after so many seconds.
    package func change<Result>(
        waiting seconds: Double, _ body: ([UInt8]?) throws -> (bytes: [UInt8]?, result: Result)
    ) throws -> Result {
        try explained {
            try makeDirectory(directory)
            return try alone(until: files.uptime + seconds) {
                let (bytes, result) = try body(try self.bytes())
                if let bytes { try replace(bytes) }
                return result
            }
        }
    }

    /// Keeps what cannot be read aside, so that a new one can be written.
    package func setAside() throws { try explained { try files.rename(path, to: aside) } }

    /// Removes it and all that belongs to it, after whatever is being written.
    package func remove(waiting seconds: Double) throws {
        try explained {
            // Where no folder is, nothing is.
            guard try files.status(at: directory) != nil else { return }
            try alone(until: files.uptime + seconds) {
                for path in [path, temporary, aside] { try files.remove(path) }
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

    // MARK: - The file

    private func bytes() throws -> [UInt8]? {
        guard let found = try files.status(at: path) else { return nil }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of the file is \(found.kind.rawValue).")
        }
        let file = try files.open(path, .reading)
        defer { files.close(file) }
        let bytes = try files.read(file, min(try files.status(of: file).size, longest + 1), at: 0)
        guard bytes.count <= longest else { throw NoticeBoardError(.storeDamaged, "The file is too long.") }
        return bytes
    }

    private func replace(_ bytes: [UInt8]) throws {
        guard bytes.count <= longest else { throw NoticeBoardError(.storageFull, "The file may have \(longest) bytes.") }
        try files.remove(temporary)
        let file = try files.open(temporary, .makingNew)
        do {
            defer { files.close(file) }
            var (rest, offset) = (bytes[...], 0)
            while !rest.isEmpty {
                let count = try files.write(rest, to: file, at: offset)
                // A system that writes nothing and calls that no error would hold the queue for ever.
                guard count > 0 else { throw SystemFault(.write, ENOSPC) }
                rest = rest.dropFirst(count)
                offset += count
            }
            try files.sync(file, .ordered)
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
            throw error
        }
        try files.syncDirectory(directory, .ordered)
    }

    private func alone<Result>(until deadline: Double, _ body: () throws -> Result) throws -> Result {
        // Who holds a lock file that was taken away locks nobody out, so it is looked for again. Not for ever.
        for _ in 0..<10 {
            let file = try files.open(lock, .making)
            defer { files.close(file) }
            try wait(for: file, until: deadline)
            defer { files.unlock(file) }
            if let found = try files.status(at: lock), found.isSameFile(as: try files.status(of: file)) { return try body() }
        }
        throw NoticeBoardError(.storeBusy, "The lock file is taken away again and again.")
    }

    private func wait(for file: Int32, until deadline: Double) throws {
        var pause = 0.001
        while try !files.lock(file) {
            let left = deadline - files.uptime
            guard left > 0 else { throw NoticeBoardError(.storeBusy, "Another process holds the file.") }
            files.pause(seconds: min(pause, left))
            pause = min(0.02, pause * 1.25)
        }
    }

    private func makeDirectory(_ path: String) throws {
        if try files.status(at: path) != nil { return }
        let parent = (path as NSString).deletingLastPathComponent
        if parent != path, !parent.isEmpty { try makeDirectory(parent) }
        if try files.makeDirectory(path) { try? files.syncDirectory(parent, .ordered) }
    }

    private func explained<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch let fault as SystemFault {
            throw NoticeBoardError(fault.meaning, "The file: \(fault.call.rawValue) failed (error \(fault.code)).")
        }
    }
}
