import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Checks entries and rules after other objects have opened the file, and after a rewrite.
@Suite("History entries and rules across rewrites and launches", .inTurn, .timeLimit(.minutes(1)))
struct HistoryKeepingTests {
    private static let day = 86_400.0

    @Test("A list full of pins keeps the newest search until the next one")
    func fullOfPins() async throws {
        let history = InMemorySearchHistory(policy: SearchHistoryPolicy(capacity: 2), now: TestClock().read)
        for keyword in ["가", "나"] {
            try await history.save(keyword)
            try await history.apply(.pin(SearchHistoryEntry.Key(keyword), true))
        }
        for keyword in ["다", "라"] {
            try await history.save(keyword)
            #expect(try await history.entries().map(\.keyword) == [keyword, "나", "가"])
        }
    }

    @Test("A clock that was far ahead does not stop the erasure of old entries")
    func foundInTheFuture() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open(SearchHistoryPolicy(maximumAge: 10 * Self.day))
        try await history.save("비밀")
        for day in [5_000.0, 20, 21.5] {
            fixture.clock.set(day * Self.day)
            try await history.refresh()
        }
        expectNoTrace(of: "비밀", in: files.contents)
    }

    @Test("An opener's rule is applied once, then a later rule of another opener holds")
    func namedOnce() async throws {
        let files = MemoryFileSystem()
        let (one, other) = (Fixture(files).open(SearchHistoryPolicy(capacity: 2)), Fixture(files).open())
        for keyword in ["가", "나", "다"] { try await one.save(keyword) }
        try await other.setPolicy(SearchHistoryPolicy(capacity: 4))
        for keyword in ["라", "마", "바"] { try await one.save(keyword) }
        #expect(try await one.keywords() == ["바", "마", "라", "다"])
    }

    @Test("An opener's rules hold again after the files were deleted")
    func rulesWithoutFiles() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open(SearchHistoryPolicy(capacity: 2))
        try await history.save("가")
        files.wipe(Fixture.directory)
        #expect(try await history.keywords() == ["가"])
        try await history.refresh()
        #expect(try await history.keywords().isEmpty)
        for keyword in ["나", "다", "라"] { try await history.save(keyword) }
        #expect(try await history.keywords() == ["라", "다"])
    }

    @Test("An imported entry without room after a restore leaves the file too")
    func restoredWithoutRoom() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open(SearchHistoryPolicy(capacity: 2))
        for keyword in ["가", "라"] { try await history.save(keyword) }
        let removed = try await history.deleteAll(keepingPinned: false)
        try await history.import([entry("가")], from: "Core Data")
        try await history.save("나")
        #expect(try await history.restore(removed).map(\.keyword) == ["가"])
        #expect(try await history.keywords() == ["나", "라"])
        #expect(try await Fixture(files).open().keywords() == ["나", "라"])
    }

    @Test("Entries that a smaller capacity removes and the same call restores are in the file")
    func backWithinOneCall() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        for keyword in ["가", "나", "다"] { try await history.save(keyword) }
        try await history.apply(.pin(SearchHistoryEntry.Key("나"), true))
        let pinned = try await history.delete("나")
        try await history.restore(pinned)
        try await history.apply(.pin(SearchHistoryEntry.Key("나"), false))
        let few = Fixture(files).open(SearchHistoryPolicy(capacity: 1))
        try await few.restore(pinned)
        #expect(try await few.keywords() == ["나"])
        #expect(try await Fixture(files).open().keywords() == ["나"])
    }

    @Test("An import is made once, also after a rewrite and a new launch")
    func importedForGood() async throws {
        let files = MemoryFileSystem()
        let history = Fixture(files).open()
        try await history.import([entry("가"), entry("나")], from: "Core Data")
        try await history.delete("나")
        let again = Fixture(files).open()
        try await again.import([entry("가"), entry("나")], from: "Core Data")
        #expect(try await again.keywords() == ["가"])
    }

    @Test("Two scopes have two files also if the file system ignores case")
    func fileNames() throws {
        func name(_ scope: String) throws -> String { try HistoryFile.place(URL(fileURLWithPath: "/s"), scope).name }
        #expect(try name("a-b_9") == "a-b_9.jsonl")
        #expect(try name("A/é.") == "%41%2f%c3%a9%2e.jsonl")
        #expect(try name("e\u{301}") == name("é"))
    }

    @Test("Two keywords with the same hash are two entries", arguments: [false, true])
    func sameNumber(_ isInMemory: Bool) async throws {
        let history: any SearchHistoryRepository =
            isInMemory ? InMemorySearchHistory(now: TestClock().read) : Fixture(MemoryFileSystem()).open()
        // These two keywords have the same 32-bit FNV-1a hash, which is compared before the keys.
        for keyword in ["declinate", "macallums"] { try await history.save(keyword) }
        try await history.save("declinate")
        #expect(try await history.entries().map { "\($0.keyword)×\($0.useCount)" } == ["declinate×2", "macallums×1"])
        try await history.delete("macallums")
        #expect(try await history.entries().map(\.keyword) == ["declinate"])
    }
}
