import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// The rules are stored in the history's file: they apply to every object that opens it, including the next launch.
@Suite("History rules", .inTurn, .timeLimit(.minutes(1)))
struct HistoryRulesTests {
    private static let day = 86_400.0

    @Test("Uses the file's policy unless one is set when opening")
    func policyOfTheFile() async throws {
        let files = MemoryFileSystem()
        let (app, extended) = (Fixture(files), Fixture(files))
        let history = app.open(SearchHistoryPolicy(capacity: 1_000, maximumAge: 5_000))
        for number in 0..<150 { try await history.save("\(number)") }
        try await extended.open().save("확장")
        #expect(try await Fixture(files).open().entries().count == 151)
        #expect(app.told.kinds.isEmpty)
        #expect(extended.told.kinds.isEmpty)
        // Only the capacity is set. The maximum age stays 5,000 s.
        try await extended.open(SearchHistoryPolicy(capacity: 3)).save("셋")
        try await history.refresh()
        #expect(try await history.keywords() == ["셋", "확장", "149"])
        app.clock.set(9_000)
        #expect(try await history.entries().isEmpty)
    }

    @Test("Stores the recording state in the file, apart from the policy")
    func recordingIsShared() async throws {
        let files = MemoryFileSystem()
        let (settings, screen) = (Fixture(files).open(), Fixture(files).open())
        try await screen.save("가")
        try await settings.turnOff()
        try await screen.save("나")
        #expect(try await screen.entries().isEmpty)
        #expect(try await screen.recording() == .off)
        let later = Fixture(files).open(SearchHistoryPolicy(capacity: 50))
        try await later.save("다")
        #expect(try await later.entries().isEmpty)
        try await later.pause()
        try await settings.save("라")
        #expect(try await settings.keywords() == ["가"])
        try await settings.turnOn()
        try await later.save("마")
        #expect(try await Fixture(files).open().keywords() == ["마", "가"])
    }

    @Test("Shares entries and recording state between two histories of one folder")
    func sharedInAProcess() async throws {
        let folder = try TemporaryDirectory()
        let (settings, screen) = (FileSearchHistory(directory: folder.url), FileSearchHistory(directory: folder.url))
        try await screen.save("가")
        try await settings.turnOff()
        try await settings.erase()
        try await screen.save("나")
        #expect(try await screen.entries().isEmpty)
        try await screen.turnOn()
        #expect(try await settings.entries().isEmpty)
    }

    @Test("Drops a waiting save when the history is turned off")
    func offWhileWaiting() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        try await history.save("가")
        let lock = try files.open("/store/lock", .readWrite)
        #expect(try files.lock(lock))
        let held = HeldFileSystem(files)
        let other = FileSearchHistory(held, directory: URL(fileURLWithPath: Fixture.directory), now: Fixture(files).clock.read)
        async let save: Void = other.save("비밀")
        await held.waiting()
        files.unlock(lock)
        try await history.turnOff()
        try await history.erase()
        held.letGo()
        try await save
        #expect(try await Fixture(files).open().entries().isEmpty)
        expectNoTrace(of: "비밀", in: files.contents)
    }

    @Test("If turning off fails, the history stays on")
    func offThatFails() async throws {
        let memory = MemoryFileSystem()
        try memory.put(historyFile([entry("가", at: 5)]), at: Fixture.file)
        let files = FaultyFiles(memory)
        let history = Fixture(files).open()
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.count == 1)
        files.plan(FileFault(.open, failsAllLater: true))
        await #expect(throws: NoticeBoardError.self) { try await history.turnOff() }
        #expect(try await history.keywords() == ["가"])
        #expect(try await history.recording() == .on)
        files.plan()
        try await history.save("나")
        #expect(await lists.next()?.map(\.keyword) == ["나", "가"])
    }

    @Test("Erases an expired entry after two checks a day apart")
    func retention() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open(SearchHistoryPolicy(maximumAge: 90 * Self.day))
        try await history.save("일월")
        fixture.clock.set(100 * Self.day)
        #expect(try await history.entries().isEmpty)
        // Checks on day 100 by a new launch, on day 100.5, which is too early, and on day 101.1, a day after the first.
        #expect(try await Fixture(files, fixture.clock).open().entries().isEmpty)
        fixture.clock.set(100.5 * Self.day)
        try await history.save("공지")
        #expect(files.contents[Fixture.file]?.holds("일월") == true)
        fixture.clock.set(101.1 * Self.day)
        try await history.refresh()
        expectNoTrace(of: "일월", in: files.contents)
        #expect(try await Fixture(files, fixture.clock).open().keywords() == ["공지"])
    }

    @Test("Restarts the one-day wait when the maximum age is shortened")
    func shorterAge() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open(SearchHistoryPolicy(maximumAge: 90 * Self.day))
        for (day, keyword) in [(0.0, "가"), (99.5, "나"), (100.0, "다")] {
            fixture.clock.set(day * Self.day)
            try await history.save(keyword)
        }
        fixture.clock.set(100.2 * Self.day)
        try await history.setPolicy(SearchHistoryPolicy(maximumAge: 0.1 * Self.day))
        #expect(try await history.entries().isEmpty)
        // 1.1 days after the first check under the old rule, but only 0.4 after the first under the new one.
        fixture.clock.set(100.6 * Self.day)
        try await history.refresh()
        try await history.setPolicy(SearchHistoryPolicy(maximumAge: .infinity))
        #expect(try await history.keywords() == ["다", "나", "가"])
    }

    @Test("A temporary clock jump erases nothing")
    func leapingClock() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open(SearchHistoryPolicy(maximumAge: 90 * Self.day))
        for keyword in ["가", "나"] { try await history.save(keyword) }
        fixture.clock.set(5_000 * Self.day)
        try await history.save("미래")
        #expect(try await history.keywords() == ["미래"])
        fixture.clock.set(2 * Self.day)
        #expect(try await history.keywords() == ["미래", "나", "가"])
        try await history.save("다")
        #expect(try await history.keywords() == ["다", "미래", "나", "가"])
        fixture.clock.set(91.5 * Self.day)
        #expect(try await history.deleteExpired().map(\.keyword) == ["나", "가"])
        expectNoTrace(of: "나", in: files.contents)
    }

    @Test("Puts a new search first after the clock is set back")
    func clockAhead() async throws {
        let clock = TestClock(1_000_000)
        let history = InMemorySearchHistory(policy: SearchHistoryPolicy(capacity: 3), now: clock.read)
        for keyword in ["가", "나", "다"] { try await history.save(keyword) }
        clock.set(1_000)
        for keyword in ["라", "마"] { try await history.save(keyword) }
        #expect(try await history.entries().map(\.keyword) == ["마", "라", "다"])
    }

    @Test("An entry dated in the future does not merge with the next search")
    func mergingWithTheFuture() async throws {
        let clock = TestClock(1_000_000)
        let history = InMemorySearchHistory(policy: .init(merging: 60), now: clock.read)
        try await history.save("메")
        clock.set(1_000)
        try await history.save("메일")
        #expect(try await history.entries().map(\.keyword) == ["메일", "메"])
    }

    @Test("A delete without a target deletes in every target, with one only there")
    func deleteEverywhere() async throws {
        let history = InMemorySearchHistory(now: TestClock().read)
        for target in SearchTarget.wellKnown { try await history.save("검색", target: target) }
        #expect(try await history.delete("검색", target: .title).map(\.target) == [.title])
        #expect(try await history.delete(" 검색 ").map(\.target) == [.writer, .contents, .all])
        #expect(try await history.entries().isEmpty)
    }

    @Test("A restore or import that has no place throws")
    func noRoom() async throws {
        let history = InMemorySearchHistory(policy: .init(capacity: 3), now: TestClock().read)
        for keyword in ["가", "나", "다"] { try await history.save(keyword) }
        let removed = try await history.deleteAll(keepingPinned: false)
        for keyword in ["라", "마"] { try await history.save(keyword) }
        #expect(try await history.restore(removed).map(\.keyword) == ["나", "가"])
        #expect(try await history.entries().map(\.keyword) == ["마", "라", "다"])
        await #expect { try await history.restore([removed[2]]) } throws: { ($0 as? NoticeBoardError)?.code == .historyFull }
        try await history.turnOff()
        await #expect { try await history.restore(removed) } throws: { ($0 as? NoticeBoardError)?.code == .historyOff }
        await #expect { try await history.import(removed, from: "Realm") } throws: {
            ($0 as? NoticeBoardError)?.code == .historyOff
        }
        try await history.turnOn()
        try await history.deleteAll(keepingPinned: false)
        for source in ["", String(repeating: "a", count: 256)] {
            await #expect { try await history.import(removed, from: source) } throws: {
                ($0 as? NoticeBoardError)?.remedy == .fixInput(.source)
            }
        }
        try await history.import([], from: String(repeating: "a", count: 255))
        try await history.import(removed, from: "Realm")
        #expect(try await history.entries().count == 3)
    }

    @Test("Imported entries follow saved ones independent of their dates")
    func places() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        for keyword in ["가", "나", "다"] { try await history.save(keyword) }
        try await history.import([entry("옛", at: 1e9), entry("더 옛", at: 0)], from: "Core Data")
        let before = try await history.entries()
        #expect(before.map(\.keyword) == ["다", "나", "가", "옛", "더 옛"])
        let removed = try await history.delete([entry("나"), entry("옛")])
        try await history.restore(removed)
        #expect(try await history.entries() == before)
        #expect(try await Fixture(files).open().entries() == before)
        // Numbering restarts after the files are deleted, so a restored entry can share a new one's number: both are kept.
        try await history.delete("다")
        files.wipe(Fixture.directory)
        for keyword in ["라", "마", "바"] { try await history.save(keyword) }
        try await history.restore(removed)
        #expect(try await history.keywords().prefix(3) == ["바", "마", "라"])
        #expect(try await Fixture(files).open().entries() == history.entries())
    }

    @Test("Rejects a keyword of only invisible characters")
    func invisible() async throws {
        let history = InMemorySearchHistory()
        for keyword in [
            "\u{200B}", "\u{FEFF}", "\u{3164}", "\u{2800}", "\u{2060}", "\0", "\u{200B} \u{200D}", "\u{AD}", "\u{115F}",
        ] {
            await #expect { try await history.save(keyword) } throws: { ($0 as? NoticeBoardError)?.code == .invalidInput }
        }
        for keyword in ["가\u{200B}", "👨‍👩‍👧", "\u{301}", "ㅤ가", "."] { try await history.save(keyword) }
    }

    @Test("Encoded entries decode to equal ones, with dates exact to the bit")
    func codable() throws {
        let entries = [entry("검색", at: 0.1 + 0.2, isPinned: true), entry("a\0b", at: -5)]
        let data = try JSONEncoder().encode(entries)
        #expect(try JSONDecoder().decode([SearchHistoryEntry].self, from: data) == entries)
        let byHand = Data(#"[{"keyword": " 검색\n", "target": "title", "lastUsed": 5}]"#.utf8)
        let read = try JSONDecoder().decode([SearchHistoryEntry].self, from: byHand)
        #expect(read.map(\.id) == [.init("검색", target: .title)])
        #expect(read[0].useCount == 1)
    }

    @Test(
        "Suggests Korean keywords typed on an English layout after literal matches",
        arguments: [
            ("rhdwl", "공지"), ("apdlf", "메일"), ("rhd", "공지"), ("rhdw", "공지"), ("rnrrk", "국가"), ("ekfr", "닭갈비"), ("Rhc", "꽃"),
            ("rhdwl tkgkd", "공지 사항"), ("dhkdxh", "왕토끼"),
        ])
    func englishLayout(_ typed: String, _ keyword: String) async throws {
        let history = InMemorySearchHistory(now: TestClock().read)
        for saved in ["국가", "메일", "공지", "공지 사항", "닭갈비", "꽃", "왕토끼"] { try await history.save(saved) }
        let found = try await history.suggestions(for: typed).map(\.keyword)
        #expect(found.contains(keyword))
        try await history.save(typed.lowercased() + " x")
        #expect(try await history.suggestions(for: typed).first?.keyword == typed.lowercased() + " x")
    }

    @Test("Converts Latin letters to Korean syllables")
    func korean() {
        let written = [
            ("dkssudgktpdy", "안녕하세요"), ("ekfrrkfql", "닭갈비"), ("rkqtdl", "값이"), ("djqtdj", "없어"), ("hk", "ㅘ"), ("rr", "ㄱㄱ"),
            ("nn", "ㅜㅜ"), ("ehowl", "돼지"), ("dml", "의"), ("r", "ㄱ"), ("gks1", "한1"), ("Eh", "또"),
        ]
        for (typed, korean) in written {
            #expect(EnglishLayout.korean(typed)?.unicodeScalars.elementsEqual(korean.unicodeScalars) == true, "\(typed)")
        }
        for typed in ["공지", "rh공", "123", "", "é"] { #expect(EnglishLayout.korean(typed) == nil) }
    }
}

/// A file system with a lock that is held until the test releases it.
private final class HeldFileSystem: ForwardingFileSystem {
    let base: any FileSystem
    private struct State {
        var isHeld = true
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isWaiting = false
    }
    private let state = Locked(State())
    private let isLetGo = DispatchSemaphore(value: 0)

    init(_ base: any FileSystem) { self.base = base }

    func lock(_ file: Int32) throws(SystemFault) -> Bool { state.withLock { $0.isHeld } ? false : try base.lock(file) }

    func pause(seconds: Double) {
        let waiters = state.withLock { state in
            state.isWaiting = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
        // The time never advances, so waiting for the lock doesn't time out.
        isLetGo.wait()
        isLetGo.signal()
    }
    var uptime: Double { 0 }

    /// Waits until a caller waits for the lock.
    func waiting() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                if !state.isWaiting { state.waiters.append(continuation) }
                return state.isWaiting
            }
            if isWaiting { continuation.resume() }
        }
    }

    func letGo() {
        state.withLock { $0.isHeld = false }
        isLetGo.signal()
    }
}
