import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// How long a file may become, and when what is known of it is not enough.
@Suite("The edges of a history's file", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct DiskEdgesTests {
    private static let most = HistoryDisk.longestJournal

    @Test("A file may have twice what lives, and not one byte more; what nobody knows lives as well", arguments: [false, true])
    func twice(_ holdsUnknown: Bool) async throws {
        let long = "나나나"
        var bytes = journal([entry("가", at: 1), entry(long, at: 2)])
        #expect(bytes.count == 140)
        if holdsUnknown { bytes += foreign(9, [UInt8](repeating: 1, count: 8)) }
        let memory = MemoryFileSystem()
        memory.put(bytes, at: Fixture.journal)
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open(.init(), .processCrash, roomyEnough: 0)
        _ = try await history.entries()
        // 280 are allowed, and 312 with the 16 that nobody knows.
        let known = ["140+35", "175+35", "210+35", "245+35"].map { ("가", "write journal \($0)") }
        let unknown = ["156+41", "197+41", "238+41"].map { (long, "write journal \($0)") }
        let last = ("가", holdsUnknown ? "write new 0+156" : "write new 0+140")
        let steps: [(String, String)] = (holdsUnknown ? unknown : known) + [last]
        for (keyword, write) in steps {
            _ = noted.taken()
            try await history.save(keyword)
            #expect(noted.taken().filter { $0.hasPrefix("write") } == [write])
        }
    }

    /// A disk whose journal is open and holds so many bytes that nobody knows.
    private func disk(_ files: any FileSystem, unknown: Int, end: Int) throws -> HistoryDisk {
        let paths = try HistoryPaths(URL(fileURLWithPath: Fixture.directory), scope: "history")
        var disk = HistoryDisk(files, paths, roomyEnough: 0)
        let file = try files.open(paths.journal, .changing)
        disk.state = .ready(
            HistoryDisk.OpenJournal(
                file: file, status: try files.status(of: file), header: JournalHeader(), end: end, generation: 0,
                unknown: [[UInt8](repeating: 0, count: unknown)]))
        return disk
    }

    @Test("No file becomes longer than others read; one that would is refused, and nothing is made", arguments: [0, 1])
    func longest(_ more: Int) throws {
        #expect(Self.most == 16_777_216)
        let memory = MemoryFileSystem()
        memory.put(journal([]), at: Fixture.journal)
        let noted = NotedFiles(memory)
        var disk = try self.disk(noted, unknown: Self.most - 64 + more, end: 64)
        _ = noted.taken()
        let full = NoticeBoardError(.storageFull, "A search history has at most 16777216 bytes.")
        if more == 0 {
            try disk.rewrite(SearchHistoryLog(), .ordered)
            #expect(noted.taken().contains("write new 0+16777216"))
        } else {
            #expect(throws: full) { try disk.rewrite(SearchHistoryLog(), .ordered) }
            #expect(noted.taken() == [] && memory.contents.count == 1)
        }
        // Nor by what is added, however much of it lives.
        var (log, effect) = (SearchHistoryLog(), SearchHistoryEffect())
        try log.carryOut(.save(.init("가")), now: Date(), &effect)
        var grown = try self.disk(noted, unknown: Self.most - 64, end: Self.most - 35 + more)
        _ = noted.taken()
        if more == 0 {
            try grown.write(effect, log, .processCrash)
            #expect(noted.taken() == ["write journal \(Self.most - 35)+35"])
        } else {
            #expect(throws: full) { try grown.write(effect, log, .processCrash) }
        }
    }

    @Test("A file that others may read, or that has another name, is written anew by the next change", arguments: [false, true])
    func notPrivate(_ isShared: Bool) async throws {
        let memory = MemoryFileSystem()
        let bytes = journal([entry("가", at: 1)])
        memory.put(bytes, at: Fixture.journal)
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open()
        _ = try await history.entries()
        if isShared { memory.link(Fixture.journal, to: "/store/other") }
        if !isShared { memory.put(bytes, at: Fixture.journal, isReadableByAll: true) }
        try await history.refresh()
        #expect(!noted.taken().contains { $0.hasPrefix("write") })
        try await history.save("나")
        #expect(noted.taken().contains("write new 0+134"))
        try await history.save("다")
        #expect(noted.taken().contains("write journal 134+35"))
    }

    /// Adds bytes to the journal as another process would.
    private func add(_ bytes: [UInt8], to files: MemoryFileSystem) throws {
        let file = try files.open(Fixture.journal, .changing)
        _ = try files.write(bytes[...], to: file, at: try files.status(of: file).size)
        files.close(file)
    }

    private func put(_ keyword: String, _ seconds: Double, _ sequence: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        JournalRecord.put(entry(keyword, at: seconds).with(sequence: sequence, isImported: false), replacing: nil).write(
            to: &bytes)
        return bytes
    }

    @Test(
        "Where what another added cannot be followed, the whole is read again",
        arguments: ["cut off", "damaged", "erasing", "erasing at once", "older"])
    func notFollowed(_ kind: String) async throws {
        let memory = MemoryFileSystem()
        let minor: UInt16 = kind == "older" ? 0 : 1
        memory.put(JournalHeader(minor: minor).bytes + put("가", 10, 1) + put("나", 20, 2), at: Fixture.journal)
        let noted = NotedFiles(memory)
        let fixture = Fixture(noted)
        let history = fixture.open()
        #expect(try await history.keywords() == ["나", "가"])
        var broken = put("다", 30, 3)
        broken[30] ^= 1
        var erasing: [UInt8] = []
        JournalRecord.erasing([16..<51]).write(to: &erasing)
        let (added, list, told): ([UInt8], [String], [SearchHistoryEvent]) =
            switch kind {
            case "cut off": (put("다", 30, 3) + [1, 2, 3], ["다", "나", "가"], [.init(kind: .tailCut, lostBytes: 3, entries: 3)])
            case "damaged": (broken + put("라", 40, 4), ["라", "나", "가"], [.init(kind: .salvaged, lostBytes: 35, entries: 3)])
            case "erasing": (JournalRecord.filler(length: 60) + erasing + put("다", 30, 3), ["다", "나"], [])
            case "erasing at once": (erasing + put("다", 30, 3), ["다", "나"], [])
            // In version 1.0 dates make the order.
            default: (put("다", 15, 3), ["나", "다", "가"], [])
            }
        try add(added, to: memory)
        _ = noted.taken()
        try await history.refresh()
        #expect(try await history.keywords() == list && fixture.told.events == told)
        let calls = noted.taken()
        #expect(calls.contains("read journal 0+\(86 + added.count)"))
        #expect(calls.contains("read journal 86+\(added.count)") == (kind != "older"))
        try await history.save("새")
        #expect(try await history.keywords() == ["새"] + list)
        #expect(try Fixture(memory).open().recentBlocking(9).map(\.keyword) == ["새"] + list)
    }

    @Test("Removing a scope tells which call failed, and can be done again", arguments: 0...10)
    func removing(_ number: Int) async throws {
        let stage = FaultStage(journal([entry("가", at: 1)]))
        stage.memory.put([1], at: "/store/history.damaged-1")
        let history = stage.fixture.open()
        _ = try await history.entries()
        stage.files.fail(number)
        do {
            try await history.removeScope()
            #expect(number == 10)
        } catch let error as NoticeBoardError {
            #expect(error.detail == "The search history's file: \(stage.files.calls[number].rawValue) failed (error \(EIO)).")
            #expect(try await history.keywords() == ["가"])
        }
        stage.files.plan()
        try await history.removeScope()
        #expect(stage.memory.contents == [:])
        #expect(try await history.keywords() == [])
    }

    @Test("A system that writes a few bytes at a time writes all of them, and one that writes none has no room")
    func slowWriting() async throws {
        let (whole, memory) = (MemoryFileSystem(), MemoryFileSystem())
        let files = SlowWriting(memory)
        let (one, other) = (Fixture(whole).open(), Fixture(files).open())
        for history in [one, other] {
            for keyword in ["가", "나나", "가"] { try await history.save(keyword) }
            try await history.delete("나나")
            try await history.save("다")
        }
        #expect(memory.contents == whole.contents)
        let before = memory.contents
        files.stall()
        let error = await #expect(throws: NoticeBoardError.self) { try await other.save("라") }
        #expect(error?.code == .storageFull && error?.detail == "The search history's file: write failed (error \(ENOSPC)).")
        #expect(memory.contents == before)
    }

    @Test("Of a file whose first bytes were damaged what can be read counts, not what was known before") func headless()
        async throws
    {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 1)]), at: Fixture.journal)
        let fixture = Fixture(memory)
        let history = fixture.open()
        #expect(try await history.keywords() == ["가"])
        var bytes = journal([entry("나", at: 2), entry("다", at: 3)])
        bytes[3] ^= 1
        try memory.remove(Fixture.journal)
        memory.put(bytes, at: Fixture.journal)
        try await history.refresh()
        #expect(try await history.keywords() == ["다", "나"])
        #expect(fixture.told.events == [SearchHistoryEvent(kind: .salvaged, lostBytes: 0, entries: 2)])
    }
}

/// A file system that writes at most seven bytes at a time, and three times none where a test says so.
private final class SlowWriting: ForwardingFileSystem {
    let base: any FileSystem
    private let stalls = Locked(0)

    init(_ base: any FileSystem) { self.base = base }

    func stall() { stalls.withLock { $0 = 3 } }

    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        let isStalled = stalls.withLock { stalls in
            defer { stalls = max(0, stalls - 1) }
            return stalls > 0
        }
        return isStalled ? 0 : try base.write(bytes.prefix(7), to: file, at: offset)
    }
}
