import Foundation

/// A clock that all processes read alike: it goes on while the machine sleeps, and no change of the date moves it.
package enum MachineClock {
    /// The seconds since the machine started.
    package static let now: @Sendable () -> Double = {
        var time = timespec()
        #if canImport(Darwin)
            let clock = CLOCK_MONOTONIC_RAW
        #else
            let clock = CLOCK_BOOTTIME
        #endif
        _ = unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
