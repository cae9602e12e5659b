import NoticeBoardBase

/// A failure of the network, and until when the device answers first.
struct NetworkOutage: Sendable {
    /// Why the network could not be used.
    let failure: NoticeBoardError
    /// When the network is asked again, in seconds of the clock.
    let end: Double

    /// The shortest time for which the device answers first, in seconds.
    private static let shortest = 10.0

    /// Creates an outage that was noticed by a call between two times.
    ///
    /// It lasts as long as the call took, so that timeouts take at most half of the time.
    init(_ failure: NoticeBoardError, from start: Double, to end: Double) {
        self.failure = failure
        self.end = end + max(end - start, Self.shortest)
    }
}
