#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// Passes messages about calls to the thread that transfers them, and wakes it.
    ///
    /// The thread starts with the first call and runs until no more calls can come; then ``close()`` ends it.
    final class CurlInbox: Sendable {
        /// The messages since the thread last collected them.
        struct Mail {
            /// Calls to send.
            var arrivals: [TransportCall] = []
            /// Calls that were cancelled by their callers.
            var departures: [TransportCall] = []
            /// Streams whose readers have caught up.
            var resumptions: [TransportCall] = []
            /// Whether the transport was released, so that no more calls can come.
            var isLast = false
        }

        @safe private struct State {
            var mail = Mail()
            /// The handle that wakes the thread; `nil` while no thread runs.
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

        /// Adds a message for the thread and wakes it; does nothing while no thread runs, except to record `isLast`.
        func post(_ change: (inout Mail) -> Void) {
            state.withLock { state in
                change(&state.mail)
                guard unsafe state.multi != nil else { return state.mail = Mail(isLast: state.mail.isLast) }
                // Under the lock, so that the thread can't end in between.
                _ = unsafe noticeboard_curl_multi_wake(state.multi)
            }
        }

        /// Removes and returns the messages; only the thread calls it.
        func collect() -> Mail {
            state.withLock { state in
                defer { state.mail = Mail(isLast: state.mail.isLast) }
                return state.mail
            }
        }

        /// Returns whether the thread may end, because no call has arrived; it is never woken after that.
        func close() -> Bool {
            state.withLock { state in
                guard state.mail.arrivals.isEmpty else { return false }
                unsafe state.multi = nil
                return true
            }
        }
    }
#endif
