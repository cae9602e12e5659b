public import Foundation
public import NoticeBoardSearch

/// What every search history promises, asked of any backend: a function that runs it all and reports what failed.
///
/// It imports no test framework; one line in yours is enough:
///
/// ```swift
/// import NoticeBoardSearch
/// import NoticeBoardTesting
///
/// func failuresOfMyBackend() async -> [SearchHistoryContract.Failure] {
///     let contract = SearchHistoryContract(isPersistent: false) { setup in
///         InMemorySearchHistory(policy: setup.policy, now: setup.now)
///     }
///     return await contract.report().failures    // expect it to be empty
/// }
/// ```
///
/// Nothing in it depends on time passing, but for giving up on an update that does not come within ten seconds.
public struct SearchHistoryContract: Sendable {
    /// What a backend is opened with.
    public struct Setup: Sendable {
        /// The store's name: of one name there is one store, empty when the name is new.
        public let name: String
        /// The rules that the store has to follow.
        public let policy: SearchHistoryPolicy
        /// Returns the date of a search.
        public let now: @Sendable () -> Date
    }

    /// A clause that does not hold.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// The name of the clause, `newestFirst` for example.
        public let clause: String
        /// What was expected and what was there.
        public let reason: String
        /// The clause's name and the reason.
        public var description: String { "\(clause): \(reason)" }
    }

    /// What came of all clauses.
    public struct Report: Sendable {
        /// The names of the clauses that hold.
        public fileprivate(set) var passed: [String] = []
        /// What does not hold.
        public fileprivate(set) var failures: [Failure] = []
    }

    private let isPersistent: Bool
    private let open: @Sendable (Setup) async throws -> any SearchHistoryRepository

    /// The contract for what `open` opens; a store that is not persistent is never opened twice.
    public init(isPersistent: Bool, open: @escaping @Sendable (Setup) async throws -> any SearchHistoryRepository) {
        self.isPersistent = isPersistent
        self.open = open
    }

    /// Asks every clause, each on a store of its own; those about keeping entries only of a persistent history.
    public func report() async -> Report {
        var report = Report()
        for clause in isPersistent ? Self.everywhere + Self.ofPersistence : Self.everywhere {
            do {
                let bench = ContractBench { [open] policy, now in
                    try await open(Setup(name: clause.name, policy: policy, now: now))
                }
                try await clause.check(bench)
                report.passed.append(clause.name)
            } catch let broken as ContractBench.Broken {
                report.failures.append(Failure(clause: clause.name, reason: broken.reason))
            } catch {
                report.failures.append(Failure(clause: clause.name, reason: "it threw \(error)"))
            }
        }
        return report
    }
}
