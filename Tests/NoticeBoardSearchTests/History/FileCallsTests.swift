import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Every call of the system that a change makes, in its order and with what it is given.
@Suite("What a history asks of the system", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FileCallsTests {
    /// Looks whether there is a file, and takes the lock that is open already.
    private static let lock = ["look journal", "lock", "look lock"]
    /// The same for whoever has no file open yet.
    private static let firstLock = ["look journal", "look store", "open lock making", "know lock", "lock", "look lock"]
    /// Looks for files where there is none.
    private static let nothing = ["look journal", "look new", "look damaged-1", "look damaged-2"]

    /// A file of these entries, a history of it that has read it, and what it asks from here on.
    private func opened(
        _ durability: SearchHistoryDurability = .ordered,
        _ entries: [SearchHistoryEntry] = [entry("가", at: 1), entry("나", at: 2)],
        roomyEnough: Int = 65_536
    ) async throws -> (history: FileSearchHistory, noted: NotedFiles, memory: MemoryFileSystem) {
        let memory = MemoryFileSystem()
        memory.put(journal(entries), at: Fixture.journal)
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open(.init(), durability, roomyEnough: roomyEnough)
        _ = try await history.entries()
        _ = noted.taken()
        return (history, noted, memory)
    }

    @Test(
        "The first search of all makes the folder, the lock and, beside it, a whole file",
        arguments: [(SearchHistoryDurability.processCrash, "ordered"), (.ordered, "ordered"), (.full, "full")])
    func first(_ durability: SearchHistoryDurability, _ depth: String) async throws {
        let noted = NotedFiles(MemoryFileSystem())
        let history = Fixture(noted).open(.init(), durability)
        defer { withExtendedLifetime(history) {} }
        try await history.save("가")
        #expect(
            noted.taken()
                == Self.nothing + [
                    "look store", "make store", "sync / ordered", "look store", "open lock making", "know lock", "lock",
                    "look lock", "look journal", "remove new", "open new makingNew", "write new 0+99", "sync new \(depth)",
                    "know new", "rename new journal", "sync store \(depth)", "unlock",
                ])
    }

    @Test("Folders that are missing are made from above, each brought to the disk by the one that holds it") func folders()
        async throws
    {
        let noted = NotedFiles(MemoryFileSystem())
        let history = FileSearchHistory(
            noted, directory: URL(fileURLWithPath: "/a/b/c"), durability: .processCrash, clock: TestClock().read)
        defer { withExtendedLifetime(history) {} }
        try await history.save("가")
        let made = noted.taken().dropFirst(4).prefix(11)
        #expect(
            Array(made) == [
                "look c", "make c", "make b", "make a", "sync / ordered", "make b", "sync a ordered", "make c", "sync b ordered",
                "look c", "open lock making",
            ])
    }

    @Test("A folder that cannot be made says why, whichever of them it is, and nothing is asked twice") func noFolders()
        async throws
    {
        let folder = URL(fileURLWithPath: "/a/b/c")
        let made = ["make c", "make b", "make a", "make b", "make c"]
        for (number, call) in made.enumerated() {
            let files = FaultyFiles(MemoryFileSystem())
            files.plan(FileFault(.makeDirectory, number, EACCES))
            let noted = NotedFiles(files)
            let history = FileSearchHistory(noted, directory: folder, clock: TestClock().read)
            let error = await #expect(throws: NoticeBoardError.self) { try await history.save("가") }
            #expect(error?.code == .storeReadOnly, "\(call)")
            #expect(error?.detail == "The search history's file: makeDirectory failed (error \(EACCES)).")
            #expect(noted.taken().filter { $0.hasPrefix("make") } == Array(made.prefix(number + 1)))
        }
        // Where there is not even a root, somebody has to stop.
        let files = FaultyFiles(MemoryFileSystem())
        files.plan(FileFault(.makeDirectory, 0, ENOENT, isForGood: true))
        let noted = NotedFiles(files)
        let history = FileSearchHistory(noted, directory: folder, clock: TestClock().read)
        await #expect(throws: NoticeBoardError.self) { try await history.save("가") }
        #expect(noted.taken().filter { $0.hasPrefix("make") } == ["make c", "make b", "make a", "make /"])
        // What only brings a folder to the disk may fail.
        let other = FaultyFiles(MemoryFileSystem())
        other.plan(FileFault(.syncDirectory, 0))
        try await FileSearchHistory(other, directory: folder, clock: TestClock().read).save("가")
        #expect(other.hits == 1)
    }

    @Test(
        "A search is added at the file's end, and brought to the disk as deep as was wished",
        arguments: [(SearchHistoryDurability.processCrash, ""), (.ordered, "sync journal ordered"), (.full, "sync journal full")])
    func appended(_ durability: SearchHistoryDurability, _ sync: String) async throws {
        let (history, noted, _) = try await opened(durability, [entry("가", at: 1)])
        defer { withExtendedLifetime(history) {} }
        let syncs = sync.isEmpty ? [] : [sync]
        for (keyword, place) in [("다", "99+35"), ("라마", "134+38")] {
            try await history.save(keyword)
            #expect(noted.taken() == Self.lock + ["look journal", "write journal \(place)"] + syncs + ["unlock"])
        }
        try await history.refresh()
        #expect(noted.taken() == Self.lock + ["look journal", "unlock"])
        _ = try await (history.entries(), history.recording())
        #expect(noted.taken() == [])
    }

    @Test(
        "A file that has grown enough is written anew, beside the old one",
        arguments: [(SearchHistoryDurability.processCrash, "ordered"), (.ordered, "ordered"), (.full, "full")])
    func rewritten(_ durability: SearchHistoryDurability, _ depth: String) async throws {
        // Two that live have 134 bytes; twice that is what the file may have.
        let (history, noted, _) = try await opened(durability, roomyEnough: 0)
        defer { withExtendedLifetime(history) {} }
        for place in ["134+35", "169+35", "204+35"] {
            try await history.save("가")
            #expect(noted.taken().contains("write journal \(place)"))
        }
        try await history.save("가")
        #expect(
            noted.taken()
                == Self.lock + [
                    "look journal", "remove new", "open new makingNew", "write new 0+134", "sync new \(depth)", "know new",
                    "rename new journal", "close journal", "sync store \(depth)", "unlock",
                ])
        try await history.save("가")
        #expect(noted.taken().contains("write journal 134+35"))
    }

    @Test("Reading opens the file and the lock; what others added is read by itself, what they wrote anew as a whole")
    func read() async throws {
        let memory = MemoryFileSystem()
        let other = Fixture(memory).open(.init(), .processCrash)
        try await other.save("가")
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open()
        defer { withExtendedLifetime(history) {} }
        _ = try await history.entries()
        let open = ["look journal", "open journal changing", "know journal"]
        #expect(noted.taken() == Self.firstLock + open + ["read journal 0+99", "unlock"])
        for keyword in ["나", "다"] { try await other.save(keyword) }
        try await history.refresh()
        #expect(noted.taken() == Self.lock + ["look journal", "read journal 99+70", "unlock"])
        try await other.delete("나")
        try await history.refresh()
        #expect(
            noted.taken() == Self.lock + ["look journal", "close journal"] + open + ["read journal 0+134", "unlock"])
    }

    @Test("While another holds the lock the file is looked at, and nothing of it is kept open") func peeked() async throws {
        let (kept, noted, memory) = try await opened()
        defer { withExtendedLifetime(kept) {} }
        let lock = try memory.open("/store/history.lock", .changing)
        #expect(try memory.lock(lock))
        _ = noted.taken()
        let files = FaultyFiles(noted)
        let history = Fixture(files).open()
        defer { withExtendedLifetime(history) {} }
        #expect(try history.recentBlocking(5).map(\.keyword) == ["나", "가"])
        #expect(
            noted.taken()
                == Self.firstLock.dropLast() + [
                    "look journal", "open journal changing", "know journal", "read journal 0+134", "close journal",
                ])
        #expect(files.openFiles == 1)
    }

    @Test("Deleting writes all anew as deep as there is, and takes the copies of damaged files along before it is in its place")
    func deleted() async throws {
        let (history, noted, memory) = try await opened(.processCrash)
        defer { withExtendedLifetime(history) {} }
        memory.put([1], at: "/store/history.damaged-1")
        let anew = Self.lock + ["look journal", "remove new", "open new makingNew"]
        try await history.delete("나")
        #expect(
            noted.taken()
                == anew + [
                    "write new 0+99", "sync new full", "know new", "look damaged-1", "remove damaged-1", "look damaged-2",
                    "rename new journal", "close journal", "sync store full", "unlock",
                ])
        let copies = ["look damaged-1", "look damaged-2"]
        // Nothing is to be deleted, and nothing more is in any file.
        try await history.delete("나")
        #expect(noted.taken() == Self.lock + ["look journal"] + copies + ["look new", "unlock"])
        // The file holds more than the list does.
        try await history.save("가")
        _ = noted.taken()
        try await history.delete("나")
        #expect(
            noted.taken()
                == anew + ["write new 0+99", "sync new full", "know new"] + copies + [
                    "rename new journal", "close journal", "sync store full", "unlock",
                ])
        memory.put([1], at: "/store/history.new")
        try await history.clear(keepingPinned: true)
        #expect(noted.taken().contains("write new 0+64"))
        memory.put([1], at: "/store/history.new")
        try await history.clear(keepingPinned: true)
        #expect(noted.taken().contains("write new 0+64"))
    }

    @Test("Where there is no file a deleting makes none, and one that only copies are left of removes them")
    func deletedNothing() async throws {
        let memory = MemoryFileSystem()
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open()
        defer { withExtendedLifetime(history) {} }
        try await history.clear(keepingPinned: false)
        #expect(noted.taken() == Self.nothing)
        memory.put([1], at: "/store/history.damaged-2")
        try await history.clear(keepingPinned: false)
        #expect(
            noted.taken()
                == Self.nothing + [
                    "look store", "open lock making", "know lock", "lock", "look lock", "look journal", "look damaged-1",
                    "look damaged-2", "remove new", "look damaged-1", "look damaged-2", "remove damaged-2", "sync store full",
                    "unlock",
                ])
        // What a crash left of the very first journal, before it had its name.
        memory.put(journal([entry("비밀")]), at: "/store/history.new")
        try await history.delete("비밀")
        expectNoTrace(of: "비밀", in: memory.contents)
        _ = noted.taken()
        // What is turned off has something to say, and takes the copies along.
        memory.put([1], at: "/store/history.damaged-1")
        try await history.turnOff(erasing: true)
        #expect(
            Array(noted.taken().suffix(12)) == [
                "look journal", "remove new", "open new makingNew", "write new 0+64", "sync new full", "know new",
                "look damaged-1", "remove damaged-1", "look damaged-2", "rename new journal", "sync store full", "unlock",
            ])
    }

    @Test("A damaged file is copied aside, the copy before it gives way, and what can be read is written anew")
    func damaged() async throws {
        var bytes = journal([entry("가", at: 1), entry("나", at: 2), entry("다", at: 3)])
        bytes[110] ^= 1
        for hasCopy in [false, true] {
            let memory = MemoryFileSystem()
            memory.put(bytes, at: Fixture.journal)
            if hasCopy { memory.put([1], at: "/store/history.damaged-1") }
            let noted = NotedFiles(memory)
            let told = Told()
            let history = FileSearchHistory(noted, directory: URL(fileURLWithPath: "/store"), onEvent: told.hear)
            defer { withExtendedLifetime(history) {} }
            #expect(try await history.keywords() == ["다", "가"])
            #expect(
                noted.taken()
                    == Self.firstLock + [
                        "look journal", "open journal changing", "know journal", "read journal 0+169", "remove new",
                        "open new makingNew", "write new 0+169", "sync new ordered", "look damaged-1",
                    ] + (hasCopy ? ["rename damaged-1 damaged-2"] : []) + [
                        "rename new damaged-1", "close damaged-1", "sync store ordered", "remove new", "open new makingNew",
                        "write new 0+134", "sync new ordered", "know new", "rename new journal", "close journal",
                        "sync store ordered", "unlock",
                    ])
            #expect(told.events == [SearchHistoryEvent(kind: .salvaged, lostBytes: 35, entries: 2)])
            #expect(memory.contents["/store/history.damaged-2"] == (hasCopy ? [1] : nil))
        }
    }
}
