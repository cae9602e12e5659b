import Foundation
import NoticeBoardTesting

/// Limits how many callers run at a time.
///
/// Waiting callers run in order of arrival.
package struct Turns: Sendable {
    private let gate = Gate()

    package init(_ count: Int) { gate.open(for: count) }

    /// Waits for a turn, runs `body`, and returns its result.
    package func take<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await gate.pass()
        defer { gate.open(for: 1) }
        return try await body()
    }

    /// For suites with tests that wait for sockets, actors or other processes.
    ///
    /// Hundreds of suites at once would slow each other down until time limits are exceeded. The wait for a turn comes before
    /// the limit starts.
    package static let suites = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// For suites with tests that compute on a thread of their own: two at a time.
    package static let computing = Turns(2)
}
