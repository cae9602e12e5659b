import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

@Suite("Erasing where it stands", .serialized, .timeLimit(.minutes(1)))
struct ErasingTests {
    /// 40 entries over several sectors, many of them searched again, and one of them a secret.
    private func fill(_ history: FileSearchHistory) async throws {
        for number in 0..<40 { try await history.save("검색 \(number) " + String(repeating: "긴 말 ", count: number % 7)) }
        for number in [1, 5, 7, 8] { try await history.save("검색 \(number) " + String(repeating: "긴 말 ", count: number % 7)) }
        for keyword in ["비밀", "공지", "비밀", "메일"] { try await history.save(keyword) }
    }

    @Test("A delete overwrites its records and those that gave way: no new file, two syncs, no trace")
    func inPlace() async throws {
        let stage = FaultStage(JournalHeader().bytes)
        let (history, other) = (stage.fixture.open(), Fixture(stage.memory).open())
        try await fill(history)
        #expect(try await other.entries() == history.entries())
        let before = try await history.entries()
        stage.files.resetCounts()
        try await history.delete("비밀")
        #expect(stage.files.count(.sync) == 2)
        #expect(stage.files.count(.open) == 0 && stage.files.count(.rename) == 0 && stage.files.count(.syncDirectory) == 0)
        expectNoTrace(of: "비밀", in: stage.memory.contents)
        let after = before.filter { $0.keyword != "비밀" }
        #expect(try await stage.openedAgain() == after)
        // Who had the file open reads it again, and goes on in it.
        try await other.refresh()
        #expect(try await other.entries() == after)
        try await other.save("새")
        try await history.save("더")
        #expect(try await history.keywords().contains("새"))
        #expect(try await stage.openedAgain() == history.entries())
    }

    @Test("A power loss at any call of a delete leaves all or all but the deleted, and no damage; deleting again leaves no trace")
    func powerLoss() async throws {
        let trials = RandomTrials()
        var random = trials.random
        var number = 1
        var struck = true
        while struck {
            let stage = FaultStage(JournalHeader().bytes)
            let history = stage.fixture.open()
            try await fill(history)
            let before = try await history.entries()
            stage.files.plan(.init(call: nil, number: number, code: EIO, isForGood: true))
            let isDone = (try? await history.delete("비밀")) != nil
            struck = stage.files.hits > 0
            for _ in 0..<trials.count(12, atLeast: 3) {
                let fixture = Fixture(stage.memory.afterPowerLoss(&random))
                let again = fixture.open()
                let found = try await again.entries()
                let without = before.filter { $0.keyword != "비밀" }
                #expect(found == without || (!isDone && found == before), "call \(number), \(trials)")
                #expect(!fixture.told.kinds.contains(.salvaged), "call \(number), \(trials)")
                try await again.delete("비밀")
                expectNoTrace(of: "비밀", in: (fixture.files as? MemoryFileSystem)?.contents ?? [:])
                #expect(try await Fixture(fixture.files).open().entries() == without, "call \(number), \(trials)")
            }
            number += 1
        }
        #expect(number > 10)
    }

    @Test("Where overwriting fails half-way a new file is written", arguments: [FileSystemCall.write, .sync])
    func halfWay(_ call: FileSystemCall) async throws {
        let stage = FaultStage(JournalHeader().bytes)
        let history = stage.fixture.open()
        try await fill(history)
        let before = try await history.entries()
        for number in 1...3 {
            stage.files.plan(.init(call: call, number: number, code: EIO))
            try await history.delete("비밀")
            stage.files.plan(nil)
            expectNoTrace(of: "비밀", in: stage.memory.contents)
            #expect(try await stage.openedAgain() == before.filter { $0.keyword != "비밀" }, "\(call) \(number)")
            try await history.restore(before.filter { $0.keyword == "비밀" })
        }
    }

    @Test("A file that holds two entries of one sequence, which nobody writes, loses neither when a third is deleted")
    func doubleSequence() async throws {
        var bytes = JournalHeader().bytes
        for (keyword, seconds) in [("가", 1.0), ("나", 2.0), ("비밀", 3.0)] {
            JournalRecord.put(entry(keyword, at: seconds).with(sequence: keyword == "비밀" ? 2 : 1), replacing: nil).write(
                to: &bytes)
        }
        let stage = FaultStage(bytes)
        try await stage.fixture.open().delete("비밀")
        #expect(try await stage.openedAgain().map(\.keyword) == ["나", "가"])
        expectNoTrace(of: "비밀", in: stage.memory.contents)
    }
}
