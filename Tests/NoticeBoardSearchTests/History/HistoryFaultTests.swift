import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Makes each system call of a series of changes fail once, fail permanently, or lose power.
@Suite("FileSearchHistory faults", .inTurn, .trialLimit(minutes: 2))
struct HistoryFaultTests {
    private static let changes: [SearchHistoryChange] = [
        .save(.init("가")), .save(.init("나")), .delete([.init("가")]), .pin(.init("나"), true), .save(.init("다")),
        .add([entry("옛", at: 1)], source: "a"), .record(.paused), .record(.on), .save(.init("나")),
        .deleteAll(keepingPinned: true), .save(.init("라")), .erase, .save(.init("마")),
    ]

    private func summary(_ entries: [SearchHistoryEntry]) -> [String] {
        entries.map { "\($0.keyword)×\($0.useCount)\($0.isPinned ? "*" : "")" }
    }

    private struct Stage {
        let memory = MemoryFileSystem()
        let files: FaultyFiles<MemoryFileSystem>
        let history: FileSearchHistory

        init() throws {
            try memory.put(historyFile([entry("있던 것", at: 5)]), at: Fixture.file)
            files = FaultyFiles(memory)
            history = Fixture(files).open(minimumSize: 400)
        }

        var isUnknown: (any Error) -> Bool {
            { ($0 as? NoticeBoardError)?.detail.hasSuffix("is unknown.") == true }
        }
    }

    @Test(
        "Changes nothing when a change throws, unless the outcome is reported as unknown",
        arguments: [ENOSPC, EROFS])
    func failsOnce(_ code: Int32) async throws {
        var (number, isOver) = (0, false)
        while !isOver {
            let stage = try Stage()
            stage.files.fail(number, code)
            var log = InMemorySearchHistory()
            try await log.restore([entry("있던 것", at: 5)])
            for change in Self.changes {
                let before = try await summary(log.entries())
                let next = try await copy(log)
                do {
                    try await stage.history.apply(change)
                    try await next.apply(change)
                    log = next
                } catch  where stage.isUnknown(error) {
                    try await next.apply(change)
                    let found = Fixture(stage.memory).open()
                    let recording = try await log.recording()
                    let isOther = try await found.recording() != recording
                    let entries = try await summary(found.entries())
                    if entries != before || isOther { log = next }
                } catch {}
                let found = try await summary(Fixture(stage.memory).open().entries())
                #expect(try await found == summary(log.entries()), "call \(number), \(change)")
                if let seen = try? await stage.history.entries() { #expect(summary(seen) == found, "call \(number), \(change)") }
            }
            isOver = stage.files.hits == 0
            number += 1
        }
        #expect(number > 120)
    }

    /// Returns a history in memory with the same content.
    private func copy(_ history: InMemorySearchHistory) async throws -> InMemorySearchHistory {
        let copy = InMemorySearchHistory()
        try await copy.restore(try await history.entries())
        try await copy.apply(.record(try await history.recording()))
        return copy
    }

    @Test("A loss of power at any call keeps every acknowledged change and no deleted keyword")
    func powerLoss() async throws {
        let trials = RandomTrials()
        var random = trials.random
        var (number, isOver) = (0, false)
        while !isOver {
            let stage = try Stage()
            stage.files.fail(number, EIO, failsAllLater: true)
            let log = InMemorySearchHistory()
            try await log.restore([entry("있던 것", at: 5)])
            var allowed = [try await summary(log.entries())]
            for change in Self.changes {
                let isDone = (try? await stage.history.apply(change)) != nil
                try await log.apply(change)
                let after = try await summary(log.entries())
                if isDone { allowed = [after] } else { allowed.append(after); break }
            }
            isOver = stage.files.hits == 0
            for _ in 0..<trials.count(3, atLeast: 2) {
                let fixture = Fixture(stage.memory.afterPowerLoss(&random))
                let found = try await summary(fixture.open().entries())
                #expect(allowed.contains(found), "call \(number), \(trials)")
            }
            number += 1
        }
        #expect(number > 120)
    }
}
