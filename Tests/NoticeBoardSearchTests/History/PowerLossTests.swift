import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("A loss of power", .serialized, .inTurn, .trialLimit(minutes: 1))
struct PowerLossTests {
    @Test(
        "At every call: what was acknowledged is there, what was deleted is not",
        arguments: [SearchHistoryDurability.ordered, .full])
    func atEveryCall(_ durability: SearchHistoryDurability) async throws {
        let trials = RandomTrials()
        var random = trials.random
        var number = 0
        var struck = true
        while struck {
            // The power is lost at this call: nothing after it reaches the disk, and the program hears of nothing.
            let stage = FaultStage.ofScript(FileFault(nil, number, isForGood: true))
            var script = FaultScript()
            await script.run(stage.openForScript(durability))
            struck = stage.files.hits > 0
            for _ in 0..<trials.count(8, atLeast: 2) {
                let after = try await stage.afterPowerLoss(&random)
                #expect(script.check(after.entries) == [], "call \(number), \(trials)")
                #expect(!after.told.contains(.salvaged), "call \(number), \(trials)")
            }
            number += 1
        }
        #expect(number > 59)
    }

    @Test("Without durability a loss of power costs the newest, and never what was synced")
    func withoutDurability() async throws {
        let trials = RandomTrials()
        var random = trials.random
        let memory = MemoryFileSystem()
        memory.put(journal([entry("있던 것", at: 5)]), at: Fixture.journal)
        let history = Fixture(memory).open(SearchHistoryPolicy(), .processCrash)
        for number in 0..<40 { try await history.save("검색 \(number)") }
        for _ in 0..<50 {
            let found = try await Fixture(memory.afterPowerLoss(&random)).open().keywords()
            #expect(found.contains("있던 것"), "\(trials)")
        }
    }
}
