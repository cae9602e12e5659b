import NoticeBoardTesting
import TestSupport
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

extension Trait where Self == TimeLimitTrait {
    /// A limit for random tests: so many minutes at the usual effort, and as many times that as is tried.
    static func trialLimit(minutes: Int) -> Self {
        .timeLimit(.minutes(Int((Double(minutes) * max(1, RandomTrials().effort)).rounded(.up))))
    }
}
