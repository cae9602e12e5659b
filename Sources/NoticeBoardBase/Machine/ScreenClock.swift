package import Foundation

/// The moment at which a screen draws: another one every minute while the screen is in sight, so that what it shows ages.
@MainActor package final class ScreenClock: StateForwarding {
    private let value: StateStore<Date>
    private let now: @Sendable () -> Date
    private let time: TimeSource
    private var running: Task<Void, Never>?

    package init(_ now: @escaping @Sendable () -> Date, _ time: TimeSource) {
        (self.now, self.time, value) = (now, time, StateStore(now()))
    }

    deinit { running?.cancel() }

    package var stateSource: StateStore<Date> { value }

    /// The screen came into sight, also once more.
    package func start() {
        look()
        run(true)
    }

    /// It went out of sight.
    package func stop() { run(false) }

    /// Starts or stops the minutes, without looking now.
    package func run(_ isWanted: Bool) {
        guard isWanted != (running != nil) else { return }
        running?.cancel()
        running = nil
        guard isWanted else { return }
        running = Task { [weak self, time] in
            while await time.over(60) { self?.look() }
        }
    }

    private func look() { value.state = now() }
}
