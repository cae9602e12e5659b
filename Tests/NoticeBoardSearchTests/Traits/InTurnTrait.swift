import NoticeBoardTesting
import Testing

/// For suites that have a limit of time: they begin when it is their turn, so that none spends its time waiting for others.
struct InTurnTrait: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await Turns.suites.take(function)
    }
}

extension Trait where Self == InTurnTrait {
    static var inTurn: Self { Self() }
}
