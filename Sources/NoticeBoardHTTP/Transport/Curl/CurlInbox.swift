#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// Passes calls from their callers to the thread that sends them, and wakes it.
    final class CurlInbox: Sendable {
        /// Messages since the thread last collected.
        struct Mail {
            var arrivals: [TransportCall] = []
            /// Calls that were cancelled by their callers.
            var departures: [TransportCall] = []
            /// Streams whose readers have caught up.
            var resumptions: [TransportCall] = []
            /// Whether no more calls can come.
            var isLast = false
        }

        @safe private struct State {
            var mail = Mail()
            var multi: UnsafeMutableRawPointer?
        }

        private let state = Locked(State())

        /// Adds a call, and starts the thread with `start` if none is running.
        ///
        /// Returns `false` if the system has no resources left to start one. The next call tries again.
        func add(_ call: TransportCall, start: (_ multi: UnsafeMutableRawPointer) -> Bool) -> Bool {
            state.withLock { state in
                if unsafe state.multi == nil {
                    guard let multi = unsafe noticeboard_curl_multi() else { return false }
                    guard unsafe start(multi) else { return false }
                    unsafe state.multi = multi
                }
                state.mail.arrivals.append(call)
                _ = unsafe noticeboard_curl_multi_wake(state.multi)
                return true
            }
        }

        /// Leaves mail for the thread, if one is running.
        func post(_ change: (inout Mail) -> Void) {
            state.withLock { state in
                change(&state.mail)
                guard unsafe state.multi != nil else { return state.mail = Mail(isLast: state.mail.isLast) }
                // Under the lock, so that the thread can't end in between.
                _ = unsafe noticeboard_curl_multi_wake(state.multi)
            }
        }

        /// Returns new mail, for the thread.
        func collect() -> Mail {
            state.withLock { state in
                defer { state.mail = Mail(isLast: state.mail.isLast) }
                return state.mail
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
    }
#endif
