#if canImport(os)
    import NoticeBoardBase
    import os

    /// A logger that writes to the system log, for Console and `log stream`; only on Apple's systems.
    ///
    /// Events contain no secrets, so they are logged as public.
    public struct SystemLogger: HTTPLogger {
        private let logger: Logger

        /// Creates a logger under `subsystem`, usually the app's bundle identifier.
        public init(subsystem: String, category: String = "network") {
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs failures, including a server's 5xx, as errors, and other events as debug messages.
        public func log(_ event: HTTPEvent) {
            switch event.kind {
            case .finished(let status, _, _) where status.rawValue >= 500: logger.error("\(event.description, privacy: .public)")
            case .failed, .unreadable: logger.error("\(event.description, privacy: .public)")
            default: logger.debug("\(event.description, privacy: .public)")
            }
        }
    }
#endif
