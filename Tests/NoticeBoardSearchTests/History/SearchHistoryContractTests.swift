import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

@Suite("Contract of search histories", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct SearchHistoryContractTests {
    @Test("Holds for a history in memory")
    func inMemory() async {
        let contract = SearchHistoryContract(isPersistent: false) { name, policy, now in
            InMemorySearchHistory(policy: policy, now: now)
        }
        #expect(await contract.failures().isEmpty)
    }

    @Test("Holds for a history in a file")
    func inAFile() async throws {
        let folder = try TemporaryDirectory()
        let contract = SearchHistoryContract(isPersistent: true) { name, policy, now in
            FileSearchHistory(
                directory: folder.url, scope: name, policy: policy, now: now)
        }
        #expect(await contract.failures().isEmpty)
    }

    @Test("Holds for two objects on one file without shared memory")
    func inAFileApart() async {
        let files = MemoryFileSystem()
        let contract = SearchHistoryContract(isPersistent: true) { name, policy, now in
            FileSearchHistory(
                files, directory: URL(fileURLWithPath: "/a/b"), scope: name, policy: policy, now: now)
        }
        #expect(await contract.failures().isEmpty)
    }

    @Test("Reports a planted fault by its clauses only", arguments: PlantedFault.allCases)
    func planted(_ fault: PlantedFault) async {
        let contract = SearchHistoryContract(isPersistent: false) { name, policy, now in
            FaultyHistory(fault, policy, now)
        }
        #expect(await contract.failures().keys.sorted() == fault.clauses.sorted())
    }

    @Test("Each clause ends with the list that its promise means", arguments: ClauseEnding.all)
    func ending(_ ending: ClauseEnding) async throws {
        let histories = Locked<[String: InMemorySearchHistory]>([:])
        let contract = SearchHistoryContract(isPersistent: false) { name, policy, now in
            let history = InMemorySearchHistory(policy: policy, now: now)
            histories.withLock { $0[name] = history }
            return history
        }
        _ = await contract.failures()
        let history = try #require(histories.withLock { $0[ending.clause] })
        #expect(try await history.entries().map(\.keyword) == ending.keywords)
    }

    @Test("If any call fails, its clause fails and names the error") func failing() async throws {
        #expect(
            try await stumble(because: "It stumbled.") { base, isDue in
                StumblingHistory(base, willCall: { if isDue() { throw NoticeBoardError(.storageFull, "It stumbled.") } })
            } > 50)
    }

    @Test("If any list or recording state is wrong, its clause fails") func wrong() async throws {
        #expect(try await stumble { base, isDue in StumblingHistory(base, isWrong: isDue) } > 5)
    }

    /// Injects one fault after another into each clause, and counts them.
    private func stumble(
        because reason: String? = nil,
        _ make:
            @escaping @Sendable (_ base: any SearchHistoryRepository, _ isDue: @escaping @Sendable () -> Bool) ->
            StumblingHistory
    ) async throws -> Int {
        let counts = await stumble(at: nil, make).counts
        let most = counts.values.max() ?? 0
        try await sideBySide(most, atOnce: 8) { number in
            let broken = await stumble(at: number, make).broken
            let reached = counts.filter { $0.value > number }.keys
            #expect(Set(broken.keys) == Set(reached), "the one of number \(number)")
            #expect(broken.values.allSatisfy { reason.map($0.contains) ?? true }, "\(broken)")
        }
        return most
    }

    /// Returns the clauses that fail with one fault in each, and how many faults were possible in each.
    private func stumble(
        at number: Int?,
        _ make:
            @escaping @Sendable (_ base: any SearchHistoryRepository, _ isDue: @escaping @Sendable () -> Bool) -> StumblingHistory
    ) async -> (broken: [String: String], counts: [String: Int]) {
        let (counts, files) = (Locked<[String: Int]>([:]), MemoryFileSystem())
        let contract = SearchHistoryContract(isPersistent: true) { name, policy, now in
            let base = FileSearchHistory(
                files, directory: URL(fileURLWithPath: "/a"), scope: name, policy: policy, now: now)
            return make(base) {
                counts.withLock { counts in
                    counts[name, default: 0] += 1
                    return counts[name] == number.map { $0 + 1 }
                }
            }
        }
        let broken = await contract.failures()
        return (broken, counts.withLock { $0 })
    }

    @Test("A fault planted in the stored data is named by exactly its clause", arguments: PlantedStoreFault.allCases)
    func plantedInTheStore(_ fault: PlantedStoreFault) async {
        let store = FaultyStore(fault)
        let contract = SearchHistoryContract(isPersistent: true) { store.history($0, $1, $2) }
        #expect(await contract.failures().keys.sorted() == fault.clauses.sorted())
    }
}

/// The keywords that a clause leaves, newest first.
struct ClauseEnding: Sendable, CustomTestStringConvertible {
    let clause: String
    let keywords: [String]

    var testDescription: String { clause }

    static let all: [ClauseEnding] = [
        .init(clause: "oneEntryForAKeyword", keywords: ["가", "나"]),
        .init(clause: "spellingsAreOne", keywords: ["각"]),
        .init(clause: "caseCounts", keywords: ["swift", "Swift"]),
        .init(clause: "targetsAreApart", keywords: ["메일", "메일", "메일"]),
        .init(clause: "newestFirst", keywords: ["-5.0", "100.5", "100.75", "100.25"]),
        .init(clause: "equalDatesKeepTheirOrder", keywords: ["가", "다", "나"]),
        .init(clause: "blankIsRefused", keywords: []),
        .init(clause: "capacityHolds", keywords: ["라", "다", "나"]),
        .init(clause: "ageHolds", keywords: ["나"]),
        .init(clause: "pinsHold", keywords: []),
        .init(clause: "typedPrefixesMerge", keywords: ["메일플러그", "메일플"]),
        .init(clause: "pausedRecordsNothing", keywords: ["다", "가"]),
        .init(clause: "offRecordsNothing", keywords: ["가"]),
        .init(clause: "eraseRemovesEverything", keywords: ["다"]),
        .init(clause: "eraseKeepsDoneImports", keywords: []),
        .init(clause: "eraseKeepsRecording", keywords: []),
        .init(clause: "eraseKeepsRules", keywords: ["라", "다"]),
        .init(clause: "deleteRemovesWhatItNames", keywords: []),
        .init(clause: "deleteAllRemovesTheRest", keywords: []),
        .init(clause: "removalsCanBeUndone", keywords: []),
        .init(clause: "addingTwiceIsOnce", keywords: ["가", "다", "나"]),
        .init(clause: "sourcesAreImportedOnce", keywords: ["다", "가"]),
        .init(clause: "offStillDeletes", keywords: ["나"]),
        .init(clause: "offTakesNothingIn", keywords: ["가"]),
        .init(clause: "deleteWithoutTarget", keywords: []),
        .init(clause: "noRoomIsSaid", keywords: ["다", "나"]),
        .init(clause: "importsStandBelow", keywords: ["가", "다", "나"]),
        .init(clause: "tooOldLeavesTheStore", keywords: ["다", "나"]),
        .init(clause: "deleteExpiredRemovesTheTooOld", keywords: []),
        .init(clause: "leapingClockWipesNothing", keywords: ["다", "나", "가"]),
    ]
}
