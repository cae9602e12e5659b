import Foundation
import NoticeBoardBase
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
    private var observation: StateObservation?

    /// Creates the age of the value that `source` loads.
    init<Source: StateSource>(
        of source: Source, now: @escaping @Sendable () -> Date, phase: @escaping @MainActor (Source.State) -> LoadPhase
    ) {
        self.now = now
        observation = source.observe { [weak self] in self?.follow(phase($0)) }
    }

    /// Whether the load of the value began a minute ago or earlier, or the only load failed.
    var isDue: Bool {
        guard let date = phase.isLoading ? startedAt : loadedAt else { return phase.failure != nil }
        // The user may have set the clock back.
        return abs(now().timeIntervalSince(date)) >= 60
    }

    private func follow(_ new: LoadPhase) {
        if new == .loading(isSlow: false), new != phase { startedAt = now() }
        if new == .idle, phase.isLoading { loadedAt = startedAt }
        phase = new
    }
}
