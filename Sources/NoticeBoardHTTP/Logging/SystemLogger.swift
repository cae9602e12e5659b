#if canImport(os)
    import NoticeBoardBase
    import os

    /// A logger that writes to the system's log, where Console and `log stream` show it; on Apple's systems only.
    ///
    /// Events hold nothing secret, so they are logged as public.
    public struct SystemLogger: HTTPLogger {
        private let logger: Logger

        /// Creates a logger that logs under `subsystem`, by custom the app's bundle identifier.
        public init(subsystem: String, category: String = "network") {
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs `event`: failures, a server's 5xx among them, as errors, the rest as debug messages.
        public func log(_ event: HTTPEvent) {
            switch event.kind {
            case .finished(let status, _, _) where status.rawValue >= 500: logger.error("\(event.description, privacy: .public)")
            case .failed, .unreadable: logger.error("\(event.description, privacy: .public)")
            default: logger.debug("\(event.description, privacy: .public)")
            }
        }
    }
#endif
