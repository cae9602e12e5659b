import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("What stands in a history's folder", .inTurn, .timeLimit(.minutes(1)))
struct HistoryFileTests {
    /// The sample of the page that described version 1.0, byte for byte.
    private static let sample1point0 = """
        4e42736801000000000000003c3291021100030092d559a3436f726520446174612800000065cc51040000000000000000000000\
        00000000000000000000000000000000000000000026000101 84cb69fe0000409e93dcc4410200000000000000010000000361\
        6c6ceab3b5eca7802e0001025a1eb71c000000bc93dcc44103000000000000000100000003010000000000000061 6c6ceab280\
        ec8389 10000200bb1671330200000000000000100004001a7779742100000028000000
        """.filter(\.isHexDigit)

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test("A file of version 1.0 opens, with its fillers and its zeros, and becomes one of today's by the first change")
    func version1point0() async throws {
        let files = MemoryFileSystem()
        files.put(Self.bytes(Self.sample1point0) + [UInt8](repeating: 0, count: 4_000), at: Fixture.journal)
        let fixture = Fixture(files)
        let history = fixture.open()
        #expect(try await history.keywords() == ["검색"])
        #expect(fixture.told.kinds.isEmpty)
        try await history.import([entry("다시")], from: "Core Data")
        #expect(try await history.keywords() == ["검색"])
        try await history.save("새")
        #expect(files.contents[Fixture.journal].flatMap { JournalHeader($0) }?.minor == 1)
        #expect(try await Fixture(files).open().keywords() == ["새", "검색"])
    }

    @Test("In version 1.0 dates made the order; on a full disk a delete leaves no trace in it either", arguments: [false, true])
    func datesOfVersion1point0(_ isFull: Bool) async throws {
        var bytes = JournalHeader(minor: 0).bytes
        for (sequence, (keyword, seconds)) in [("둘째", 20.0), ("첫째", 30.0), ("넷째", 1.0), ("셋째", 5.0)].enumerated() {
            let entry = entry(keyword, at: seconds).with(sequence: UInt64(sequence + 1), isImported: false)
            JournalRecord.put(entry, replacing: nil).write(to: &bytes)
        }
        let files = MemoryFileSystem()
        files.put(bytes, at: Fixture.journal)
        let (history, other) = (Fixture(files).open(), Fixture(files).open())
        #expect(try await other.keywords() == ["첫째", "둘째", "셋째", "넷째"])
        if isFull { files.room = files.used }
        try await history.delete("둘째")
        expectNoTrace(of: "둘째", in: files.contents)
        files.room = .max
        try await other.save("새")
        #expect(try await other.keywords() == ["새", "첫째", "셋째", "넷째"])
        #expect(try await Fixture(files).open().keywords() == ["새", "첫째", "셋째", "넷째"])
    }

    @Test("Where a file of version 1.0 has no place for rules, they go where something is erased") func rulesOfVersion1point0()
        async throws
    {
        var bytes = JournalHeader(minor: 0).bytes
        for (sequence, keyword) in [String(repeating: "긴", count: 200), "나", "다"].enumerated() {
            let entry = entry(keyword, at: Double(sequence)).with(sequence: UInt64(sequence + 1), isImported: false)
            JournalRecord.put(entry, replacing: nil).write(to: &bytes)
        }
        let files = MemoryFileSystem()
        files.put(bytes, at: Fixture.journal)
        files.room = files.used
        let history = Fixture(files).open(SearchHistoryPolicy(capacity: 7))
        try await history.delete(String(repeating: "긴", count: 200))
        #expect(files.contents[Fixture.journal]?.count == bytes.count)
        expectNoTrace(of: "긴", in: files.contents)
        files.room = .max
        let later = Fixture(files).open()
        for number in 0..<9 { try await later.save("\(number)") }
        #expect(try await later.entries().count == 7)
    }

    @Test(
        "A snapshot by hard links keeps what it held, and a save after it is in the history",
        arguments: SearchHistoryDurability.allCases)
    func hardLinks(_ durability: SearchHistoryDurability) async throws {
        let files = MemoryFileSystem()
        let (one, other) = (Fixture(files).open(.init(), durability), Fixture(files).open())
        try await one.save("가")
        let snapshot = files.contents[Fixture.journal]
        files.link(Fixture.journal, to: "/store/snapshot")
        try await one.save("나")
        #expect(files.contents["/store/snapshot"] == snapshot)
        files.link(Fixture.journal, to: "/store/another")
        try await other.clear(keepingPinned: false)
        try await one.save("다")
        #expect(try await Fixture(files).open().keywords() == ["다"])
    }

    @Test("A change waits as long as it was told, however many wait before it")
    func manyWait() async throws {
        let files = MemoryFileSystem()
        try await Fixture(files).open().save("가")
        let other = try files.open("/store/history.lock", .changing)
        #expect(try files.lock(other))
        let history = Fixture(SlowUntilAllCame(files)).open()
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                group.addTask {
                    do { try await history.save("\(number)") } catch { return (error as? NoticeBoardError)?.code == .storeBusy }
                    return false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 12)
        #expect(files.paused < 0.2)
        #expect(throws: NoticeBoardError.self) { try history.applyBlocking(.save(.init("나")), waiting: 0) }
    }

    @Test("Whichever call fails, no file stays open but the journal and its lock") func fewStayOpen() async throws {
        var (number, struck) = (0, true)
        while struck {
            let stage = FaultStage(JournalHeader().bytes)
            stage.files.fail(number)
            let history = stage.fixture.open()
            for keyword in ["가", "나", "다"] { _ = try? await history.save(keyword) }
            _ = try? await history.delete("나")
            #expect(stage.files.openFiles <= 2, "call \(number)")
            struck = stage.files.hits > 0
            number += 1
        }
        #expect(number > 20)
    }

    @Test("Reading waits for nobody: not at the first call, not on the calling thread, not when refreshing")
    func readingWaitsForNobody() async throws {
        let files = MemoryFileSystem()
        let (history, other) = (Fixture(files).open(), Fixture(files).open())
        for keyword in ["가", "나"] { try await history.save(keyword) }
        #expect(try await other.keywords() == ["나", "가"])
        try await history.save("다")
        let lock = try files.open("/store/history.lock", .changing)
        #expect(try files.lock(lock))
        #expect(try Fixture(files).open().recentBlocking(1).map(\.keyword) == ["다"])
        #expect(try await Fixture(files).open().keywords() == ["다", "나", "가"])
        try await other.refresh()
        #expect(try await other.keywords() == ["다", "나", "가"])
        #expect(files.paused == 0)
        files.unlock(lock)
        try await other.save("라")
        #expect(try await Fixture(files).open().keywords() == ["라", "다", "나", "가"])
    }

    @Test("Of a file of gigabytes 16 MiB are read; what is readable is kept, and saving goes on")
    func endlessFile() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/history.journal"
        try Data(journal((0..<5).map { entry("검색 \($0)", at: Double($0)) })).write(to: URL(fileURLWithPath: path))
        // A hole of 20 GiB, which takes no room.
        let posix = POSIXFileSystem()
        let file = try posix.open(path, .changing)
        try posix.truncate(file, to: 20 << 30)
        posix.close(file)
        let reads = LongestRead(posix)
        let told = Told()
        let history = FileSearchHistory(reads, directory: folder.url, onEvent: told.hear)
        #expect(try await history.entries().count == 5)
        #expect(told.kinds == [.salvaged])
        try await history.save("새")
        try await history.delete("새")
        #expect(try posix.status(at: path)?.size ?? 0 < 1_000)
        #expect(reads.longest <= 16 << 20)
    }

    @Test("A directory in the place of a new file or a copy: deleting works and leaves no trace")
    func directoriesInTheWay() async throws {
        for name in ["history.new", "history.damaged-1"] {
            let folder = try TemporaryDirectory()
            try FileManager.default.createDirectory(atPath: folder.path + "/\(name)/inside", withIntermediateDirectories: true)
            let history = FileSearchHistory(directory: folder.url)
            if name == "history.new" {
                // Made by another before the directory was in the way.
                try Data(journal([entry("가"), entry("비밀")])).write(to: URL(fileURLWithPath: folder.path + "/history.journal"))
                unsafe chmod(folder.path + "/history.journal", 0o600)
            } else {
                for keyword in ["가", "비밀"] { try await history.save(keyword) }
            }
            try await history.delete("비밀")
            #expect(try await history.keywords() == ["가"])
            let left = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/history.journal"))
            expectNoTrace(of: "비밀", in: ["journal": [UInt8](left)])
            try await history.clear(keepingPinned: false)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/\(name)/inside"))
        }
    }

    @Test("A lock file that was replaced by another is not taken for the held one")
    func lockReplaced() async throws {
        let files = MemoryFileSystem()
        let (history, other) = (Fixture(files).open(), Fixture(files).open(.init(), .processCrash))
        for opener in [history, other] { try await opener.save("가") }
        try files.remove("/store/history.lock")
        // Whoever comes now locks another file, which the two have to notice.
        let lock = try files.open("/store/history.lock", .making)
        #expect(try files.lock(lock))
        for opener in [history, other] {
            await #expect { try await opener.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storeBusy }
        }
        files.unlock(lock)
        for opener in [history, other] { try await opener.save("나") }
        #expect(try await history.entries().first?.useCount == 1)
        #expect(try await Fixture(files).open().entries().first?.useCount == 2)
    }

    @Test("Damage that cannot be mended is told once, and to the opener whose call met with it")
    func toldOnce() async throws {
        let memory = MemoryFileSystem()
        var bytes = journal((0..<5).map { entry("검색 \($0)", at: Double($0)) })
        bytes[90] ^= 1
        memory.put(bytes, at: Fixture.journal)
        memory.room = bytes.count
        let fixture = Fixture(memory)
        let history = fixture.open()
        for _ in 0..<3 { await #expect(throws: NoticeBoardError.self) { try await history.save("나") } }
        #expect(fixture.told.kinds == [.openedReadOnly])
        memory.room = .max
        try await history.save("나")
        #expect(fixture.told.kinds == [.openedReadOnly, .salvaged])

        let folder = try TemporaryDirectory()
        try Data(bytes).write(to: folder.url.appendingPathComponent("history.journal"))
        let (mine, others) = (Told(), Told())
        let bystander = FileSearchHistory(directory: folder.url, onEvent: others.hear)
        try await FileSearchHistory(directory: folder.url, onEvent: mine.hear).save("나")
        #expect(mine.kinds == [.salvaged] && others.kinds.isEmpty)
        #expect(try await bystander.entries().count == 5)
    }

    @Test("Removing a scope leaves no file that names it; whoever has it open finds it empty, and can go on")
    func removeScope() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let (history, other) = (fixture.open(), Fixture(files).open())
        for keyword in ["가", "나"] { try await history.save(keyword) }
        #expect(try await other.entries().count == 2)
        try await history.turnOff(erasing: false)
        try await history.removeScope()
        #expect(files.contents.isEmpty)
        #expect(try await history.recording() == .on)
        for opener in [history, other] {
            try await opener.clear(keepingPinned: false)
            #expect(try await opener.entries().isEmpty)
        }
        #expect(files.contents.isEmpty)
        try await other.save("다")
        try await history.refresh()
        #expect(try await history.keywords() == ["다"])
        try await Fixture(files).open().removeScope()
        #expect(files.contents.isEmpty)
    }

    @Test("Where one removes the scope, the rules of all others who have it open in this process hold again")
    func rulesAfterRemoving() async throws {
        let folder = try TemporaryDirectory()
        let policy = SearchHistoryPolicy(capacity: 2)
        let history = FileSearchHistory(directory: folder.url, policy: policy)
        try await history.save("가")
        for _ in 0..<2 {
            let other = FileSearchHistory(directory: folder.url)
            try await other.removeScope()
            for keyword in ["나", "다", "라"] { try await history.save(keyword) }
            #expect(try await history.keywords() == ["라", "다"])
            // What another said since holds, until the files go again.
            try await other.obey(SearchHistoryPolicy(capacity: 3))
            for keyword in ["마", "바", "사"] { try await history.save(keyword) }
            #expect(try await history.keywords() == ["사", "바", "마"])
        }
    }

    @Test("Removing a scope leaves none of its files, whichever of them was left by itself")
    func removeOneFile() async throws {
        let whole = MemoryFileSystem()
        try await Fixture(whole).open().save("가")
        #expect(whole.contents.count == 2)
        for kept in whole.contents.keys {
            let files = MemoryFileSystem()
            try await Fixture(files).open().save("가")
            for path in files.contents.keys where path != kept { try files.remove(path) }
            try await Fixture(files).open().removeScope()
            #expect(files.contents.isEmpty, "\(kept)")
        }
    }

    @Test("What another process writes is told to who follows the updates")
    func updatesOfOthers() async throws {
        let folder = try TemporaryDirectory()
        let place = folder.url.appendingPathComponent("none")
        let other = FileSearchHistory(POSIXFileSystem(), directory: place)
        let history = FileSearchHistory(directory: place)
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.isEmpty == true)
        // There is a folder from here on.
        try await history.save("가")
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        try await other.save("나")
        #expect(await lists.next()?.map(\.keyword) == ["나", "가"])
        try await other.delete("가")
        #expect(await lists.next()?.map(\.keyword) == ["나"])
        try await other.turnOff(erasing: false)
        #expect(await lists.next()?.isEmpty == true)
    }

    @Test("Updates go on when the folder was taken away and another process makes it anew") func updatesAcrossFolders()
        async throws
    {
        let folder = try TemporaryDirectory()
        let place = folder.url.appendingPathComponent("place")
        let (history, other) = (FileSearchHistory(directory: place), FileSearchHistory(POSIXFileSystem(), directory: place))
        try await other.save("가")
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        // Whoever follows may look while half of it is gone, and put a lock there.
        while FileManager.default.fileExists(atPath: place.path) { try? FileManager.default.removeItem(at: place) }
        #expect(await lists.next()?.isEmpty == true)
        for keywords in [["나"], ["다", "나"]] {
            try await other.save(keywords[0])
            #expect(await lists.next()?.map(\.keyword) == keywords)
        }
    }

    @Test("Updates tell of what another process keeps where there was no folder", .timeLimit(.minutes(1)))
    func updatesWithoutFolder() async throws {
        let folder = try TemporaryDirectory()
        let place = folder.url.appendingPathComponent("none/either")
        let history = FileSearchHistory(directory: place)
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.isEmpty == true)
        try await FileSearchHistory(POSIXFileSystem(), directory: place).save("가")
        #expect(await lists.next()?.map(\.keyword) == ["가"])
    }

    @Test("The updates of a place that cannot be end at once")
    func noPlace() async throws {
        let nameless = FileSearchHistory(directory: URL(fileURLWithPath: "/tmp"), scope: "")
        for await _ in nameless.updates() { Issue.record("a list came") }
        let remote = FileSearchHistory(directory: try #require(URL(string: "https://example.com/a")))
        for await _ in remote.updates() { Issue.record("a list came") }
    }
}

/// A file system on which waiting for a lock begins when twelve changes have asked for the time, each as it came.
private final class SlowUntilAllCame: ForwardingFileSystem {
    let base: any FileSystem
    private let looks = Locked(0)
    private let allCame = DispatchSemaphore(value: 0)

    init(_ base: any FileSystem) { self.base = base }

    var uptime: Double {
        // Read together with the counting: who was counted must not see the time of those who wait already.
        let (looks, now) = looks.withLock { looks in
            looks += 1
            return (looks, base.uptime)
        }
        // The first one looks twice more.
        if looks == 14 { allCame.signal() }
        return now
    }

    func pause(seconds: Double) {
        allCame.wait()
        // Open from here on.
        allCame.signal()
        base.pause(seconds: seconds)
    }
}

/// A file system that notes the longest read.
private final class LongestRead: ForwardingFileSystem {
    let base: any FileSystem
    private let count = Locked(0)

    init(_ base: any FileSystem) { self.base = base }

    var longest: Int { count.withLock { $0 } }

    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8] {
        self.count.withLock { $0 = max($0, count) }
        return try base.read(file, count, at: offset)
    }
}
