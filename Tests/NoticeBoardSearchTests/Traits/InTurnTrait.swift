import NoticeBoardTesting
import TestSupport
import Testing

/// Limits how many suites run at a time, four for each processor core.
///
/// A suite waits before its time limit starts.
/// `.serialized` orders the tests of a suite, this trait the suites. The other test modules have links to this file.
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
    /// A time limit for random tests: `minutes`, multiplied by the effort if that is above one.
    static func trialLimit(minutes: Int) -> Self {
        .timeLimit(.minutes(Int((Double(minutes) * max(1, RandomTrials().effort)).rounded(.up))))
    }
}
