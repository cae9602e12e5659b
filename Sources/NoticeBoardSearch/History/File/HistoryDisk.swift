import Foundation
import NoticeBoardBase

/// The files of a store as one process has them open; whoever uses it is alone, by a lock of the process.
///
/// A journal only ever grows, or gives way to another file of its name: so its file and its size tell whether somebody else
/// wrote. The one exception, erasing on a full disk, lengthens the lock file.
struct HistoryDisk {
    /// What is known of the journal.
    enum State {
        /// Nothing: it is read before anything else.
        case closed
        /// It is as memory says up to its end, where the next record goes.
        case ready(OpenJournal)
        /// It is to be written anew before anything is added; without a journal it is to be read before that.
        case stale(OpenJournal?)
        /// It can be read and not changed, and why.
        case readOnly(NoticeBoardError)
    }

    /// A journal that is open, and how far it is known.
    struct OpenJournal {
        let file: Int32
        let status: FileStatus
        var header: JournalHeader
        /// Where the next record goes.
        var end: Int
        /// How often records had been erased in their place when it was read.
        var generation: Int
        /// Records of kinds that we do not know, kept as they are.
        var unknown: [[UInt8]] = []
        /// It holds nothing but what memory holds.
        var isClean = false
    }

    /// A journal never becomes longer, and what is longer is no journal: reading takes no more memory.
    static let longestJournal = 16 << 20

    let files: any FileSystem
    let paths: HistoryPaths
    /// The size that a journal outgrows before it is written anew.
    let roomyEnough: Int
    var lock: (file: Int32, status: FileStatus)?
    /// How often records were erased in their place: the lock file's size, so that looking at the lock tells it.
    var generation = 0
    var state = State.closed
    /// What happened, to be told when nobody is locked out.
    var events: [SearchHistoryEvent] = []
    /// The damaged file that was told of already.
    var toldOf: FileStatus?
    private var process: Int32

    init(_ files: any FileSystem, _ paths: HistoryPaths, roomyEnough: Int) {
        self.files = files
        self.paths = paths
        self.roomyEnough = roomyEnough
        process = files.process
    }

    /// The journal that is open.
    var journal: OpenJournal? {
        switch state {
        case .ready(let journal), .stale(let journal?): journal
        case .closed, .stale(nil), .readOnly: nil
        }
    }

    /// Closes the journal; what is next has to be read again, and is written anew where that was necessary before.
    mutating func closeJournal() {
        if let journal { files.close(journal.file) }
        if case .stale = state { state = .stale(nil) } else { state = .closed }
    }

    mutating func close() {
        closeJournal()
        if let lock { files.close(lock.file) }
        lock = nil
    }

    /// Notices that this is the child of a fork: it shares its parent's lock, and needs files of its own.
    mutating func noticeFork() {
        let former = process
        process = files.process
        if former != process { close() }
    }

    /// Whether there is any file of the store but its lock.
    var exists: Bool {
        get throws {
            for path in [paths.journal, paths.temporary] + paths.asides where try files.status(at: path) != nil { return true }
            return false
        }
    }

    /// Takes note that there is no file any more.
    mutating func forgetFile() {
        guard journal != nil else { return }
        close()
        events.append(SearchHistoryEvent(kind: .removed, lostBytes: 0, entries: 0))
    }

    /// Whether there is a lock file, which alone holds nothing.
    var holdsLockFile: Bool { get throws { try files.status(at: paths.lock) != nil } }

    /// The history as it is now: `known` with what other processes wrote since; needs the lock of the processes.
    ///
    /// What is not certain was read while somebody may have been writing, and is no ground to go on from.
    mutating func current(_ known: SearchHistoryLog?, isCertain: Bool) throws -> SearchHistoryLog {
        if isCertain, let known, let journal, journal.generation == generation, let found = try files.status(at: paths.journal),
            found.isSameFile(as: journal.status), found.size >= journal.end
        {
            if found.isShared || !found.isPrivate { state = .stale(journal) }
            if found.size == journal.end { return known }
            if let log = try follow(known, journal, to: found.size) { return log }
        }
        return try reload(known)
    }

    /// `known` with the records that another process added, or nil where the whole has to be read.
    private mutating func follow(
        _ known: SearchHistoryLog, _ journal: OpenJournal, to end: Int
    ) throws -> SearchHistoryLog? {
        guard end <= Self.longestJournal, journal.header.minor >= JournalHeader.minor else { return nil }
        let scan = JournalScan(try files.read(journal.file, end - journal.end, at: journal.end), from: 0)
        guard scan.end == end - journal.end, scan.damage.isEmpty, !scan.holdsErasing else { return nil }
        var (log, journal) = (known, journal)
        log.replay(scan)
        journal.unknown += scan.unknown
        (journal.end, journal.isClean) = (end, false)
        if case .ready = state { state = .ready(journal) } else { state = .stale(journal) }
        return log
    }
}

extension JournalScan {
    /// The records of kinds that we do not know.
    var unknown: [[UInt8]] {
        records.filter { bytes[$0.lowerBound + 2] > JournalRecord.Kind.rules }.map { Array(bytes[$0]) }
    }
}

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
            guard try files.lock(held.file, until: deadline) else {
                throw NoticeBoardError(.storeBusy, "Another process holds the search history.")
            }
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
