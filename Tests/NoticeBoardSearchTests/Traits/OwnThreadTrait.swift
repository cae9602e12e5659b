import NoticeBoardTesting
import TestSupport
import Testing

/// For suites that work a processor from end to end: they keep none of the threads that the tests with sockets need, and begin when
/// one of theirs is free, so that none spends its time waiting for others.
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
