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
    /// A time limit includes the time in which a test waits for others. If hundreds start at once on a busy machine, the last one
    /// exceeds its limit without a fault of its own.
    package static let suites = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// For suites with tests that compute on a thread of their own: two at a time.
    package static let computing = Turns(2)
}
