import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// What is asked of the system where a change is not all that there is to do.
@Suite("What a history asks of the system beside its changes", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct FileCallsBesideTests {
    private static let lock = ["look journal", "lock", "look lock"]
    private static let newLock = ["look store", "open lock making", "know lock", "lock", "look lock"]
    private static let nothing = ["look journal", "look new", "look damaged-1", "look damaged-2"]
    private static let reading = ["look journal", "open journal changing", "know journal"]

    /// A history that has read a file of these bytes, and what it asks from here on.
    private func opened(_ bytes: [UInt8] = journal([entry("가", at: 1)])) async throws -> (
        history: FileSearchHistory, noted: NotedFiles, memory: MemoryFileSystem
    ) {
        let memory = MemoryFileSystem()
        memory.put(bytes, at: Fixture.journal)
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open()
        _ = try await history.entries()
        _ = noted.taken()
        return (history, noted, memory)
    }

    @Test("A history that goes closes its file and its lock, and one that never began nothing") func closed() throws {
        let noted = NotedFiles(MemoryFileSystem())
        do {
            let history = Fixture(noted).open()
            defer { withExtendedLifetime(history) {} }
            #expect(noted.taken() == [])
            try history.applyBlocking(.save(.init("가")))
            #expect(noted.taken().suffix(2) == ["sync store ordered", "unlock"])
        }
        #expect(noted.taken() == ["close journal", "close lock"])
        do { #expect(try Fixture(noted).open().recentBlocking(1).count == 1) }
        #expect(noted.taken().suffix(2) == ["close journal", "close lock"])
        do { _ = Fixture(noted).open() }
        #expect(noted.taken() == [])
    }

    @Test("Removing a scope removes its files and at last the lock's; the next search makes them anew")
    func removed() async throws {
        let (history, noted, memory) = try await opened()
        defer { withExtendedLifetime(history) {} }
        memory.put([1], at: "/store/history.damaged-1")
        try await history.removeScope()
        let copies = ["look damaged-1", "remove damaged-1", "look damaged-2"]
        #expect(
            noted.taken()
                == Self.lock + ["close journal", "remove journal", "remove new"] + copies + [
                    "remove lock", "sync store full", "unlock",
                ])
        try await history.save("나")
        #expect(
            noted.taken()
                == Self.nothing + ["lock", "look lock", "close lock"] + Self.newLock + [
                    "look journal", "remove new", "open new makingNew", "write new 0+99", "sync new ordered", "know new",
                    "rename new journal", "sync store ordered", "unlock",
                ])
        try await history.removeScope()
        _ = noted.taken()
        try await history.removeScope()
        #expect(noted.taken() == Self.nothing + ["look lock"])
        memory.put([], at: "/store/history.lock")
        try await history.erase()
        #expect(
            noted.taken()
                == Self.nothing + ["look lock", "lock", "look lock", "close lock"] + Self.newLock + [
                    "remove journal", "remove new", "look damaged-1", "look damaged-2", "remove lock", "sync store full",
                    "unlock",
                ])
    }

    @Test("The child of a fork closes what it shares with its parent, once, and opens its own") func forked() async throws {
        let (history, noted, _) = try await opened()
        defer { withExtendedLifetime(history) {} }
        noted.fork()
        try await history.refresh()
        #expect(
            noted.taken()
                == ["look journal", "close journal", "close lock"] + Self.newLock + Self.reading + [
                    "read journal 0+99", "unlock",
                ])
        try await history.refresh()
        #expect(noted.taken() == Self.lock + ["look journal", "unlock"])
    }

    @Test("A lock file that is taken away each time is looked for ten times, and then another holds the history")
    func lockTakenAway() async throws {
        let (kept, noted, _) = try await opened()
        defer { withExtendedLifetime(kept) {} }
        let history = Fixture(OddLook(noted, at: "/store/history.lock", nil)).open()
        defer { withExtendedLifetime(history) {} }
        let error = await #expect(throws: NoticeBoardError.self) { try await history.save("나") }
        #expect(error?.code == .storeBusy && error?.detail == "The lock file is taken away again and again.")
        let once = ["look store", "open lock making", "know lock", "lock", "close lock"]
        #expect(noted.taken() == ["look journal"] + (0..<10).flatMap { _ in once })
    }

    @Test("What stands in the place of the folder or the file is named", arguments: ["/store", Fixture.journal])
    func oddKinds(_ path: String) async throws {
        let (kept, noted, _) = try await opened()
        defer { withExtendedLifetime(kept) {} }
        for kind in [FileStatus.Kind.file, .directory, .link, .other] {
            let status = FileStatus(device: 1, inode: 9, size: 0, kind: kind, isPrivate: true, isShared: false)
            let history = Fixture(OddLook(noted, at: path, status)).open()
            defer { withExtendedLifetime(history) {} }
            let place = path == "/store" ? "directory" : "file"
            if kind == (path == "/store" ? .directory : .file) { continue }
            let error = await #expect(throws: NoticeBoardError.self) { try await history.save("나") }
            #expect(error?.code == .fileUnavailable)
            #expect(error?.detail == "In the place of the search history's \(place) is \(kind.rawValue).")
        }
        #expect(!noted.taken().contains { $0.hasPrefix("write") })
    }

    @Test(
        "What a crash cut off is copied aside and cut away, and told; zeros are cut away alone",
        arguments: [[UInt8](repeating: 7, count: 10), [0, 0, 0, 0, 0, 0, 0, 0, 0]])
    func tail(_ tail: [UInt8]) async throws {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 1)]) + tail, at: Fixture.journal)
        let noted = NotedFiles(memory)
        let fixture = Fixture(noted)
        let history = fixture.open()
        defer { withExtendedLifetime(history) {} }
        #expect(try await history.keywords() == ["가"])
        let isBlank = tail == Array(repeating: 0, count: 9)
        let aside = [
            "remove new", "open new makingNew", "write new 0+109", "sync new ordered", "look damaged-1", "rename new damaged-1",
            "close damaged-1", "sync store ordered",
        ]
        #expect(
            noted.taken()
                == ["look journal"] + Self.newLock + Self.reading + ["read journal 0+\(99 + tail.count)"]
                + (isBlank ? [] : aside) + ["cut journal 99", "unlock"])
        #expect(fixture.told.events == (isBlank ? [] : [SearchHistoryEvent(kind: .tailCut, lostBytes: 10, entries: 1)]))
        try await history.save("나")
        #expect(noted.taken() == Self.lock + ["look journal", "write journal 99+35", "sync journal ordered", "unlock"])
    }

    @Test("A file of zeros alone is no history, and of one that is empty no copy is kept", arguments: [0, 20])
    func zeros(_ count: Int) async throws {
        let memory = MemoryFileSystem()
        memory.put([UInt8](repeating: 0, count: count), at: Fixture.journal)
        let fixture = Fixture(memory)
        #expect(try await fixture.open().keywords() == [])
        #expect(fixture.told.events == [SearchHistoryEvent(kind: .salvaged, lostBytes: 0, entries: 0)])
        #expect(memory.contents.keys.sorted() == ["/store/history.journal", "/store/history.lock"])
        #expect(memory.contents[Fixture.journal] == SearchHistoryLog().image())
    }

    @Test("A tail that cannot be cut away now goes with the file, which the next search writes anew") func tailThatStays()
        async throws
    {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 1)]) + [7, 7, 7], at: Fixture.journal)
        let files = FaultyFiles(memory)
        files.plan(FileFault(.truncate))
        let noted = NotedFiles(files)
        let history = Fixture(noted).open()
        defer { withExtendedLifetime(history) {} }
        #expect(try await history.keywords() == ["가"])
        _ = noted.taken()
        try await history.save("나")
        #expect(noted.taken().contains("write new 0+134"))
        #expect(memory.contents[Fixture.journal]?.count == 134)
    }

    @Test("Files that are gone while they are open are let go of and told, once") func gone() async throws {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 1)]), at: Fixture.journal)
        let noted = NotedFiles(memory)
        let fixture = Fixture(noted)
        let history = fixture.open()
        defer { withExtendedLifetime(history) {} }
        _ = try await history.entries()
        let gone = SearchHistoryEvent(kind: .removed, lostBytes: 0, entries: 0)
        memory.wipe(Fixture.directory)
        _ = noted.taken()
        try await history.refresh()
        #expect(noted.taken() == Self.nothing + ["close journal", "close lock"])
        try await history.refresh()
        #expect(noted.taken() == Self.nothing)
        #expect(fixture.told.events == [gone])
        // With a copy left there is something of the history, and its file is missed by whoever had it open.
        try await history.save("나")
        memory.put([1], at: "/store/history.damaged-1")
        try memory.remove(Fixture.journal)
        _ = noted.taken()
        try await history.refresh()
        let looks = ["look journal", "look new", "look damaged-1", "lock", "look lock", "look journal"]
        #expect(noted.taken() == looks + ["close journal", "look journal", "unlock"])
        #expect(fixture.told.events == [gone, gone])
        #expect(try await history.keywords() == [])
    }
}

/// A file system that says of one path what a test wants.
private struct OddLook: ForwardingFileSystem {
    let base: any FileSystem
    private let path: String
    private let status: FileStatus?

    init(_ base: any FileSystem, at path: String, _ status: FileStatus?) {
        (self.base, self.path, self.status) = (base, path, status)
    }

    func status(at path: String) throws(SystemFault) -> FileStatus? { path == self.path ? status : try base.status(at: path) }
}
