/// A network that is asked for: an app's own probe, repeated while somebody waits for the network to return.
///
/// For servers and containers, whose routes say nothing about the service:
///
/// ```swift
/// let network = ProbedNetwork(every: 5) { (try? await client.response(for: .head("health"))) != nil }
/// ```
///
/// While nobody waits, nothing is asked.
public final class ProbedNetwork: NetworkStatus {
    private struct State {
        var waiting = 0
        var task: Task<Void, Never>?
    }

    private let reports = NetworkReports()
    private let seconds: Double
    private let time: TimeSource
    private let probe: @Sendable () async -> Bool
    private let state = Locked(State())

    /// Creates a network that `probe` asks for every so many seconds, at least a tenth.
    public init(
        every seconds: Double, time: TimeSource = .system, probe: @escaping @Sendable () async -> Bool
    ) {
        self.seconds = max(seconds, 0.1)
        self.time = time
        self.probe = probe
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// The last answer of the probe; `nil` before the first one.
    public var isOnline: Bool? { reports.isOnline }

    /// Returns a stream with an element each time the network returns, from now on; probes as long as one is read.
    public func returns() -> AsyncStream<Void> {
        // First, so that even an immediate answer reaches this reader.
        let inner = reports.returns()
        // Who waits has just failed: the first answer is worth telling.
        reports.report(false)
        begin()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                for await _ in inner { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { [weak self] _ in
                task.cancel()
                self?.end()
            }
        }
    }

    private func begin() {
        state.withLock { state in
            state.waiting += 1
            guard state.waiting == 1 else { return }
            state.task = Task { [weak self, time, seconds] in
                while !Task.isCancelled {
                    guard let self else { return }
                    await self.ask()
                    guard await time.over(seconds) else { return }
                }
            }
        }
    }

    private func ask() async {
        let isOnline = await probe()
        if !Task.isCancelled { reports.report(isOnline) }
    }

    private func end() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.waiting -= 1
            guard state.waiting == 0 else { return nil }
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }
}
