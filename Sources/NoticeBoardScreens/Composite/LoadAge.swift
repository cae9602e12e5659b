import Foundation
import NoticeBoardPaging

/// The age of a value that a screen loads: of a profile, a post, or the head of a list.
///
/// It counts from the start of the load. The response may have been on its way while the app was suspended, so the end of the
/// load says nothing about the age of its contents.
@MainActor final class LoadAge {
    private let now: @Sendable () -> Date
    private var phase = LoadPhase.idle
    /// The start of the newest load, which may be running.
    private var startedAt: Date?
    /// The start of the last load that succeeded.
    private var loadedAt: Date?

    /// Creates the age of a value that is not loaded yet.
    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Whether the load of the value began at least `seconds` ago, or the only load failed.
    func isDue(after seconds: Double) -> Bool {
        guard let date = phase.isLoading ? startedAt : loadedAt else { return phase.failure != nil }
        // The user may have set the clock back.
        return abs(now().timeIntervalSince(date)) >= seconds
    }

    /// Records the phase of the newest load after a change.
    func follow(_ new: LoadPhase) {
        if new == .loading(isSlow: false), new != phase { startedAt = now() }
        if new == .idle, phase.isLoading { loadedAt = startedAt }
        phase = new
    }
}
