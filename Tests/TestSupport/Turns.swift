import Foundation
import NoticeBoardTesting

/// Lets a few callers run at a time; when one ends, the next one runs, in the order of arrival.
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

    /// For suites whose tests wait, for example for sockets, actors and other processes.
    ///
    /// A time limit counts from the start of a test. Of hundreds that start at once, the last one waits for all others, and on a
    /// busy machine it exceeds its limit only because of that.
    package static let suites = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// For suites whose tests compute on threads of their own: about as many as there are processors.
    package static let computing = Turns(2)
}
