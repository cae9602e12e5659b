import NoticeBoardTesting
import TestSupport
import Testing

/// Runs each test of a suite on a thread of its own, because tests that compute for seconds would block the shared threads.
///
/// The suite starts when it is its turn, so that waiting for other suites doesn't count toward its time limit.
struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite || testCase != nil ? self : nil }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        if test.isSuite {
            try await Turns.computing.take(function)
        } else {
            try await withOwnThread(function)
        }
    }
}

extension Trait where Self == OwnThreadTrait {
    static var onOwnThread: Self { Self() }
}
