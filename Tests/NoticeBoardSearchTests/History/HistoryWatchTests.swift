import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Who waits for whom, who hears of what, and what is let go of afterwards.
@Suite("Waiting for a history and following it", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct HistoryWatchTests {
    private static let url = URL(fileURLWithPath: Fixture.directory)
    private static let busy = NoticeBoardError(.storeBusy, "Another process holds the search history.")

    @Test("A change waits five seconds for another process where nothing else was said, each anew; reading waits for none")
    func waiting() async throws {
        let files = MemoryFileSystem()
        try await Fixture(files).open().save("가")
        let lock = try files.open("/store/history.lock", .changing)
        #expect(try files.lock(lock))
        let history = FileSearchHistory(files, directory: Self.url, clock: TestClock().read)
        let few = FileSearchHistory(files, directory: Self.url, lockTimeout: 0.5, clock: TestClock().read)
        let calls: [(Double, @Sendable () async throws -> Void)] = [
            (5, { try await history.save("나") }), (5, { try history.applyBlocking(.purge) }),
            (2, { try history.applyBlocking(.purge, waiting: 2) }), (0, { try history.applyBlocking(.purge, waiting: 0) }),
            (0, { try history.applyBlocking(.purge, waiting: -1) }), (5, { try await history.removeScope() }),
            (5, { try await history.erase() }), (0.5, { try await few.save("나") }), (0.5, { try await few.removeScope() }),
            (0.5, { try few.applyBlocking(.purge) }), (3, { try few.applyBlocking(.purge, waiting: 3) }),
        ]
        for (number, (seconds, call)) in calls.enumerated() {
            let before = files.paused
            let error = await #expect(throws: NoticeBoardError.self) { try await call() }
            #expect(error == Self.busy && abs(files.paused - before - seconds) < 1e-9, "call \(number)")
        }
        let before = files.paused
        try await history.refresh()
        #expect(try await few.keywords() == ["가"] && history.recentBlocking(1).count == 1 && files.paused == before)
    }

    @Test("Who comes amidst another change of this process, and would not wait, hears so; who reads gets what is known")
    func amidst() async throws {
        let memory = MemoryFileSystem()
        let files = InterruptedSync(memory)
        let history = Fixture(files).open()
        try await history.save("가")
        let seen = Locked<[String]>([])
        files.interrupt {
            do { try history.applyBlocking(.save(.init("다")), waiting: 0) } catch {
                seen.withLock { $0.append((error as? NoticeBoardError)?.detail ?? "") }
            }
            let known = (try? history.recentBlocking(5))?.map(\.keyword) ?? []
            seen.withLock { $0 += known }
        }
        try await history.save("나")
        #expect(seen.withLock { $0 } == ["Another change of the search history takes too long.", "가"])
        #expect(try await history.keywords() == ["나", "가"])
    }

    @Test("A change that throws makes known what others wrote, and tells of rules that it found to be others") func learned()
        async throws
    {
        let files = MemoryFileSystem()
        let (one, other) = (Fixture(files), Fixture(files))
        let history = one.open()
        try await history.save("가")
        try await other.open(SearchHistoryPolicy(capacity: 5)).save("나")
        #expect(other.told.events == [SearchHistoryEvent(kind: .rulesChanged, lostBytes: 0, entries: 2)])
        await #expect(throws: NoticeBoardError.self) { try await history.save(" ") }
        #expect(try await history.keywords() == ["나", "가"] && one.told.events == [])
        // The first of all has no rules that could be others, and one that names the same changes none.
        let first = Fixture(MemoryFileSystem())
        try await first.open(SearchHistoryPolicy(capacity: 5)).save("가")
        let second = Fixture(first.files)
        try await second.open(SearchHistoryPolicy(capacity: 5)).save("나")
        #expect(first.told.events + second.told.events == [])
    }

    @Test("Rules that an opener named hold again after it removed the scope") func rulesAfterRemoving() async throws {
        let history = Fixture(MemoryFileSystem()).open(SearchHistoryPolicy(capacity: 2))
        try await history.save("가")
        try await history.obey(SearchHistoryPolicy(capacity: 9))
        try await history.removeScope()
        for keyword in ["나", "다", "라"] { try await history.save(keyword) }
        #expect(try await history.keywords() == ["라", "다"])
    }

    @Test("The folder is watched once for all who follow, for as long as one of them is there") func watchedOnce() throws {
        let files = WatchedFiles(MemoryFileSystem())
        let core = HistoryCore(files, try HistoryPaths(Self.url, scope: "history"), roomyEnough: 100)
        let caller = HistoryCore.Caller(durability: .ordered, clock: { Date() }, hear: { _ in }, policy: .init())
        let (one, other) = (NSObject(), NSObject())
        let broadcast = Broadcast<[SearchHistoryEntry]>()
        #expect(files.watched == [] && files.watching == 0)
        for follower in [one, other, one] { _ = core.updates(of: follower, broadcast, caller) }
        #expect(files.watched == ["/store /store/history.journal"] && files.watching == 1)
        for (gone, watching) in [(NSObject(), 1), (one, 1), (one, 1), (other, 0), (other, 0)] {
            core.forget(ObjectIdentifier(gone))
            #expect(files.watching == watching)
        }
        _ = core.updates(of: other, broadcast, caller)
        #expect(files.watched.count == 2 && files.watching == 1)
        core.forget(ObjectIdentifier(other))
        #expect(files.watching == 0)
    }

    @Test("What another process writes is read when the folder changed, told to all who follow, and not when nobody does")
    func noticed() async throws {
        let memory = MemoryFileSystem()
        let files = WatchedFiles(memory)
        let history = Fixture(files).open()
        var lists = history.updates().makeAsyncIterator()
        var others = history.updates().makeAsyncIterator()
        #expect(await lists.next() == [])
        #expect(await others.next() == [])
        let other = Fixture(memory).open()
        for keyword in ["가", "나"] {
            try await other.save(keyword)
            files.change()
            #expect(await lists.next()?.first?.keyword == keyword)
            #expect(await others.next()?.first?.keyword == keyword)
        }
        #expect(try await history.keywords() == ["나", "가"])
    }

    @Test("Who comes to follow while the last one goes finds the folder watched") func comingAndGoing() throws {
        let files = WatchedFiles(MemoryFileSystem())
        let core = HistoryCore(files, try HistoryPaths(Self.url, scope: "history"), roomyEnough: 100)
        let caller = HistoryCore.Caller(durability: .ordered, clock: { Date() }, hear: { _ in }, policy: .init())
        let broadcast = Broadcast<[SearchHistoryEntry]>()
        let (one, other) = (Follower(), Follower())
        _ = core.updates(of: one, broadcast, caller)
        for turn in 0..<100_000 {
            let (coming, going) = turn.isMultiple(of: 2) ? (other, one) : (one, other)
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                if number == 0 { core.forget(ObjectIdentifier(going)) } else { _ = core.updates(of: coming, broadcast, caller) }
            }
            #expect(files.watching == 1)
        }
    }

    @Test("What cannot be mended is tried again when somebody asks, and not for what the attempt left in the folder")
    func footprints() async throws {
        let memory = MemoryFileSystem()
        let noted = NotedFiles(memory)
        let files = WatchedFiles(noted)
        var bytes = journal([entry("가"), entry("나"), entry("다")])
        bytes[bytes.count / 2] ^= 1
        memory.put(bytes, at: Fixture.journal)
        memory.room = memory.used
        let history = Fixture(files).open()
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.count == 2)
        for _ in 0..<9 { files.change() }
        // Behind what the folder told; nothing is changed that cannot be.
        await #expect(throws: NoticeBoardError.self) { try await history.save("라") }
        // The first look, one because the folder changed, and the one who asked.
        #expect(noted.taken().count { $0 == "open new makingNew" } == 3)
        memory.room = .max
        try await history.save("라")
        #expect(await lists.next()?.count == 3)
    }

    @Test("What was read while another wrote it, and took it back, is nothing to go on from") func takenBack() async throws {
        let memory = MemoryFileSystem()
        let faulty = FaultyFiles(memory)
        let files = InterruptedSync(faulty)
        let core = HistoryCore(memory, try HistoryPaths(Self.url, scope: "history"), roomyEnough: 65_536)
        let caller = HistoryCore.Caller(
            durability: .ordered, clock: TestClock().read, hear: { _ in }, policy: .init(capacity: 2))
        let known = { @Sendable in core.known { $0.stored.map(\.keyword) } }
        for keyword in ["가", "나"] { _ = try core.perform(.save(.init(keyword)), caller, until: 1_000) }
        let other = Fixture(files).open()
        try await other.refresh()
        let seen = Locked<[String]?>(nil)
        files.interrupt {
            try? core.readBlocking(caller)
            seen.withLock { $0 = known() }
        }
        faulty.plan(FileFault(.sync, 0, EIO))
        await #expect(throws: NoticeBoardError.self) { try await other.save("다") }
        #expect(seen.withLock { $0 } == ["다", "나"])
        try core.readBlocking(caller)
        #expect(known() == ["나", "가"])
        _ = try core.perform(.delete([.init("나")]), caller, until: 1_000)
        #expect(try await Fixture(memory).open().keywords() == ["가"])
    }

    @Test("Histories of one file share their memory for as long as one of them is open, those of two do not") func cores() throws
    {
        let folder = try TemporaryDirectory()
        func core(_ scope: String) throws -> HistoryCore { HistoryCores.core(try HistoryPaths(folder.url, scope: scope)) }
        let (one, other) = (try core("a"), try core("b"))
        #expect(try one !== other && core("a") === one && core("b") === other)
        do { _ = try core("c") }
        let last = try core("d")
        #expect(try core("a") === one && core("b") === other && core("d") === last)
    }

    @Test("A scope's files are named by it, in the folder itself; the name may have 200 bytes") func paths() throws {
        let found = try HistoryPaths(URL(fileURLWithPath: "/a/./b/../c"), scope: "X")
        #expect(found.directory == "/a/c" && found.journal == "/a/c/%58.journal" && found.lock == "/a/c/%58.lock")
        #expect(found.temporary == "/a/c/%58.new" && found.asides == ["/a/c/%58.damaged-1", "/a/c/%58.damaged-2"])
        let scope = NoticeBoardError(.invalidInput, "The scope's name is empty or too long.", remedy: .fixInput(.scope))
        for (name, isRefused) in [
            ("", true), (String(repeating: "a", count: 200), false), (String(repeating: "a", count: 201), true),
        ] {
            do {
                _ = try HistoryPaths(Self.url, scope: name)
                #expect(!isRefused)
            } catch { #expect(error as? NoticeBoardError == scope && isRefused) }
        }
        #expect(throws: Never.self) { try HistoryPaths(URL(fileURLWithPath: "/a\u{1}"), scope: "a") }
        let remote = try #require(URL(string: "https://example.com/a"))
        let folder = NoticeBoardError(.invalidInput, "The directory is no file URL.", remedy: .fixInput(.directory))
        #expect(throws: folder) { try HistoryPaths(remote, scope: "a") }
    }

    @Test("What a failed call means goes by its number, and some by what was asked") func faults() {
        let room = [EISDIR, EEXIST, ENOSPC, EDQUOT, EFBIG]
        for code in room + [EPERM, EACCES, EROFS, EIO, ENOENT] {
            for call in FileSystemCall.allCases {
                let fault = SystemFault(call, code)
                #expect(fault.isOfRoom == (room.contains(code) || (code == EPERM && call == .remove)), "\(fault)")
                #expect(fault.isOfPermission == [EACCES, EPERM, EROFS].contains(code), "\(fault)")
                let error = NoticeBoardError(fault)
                #expect(error.code == fault.meaning)
                #expect(error.detail == "The search history's file: \(call.rawValue) failed (error \(code)).")
            }
        }
        let depths = SearchHistoryDurability.allCases.map { [$0.saving, $0.rewriting] }
        #expect(depths == [[nil, .ordered], [.ordered, .ordered], [.full, .full]])
    }
}

private final class Follower: Sendable {}

/// A file system on which something happens amidst the next bringing to the disk.
private final class InterruptedSync: ForwardingFileSystem {
    let base: any FileSystem
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    init(_ base: any FileSystem) { self.base = base }

    func interrupt(_ body: @escaping @Sendable () -> Void) { interruption.withLock { $0 = body } }

    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        interruption?()
        try base.sync(file, depth)
    }
}

/// A file system whose folders change when a test says so.
private final class WatchedFiles: ForwardingFileSystem {
    let base: any FileSystem
    private struct State {
        var watched: [String] = []
        var watching: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }
    private let state = Locked(State())

    init(_ base: any FileSystem) { self.base = base }

    /// What was ever watched.
    var watched: [String] { state.withLock { $0.watched } }
    /// How often something is watched now.
    var watching: Int { state.withLock { $0.watching.count } }

    func change() { state.withLock { Array($0.watching.values) }.forEach { $0() } }

    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        let watch = Watch { [self] watch in state.withLock { $0.watching[watch] = nil } }
        state.withLock { state in
            state.watched.append("\(folder) \(file)")
            state.watching[ObjectIdentifier(watch)] = changed
        }
        return watch
    }

    private final class Watch: Sendable {
        let end: @Sendable (ObjectIdentifier) -> Void
        init(_ end: @escaping @Sendable (ObjectIdentifier) -> Void) { self.end = end }
        deinit { end(ObjectIdentifier(self)) }
    }
}
