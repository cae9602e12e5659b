#if os(Linux)
    import NoticeBoardBase
    import NoticeBoardCurl

    /// Passes messages about calls to the thread that transfers them, and wakes it.
    ///
    /// The thread starts with the first call and runs until no more calls can come; then ``close()`` ends it.
    final class CurlInbox: Sendable {
        /// A change that the thread makes.
        typealias Message = @Sendable (CurlLoop) -> Void

        /// Sendable: `multi` is only woken from here, which libcurl allows on any thread while the handle exists.
        @safe private struct State: @unchecked Sendable {
            /// The messages since the thread last collected them.
            var messages: [Message] = []
            /// Whether the transport was released, so that no more calls can come.
            var isLast = false
            /// The handle that wakes the thread; `nil` while no thread runs.
            var multi: UnsafeMutableRawPointer?
        }

        private let state = Locked(State())

        /// Adds a message and wakes the thread, which `start` starts if none is running.
        ///
        /// Returns `false`, and drops the message, if none is running or the system has no resources left to start one. The next
        /// call tries again.
        @safe @discardableResult func post(
            _ message: @escaping Message, start: ((_ multi: UnsafeMutableRawPointer) -> Bool)? = nil
        ) -> Bool {
            state.withLock { state in
                if unsafe state.multi == nil {
                    guard let start = unsafe start, let multi = unsafe noticeboard_curl_multi(), unsafe start(multi) else {
                        return false
                    }
                    unsafe state.multi = multi
                }
                state.messages.append(message)
                // The thread collects all messages at once, so only the first one wakes it, which costs a call of the system.
                // Under the lock, so that the thread can't end in between.
                if state.messages.count == 1 { _ = unsafe curl.multi_wakeup(state.multi) }
                return true
            }
        }

        /// Lets the thread end after the last call.
        func end() {
            state.withLock { state in
                state.isLast = true
                if let multi = unsafe state.multi { _ = unsafe curl.multi_wakeup(multi) }
            }
        }

        /// Moves the messages to the empty `messages`, and returns whether no more calls can come; only the thread calls it.
        func collect(_ messages: inout [Message]) -> Bool {
            state.withLock { state in
                // The thread gives back the memory of the messages before.
                swap(&state.messages, &messages)
                return state.isLast
            }
        }

        /// Returns whether the thread may end, because no message has arrived; it is never woken after that.
        func close() -> Bool {
            state.withLock { state in
                guard state.messages.isEmpty else { return false }
                unsafe state.multi = nil
                return true
            }
        }
    }
#endif
