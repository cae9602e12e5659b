import Foundation
import NoticeBoardLink
import NoticeBoardPaging

/// Counts callback calls, so that a row can wait for them.
@MainActor
final class Calls {
    private let calls: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (calls, continuation) = AsyncStream.makeStream() }

    func add() { continuation.yield() }

    /// Waits until the callback was called `count` times since the last wait.
    func wait(for count: Int = 1) async {
        var left = count
        for await _ in calls {
            left -= 1
            if left == 0 { return }
        }
    }
}

extension Row {
    /// Observes a source.
    ///
    /// The callback runs immediately and after each change.
    static func observation<Source: StateSource>(
        _ symbol: String, _ make: @escaping @MainActor @Sendable () async throws -> Source,
        change: @escaping @MainActor @Sendable (Source) async throws -> Void
    ) -> Row {
        Row(callback: symbol) { onEvent in
            let source = try await make()
            let calls = Calls()
            let observation = source.observe { _ in
                onEvent()
                calls.add()
            }
            try await change(source)
            await calls.wait(for: 2)
            observation.cancel()
        }
    }
}
