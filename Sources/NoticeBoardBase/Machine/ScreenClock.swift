package import Foundation

/// The time that a screen draws with, updated every minute while the screen is visible, so that ages stay right.
@MainActor package final class ScreenClock: StateForwarding {
    package let stateSource: StateStore<Date>
    /// Returns the present time; the state is that of the last update.
    package let now: @Sendable () -> Date
    private let time: TimeSource
    private var running: Task<Void, Never>?

    package init(_ now: @escaping @Sendable () -> Date, _ time: TimeSource) {
        self.now = now
        self.time = time
        stateSource = StateStore(now())
    }

    deinit { running?.cancel() }

    /// Starts the timer; call it each time the screen appears.
    package func start() {
        look()
        run(true)
    }

    /// Stops the timer.
    package func stop() { run(false) }

    /// Starts or stops the timer without updating the time.
    package func run(_ isWanted: Bool) {
        guard isWanted != (running != nil) else { return }
        running?.cancel()
        running = nil
        guard isWanted else { return }
        running = Task { [weak self, time] in
            while await time.over(60) { self?.look() }
        }
    }

    private func look() { stateSource.state = now() }
}
