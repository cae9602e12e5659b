import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("Search history contents", .serialized, .inTurn, .trialLimit(minutes: 1))
struct SearchHistoryTests {
    private func history(_ keywords: [String], _ policy: SearchHistoryPolicy = SearchHistoryPolicy()) async throws
        -> InMemorySearchHistory
    {
        let history = InMemorySearchHistory(policy: policy, now: TestClock().read)
        for keyword in keywords { try await history.save(keyword) }
        return history
    }

    @Test("An entry that was exported without count and pin has a count of one and no pin") func exported() throws {
        let entry = try JSONDecoder().decode(
            SearchHistoryEntry.self, from: Data(#"{"target":"title","keyword":" 메일 ","lastUsed":5}"#.utf8))
        #expect(entry.useCount == 1)
        #expect(!entry.isPinned)
        #expect(entry.keyword == "메일")
        #expect(entry.target == .title)
        let made = SearchHistoryEntry(keyword: "가", lastUsed: Date())
        #expect(made.useCount == 1)
        #expect(!made.isPinned)
        #expect(made.target == .all)
    }

    @Test(
        "Suggestions follow keystrokes",
        arguments: [("국ㄱ", "국가"), ("ㄱㅈ", "공지"), ("메", "메일"), ("메이", "메일"), ("SW", "swift 소식"), ("소ㅅ", "swift 소식")])
    func typeAhead(_ typed: String, _ keyword: String) async throws {
        let history = try await history(["국가", "공지", "메일", "swift 소식"])
        #expect(try await history.suggestions(for: typed).map(\.keyword) == [keyword])
    }

    @Test("Suggestions list entries that begin with the text, then entries with such a word, then others, newest first")
    func suggestionOrder() async throws {
        let history = try await history(["회사메일", "새 메일", "메일 서버", "내메일", "받은 메일", "메일"])
        let found = try await history.suggestions(for: "메일").map(\.keyword)
        #expect(found == ["메일", "메일 서버", "받은 메일", "새 메일", "내메일", "회사메일"])
        #expect(try await history.suggestions(for: "메일", limit: 2).map(\.keyword) == ["메일", "메일 서버"])
        #expect(try await history.suggestions(for: " ").count == 6)
        for number in 0..<9 { try await history.save("점심 \(number)") }
        #expect(try await history.suggestions(for: "").count == 10)
        #expect(try await history.suggestions(for: "없는 말").isEmpty)
        #expect(try await history.suggestions(for: "메일", limit: -1).isEmpty)
    }

    @Test("Ranks a word that begins inside an earlier match as a word")
    func overlappingWord() async throws {
        let history = try await history(["xa a a", "ya a"])
        #expect(try await history.suggestions(for: "a a").map(\.keyword) == ["xa a a", "ya a"])
    }

    @Test("Recent entries can be limited by number and target")
    func recent() async throws {
        let history = InMemorySearchHistory(now: TestClock().read)
        for (keyword, target) in [("가", SearchTarget.title), ("나", .all), ("다", .title)] {
            try await history.save(keyword, target: target)
        }
        #expect(try await history.recent(2).map(\.keyword) == ["다", "나"])
        #expect(try await history.recent(9, target: .title).map(\.keyword) == ["다", "가"])
        #expect(try await history.recent(0).isEmpty)
        #expect(try await history.recent(-3).isEmpty)
    }

    @Test("Returns the same recent entries on the calling thread")
    func recentBlocking() async throws {
        let files = MemoryFileSystem()
        try files.put(historyFile((0..<9).map { entry("검색 \($0)", at: Double($0)) }), at: Fixture.file)
        let history = Fixture(files).open()
        #expect(try history.recentBlocking(2).map(\.keyword) == ["검색 8", "검색 7"])
        try await history.save("검색 7")
        try await history.apply(.pin(SearchHistoryEntry.Key("검색 1"), true))
        #expect(try await history.recentBlocking(20) == history.entries())
        #expect(try history.recentBlocking(-1).isEmpty)
        try await history.turnOff()
        #expect(try history.recentBlocking(20).isEmpty)
    }

    @Test("Only recent searches of one target merge")
    func merging() async throws {
        let clock = TestClock()
        let history = InMemorySearchHistory(policy: .init(merging: 30), now: clock.read)
        try await history.save("메", target: .title)
        try await history.save("메")
        try await history.apply(.pin(SearchHistoryEntry.Key("메"), true))
        try await history.save("멩")
        try await history.save("메이")
        try await history.save("메일")
        #expect(try await history.entries().map(\.keyword) == ["메일", "메", "메"])
        try await history.save("메이")
        #expect(try await history.entries().count == 4)
    }

    @Test("Applies a smaller capacity at the next change")
    func capacity() async throws {
        let history = try await history(["가", "나"], SearchHistoryPolicy(capacity: 0))
        #expect(try await history.entries().map(\.keyword) == ["나"])
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        for number in 0..<10 { try await fixture.open().save("\(number)") }
        let few = fixture.open(SearchHistoryPolicy(capacity: 3))
        try await few.save("새")
        #expect(try await Fixture(files).open().keywords() == ["새", "9", "8"])
    }

    @Test("An import of more entries than the capacity keeps the newest, also the second time")
    func largeImport() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open(SearchHistoryPolicy(capacity: 100))
        try await history.save("새 검색")
        let older = (0..<1_000).map { entry("옛 검색 \($0)", at: -Double($0)) }
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<2 {
            try await history.restore(older.shuffled(using: &random))
            let found = try await history.keywords()
            #expect(found == ["새 검색"] + older.prefix(99).map(\.keyword), "\(trials)")
        }
        #expect(try await Fixture(files).open().keywords() == history.keywords())
    }

    @Test("A clock without a number throws")
    func strangeClocks() async throws {
        let clock = TestClock(-978_307_200)
        let history = InMemorySearchHistory(policy: .init(maximumAge: 60), now: clock.read)
        try await history.save("가")
        #expect(try await history.entries().count == 1)
        clock.set(.nan)
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .invalidInput }
    }

    @Test("Both backends have the same entries after the same random changes and after opening again")
    func backendsAgree() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(20, atLeast: 2) {
            let files = MemoryFileSystem()
            let policy = SearchHistoryPolicy(
                capacity: Int.random(in: 1...8, using: &random), maximumAge: random.chance(50) ? 20 : nil,
                merging: random.chance(50) ? 10 : 0)
            let time = Locked(0.0)
            let clock: @Sendable () -> Date = { Date(timeIntervalSinceReferenceDate: time.withLock { $0 }) }
            let memory = InMemorySearchHistory(policy: policy, now: clock)
            var file = FileSearchHistory(files, directory: URL(fileURLWithPath: "/store"), policy: policy, now: clock)
            for _ in 0..<60 {
                let step = Double.random(in: -3...4, using: &random).rounded()
                time.withLock { $0 += step }
                let change = randomChange(&random)
                let removed = try await (memory.apply(change), file.apply(change))
                #expect(removed.0 == removed.1, "\(trials)")
                if random.chance(20) {
                    file = FileSearchHistory(files, directory: URL(fileURLWithPath: "/store"), policy: policy, now: clock)
                }
                let lists = try await (memory.entries(), file.entries())
                #expect(lists.0 == lists.1, "after \(change), \(trials)")
            }
        }
    }

    private func randomChange(_ random: inout SeededRandom) -> SearchHistoryChange {
        let keywords = ["메", "메일", "메일플", "가", "각", "Swift", "swift", "공지", "회의", "검색"]
        func key() -> SearchHistoryEntry.Key { SearchHistoryEntry.Key(keywords.randomElement(using: &random) ?? "가") }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .delete([key(), key()])
        case 1: return random.chance(10) ? .erase : .deleteAll(keepingPinned: random.chance(80))
        case 2, 3: return .pin(key(), random.chance(60))
        case 4:
            let seconds = Double.random(in: -20...20, using: &random).rounded()
            return .add([entry(key().keyword, at: seconds), entry(key().keyword, at: seconds + 1)], source: "\(seconds)")
        default: return .save(key())
        }
    }

    @Test("Hides keywords in descriptions and dumps")
    func redaction() {
        let entry = SearchHistoryEntry(keyword: "비밀", lastUsed: Date())
        let changes: [SearchHistoryChange] = [
            .save(entry.id), .delete([entry.id]), .pin(entry.id, true), .add([entry], source: "비밀"),
            .deleteAll(keepingPinned: true),
            .record(.off), .erase,
        ]
        var text = "\(entry) \(String(reflecting: entry)) \(entry.id) \(String(reflecting: entry.id))"
        for change in changes { text += "\(change) \(String(reflecting: change))" }
        dump(entry, to: &text)
        dump(changes, to: &text)
        dump([entry.id], to: &text)
        #expect(!text.contains("비밀"))
    }

    @Test("Rejects a keyword or target that is too long by name")
    func tooLong() async throws {
        let history = InMemorySearchHistory()
        let target = SearchTarget(rawValue: String(repeating: "t", count: 256))
        await #expect { try await history.save(String(repeating: "가", count: 10_923)) } throws: {
            ($0 as? NoticeBoardError)?.remedy == .fixInput(.keyword)
        }
        await #expect { try await history.save("가", target: target) } throws: {
            ($0 as? NoticeBoardError)?.remedy == .fixInput(.target)
        }
        try await history.save(String(repeating: "가", count: 10_000))
    }

    @Test("Makes no change that was cancelled before it began")
    func cancelled() async throws {
        let files = MemoryFileSystem()
        let histories: [any SearchHistoryRepository] = [InMemorySearchHistory(), Fixture(files).open()]
        for history in histories {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await history.save("가")
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await history.entries().isEmpty)
        }
        #expect(files.contents.isEmpty)
    }
}
