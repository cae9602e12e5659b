import Foundation
import NoticeBoardBase

/// The moment at which a screen looks: once a minute another while it is in sight, so that what it shows ages.
@MainActor final class ScreenClock: StateForwarding {
    private let value: StateStore<Date>
    private let now: @Sendable () -> Date
    private let time: TimeSource
    private var running: Task<Void, Never>?

    init(_ now: @escaping @Sendable () -> Date, _ time: TimeSource) {
        (self.now, self.time, value) = (now, time, StateStore(now()))
    }

    deinit { running?.cancel() }

    var stateSource: StateStore<Date> { value }

    /// The screen came into sight.
    func start() {
        value.state = now()
        guard running == nil else { return }
        running = Task { [weak self, time] in
            while await time.over(60) { self?.look() }
        }
    }

    /// It went out of sight.
    func stop() {
        running?.cancel()
        running = nil
    }

    private func look() { value.state = now() }
}
