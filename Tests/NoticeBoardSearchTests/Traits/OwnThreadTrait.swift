import NoticeBoardTesting
import TestSupport
import Testing

/// For suites that compute for seconds: they use none of the threads that tests with sockets need, and each starts when a thread
/// of theirs is free, so that none spends its limit on waiting for others.
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
