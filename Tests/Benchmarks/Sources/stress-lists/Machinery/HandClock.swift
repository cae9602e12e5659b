import NoticeBoardBase

/// A clock that stands still until it is moved by hand.
///
/// Unchecked: the closures of a `TimeSource` must be `Sendable`, and everything here runs on the main thread (`ManualJobs`).
final class HandClock: @unchecked Sendable {
    private struct Sleeper {
        let number: Int
        let wakesAt: Double
        let continuation: UnsafeContinuation<Void, any Error>
    }

    private var now = 1_000.0
    private var sleepers: [Sleeper] = []
    private var sleepCount = 0

    var time: TimeSource { TimeSource(now: { self.now }, sleep: { try await self.sleep($0) }) }

    private func sleep(_ seconds: Double) async throws {
        sleepCount += 1
        let number = sleepCount
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else if seconds <= 0 {
                    continuation.resume()
                } else {
                    sleepers.append(Sleeper(number: number, wakesAt: now + seconds, continuation: continuation))
                }
            }
        } onCancel: {
            guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
            sleepers.remove(at: index).continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by seconds: Double) {
        now += seconds
        let awake = sleepers.filter { $0.wakesAt <= now }.sorted { $0.wakesAt < $1.wakesAt }
        sleepers.removeAll { $0.wakesAt <= now }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    /// Cancels every sleep, so that no task outlives its script.
    func cancelAll() {
        let all = sleepers
        sleepers = []
        for sleeper in all { sleeper.continuation.resume(throwing: CancellationError()) }
    }
}
