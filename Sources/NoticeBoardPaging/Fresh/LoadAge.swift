import Foundation
import NoticeBoardBase

/// The age of what a list or a value shows.
///
/// It counts from the start of the load: the response may have been on its way while the app was suspended.
struct LoadAge {
    private let fresh: Freshness?
    private let now: @Sendable () -> Date
    private var startedAt: Date?

    init(_ fresh: Freshness?, now: (@Sendable () -> Date)?) {
        self.fresh = fresh
        self.now = now ?? { Date() }
    }

    /// Whether the last load began too long ago.
    var isTooOld: Bool {
        guard let age = fresh?.age, let startedAt else { return false }
        // The user may have set the clock back.
        return abs(now().timeIntervalSince(startedAt)) >= age
    }

    mutating func noteLoad() { startedAt = now() }
}
