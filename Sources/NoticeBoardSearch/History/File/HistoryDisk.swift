import NoticeBoardBase

/// The files of a store as one process has them open; whoever uses it is alone, by a lock of the process.
struct HistoryDisk {
    /// The journal that is open, and how far it is known.
    struct OpenJournal {
        let file: Int32
        let status: FileStatus
        var header: JournalHeader
        /// Where the next record goes.
        var end: Int
        /// How many bytes the file has: zeros from `end` on are room for what is to come.
        var size: Int
        /// How often records had been erased in their place when it was read; -1 when that was not looked at.
        var generation: Int
        /// Opened for reading alone.
        var isReadOnly = false
        /// Read while nobody wrote, or without anything that could not be read.
        var isSettled = true
        /// What a write that failed may have left behind the end, because it could not be cut off.
        var refused: [UInt8] = []
    }

    let files: any FileSystem
    let paths: HistoryPaths
    /// The size that a journal outgrows before it is written anew.
    let roomyEnough: Int
    var lock: (file: Int32, status: FileStatus)?
    var journal: OpenJournal?
    /// How often records were erased in their place: the lock file's size, so that looking at the lock tells it.
    var generation = 0
    /// Records of kinds that we do not know, kept as they are.
    var unknown: [[UInt8]] = []
    /// Why the file is to be written anew before anything is added: a failed sync, damage, a mode that others can read.
    var needsRewrite = false
    /// Why nothing may be changed: damage that could not be kept aside.
    var trouble: NoticeBoardError?
    /// What happened, to be told when nobody is locked out.
    var events: [SearchHistoryEvent] = []
    private var process: Int32

    init(_ files: any FileSystem, _ paths: HistoryPaths, roomyEnough: Int) {
        self.files = files
        self.paths = paths
        self.roomyEnough = roomyEnough
        process = files.process
    }

    mutating func close() {
        closeJournal()
        closeLock()
    }

    mutating func closeJournal() {
        if let journal { files.close(journal.file) }
        journal = nil
    }

    mutating func closeLock() {
        if let lock { files.close(lock.file) }
        lock = nil
    }

    /// Notices that this is the child of a fork: it shares its parent's lock, and needs files of its own.
    mutating func noticeFork() {
        guard files.process != process else { return }
        process = files.process
        close()
    }

    var exists: Bool { get throws { try files.status(at: paths.journal) != nil } }

    /// Whether nobody wrote since the journal was read or written here; needs the lock of the processes.
    ///
    /// `quickly` looks at the open file instead of at its path, which costs a third and takes a file that was moved elsewhere
    /// for the one in its place.
    func isUpToDate(quickly: Bool) throws -> Bool {
        // `trouble == nil` would compare two errors, and copy one.
        guard let journal, !journal.isReadOnly, journal.isSettled, case nil = trouble, journal.generation == generation else {
            return false
        }
        let found = quickly ? try files.status(of: journal.file) : try files.status(at: paths.journal)
        guard let found, found.isLinked, found.isSameFile(as: journal.status), found.size == journal.size else { return false }
        return try isAtEnd(journal, found.size)
    }

    /// A record begins with its length, so that zeros at the end are room that nobody has used.
    private func isAtEnd(_ journal: OpenJournal, _ size: Int) throws -> Bool {
        try size == journal.end
            || files.read(journal.file, min(8, size - journal.end), at: journal.end).allSatisfy { $0 == 0 }
    }

    /// Brings `list` up to date with what other processes wrote, and gives whether it changed.
    ///
    /// Needs the lock of the processes. Nothing is read when nobody wrote.
    mutating func catchUp(_ list: inout HistoryList?) throws -> Bool {
        guard let journal, !journal.isReadOnly, journal.isSettled, trouble == nil, list != nil else {
            return try reload(&list, isLocked: true)
        }
        guard let found = try files.status(at: paths.journal) else {
            // Somebody took the file away. What is in memory is all that there is of it.
            closeJournal()
            needsRewrite = true
            events.append(SearchHistoryEvent(kind: .recreated, lostBytes: 0, entries: list?.count ?? 0))
            return false
        }
        guard found.isSameFile(as: journal.status), found.size >= journal.end, journal.generation == generation else {
            return try reload(&list, isLocked: true)
        }
        if try isAtEnd(journal, found.size) {
            self.journal?.size = found.size
            return false
        }
        var start = journal.end
        var tail = try files.read(journal.file, found.size - start, at: start)
        if !journal.refused.isEmpty {
            let written = tail.prefix((tail.lastIndex { $0 != 0 } ?? -1) + 1)
            if journal.refused.starts(with: written) { return false }
            if tail.starts(with: journal.refused) {
                tail.removeFirst(journal.refused.count)
                start += journal.refused.count
            }
        }
        let scan = JournalScan(tail, from: 0)
        // Whoever erased where it stood named places in the file, and not what stood there.
        guard scan.lostBytes == 0, !scan.holdsErasing else { return try reload(&list, isLocked: true) }
        unknown += list?.replay(scan) ?? []
        self.journal?.end = start + scan.tail.lowerBound
        self.journal?.size = found.size
        return true
    }
}
