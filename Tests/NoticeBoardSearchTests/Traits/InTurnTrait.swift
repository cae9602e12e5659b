import NoticeBoardTesting
import TestSupport
import Testing

/// For suites with a time limit: each waits for its turn first, so that none spends its limit on waiting for others.
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

extension Trait where Self == TimeLimitTrait {
    /// A time limit for random tests: `minutes` at the usual effort, multiplied by the effort.
    static func trialLimit(minutes: Int) -> Self {
        .timeLimit(.minutes(Int((Double(minutes) * max(1, RandomTrials().effort)).rounded(.up))))
    }
}
