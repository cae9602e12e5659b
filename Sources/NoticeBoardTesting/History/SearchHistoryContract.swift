public import Foundation
public import NoticeBoardSearch

/// The contract of search histories as a test for any backend: one function checks everything and reports failures.
///
/// It imports no test framework; add one line to yours:
///
/// ```swift
/// import NoticeBoardSearch
/// import NoticeBoardTesting
///
/// func failuresOfMyBackend() async -> [SearchHistoryContract.Failure] {
///     let contract = SearchHistoryContract(isPersistent: false) { setup in
///         InMemorySearchHistory(policy: setup.policy, now: setup.now)
///     }
///     return await contract.failures()    // expect it to be empty
/// }
/// ```
///
/// It does not depend on timing, except that a missing update fails after ten seconds.
public struct SearchHistoryContract: Sendable {
    /// The arguments for opening a backend.
    public struct Setup: Sendable {
        /// The store's name: equal names share a store; a new name is an empty store.
        public let name: String
        /// The rules of the store.
        public let policy: SearchHistoryPolicy
        /// Returns the date of a search.
        public let now: @Sendable () -> Date
    }

    /// A broken clause.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// The name of the clause, `newestFirst` for example.
        public let clause: String
        /// The expected and the actual result.
        public let reason: String
        /// The clause's name and the reason.
        public var description: String { "\(clause): \(reason)" }
    }

    private let isPersistent: Bool
    private let open: @Sendable (Setup) async throws -> any SearchHistoryRepository

    /// Creates a contract for the backend that `open` returns; a store that is not persistent is opened only once.
    public init(isPersistent: Bool, open: @escaping @Sendable (Setup) async throws -> any SearchHistoryRepository) {
        self.isPersistent = isPersistent
        self.open = open
    }

    /// Checks every clause, each on a store of its own; those about keeping entries only of a persistent history.
    public func failures() async -> [Failure] {
        var failures: [Failure] = []
        for clause in isPersistent ? Self.everywhere + Self.ofPersistence : Self.everywhere {
            do {
                let bench = ClauseContext { [open] policy, now in
                    try await open(Setup(name: clause.name, policy: policy, now: now))
                }
                try await clause.check(bench)
            } catch {
                let reason = (error as? ClauseContext.Broken)?.reason ?? "it threw \(error)"
                failures.append(Failure(clause: clause.name, reason: reason))
            }
        }
        return failures
    }
}
