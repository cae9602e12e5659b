import Foundation

/// Keeps iOS from suspending the app while an instance lives, within the time that the system grants.
package final class BackgroundActivity: Sendable {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        private let isOver = DispatchSemaphore(value: 0)

        /// Begins an activity; the system logs `reason`.
        package init(_ reason: String) {
            // The app stays awake until the block returns. The system calls it again with true when time runs out.
            ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [isOver] isExpired in
                if isExpired { isOver.signal() } else { isOver.wait() }
            }
        }

        deinit { isOver.signal() }
    #else
        /// Does nothing: this system suspends no apps.
        package init(_ reason: String) {}
    #endif
}
