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
/// func failuresOfMyBackend() async -> [String: String] {
///     let contract = SearchHistoryContract(isPersistent: false) { _, policy, now in
///         InMemorySearchHistory(policy: policy, now: now)
///     }
///     return await contract.failures()    // expect it to be empty
/// }
/// ```
///
/// The backend must agree with `SearchHistoryValue` after each step. Nothing depends on timing, except that a
/// missing update fails after ten seconds.
public struct SearchHistoryContract: Sendable {
    private let isPersistent: Bool
    private let open:
        @Sendable (String, SearchHistoryPolicy, @escaping @Sendable () -> Date) async throws -> any SearchHistoryRepository

    /// Creates a contract for the backend that `open` returns; a store that is not persistent is opened only once.
    ///
    /// Equal names are the same store, and a new name is an empty store; `now` returns the date of a search.
    public init(
        isPersistent: Bool,
        open:
            @escaping @Sendable (
                _ name: String, _ policy: SearchHistoryPolicy, _ now: @escaping @Sendable () -> Date
            ) async throws -> any SearchHistoryRepository
    ) {
        self.isPersistent = isPersistent
        self.open = open
    }

    /// Checks every clause, each on a store of its own; those about keeping entries only of a persistent history.
    ///
    /// - Returns: The expected and the actual result by the name of each broken clause, `newestFirst` for example.
    public func failures() async -> [String: String] {
        var failures: [String: String] = [:]
        for clause in isPersistent ? Self.everywhere + Self.ofPersistence : Self.everywhere {
            do {
                try await ContractPlayer.play(clause.steps, policy: clause.policy) { [open] policy, now in
                    try await open(clause.name, policy, now)
                }
            } catch {
                failures[clause.name] = (error as? ContractPlayer.Broken)?.reason ?? "it threw \(error)"
            }
        }
        return failures
    }
}
