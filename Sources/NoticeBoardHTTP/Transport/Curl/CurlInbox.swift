#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// Passes calls from their callers to the thread that sends them, and wakes it.
    final class CurlInbox: Sendable {
        /// Messages since the thread last collected.
        struct Mail {
            var arrivals: [CurlCall] = []
            /// Calls that were cancelled by their callers.
            var departures: [CurlCall] = []
            /// Streams whose readers have caught up.
            var resumptions: [CurlCall] = []
            /// Whether no more calls can come.
            var isLast = false
        }

        /// The thread's activity.
        private enum Thread {
            /// Working on collected mail, or about to sleep.
            case looking
            case asleep
            /// New mail has come since the last collection.
            case called
        }

        @safe private struct State {
            var mail = Mail()
            var multi: UnsafeMutableRawPointer?
            var thread = Thread.looking
        }

        private let state = Locked(State())

        /// Adds a call, and starts the thread with `start` if none is running.
        ///
        /// Returns `false` if the system has no resources left to start one. The next call tries again.
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

        /// Leaves mail for the thread, if one is running.
        func post(_ change: (inout Mail) -> Void) {
            state.withLock { state in
                change(&state.mail)
                guard unsafe state.multi != nil else { return state.mail = Mail(isLast: state.mail.isLast) }
                Self.wake(&state)
            }
        }

        /// Returns new mail, for the thread.
        func collect() -> Mail {
            state.withLock { state in
                state.thread = .looking
                defer { state.mail = Mail(isLast: state.mail.isLast) }
                return state.mail
            }
        }

        /// Returns whether the thread may sleep: only without new mail.
        func fallAsleep() -> Bool {
            state.withLock { state in
                guard state.thread == .looking else { return false }
                state.thread = .asleep
                return true
            }
        }

        /// Returns whether the thread may end; it is never woken after that.
        func close() -> Bool {
            state.withLock { state in
                guard state.mail.arrivals.isEmpty else { return false }
                unsafe state.multi = nil
                return true
            }
        }

        /// Under the lock, so that the thread can't end in between.
        ///
        /// Wakes only a sleeping thread, to save a system call.
        private static func wake(_ state: inout State) {
            defer { state.thread = .called }
            guard state.thread == .asleep, let multi = unsafe state.multi else { return }
            _ = unsafe noticeboard_curl_multi_wake(multi)
        }
    }
#endif
