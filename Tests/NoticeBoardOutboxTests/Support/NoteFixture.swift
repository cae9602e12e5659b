import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

typealias NoteOutbox = Outbox<NoteDraft>

/// A service in memory, a temporary folder, and outboxes of successive launches.
@MainActor final class NoteFixture {
    let service: NoteService
    let folder = ScratchFolder.url("drafts")
    let clock = ManualClock()
    /// The seconds since 1970.
    let date = Locked(1_800_000_000.0)
    var keyLifetime = 0.0
    var isSearchable = true
    /// Whether the waits of an outbox pass at once.
    var passesWaits = false
    /// What the outboxes announced.
    let arrived = Locked<[Note]>([])
    private let systems = Locked<[FaultyFiles<POSIXFileSystem>]>([])

    init(honorsKeys: Bool = false, isSearchable: Bool? = nil) {
        service = NoteService(honorsKeys: honorsKeys)
        keyLifetime = honorsKeys ? 3_600 : 0
        self.isSearchable = isSearchable ?? !honorsKeys
    }

    deinit {
        // Files that an outbox is still writing would recreate the folder.
        for files in systems.withLock({ $0 }) { files.fail(0, failsAllLater: true) }
        try? FileManager.default.removeItem(at: folder)
    }

    var sender: NoteSender { NoteSender(service: service, keyLifetime: keyLifetime, isSearchable: isSearchable) }

    /// Returns the outbox of the next launch.
    func outbox(
        _ account: String = "u1", files: FaultyFiles<POSIXFileSystem> = FaultyFiles(), in other: URL? = nil,
        scope: AccountScope = AccountScope()
    ) -> NoteOutbox {
        systems.withLock { $0.append(files) }
        return NoteOutbox(
            in: other ?? folder, account: account, files: files, scope: scope, languages: StateStore(.english), time: time,
            now: { [date] in Date(timeIntervalSince1970: date.withLock { $0 }) }, sender: sender
        ) { [arrived] note in arrived.withLock { $0.append(note) } }
    }

    func loadedOutbox(files: FaultyFiles<POSIXFileSystem> = FaultyFiles()) async -> NoteOutbox {
        let outbox = outbox(files: files)
        await outbox.firstState { $0.isLoaded }
        return outbox
    }

    /// Ends a launch at once, like a kill: nothing more reaches the disk, and the lock is free.
    func kill(_ files: FaultyFiles<POSIXFileSystem>) { files.die() }

    /// The clock of the outboxes, without the half second before typed text is stored.
    private var time: TimeSource {
        if passesWaits {
            return TimeSource(now: { 0 }) { [date] seconds in
                if seconds > 0.5 { date.withLock { $0 += seconds } }
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        return TimeSource(now: clock.time.now) { [clock] seconds in if seconds > 0.5 { try await clock.time.sleep(seconds) } }
    }

    /// Lets the next wait of an outbox pass; returns its seconds.
    @discardableResult func passWait() async -> Double? {
        await clock.waitForSleepers(1)
        let seconds = clock.pending.first
        clock.advance(by: seconds ?? 0)
        date.withLock { $0 += seconds ?? 0 }
        return seconds
    }

    /// The names of all draft files below the folder.
    var files: [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return paths.filter { $0.contains("/") }.map { String($0.split(separator: "/")[1]) }.sorted()
    }

    /// The folder of the account's drafts.
    func accountFolder() throws -> URL {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("drafts-") }
        return folder.appendingPathComponent(try #require(names.first))
    }

    /// Changes the file of a draft, then loads the folder with an outbox of its own.
    func reloaded(_ id: String, _ change: (Data) -> Data) async throws -> (outbox: NoteOutbox, folder: URL) {
        let copy = ScratchFolder.url("copy")
        try FileManager.default.copyItem(at: folder, to: copy)
        let place = copy.appendingPathComponent(try accountFolder().lastPathComponent)
        let file = place.appendingPathComponent(id + ".draft")
        try change(try Data(contentsOf: file)).write(to: file)
        let outbox = outbox(in: copy)
        await outbox.firstState { $0.isLoaded }
        return (outbox, place)
    }
}

extension Outbox<NoteDraft> {
    /// Begins a note.
    func note(_ text: String) -> Item.ID {
        let id = newDraft(NoteDraft())
        change(id) { $0.text = text }
        return id
    }

    /// Begins a note and hands it in.
    func sendNote(_ text: String) -> Item.ID {
        let id = note(text)
        send(id)
        return id
    }

    /// Returns when a draft is gone or its status satisfies `isSo`.
    @discardableResult func until(_ id: Item.ID, _ isSo: (OutboxStatus?) -> Bool) async -> OutboxStatus? {
        await firstState { $0.isLoaded && isSo($0[id]?.status) }?[id]?.status
    }

    /// Returns when a draft was sent, or the user is asked about it.
    @discardableResult func end(_ id: Item.ID) async -> OutboxStatus? { await until(id) { $0 == nil || $0 == .asking } }
}

extension OutboxStatus {
    var refusal: NoticeBoardError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}
