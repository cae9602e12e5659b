import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardOutbox

@Suite("Draft storage on disk", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OutboxFolderTests {
    private let root = ScratchFolder.url("draft disk").path
    private let files = WatchedFiles()
    private let name = "drafts-" + HashedName.of("me")

    private typealias Folder = OutboxFolder<NoteDraft>

    private func store(_ files: WatchedFiles? = nil) -> Folder {
        Folder(root, name: "drafts", account: "me", files: files ?? self.files)
    }

    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func draft(_ id: String, _ text: String = "글", files: [String] = []) -> OutboxItem<NoteDraft> {
        let files = files.map { OutboxFile(name: $0, kind: "png", bytes: 1) }
        return OutboxItem(id: id, draft: NoteDraft(text: text), files: files, begun: now)
    }

    private func onDisk(_ id: String) throws -> OutboxItem<NoteDraft> {
        try StoredDraft.item(in: Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)/\(id).draft")), id: id)
    }

    /// Fails each file operation of `work` once and expects its error; `again` checks the state afterwards.
    private func failingEach(
        _ lines: [String], but harmless: Set<Int> = [], _ work: () async throws -> Void, again: (Int) async throws -> Void
    ) async throws {
        for (number, line) in lines.filter({ !$0.hasPrefix("close") }).enumerated() {
            files.reset(failing: number)
            var failure: NoticeBoardError?
            do { try await work() } catch { failure = error as? NoticeBoardError }
            files.reset()
            let detail = "a draft: \(line.split(separator: " ")[0]) failed (error 28)."
            let expected = NoticeBoardError(.storageFull, detail)
            #expect(failure == (harmless.contains(number) ? nil : expected), "\(number): \(line)")
            try await again(number)
        }
    }

    @Test("Loading reports a failed file operation by name") func laterLoad() async throws {
        try await written([draft("b"), draft("a", files: ["a-1.png"])])
        let later = store()
        func reads(_ id: String) -> [String] { ["open", "status", "read"].map { "\($0) \(id).draft" } }
        let lines =
            ["makeDirectory \(name)", "open drafts.lock", "lock drafts.lock", "statusOfPath drafts.lock", "status drafts.lock"]
            + ["open names of \(name)"] + reads("a") + ["statusOfPath a-1.png", "close a.draft"] + reads("b") + ["close b.draft"]
        // A missing attachment is also detected on sending, so this failure is ignored.
        try await failingEach(lines, but: [9]) {
            _ = try await store().load(now: now)
        } again: { number in
            if number < 5 { #expect(files.openFiles == 0) }
            // The store that failed holds the lock until it is deallocated.
            await files.waitForOpenFiles(atMost: 0)
        }
        files.reset()
        let drafts = try await later.load(now: now).items.sorted { $0.id < $1.id }
        #expect(drafts == [draft("a", files: ["a-1.png"]), draft("b")])
        #expect(files.lines == lines)
        #expect(files.openFiles == 1)
    }

    /// Writes drafts as an earlier launch would have.
    private func written(_ drafts: [OutboxItem<NoteDraft>]) async throws {
        let store = store()
        store.setWanted(drafts)
        try await store.save()
        files.reset()
    }

    @Test("Writes a draft again after any failed file operation")
    func write() async throws {
        let store = store()
        try await written([draft("a")])
        let lines = [
            "makeDirectory \(name)", "remove a.draft.part", "open a.draft.part", "write a.draft.part",
            "sync a.draft.part ordered", "rename a.draft.part a.draft", "close a.draft.part", "syncDirectory \(name) ordered",
        ]
        store.setWanted([draft("a", "0")])
        try await store.save()
        #expect(files.lines == lines)
        #expect(try onDisk("a") == draft("a", "0"))
        try await failingEach(lines) {
            store.setWanted([draft("a", "new")])
            try await store.save()
        } again: { number in
            // A draft whose write failed is written by the next save.
            try await store.save()
            #expect(try onDisk("a") == draft("a", "new"))
            #expect(files.lines == lines)
            store.setWanted([draft("a", "\(number)")])
            try await store.save()
        }
        files.reset()
        try await store.save()
        #expect(files.lines.isEmpty)
        #expect(files.openFiles == 0)
    }

    @Test("Removes drafts before it writes others, which may need the room") func removesFirst() async throws {
        let store = store()
        try await written([draft("a")])
        store.setWanted([draft("b"), draft("c")], loaded: [draft("a")])
        files.reset(failing: 6)
        await #expect(throws: NoticeBoardError.self) { try await store.save() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder).allSatisfy { $0 != "a.draft" })
        try await store.save()
        #expect(try onDisk("b") == draft("b"))
        #expect(try onDisk("c") == draft("c"))
    }

    @Test("Deletes a draft's file before its attachments") func removed() async throws {
        let store = store()
        let gone = draft("a", files: ["a-1.png", "a-2.png"])
        let lines = [
            "remove a.draft", "statusOfPath \(name)", "syncDirectory \(name) ordered", "remove a-1.png", "remove a-2.png",
        ]
        store.setWanted([gone])
        try await store.save()
        try await failingEach(lines, but: [3, 4]) {
            store.setWanted([])
            try await store.save()
        } again: { _ in
            try await store.save()
            store.setWanted([gone])
            try await store.save()
        }
        files.reset()
        store.setWanted([])
        try await store.save()
        #expect(files.lines == lines)
        #expect(!FileManager.default.fileExists(atPath: "\(root)/\(name)/a.draft"))
    }

    @Test("A loaded draft that is not wanted is removed") func unwanted() async throws {
        try await written([draft("a"), draft("b")])
        let store = store()
        let found = try await store.load(now: now)
        store.setWanted([draft("b")], loaded: found.items)
        try await store.save()
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder) == ["b.draft"])
    }

    @Test("Attachments are written atomically and can be removed") func attached()
        async throws
    {
        let (store, bytes) = (store(), Data("PNG".utf8))
        let lines = [
            "makeDirectory \(name)", "remove a-1.png.part", "open a-1.png.part", "write a-1.png.part",
            "sync a-1.png.part ordered", "rename a-1.png.part a-1.png", "close a-1.png.part",
        ]
        try await written([draft("a")])
        try await store.keep(bytes, "a-1.png")
        #expect(files.lines == lines)
        #expect(FileManager.default.contents(atPath: store.folder + "/a-1.png") == bytes)
        try await failingEach(lines) {
            try await store.keep(Data("other".utf8), "a-1.png")
        } again: { _ in
            #expect(FileManager.default.contents(atPath: store.folder + "/a-1.png") == bytes)
            #expect(files.openFiles == 0)
        }
        await store.removeAttachment("a-1.png")
        #expect(!FileManager.default.fileExists(atPath: store.folder + "/a-1.png"))
    }

    @Test("Deletes a detached file only after the draft without it is on disk") func detached() async throws {
        let store = store()
        try await store.keep(Data("PNG".utf8), "a-1.png")
        store.setWanted([draft("a", files: ["a-1.png"])])
        try await store.save()
        store.setWanted([draft("a", "without it")])
        // A failed write keeps the file.
        files.reset(failing: 3)
        await store.removeAttachment("a-1.png")
        #expect(FileManager.default.fileExists(atPath: store.folder + "/a-1.png"))
        files.reset()
        await store.removeAttachment("a-1.png")
        #expect(try onDisk("a") == draft("a", "without it"))
        #expect(files.lines.last == "remove a-1.png")
    }

    @Test("A store without the lock of its account touches no file")
    func lock() async throws {
        let lock = "drafts.lock"
        let others = ["drafts-" + HashedName.of("other"), "drafts-mine", "pictures-" + HashedName.of("me")]
        for other in others {
            try FileManager.default.createDirectory(atPath: "\(root)/\(other)", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(root)/\(other)/x.draft"))
        }
        let firstFiles = WatchedFiles()
        var first: Folder? = store(firstFiles)
        try FileManager.default.moveItem(atPath: "\(root)/\(others[0])", toPath: "\(root)/away")
        _ = try await first?.load(now: now)
        try FileManager.default.moveItem(atPath: "\(root)/away", toPath: "\(root)/\(others[0])")
        let second = store()
        let error = await #expect(throws: NoticeBoardError.self) { try await second.load(now: now) }
        #expect(error == NoticeBoardError(.storeBusy, "Another process, or another outbox, sends the drafts of this folder."))
        #expect(files.openFiles == 0)
        #expect(files.lines.last == "close drafts.lock")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root).sorted() == (others + [name, lock]).sorted())
        first = nil
        await firstFiles.waitForOpenFiles(atMost: 0)
        _ = try await second.load(now: now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root).sorted() == (others + [name, lock]).sorted())
        let kept = try others.map { try FileManager.default.contentsOfDirectory(atPath: "\(root)/\($0)") }
        #expect(kept == [["x.draft"], ["x.draft"], ["x.draft"]])
        #expect(files.openFiles == 1)
    }

    @Test("After ending, a store only erases its files") func ended()
        async throws
    {
        let store = store()
        try await written([draft("a")])
        _ = try await store.load(now: now)
        #expect(!store.isEnded)
        store.end()
        files.reset()
        store.setWanted([draft("b")])
        let works: [@Sendable () async throws -> Void] = [
            { _ = try await store.load(now: now) }, { try await store.save() }, { try await store.keep(Data(), "b-1.png") },
        ]
        for work in works {
            let error = await #expect(throws: NoticeBoardError.self) { try await work() }
            #expect(error == NoticeBoardError(.sessionOver, "The drafts are of a former account."))
        }
        #expect(store.isEnded)
        #expect(files.lines.isEmpty)
        let (semaphore, isOver) = (DispatchSemaphore(value: 0), Locked(false))
        files.hold("remove a.draft", semaphore)
        let erasing = Task {
            try await store.erase()
            isOver.withLock { $0 = true }
        }
        await files.waitForLine("remove a.draft")
        await letOtherTasksRun()
        #expect(!isOver.withLock { $0 })
        semaphore.signal()
        try await erasing.value
        // The lock is released last, and its file stays because another process may have it open.
        #expect(files.lines.suffix(2) == ["remove folder \(name)", "close drafts.lock"])
        #expect(files.openFiles == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["drafts.lock"])
    }

    @Test("Reads draft files of up to 16 MiB") func longest() async throws {
        try await written([draft("a")])
        let file = URL(fileURLWithPath: "\(root)/\(name)/a.draft")
        let (store, whole) = (store(), try Data(contentsOf: file))
        for (size, isRead) in [(16_777_216, true), (16_777_217, false)] {
            // The draft is at the end of the file, so its last byte is needed.
            try (Data(repeating: 0x20, count: size - whole.count) + whole).write(to: file)
            #expect(try await store.load(now: now).items == (isRead ? [draft("a")] : []))
        }
    }
}
