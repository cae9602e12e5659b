import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

@Suite("The contract of every history", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct SearchHistoryContractTests {
    @Test("In memory")
    func inMemory() async {
        let contract = SearchHistoryContract(isPersistent: false) { setup in
            InMemorySearchHistory(policy: setup.policy, clock: setup.clock)
        }
        let report = await contract.report()
        #expect(report.failures.isEmpty)
        #expect(report.notAsked == SearchHistoryContract.Clause.allCases.filter(\.needsPersistence))
    }

    @Test("In a file", arguments: SearchHistoryDurability.allCases)
    func inAFile(_ durability: SearchHistoryDurability) async throws {
        let folder = try TemporaryDirectory()
        let contract = SearchHistoryContract(isPersistent: true) { setup in
            FileSearchHistory(
                directory: folder.url, scope: setup.name, policy: setup.policy, durability: durability, clock: setup.clock)
        }
        let report = await contract.report()
        #expect(report.failures.isEmpty)
        #expect(report.passed == SearchHistoryContract.Clause.allCases)
    }

    @Test("In a file, where two share no memory")
    func inAFileApart() async {
        let files = MemoryFileSystem()
        let contract = SearchHistoryContract(isPersistent: true) { setup in
            FileSearchHistory(
                files, directory: URL(fileURLWithPath: "/a/b"), scope: setup.name, policy: setup.policy, clock: setup.clock)
        }
        #expect(await contract.report().failures.isEmpty)
    }

    @Test("A planted fault is named by exactly its clause", arguments: PlantedFault.allCases)
    func planted(_ fault: PlantedFault) async {
        let contract = SearchHistoryContract(isPersistent: false) { setup in
            FaultyHistory(fault, setup.policy, setup.clock)
        }
        #expect(await contract.report().failures.map(\.clause) == [fault.clause])
    }

    @Test("Whichever call fails, its clause is broken") func failing() async {
        #expect(
            await stumble { base, isDue in
                StumblingHistory(base, willCall: { if isDue() { throw NoticeBoardError(.storageFull, "It stumbled.") } })
            } > 50)
    }

    @Test("Whichever list is wrong, or what a history says of itself, its clause is broken") func wrong() async {
        #expect(await stumble { base, isDue in StumblingHistory(base, isWrong: isDue) } > 5)
    }

    /// Lets each clause stumble over one thing after the other, as often as there is one for it; how often that was.
    private func stumble(
        _ make:
            @escaping @Sendable (_ base: any SearchHistoryRepository, _ isDue: @escaping @Sendable () -> Bool) ->
            StumblingHistory
    ) async -> Int {
        var (left, number) = (SearchHistoryContract.Clause.allCases, 0)
        while !left.isEmpty {
            let (calls, stumbled) = (Locked<[String: Int]>([:]), Locked<Set<String>>([]))
            let files = MemoryFileSystem()
            let contract = SearchHistoryContract(isPersistent: true) { [number] setup in
                let base = FileSearchHistory(
                    files, directory: URL(fileURLWithPath: "/a"), scope: setup.name, policy: setup.policy, clock: setup.clock)
                return make(base) {
                    let call = calls.withLock { calls in
                        calls[setup.name, default: -1] += 1
                        return calls[setup.name]
                    }
                    guard call == number else { return false }
                    stumbled.withLock { _ = $0.insert(setup.name) }
                    return true
                }
            }
            let report = await contract.report()
            left = left.filter { clause in stumbled.withLock { $0.contains(clause.rawValue) } }
            #expect(report.failures.map(\.clause) == left, "the one of number \(number)")
            number += 1
        }
        return number
    }

    @Test("A fault planted in what is kept is named by exactly its clause", arguments: PlantedStoreFault.allCases)
    func plantedInTheStore(_ fault: PlantedStoreFault) async {
        let store = FaultyStore(fault)
        let contract = SearchHistoryContract(isPersistent: true) { store.history($0) }
        #expect(await contract.report().failures.map(\.clause) == fault.clauses)
    }
}
