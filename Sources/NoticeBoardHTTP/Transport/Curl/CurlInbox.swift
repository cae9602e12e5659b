#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// Where callers leave their calls for the thread that sends them, and wake it.
    final class CurlInbox: Sendable {
        /// What came since the thread looked last.
        struct Mail {
            var arrivals: [CurlCall] = []
            /// Calls whose callers have gone.
            var departures: [CurlCall] = []
            /// Streams whose readers have caught up.
            var resumptions: [CurlCall] = []
            /// Whether nobody can send any more.
            var isLast = false
        }

        /// What the thread is at.
        private enum Thread {
            /// At what it took out, or about to sleep.
            case looking
            case asleep
            /// Something came since it looked last.
            case called
        }

        @safe private struct State {
            var mail = Mail()
            var multi: UnsafeMutableRawPointer?
            var thread = Thread.looking
        }

        private let state = Locked(State())

        /// Adds a call, and starts the thread with `start` when none runs.
        ///
        /// Returns `false` when the system has nothing left to start one with. The next call tries again.
        func add(_ call: CurlCall, start: (_ multi: UnsafeMutableRawPointer) -> Bool) -> Bool {
            state.withLock { state in
                if unsafe state.multi == nil {
                    guard let multi = unsafe noticeboard_curl_multi() else { return false }
                    guard unsafe start(multi) else { return false }
                    unsafe state.multi = multi
                }
                state.mail.arrivals.append(call)
                Self.wake(&state)
                return true
            }
        }

        /// Leaves mail for the thread, if one runs.
        func post(_ change: (inout Mail) -> Void) {
            state.withLock { state in
                change(&state.mail)
                guard unsafe state.multi != nil else { return state.mail = Mail(isLast: state.mail.isLast) }
                Self.wake(&state)
            }
        }

        /// What came since, for the thread.
        func collect() -> Mail {
            state.withLock { state in
                state.thread = .looking
                defer { state.mail = Mail(isLast: state.mail.isLast) }
                return state.mail
            }
        }

        /// Whether the thread may sleep: not when something has come meanwhile.
        func fallAsleep() -> Bool {
            state.withLock { state in
                guard state.thread == .looking else { return false }
                state.thread = .asleep
                return true
            }
        }

        /// Whether the thread may go: nobody wakes it after this.
        func close() -> Bool {
            state.withLock { state in
                guard state.mail.arrivals.isEmpty else { return false }
                unsafe state.multi = nil
                return true
            }
        }

        /// Under the lock, so that the thread cannot go in between; only one that sleeps, since waking costs a call of the system.
        private static func wake(_ state: inout State) {
            defer { state.thread = .called }
            guard state.thread == .asleep, let multi = unsafe state.multi else { return }
            _ = unsafe noticeboard_curl_multi_wake(multi)
        }
    }
#endif
