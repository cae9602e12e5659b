import Foundation
import NoticeBoardTesting

/// Lets a few at a time go on, and the next, in the order of arrival, when one of them is done.
package struct Turns: Sendable {
    private let gate = Gate()

    package init(_ count: Int) { gate.open(for: count) }

    /// Runs `body` when it is its turn, and gives back what it gave.
    package func take<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await gate.pass()
        defer { gate.open(for: 1) }
        return try await body()
    }

    /// For suites whose tests wait for something, as sockets, actors and other processes.
    ///
    /// A limit of time counts from the beginning of a test. Of hundreds that begin at once the last waits for all the others, and on
    /// a busy machine it reaches its limit without having done anything wrong.
    package static let suites = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// For suites whose tests compute on threads of their own: as many as there mostly are processors to do it.
    package static let computing = Turns(2)
}
