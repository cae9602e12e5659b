#if canImport(os)
    import NoticeBoardBase
    import os

    /// Writes each event to the system's log, where Console and `log stream` show it.
    ///
    /// Everything in an event may be read by anyone, so it is logged as public. Only on Apple's systems.
    public struct SystemLogger: HTTPObserver {
        private let logger: Logger

        /// An observer that logs under `subsystem`, which is an app's bundle identifier by custom.
        public init(subsystem: String, category: String = "network") {
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs `event`: failures, of the server too, as errors, everything else for those who look closely.
        public func observe(_ event: HTTPEvent) {
            switch event.kind {
            case .finished(let status, _, _) where status.rawValue >= 500: logger.error("\(event.description, privacy: .public)")
            case .failed, .unreadable: logger.error("\(event.description, privacy: .public)")
            default: logger.debug("\(event.description, privacy: .public)")
            }
        }
    }
#endif
