import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("A file system that fails", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FileFaultTests {
    /// Where there is a file a directory is not made.
    private static let kinds = FileSystemCall.allCases.filter { $0 != .makeDirectory }
    private static let codes = [EIO, ENOSPC, EACCES]

    @Test("The nth call of every kind fails, once and for good", arguments: kinds, codes)
    func nthCall(_ call: FileSystemCall, _ code: Int32) async throws {
        for isForGood in [false, true] {
            var number = 0
            var struck = true
            while struck {
                let stage = FaultStage.ofScript(FileFault(call, number, code, isForGood: isForGood))
                let history = stage.openForScript()
                let place = "\(call) \(number) \(isForGood ? "for good" : "once") (\(code))"
                // A history that cannot be read is an error and never an empty list.
                if let first = try? await history.entries() { #expect(first.count == 2, "\(place)") }
                var script = FaultScript()
                await script.run(history)
                struck = stage.files.hits > 0
                #expect(script.thrown.allSatisfy { $0 is NoticeBoardError }, "\(place)")
                // Opened again, with and without what was in memory.
                stage.files.plan()
                #expect(script.check(try await stage.openedAgain()) == [], "\(place)")
                #expect(!stage.fixture.told.kinds.contains(.salvaged), "\(place)")
                try await history.save("그 뒤")
                try await history.refresh()
                let lists = try await (history.entries(), stage.openedAgain())
                #expect(lists.0 == lists.1 && lists.0.first?.keyword == "그 뒤", "\(place)")
                number += 1
            }
            #expect(number > 1, "no call of this kind was made: \(call)")
        }
    }

    @Test("A folder that cannot be made is an error, and is made the next time", arguments: codes)
    func folderNotMade(_ code: Int32) async throws {
        let files = FaultyFiles(MemoryFileSystem())
        files.plan(FileFault(.makeDirectory, 0, code))
        let history = Fixture(files).open()
        await #expect(throws: NoticeBoardError.self) { try await history.save("가") }
        #expect(files.hits == 1)
        #expect(try await history.keywords() == [])
        try await history.save("나")
        #expect(try await Fixture(files).open().keywords() == ["나"])
    }

    @Test("A write that is short at any byte is cut off and tells that there is no room")
    func shortWrite() async throws {
        let whole = journal([entry("있던 것", at: 5)])
        for allowed in 0..<60 {
            let stage = FaultStage(whole)
            let history = stage.fixture.open()
            _ = try await history.entries()
            stage.files.allow(allowed)
            do {
                try await history.save("검색어")
                let journal = stage.memory.contents[Fixture.journal] ?? []
                #expect(journal.starts(with: whole) && journal.count == whole.count + stage.files.written)
            } catch let error as NoticeBoardError {
                #expect(error.code == .storageFull)
                #expect(stage.memory.contents[Fixture.journal] == whole, "\(allowed) bytes")
                #expect(try await history.keywords() == ["있던 것"])
            }
        }
    }

    @Test("A save is one write and one sync; without durability no sync")
    func oneWriteOneSync() async throws {
        for (durability, syncs) in [(SearchHistoryDurability.processCrash, 0), (.ordered, 1), (.full, 1)] {
            let files = FaultyFiles(MemoryFileSystem())
            let history = Fixture(files).open(SearchHistoryPolicy(capacity: 3), durability)
            for keyword in ["가", "나", "다"] { try await history.save(keyword) }
            for keyword in ["라", "가", "라", "마"] {
                files.plan()
                try await history.save(keyword)
                #expect(files.count(.write) == 1)
                #expect(files.count(.sync) == syncs)
                #expect(files.count(.syncDirectory) == 0 && files.count(.rename) == 0 && files.count(.open) == 0)
            }
            files.plan()
            _ = try await history.recent(20)
            #expect(files.calls.isEmpty)
        }
    }

    @Test("After a sync that failed the next change writes a new file, and never syncs the old one again")
    func failedSync() async throws {
        let memory = MemoryFileSystem()
        let files = FaultyFiles(memory)
        let history = Fixture(files).open()
        try await history.save("가")
        let before = try memory.status(at: Fixture.journal)?.inode
        files.plan(FileFault(.sync))
        await #expect(throws: NoticeBoardError.self) { try await history.save("나") }
        #expect(try await history.keywords() == ["가"])
        try await history.save("다")
        #expect(try memory.status(at: Fixture.journal)?.inode != before)
        #expect(try await Fixture(memory).open().keywords() == ["다", "가"])
    }

    @Test("On a full disk a save fails and a delete and a clear succeed without a trace")
    func fullDisk() async throws {
        for change in [
            SearchHistoryChange.delete([SearchHistoryEntry.Key("비밀")]), .clear(keepingPinned: true),
            .clear(keepingPinned: false), .record(.off, erasing: true),
        ] {
            let files = MemoryFileSystem()
            let history = Fixture(files).open(SearchHistoryPolicy(merging: .typedPrefixes(within: 60)))
            for keyword in ["핀", "비", "비밀", "공지"] { try await history.save(keyword) }
            try await history.apply(.pin(SearchHistoryEntry.Key("핀"), true))
            files.room = files.used
            await #expect { try await history.save("더") } throws: { ($0 as? NoticeBoardError)?.code == .storageFull }
            try await history.apply(change)
            expectNoTrace(of: "비밀", in: files.contents)
            expectNoTrace(of: "비", in: files.contents)
            let kept = try await Fixture(files).open().keywords()
            let expected: [String] =
                switch change {
                case .delete: ["공지", "핀"]
                case .clear(keepingPinned: true): ["핀"]
                default: []
                }
            #expect(kept == expected)
            if kept.isEmpty { #expect(files.contents[Fixture.journal]?.count == JournalHeader.size + JournalRecord.rulesSize) }
        }
    }

    @Test("On a full disk a delete that cannot remove the copy of a damaged file fails, and the next one leaves no trace")
    func fullDiskWithCopy() async throws {
        let memory = MemoryFileSystem()
        let files = FaultyFiles(memory)
        let history = Fixture(files).open()
        for keyword in ["비밀", "가"] { try await history.save(keyword) }
        let copy = try HistoryPaths(URL(fileURLWithPath: Fixture.directory), scope: "history").asides[0]
        memory.put(try #require(memory.contents[Fixture.journal]), at: copy)
        memory.room = memory.used
        // The first two remove the file that was begun beside the journal.
        files.plan(FileFault(.remove, 2))
        await #expect(throws: NoticeBoardError.self) { try await history.delete("비밀") }
        files.plan()
        try await history.delete("비밀")
        expectNoTrace(of: "비밀", in: memory.contents)
        #expect(try await Fixture(memory).open().keywords() == ["가"])
    }

    @Test("A journal may have 64 KiB before it is written anew, and not a byte more", arguments: [0, 1])
    func roomyEnough(_ more: Int) async throws {
        let files = MemoryFileSystem()
        let history = FileSearchHistory(files, directory: URL(fileURLWithPath: Fixture.directory), clock: TestClock().read)
        var size: Int { files.contents[Fixture.journal]?.count ?? 0 }
        var (saved, head) = (100_000, 0)
        /// Saves another keyword of so many letters, and tells what its record has beside that.
        func save(_ letters: Int) async throws {
            let before = size
            saved += 1
            try await history.save("\(saved)" + String(repeating: "a", count: letters - 6))
            head = size - before - letters
        }
        repeat { try await save(100) } while 65_536 - size > 2 * head + 300
        try await save(65_536 - size - 2 * head - 40)
        #expect(65_536 - size == head + 40)
        try await save(40 + more)
        #expect((size == 65_536) == (more == 0))
    }

    @Test("Another that has the file open notices what was erased in its place")
    func erasedInPlaceByAnother() async throws {
        let files = MemoryFileSystem()
        let (one, other) = (Fixture(files).open(), Fixture(files).open())
        for keyword in ["비밀", "가"] { try await one.save(keyword) }
        #expect(try await other.keywords() == ["가", "비밀"])
        files.room = files.used
        try await one.delete("비밀")
        files.room = .max
        try await other.save("나")
        try await other.delete("가")
        expectNoTrace(of: "비밀", in: files.contents)
        #expect(try await one.entries().count == 1)
        try await one.refresh()
        #expect(try await one.keywords() == ["나"])
    }

    @Test("A place that cannot be written is read, and says so when something is to be saved", arguments: [EACCES, EROFS, EPERM])
    func readOnlyPlace(_ code: Int32) async throws {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 5)]), at: Fixture.journal)
        let history = Fixture(ReadOnlyFileSystem(memory, code)).open()
        #expect(try await history.keywords() == ["가"])
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeReadOnly }
        await #expect { try await history.clear(keepingPinned: true) } throws: {
            ($0 as? NoticeBoardError)?.code == .storeReadOnly
        }
        #expect(try await history.keywords() == ["가"])
    }

    @Test("A file that may only be read is read, though its folder may be written") func readOnlyFile() async throws {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 5)]), at: Fixture.journal)
        let files = FaultyFiles(ReadOnlyFileSystem(memory, EACCES, only: Fixture.journal))
        let history = Fixture(files).open()
        for _ in 0..<3 {
            await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeReadOnly }
        }
        // Of the lock alone.
        #expect(files.openFiles == 1)
        #expect(try await history.keywords() == ["가"])
    }

    @Test("A file that may not be read, as on a locked device, is an error until it may")
    func lockedDevice() async throws {
        let stage = FaultStage(journal([entry("가", at: 5)]), FileFault(.open, 0, EPERM, isForGood: true))
        let history = stage.fixture.open()
        await #expect { _ = try await history.entries() } throws: { ($0 as? NoticeBoardError)?.code == .fileUnavailable }
        await #expect(throws: NoticeBoardError.self) { try await history.save("나") }
        stage.files.plan()
        #expect(try await history.keywords() == ["가"])
    }

    @Test("Damage that cannot be kept aside is read and not changed, until it can")
    func damageWithoutRoom() async throws {
        let memory = MemoryFileSystem()
        var bytes = journal((0..<5).map { entry("검색 \($0)", at: Double($0)) })
        bytes[90] ^= 1
        memory.put(bytes, at: Fixture.journal)
        memory.room = bytes.count
        let fixture = Fixture(memory)
        let history = fixture.open()
        #expect(try await history.entries().count == 4)
        #expect(fixture.told.kinds == [.openedReadOnly])
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeDamaged }
        #expect(memory.contents[Fixture.journal] == bytes)
        memory.room = .max
        try await history.save("나")
        #expect(try await Fixture(memory).open().entries().count == 5)
        #expect(memory.contents["/store/history.damaged-1"] == bytes)
    }

    @Test("Two copies of damaged files are kept, and none after a delete")
    func copiesAside() async throws {
        let memory = MemoryFileSystem()
        for round in 0..<3 {
            var bytes = journal((0..<3).map { entry("검색 \($0) \(round)", at: Double($0)) })
            bytes[90] ^= 1
            memory.put(bytes, at: Fixture.journal)
            _ = try await Fixture(memory).open().entries()
            #expect(memory.contents["/store/history.damaged-1"] == bytes)
        }
        #expect(memory.contents.keys.count { $0.contains("damaged") } == 2)
        try await Fixture(memory).open().clear(keepingPinned: true)
        #expect(memory.contents.keys.count { $0.contains("damaged") } == 0)
    }

    @Test("Another process that does not let go is an error after the time-out, and no harm")
    func busy() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        try await history.save("가")
        let other = try files.open("/store/history.lock", .changing)
        #expect(try files.lock(other))
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeBusy }
        #expect(files.paused >= 0.1 && files.paused < 0.2)
        // Who only reads is not kept out.
        #expect(try await Fixture(files).open().keywords() == ["가"])
        files.unlock(other)
        try await history.save("다")
        #expect(try await history.keywords() == ["다", "가"])
    }

    @Test("What another process holds before anything was kept is read as empty") func busyBeforeTheFirst() async throws {
        let files = MemoryFileSystem()
        try files.makeDirectories("/store")
        let other = try files.open("/store/history.lock", .making)
        #expect(try files.lock(other))
        #expect(try await Fixture(files).open().keywords() == [])
    }

    @Test("What another process takes away while it holds the lock is read as empty") func removedMeanwhile() async throws {
        let files = MemoryFileSystem()
        files.put(journal([entry("가", at: 1)]), at: Fixture.journal)
        let other = try files.open("/store/history.lock", .making)
        #expect(try files.lock(other))
        #expect(try await Fixture(RemovedAtTheLock(memory: files)).open().keywords() == [])
    }

    @Test("The folder deleted while the store is open: the history is empty, and goes on")
    func folderDeleted() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open()
        for keyword in ["가", "나"] { try await history.save(keyword) }
        files.wipe(Fixture.directory)
        try await history.save("다")
        #expect(try await Fixture(files).open().keywords() == ["다"])
        #expect(fixture.told.kinds == [.removed])
        files.wipe(Fixture.directory)
        try await history.clear(keepingPinned: false)
        #expect(try await history.keywords() == [])
        #expect(files.contents.isEmpty)
    }

    @Test(
        "A file emptied or overwritten while the store is open: what is in memory is written again",
        arguments: ["", "Hello, world"])
    func overwritten(_ text: String) async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open()
        for keyword in ["가", "나"] { try await history.save(keyword) }
        files.put(Array(text.utf8), at: Fixture.journal)
        try await history.save("다")
        #expect(try await Fixture(files).open().keywords() == ["다", "나", "가"])
        #expect(fixture.told.kinds == [.salvaged])
        // One that another erased is a journal still, and empty.
        try await Fixture(files).open().clear(keepingPinned: false)
        try await history.save("라")
        #expect(try await Fixture(files).open().keywords() == ["라"])
    }

    @Test("A file that others may read is replaced by one that they may not")
    func madePrivate() async throws {
        let files = MemoryFileSystem()
        files.put(journal([entry("가", at: 5)]), at: Fixture.journal, isReadableByAll: true)
        let history = Fixture(files).open()
        try await history.save("나")
        #expect(try files.status(at: Fixture.journal)?.isPrivate == true)
        #expect(try await history.keywords() == ["나", "가"])
    }
}

/// Whether a keyword's bytes are in any file.
func expectNoTrace(
    of keyword: String, in contents: [String: [UInt8]], sourceLocation: SourceLocation = #_sourceLocation
) {
    for (path, bytes) in contents {
        #expect(!bytes.holds(keyword), "a deleted keyword is in \(path)", sourceLocation: sourceLocation)
    }
}

/// A file system on which somebody else takes the journal away before the lock is asked for.
private struct RemovedAtTheLock: ForwardingFileSystem {
    let memory: MemoryFileSystem
    var base: any FileSystem { memory }

    func lock(_ file: Int32) throws(SystemFault) -> Bool {
        try memory.remove(Fixture.journal)
        return try memory.lock(file)
    }
}
