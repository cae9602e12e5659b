import NoticeBoardBase
import NoticeBoardTesting
import TestSupport

@testable import NoticeBoardSearch

/// A file that is there, on a file system that fails as planned, and a history of it.
struct FaultStage: Sendable {
    let memory = MemoryFileSystem()
    let files: FaultyFiles<MemoryFileSystem>
    let fixture: Fixture

    init(_ file: [UInt8], _ fault: FileFault? = nil) {
        memory.put(file, at: Fixture.journal)
        files = FaultyFiles(memory)
        files.plan(fault)
        fixture = Fixture(files)
    }

    /// A stage for the script.
    static func ofScript(_ fault: FileFault) -> FaultStage { FaultStage(FaultScript.initialFile, fault) }

    /// A history that outgrows its file as soon as the script needs it.
    func openForScript(_ durability: SearchHistoryDurability = .ordered) -> FileSearchHistory {
        fixture.open(SearchHistoryPolicy(), durability, roomyEnough: FaultScript.roomyEnough)
    }

    /// What a history finds that shares no memory with those before, and for which nothing fails.
    func openedAgain() async throws -> [SearchHistoryEntry] { try await Fixture(memory).open().entries() }

    /// What one finds after a loss of power, and what it tells.
    func afterPowerLoss(_ random: inout SeededRandom) async throws
        -> (entries: [SearchHistoryEntry], told: [SearchHistoryEvent.Kind])
    {
        let fixture = Fixture(memory.afterPowerLoss(&random))
        return (try await fixture.open().entries(), fixture.told.kinds)
    }
}
