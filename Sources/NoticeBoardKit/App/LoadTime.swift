import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Records when a screen was last loaded without a failure.
@MainActor final class LoadTime {
    private let now: @Sendable () -> Date
    private var loadedAt: Date?
    private var isLoading = false

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    /// Follows a state of the screen; `isLoaded` is false while it shows nothing that was loaded from the service.
    func follow(_ phase: LoadPhase, isLoaded: Bool) {
        if !isLoaded { loadedAt = nil } else if isLoading, phase == .idle { loadedAt = now() }
        isLoading = phase.isLoading
    }

    /// Whether the screen is not being loaded, and was not loaded in the last minute.
    var isOld: Bool { !isLoading && loadedAt.map { abs(now().timeIntervalSince($0)) >= 60 } ?? true }
}
