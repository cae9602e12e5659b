package import Foundation
import NoticeBoardBase

/// The age of what a list, a value or a part of a screen shows.
///
/// It counts from the start of the load: the response may have been on its way while the app was suspended.
package struct LoadAge: Sendable {
    private let now: @Sendable () -> Date
    private var startedAt: Date?
    private var isStarting = false

    package init(now: (@Sendable () -> Date)?) { self.now = now ?? { Date() } }

    /// Whether the last load began at least `seconds` ago; `false` for `nil`, and before the first load.
    package func isOlder(than seconds: Double?) -> Bool {
        guard let seconds, let startedAt else { return false }
        // The user may have set the clock back.
        return abs(now().timeIntervalSince(startedAt)) >= seconds
    }

    /// Records the start of a load.
    package mutating func noteLoad() { startedAt = now() }

    /// Records the start of a load by whether one has just started, after a change.
    package mutating func follow(isStarting: Bool) {
        if isStarting, !self.isStarting { noteLoad() }
        self.isStarting = isStarting
    }
}
