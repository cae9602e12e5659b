import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("Erasing", .inTurn, .trialLimit(minutes: 1))
struct ErasingTests {
    /// 40 entries over several sectors, many of them searched again, and one of them a secret.
    private func fill(_ history: FileSearchHistory) async throws {
        for number in 0..<40 { try await history.save("검색 \(number) " + String(repeating: "긴 말 ", count: number % 7)) }
        for number in [1, 5, 7, 8] { try await history.save("검색 \(number) " + String(repeating: "긴 말 ", count: number % 7)) }
        for keyword in ["비밀", "공지", "비밀", "메일"] { try await history.save(keyword) }
    }

    @Test("A delete writes a new file and waits until it is on the medium, whatever the durability; others go on in it")
    func newFile() async throws {
        for durability in SearchHistoryDurability.allCases {
            let memory = MemoryFileSystem()
            let depths = SyncDepths(memory)
            let (history, other) = (Fixture(depths).open(.init(), durability), Fixture(memory).open())
            try await fill(history)
            #expect(try await other.entries() == history.entries())
            let before = try await history.entries()
            depths.forget()
            try await history.delete("비밀")
            #expect(depths.seen == [.full, .full])
            expectNoTrace(of: "비밀", in: memory.contents)
            let after = before.filter { $0.keyword != "비밀" }
            #expect(try await Fixture(memory).open().entries() == after)
            try await other.refresh()
            #expect(try await other.entries() == after)
            try await other.save("새")
            try await history.save("더")
            #expect(try await history.keywords().prefix(2) == ["더", "새"])
        }
    }

    @Test("What gave way to a newer one since the last erasing leaves no trace, although it is in no list any more")
    func gaveWay() async throws {
        let memory = MemoryFileSystem()
        let history = Fixture(memory).open(SearchHistoryPolicy(capacity: 1))
        try await history.save("하나")
        try await history.delete("하나")
        for keyword in ["비밀", "공지"] { try await history.save(keyword) }
        #expect(try await history.keywords() == ["공지"])
        #expect(memory.contents[Fixture.journal]?.holds("비밀") == true)
        try await history.delete("비밀")
        expectNoTrace(of: "비밀", in: memory.contents)
        #expect(try await history.keywords() == ["공지"])
    }

    @Test("A power loss at any call of a delete leaves all or all but the deleted, and no damage; deleting again leaves no trace")
    func powerLoss() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for isFull in [false, true] {
            var number = 0
            var struck = true
            while struck {
                let stage = FaultStage(JournalHeader().bytes)
                let history = stage.fixture.open()
                try await fill(history)
                let before = try await history.entries()
                if isFull { stage.memory.room = stage.memory.used }
                stage.files.fail(number, forGood: true)
                let isDone = (try? await history.delete("비밀")) != nil
                struck = stage.files.hits > 0
                for _ in 0..<trials.count(12, atLeast: 3) {
                    let fixture = Fixture(stage.memory.afterPowerLoss(&random))
                    let again = fixture.open()
                    let found = try await again.entries()
                    let without = before.filter { $0.keyword != "비밀" }
                    #expect(found == without || (!isDone && found == before), "call \(number), \(trials)")
                    if !isFull { #expect(!fixture.told.kinds.contains(.salvaged), "call \(number), \(trials)") }
                    try await again.delete("비밀")
                    expectNoTrace(of: "비밀", in: (fixture.files as? MemoryFileSystem)?.contents ?? [:])
                    #expect(try await Fixture(fixture.files).open().entries() == without, "call \(number), \(trials)")
                }
                number += 1
            }
            #expect(number > 9)
        }
    }

    @Test("What a delete that fails leaves is all or all but the deleted, and the next one does it", arguments: [false, true])
    func halfWay(_ isFull: Bool) async throws {
        var number = 0
        var struck = true
        while struck {
            let stage = FaultStage(JournalHeader().bytes)
            let history = stage.fixture.open()
            try await fill(history)
            let before = try await history.entries()
            if isFull { stage.memory.room = stage.memory.used }
            stage.files.fail(number)
            let isDone = (try? await history.delete("비밀")) != nil
            struck = stage.files.hits > 0
            if !isDone { #expect(try await history.entries() == before, "call \(number)") }
            stage.files.plan()
            await #expect(throws: Never.self, "call \(number)") { try await history.delete("비밀") }
            expectNoTrace(of: "비밀", in: stage.memory.contents)
            #expect(try await stage.openedAgain() == before.filter { $0.keyword != "비밀" }, "call \(number)")
            number += 1
        }
        #expect(number > 7)
    }

    @Test("A file that holds two entries of one sequence, which nobody writes, loses neither when a third is deleted")
    func doubleSequence() async throws {
        var bytes = JournalHeader().bytes
        for (keyword, seconds) in [("가", 1.0), ("나", 2.0), ("비밀", 3.0)] {
            let sequence: UInt64 = keyword == "비밀" ? 2 : 1
            JournalRecord.put(entry(keyword, at: seconds).with(sequence: sequence, isImported: false), replacing: nil).write(
                to: &bytes)
        }
        let stage = FaultStage(bytes)
        try await stage.fixture.open().delete("비밀")
        #expect(Set(try await stage.openedAgain().map(\.keyword)) == ["나", "가"])
        expectNoTrace(of: "비밀", in: stage.memory.contents)
    }

    @Test("On a full disk a save that finds something too old erases it, and throws or is there")
    func ageOnAFullDisk() async throws {
        let files = MemoryFileSystem()
        let fixture = Fixture(files)
        let history = fixture.open(SearchHistoryPolicy(maximumAge: 100_000))
        try await history.save("비밀입니다")
        fixture.clock.set(110_000)
        try await history.save("가")
        fixture.clock.set(200_000)
        files.room = files.used
        await #expect { try await history.save("나") } throws: { ($0 as? NoticeBoardError)?.code == .storageFull }
        #expect(try await history.keywords() == ["가"])
        files.room = .max
        try await history.save("나")
        expectNoTrace(of: "비밀입니다", in: files.contents)
        #expect(try await Fixture(files).open(SearchHistoryPolicy(maximumAge: .infinity)).keywords() == ["나", "가"])
    }
}

/// A file system that notes how deep each sync of a file or folder reached.
private final class SyncDepths: ForwardingFileSystem {
    let base: any FileSystem
    private let depths = Locked<[SyncDepth]>([])

    init(_ base: any FileSystem) { self.base = base }

    var seen: [SyncDepth] { depths.withLock { $0 } }
    func forget() { depths.withLock { $0 = [] } }

    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault) {
        depths.withLock { $0.append(depth) }
        try base.sync(file, depth)
    }
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault) {
        depths.withLock { $0.append(depth) }
        try base.syncDirectory(path, depth)
    }
}
