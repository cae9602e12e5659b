import Dispatch
import Foundation
import NoticeBoardBase

/// The file of one scope and its entries in memory, shared by every ``FileSearchHistory`` of the same path in a process.
///
/// Its methods block. ``run(isolation:_:)`` moves them to the file's own queue, in the order of the calls.
final class HistoryFile: Sendable, Redacted {
    /// A ``FileSearchHistory``: its rules and its callbacks.
    struct Opener: Sendable {
        let policy: SearchHistoryPolicy
        let now: @Sendable () -> Date
        let onEvent: @Sendable (SearchHistoryEvent) -> Void
        /// Whether the rules were brought into force.
        let isObeyed = Locked(false)
    }

    private struct Disk {
        var file: LineFile<SearchHistoryLines>
        /// Whether entries that left the list were removed from the file since the launch.
        var isTidy = false
        var reportedDamage = 0
    }

    /// The size that a history's file cannot outgrow.
    static let maximumSize = 16 << 20

    /// Held while the disk is used, on the queue only.
    private let disk: Locked<Disk>
    /// Held for moments; taken after `disk`.
    let memory = SearchHistoryMemory()
    /// Reports changes of other processes; changed on the queue only.
    private let watch = Locked<(any Sendable & AnyObject)?>(nil)
    private let queue = DispatchQueue(label: "NoticeBoard.SearchHistory", qos: .userInitiated)
    private let files: any FileSystem
    private let folder: String
    private let name: String

    init(_ files: any FileSystem, folder: String, name: String, minimumSize: Int = 65_536) {
        self.files = files
        self.folder = folder
        self.name = name
        disk = Locked(
            Disk(
                file: LineFile(
                    folder: folder, name: name, minimumSize: minimumSize, maximumSize: Self.maximumSize, files: files)))
    }

    /// Every file of the history alone that may exist on the disk.
    var paths: [URL] { ["", ".new", ".damaged"].map { URL(fileURLWithPath: folder + "/" + name + $0) } }

    /// The `uptime` in so many seconds.
    func deadline(_ seconds: Double) -> Double { files.uptime + seconds }

    /// Runs blocking work on the queue.
    ///
    /// Its place in the order is taken before this suspends.
    func run<Value: Sendable>(
        isolation: isolated (any Actor)?, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            queue.async { continuation.resume(with: Result { try ExpiringActivity.run(body) }) }
        }
    }

    /// Runs blocking work on the queue and blocks the calling thread until it ends.
    func runBlocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        try queue.sync { try ExpiringActivity.run(body) }
    }

    // MARK: - Reading

    /// Reads what there is.
    ///
    /// Takes no lock of the file.
    func read(_ opener: Opener) throws {
        try use(opener) { disk, events in
            try refresh(&disk, opener, &events)
        }
    }

    /// Reads what there is, brings rules into force and removes dead entries from the file, unless another process holds it.
    func load(_ opener: Opener) throws {
        try read(opener)
        // A file that cannot be written now can still be read.
        _ = try? change(.setPolicy(SearchHistoryPolicy()), opener, until: files.uptime)
    }

    private func refresh(_ disk: inout Disk, _ opener: Opener, _ events: inout [SearchHistoryEvent]) throws {
        let existed = disk.file.exists
        try disk.file.read()
        if existed, !disk.file.exists { events.append(SearchHistoryEvent(kind: .removed, lostBytes: 0, entries: 0)) }
        report(disk.file, &disk.reportedDamage, &events)
        publish(disk.file, opener.now())
    }

    /// Reports unreadable lines once.
    private func report(
        _ file: borrowing LineFile<SearchHistoryLines>, _ reported: inout Int, _ events: inout [SearchHistoryEvent]
    ) {
        let size = file.damagedSize
        let count = file.content?.log.stored.count ?? 0
        if size != reported, size > 0 {
            events.append(SearchHistoryEvent(kind: .salvaged, lostBytes: size, entries: count))
        }
        reported = size
    }

    // MARK: - Changing

    /// Makes a change that holds for all processes, and returns the entries it removed.
    func change(_ change: SearchHistoryChange, _ opener: Opener, until deadline: Double) throws -> [SearchHistoryEntry] {
        try use(opener) { disk, events in
            let now = opener.now()
            if disk.file.content == nil, change != .erase { try refresh(&disk, opener, &events) }
            if case .erase = change { return try erase(&disk, now, until: deadline) }
            if let removed = try changeWithoutFile(change, opener, now, disk) { return removed }
            var effect = SearchHistoryEffect()
            var damage = disk.reportedDamage
            try disk.file.change(until: deadline) { [isTidy = disk.isTidy] file, content in
                report(file, &damage, &events)
                memory.change(now: now) { $0 = content.log }
                var next = content.log
                // The rules are brought into force once, and again in a new file.
                let isInForce = file.exists && opener.isObeyed.withLock { $0 }
                try next.carryOut(.setPolicy(isInForce ? SearchHistoryPolicy() : opener.policy), now: now, &effect)
                try next.carryOut(change, now: now, &effect)
                if effect.isDeleting { return .rewrite(SearchHistoryLines(next), isDeleting: true) }
                let isUntidy = file.needsRewrite || (!isTidy && content.holdsDeadEntries)
                if effect.changesHeader || isUntidy || !(file.exists || effect.isNothing) {
                    return .rewrite(SearchHistoryLines(next), isDeleting: false)
                }
                if effect.isNothing { return .nothing }
                return .append([try SearchHistoryLines.line(effect.puts, gone: effect.gone)])
            }
            disk.isTidy = true
            opener.isObeyed.withLock { $0 = true }
            disk.reportedDamage = disk.file.damagedSize
            publish(disk.file, now)
            return effect.removed
        }
    }

    /// Makes a change that needs no file where there is none; returns `nil` if it needs one.
    private func changeWithoutFile(
        _ change: SearchHistoryChange, _ opener: Opener, _ now: Date, _ disk: Disk
    ) throws -> [SearchHistoryEntry]? {
        guard try !disk.file.exists && !disk.file.hasFiles() else { return nil }
        var log = SearchHistoryValue(policy: opener.policy)
        var effect = SearchHistoryEffect()
        try log.carryOut(change, now: now, &effect)
        guard effect.isNothing else { return nil }
        memory.change(now: now) { $0 = log }
        return []
    }

    private func erase(_ disk: inout Disk, _ now: Date, until deadline: Double) throws -> [SearchHistoryEntry] {
        // A file that would hold only default values is removed, so that no scope is named any more.
        try disk.file.erase(until: deadline) { content in
            let kept = content.log.erased
            return kept.isDefault ? nil : SearchHistoryLines(kept)
        }
        if disk.file.content == nil { try disk.file.read() }
        disk.reportedDamage = 0
        publish(disk.file, now)
        return []
    }

    /// Uses the disk alone, then notifies listeners and reports events without a lock.
    private func use<Value>(
        _ opener: Opener, _ body: (inout Disk, inout [SearchHistoryEvent]) throws -> Value
    ) throws -> Value {
        var events: [SearchHistoryEvent] = []
        defer {
            memory.notify()
            events.forEach(opener.onEvent)
        }
        return try disk.withLock { disk in
            do { return try body(&disk, &events) } catch {
                // Shows what is there where the outcome of a change is unknown.
                if case LineFileError.outcomeUnknown = error { try? refresh(&disk, opener, &events) }
                throw NoticeBoardError(error, of: "the search history")
            }
        }
    }

    private func publish(_ file: borrowing LineFile<SearchHistoryLines>, _ now: Date) {
        memory.change(now: now) { [log = file.content?.log ?? SearchHistoryValue()] in $0 = log }
    }

    // MARK: - Following

    /// Reads what other processes write from the first call on, if the system can watch the folder.
    ///
    /// Does not block.
    func follow(_ opener: Opener) {
        queue.async { [weak self] in
            guard let self, watch.withLock({ $0 == nil }) else { return }
            let begun = files.watch(folder, folder + "/" + name) { [weak self] in self?.readLater(opener) }
            watch.withLock { $0 = begun }
            // What another process wrote before the watch began is reported by nothing else.
            _ = try? ExpiringActivity.run { try self.load(opener) }
        }
    }

    private func readLater(_ opener: Opener) {
        queue.async { [weak self] in
            guard let self else { return }
            _ = try? ExpiringActivity.run { try self.read(opener) }
        }
    }

    /// No path: it may name a person.
    var description: String { "HistoryFile" }

    private struct Reference { weak var file: HistoryFile? }

    /// The files that are open in this process, by path.
    ///
    /// Global, so that two histories of one path share their memory.
    private static let open = Locked<[String: Reference]>([:])

    /// The file of a scope, which is opened if no history of this process has it open.
    static func shared(_ directory: URL, scope: String) throws -> HistoryFile {
        let (folder, name) = try place(directory, scope)
        return open.withLock { open in
            if let file = open[folder + "/" + name]?.file { return file }
            open = open.filter { $0.value.file != nil }
            let file = HistoryFile(POSIXFileSystem(), folder: folder, name: name)
            open[folder + "/" + name] = Reference(file: file)
            return file
        }
    }

    static func place(_ directory: URL, _ scope: String) throws -> (folder: String, name: String) {
        guard directory.isFileURL, !directory.path.utf8.contains(0) else {
            throw NoticeBoardError(invalid: .directory, "The directory is no file URL.")
        }
        let name = scope.asFileName
        guard !scope.isEmpty, name.utf8.count <= 200 else {
            throw NoticeBoardError(invalid: .scope, "The scope's name is empty or too long.")
        }
        return (directory.standardizedFileURL.path, name + ".jsonl")
    }
}
