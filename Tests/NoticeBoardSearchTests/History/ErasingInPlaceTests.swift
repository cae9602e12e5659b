import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Where there is no room for a second file: what is written where, and what the file says then.
@Suite("Erasing in its place", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct ErasingInPlaceTests {
    /// A history whose files can be written, but no other made beside them.
    private struct Stage {
        let memory = MemoryFileSystem()
        let noted: NotedFiles
        let fixture: Fixture
        let files: FaultyFiles<MemoryFileSystem>
        /// With what number a new file is refused, once it is.
        let refusal = Locked<Int32?>(nil)

        init(_ bytes: [UInt8]) async throws {
            memory.put(bytes, at: Fixture.journal)
            files = FaultyFiles(memory)
            noted = NotedFiles(NoNewFiles(base: files, refusal: refusal))
            fixture = Fixture(noted)
            // The lock is made before.
            _ = try await Fixture(memory).open().entries()
        }

        /// A history that has read its file, and from here on meets with `code` where it would make another.
        func open(_ code: Int32? = EEXIST) async throws -> FileSearchHistory {
            let history = fixture.open()
            _ = try await history.entries()
            refusal.withLock { $0 = code }
            _ = noted.taken()
            return history
        }

        var look: String { JournalScan(memory.contents[Fixture.journal] ?? [], from: JournalHeader.size).look }
        /// What was written of the file, and what was cut.
        func written() -> [String] { noted.taken().filter { $0.hasPrefix("write") || $0.hasPrefix("cut") } }
    }

    /// A file of version 1.0 or of today's without rules, whose entries have so many bytes as records.
    private func bare(_ sizes: [Int], minor: UInt16 = 1) -> [UInt8] {
        var bytes = JournalHeader(minor: minor).bytes
        for (index, size) in sizes.enumerated() {
            let keyword = String(repeating: ["a", "b", "c"][index], count: size - 32)
            let made = entry(keyword, at: Double(index)).with(sequence: UInt64(index + 1), isImported: false)
            JournalRecord.put(made, replacing: nil).write(to: &bytes)
        }
        return bytes
    }

    @Test("Each step has its place: whoever follows hears of it first, what is erased is on the medium before the end is cut")
    func order() async throws {
        let stage = try await Stage(journal([entry("가", at: 1), entry("비밀", at: 2), entry("나", at: 3)]))
        let history = try await stage.open()
        try await history.delete("비밀")
        #expect(
            stage.noted.taken() == [
                "look journal", "lock", "look lock", "look journal", "remove new", "open new makingNew", "look damaged-1",
                "look damaged-2", "read journal 0+172", "cut lock 1", "write journal 16+48", "write journal 99+38",
                "sync journal full", "cut journal 172", "sync journal full", "unlock",
            ])
        #expect(stage.look == "rules 100 on 3, 가#1@1, _38, 나#3@3")
        // It is known as it is: the next is added, and what follows erases again.
        try await history.save("다")
        #expect(stage.written() == ["write journal 172+35"])
        try await history.delete("나")
        #expect(stage.written() == ["cut lock 2", "write journal 16+48", "write journal 99+73", "cut journal 207"])
        try await history.delete("다")
        #expect(stage.written() == ["cut lock 3", "write journal 16+48", "cut journal 99"])
        try await history.clear(keepingPinned: false)
        #expect(stage.look == "rules 100 on 4")
        #expect(stage.memory.contents["/store/history.lock"]?.count == 4)
    }

    @Test("Why there is no room decides whether it is erased in its place", arguments: [ENOSPC, EDQUOT, EFBIG, EISDIR, EEXIST])
    func room(_ code: Int32) async throws {
        let stage = try await Stage(journal([entry("가", at: 1), entry("비밀", at: 2)]))
        try await stage.open(code).delete("비밀")
        #expect(stage.look == "rules 100 on 2, 가#1@1")
    }

    @Test(
        "Any other failure is one, and leaves the file as it was",
        arguments: [
            (FileSystemCall.remove, EPERM, nil), (.remove, ENOSPC, nil), (.remove, EACCES, NoticeBoardError.Code.storeReadOnly),
            (.remove, EIO, .fileUnavailable), (.open, EPERM, .storeReadOnly), (.open, EACCES, .storeReadOnly),
            (.open, EIO, .fileUnavailable),
        ] as [(FileSystemCall, Int32, NoticeBoardError.Code?)])
    func otherFailures(_ call: FileSystemCall, _ number: Int32, _ code: NoticeBoardError.Code?) async throws {
        let bytes = journal([entry("가", at: 1), entry("비밀", at: 2)])
        let stage = try await Stage(bytes)
        let history = try await stage.open(nil)
        stage.files.plan(FileFault(call, 0, number))
        guard let code else {
            try await history.delete("비밀")
            return #expect(stage.look == "rules 100 on 2, 가#1@1")
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await history.delete("비밀") }
        #expect(error?.code == code)
        #expect(error?.detail == "The search history's file: \(call.rawValue) failed (error \(number)).")
        #expect((error?.underlying as? POSIXError)?.errorCode == Int(number))
        #expect(stage.memory.contents[Fixture.journal] == bytes)
        // It is known as it was before: the next search is added.
        _ = stage.written()
        try await history.save("다")
        #expect(stage.written() == ["write journal 137+35"])
    }

    @Test(
        "The rules of a file that has none go into the first gap with eight bytes more than they have, else to the end",
        arguments: [
            (40, "_40, b#2@1, rules 9 on 2"), (48, "_48, b#2@1, rules 9 on 2"), (55, "_55, b#2@1, rules 9 on 2"),
            (56, "rules 9 on 2, _8, b#2@1"), (57, "rules 9 on 2, _9, b#2@1"), (63, "rules 9 on 2, _15, b#2@1"),
            (64, "rules 9 on 2, _16, b#2@1"),
        ])
    func rulesInAGap(_ size: Int, _ look: String) async throws {
        let stage = try await Stage(bare([size, 33], minor: 0))
        stage.refusal.withLock { $0 = EEXIST }
        // Rules that cannot be kept as long as no file can be made.
        let history = stage.fixture.open(SearchHistoryPolicy(capacity: 9))
        #expect(try await history.keywords() == ["b", String(repeating: "a", count: size - 32)])
        try await history.delete([try #require(try await history.entries().last)])
        #expect(stage.look == look)
        #expect(try await Fixture(stage.memory).open().keywords() == ["b"])
    }

    @Test(
        "A gap that no record is as long as is filled by several",
        arguments: [
            (65_534, ["write journal 16+65534"]), (65_535, ["write journal 16+65535"]),
            (65_536, ["write journal 16+65527", "write journal 65543+9"]),
            (65_600, ["write journal 16+65527", "write journal 65543+73"]),
        ])
    func longGap(_ size: Int, _ writes: [String]) async throws {
        let stage = try await Stage(bare([32_800, size - 32_800, 33]))
        let history = try await stage.open()
        // A policy that was never named, as the file has no rules, leaves none to write.
        try await history.delete(Array(try await history.entries().dropFirst()))
        #expect(stage.written() == ["cut lock 1"] + writes + ["cut journal \(16 + size + 33)"])
        #expect(try await Fixture(stage.memory).open().keywords() == ["c"])
    }

    @Test("What the same change brings goes to the end: the rules where they stood last, sources and entries after all others")
    func added() async throws {
        var log = SearchHistoryLog(policy: SearchHistoryPolicy(maximumAge: 100_000))
        log.sources = ["Realm"]
        log.stored = [entry("가", at: 150_000), entry("비밀", at: 1_000)].enumerated().map {
            $1.with(sequence: UInt64(2 - $0), isImported: false)
        }
        log.lastSequence = 2
        let bytes = log.image()
        for (change, end) in [
            (SearchHistoryChange.save(.init("나")), "나#3@290001"),
            (.add([entry("옛", at: 250_000)], source: "Core Data"), "source Core Data, 옛#3↓@250000"),
        ] {
            let stage = try await Stage(bytes)
            stage.fixture.clock.set(200_000)
            // The first look notes what is too old; the rules stand at the end from then on.
            let history = try await stage.open()
            #expect(stage.look == "rules 100 on 2, source Realm, 비밀#1@1000, 가#2@150000, rules 100 on 2")
            stage.fixture.clock.set(290_000)
            try await history.apply(change)
            #expect(stage.look == "_48, source Realm, _38, 가#2@150000, rules 100 on 3, \(end)")
            #expect(try await Fixture(stage.memory, stage.fixture.clock).open().entries() == history.entries())
        }
    }

    @Test("Each write of an erasing in its place is needed: without any of them the change throws, and can be made again")
    func everyWrite() async throws {
        let bytes = journal([entry("비밀", at: 1_000), entry("가", at: 150_000)])
        for call in [FileSystemCall.write, .sync, .truncate, .read] {
            for number in 0..<(call == .write ? 3 : call == .read ? 1 : 2) {
                let stage = try await Stage(bytes)
                stage.fixture.clock.set(200_000)
                let history = stage.fixture.open(SearchHistoryPolicy(maximumAge: 100_000))
                #expect(try await history.keywords() == ["가"])
                stage.refusal.withLock { $0 = ENOSPC }
                stage.fixture.clock.set(290_000)
                stage.files.plan(FileFault(call, number))
                let error = await #expect(throws: NoticeBoardError.self) { try await history.save("나") }
                #expect(error?.detail == "The search history's file: \(call.rawValue) failed (error \(EIO)).", "\(number)")
                #expect(stage.files.hits == 1)
                stage.refusal.withLock { $0 = nil }
                try await history.save("다")
                #expect(try await history.keywords().filter { $0 != "나" } == ["다"], "\(call) \(number)")
                // At the latest when a day has passed since the look that the rules in the file may tell of already.
                stage.fixture.clock.set(400_000)
                try await history.refresh()
                expectNoTrace(of: "비밀", in: stage.memory.contents)
            }
        }
    }

    @Test(
        "Of records that nobody knows those go that hold what is deleted, and all where everything is", arguments: [false, true])
    func unknown(_ isInPlace: Bool) async throws {
        let (holding, other) = (foreign(9, Array("x비밀y".utf8)), foreign(6, [1, 2, 3]))
        let long = String(repeating: "긴", count: 20)
        var bytes = JournalHeader(minor: 3).bytes
        JournalRecord.rules(.init(), lastSequence: 3).write(to: &bytes)
        bytes += holding + other
        for (index, keyword) in ["가", "비밀", long].enumerated() {
            let made = entry(keyword, at: Double(index)).with(sequence: UInt64(index + 1), isImported: false)
            JournalRecord.put(made, replacing: nil).write(to: &bytes)
        }
        for (change, beside, inPlace) in [
            (SearchHistoryChange.deleteEverywhere(keyword: "비밀"), "?11, 가#1@0, \(long)#3@2", "_16, ?11, 가#1@0, _38, \(long)#3@2"),
            (.deleteEverywhere(keyword: long), "?16, ?11, 가#1@0, 비밀#2@1", "?16, ?11, 가#1@0, 비밀#2@1"),
            (.clear(keepingPinned: true), "?11", "_16, ?11"), (.clear(keepingPinned: false), "", ""),
            (.record(.on, erasing: true), "", ""), (.delete([]), "?16, ?11, 가#1@0, 비밀#2@1, \(long)#3@2", ""),
        ] as [(SearchHistoryChange, String, String)] {
            let stage = try await Stage(bytes)
            let history = isInPlace ? try await stage.open() : stage.fixture.open()
            if isInPlace, change == .delete([]) { continue }
            try await history.apply(change)
            let end = isInPlace ? inPlace : beside
            #expect(stage.look == "rules 100 on 3" + (end.isEmpty ? "" : ", ") + end, "\(change)")
            #expect(stage.memory.contents[Fixture.journal].flatMap { JournalHeader($0) }?.minor == 3)
        }
    }
}

/// A file system on which no new file can be made, as long as a number says why.
private struct NoNewFiles: ForwardingFileSystem {
    let base: any FileSystem
    let refusal: Locked<Int32?>

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        if access == .makingNew, let code = refusal.withLock({ $0 }) { throw SystemFault(.open, code) }
        return try base.open(path, access)
    }
}
