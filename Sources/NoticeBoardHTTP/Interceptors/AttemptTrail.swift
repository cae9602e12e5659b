import NoticeBoardBase

/// What was tried for a call so far, for whoever ends it from outside and does not see what its attempts came to.
///
/// Travels with the request. Two are equal when they are the same one.
package final class AttemptTrail: Sendable, Hashable {
    private let state = Locked((over: [] as [NoticeBoardError.Attempt], underWay: nil as NoticeBoardError.Attempt?))

    init() {}

    /// The attempts in `over` came to an end, and after so many seconds of waiting another one sets out.
    func begin(after over: [NoticeBoardError.Attempt], delay: Double) {
        state.withLock { $0 = (over, NoticeBoardError.Attempt(cause: .timedOut, delay: delay)) }
    }

    /// All attempts are over, and the call waits.
    func wait(after over: [NoticeBoardError.Attempt]) { state.withLock { $0 = (over, nil) } }

    /// The attempts when time is up: one that is under way timed out.
    ///
    /// Nothing where that is the only one, of which the error itself tells.
    var timedOut: [NoticeBoardError.Attempt] {
        state.withLock { state in
            guard let last = state.underWay else { return state.over }
            return state.over.isEmpty ? [] : state.over + [last]
        }
    }

    /// Whether both are the same one.
    package static func == (left: AttemptTrail, right: AttemptTrail) -> Bool { left === right }
    /// Hashes which one it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
