#if os(Linux)
    /// The time since the last byte of a transfer, by the transport's clock.
    struct CurlIdleTime {
        /// The maximum seconds without a byte.
        let timeout: Double
        /// The time of the last byte.
        var lastByte: Double
        /// Whether the transfer waits for its reader.
        var isPaused = false

        init(timeout: Double, now: Double) {
            self.timeout = timeout
            lastByte = now
        }

        /// The time at which the transfer times out if no more bytes arrive; never while it waits for its reader.
        var due: Double { isPaused ? .infinity : lastByte + timeout }
    }
#endif
