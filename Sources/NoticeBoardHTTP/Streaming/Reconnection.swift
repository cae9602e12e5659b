import NoticeBoardBase

/// The waits between the connections of an event stream, and the errors that end it.
///
/// A value without tasks and clocks: it says how long to wait.
struct Reconnection {
    /// The minimum wait in seconds, even if the server asks for none.
    static let shortestWait = 0.1
    /// The wait if the server sets none.
    static let usualWait = 3.0
    /// The maximum wait after failures, unless the server asks for more.
    static let longestWait = 60.0
    /// The maximum wait that a server can ask for.
    static let longestRetry = 600.0

    /// The wait that the server asks for between connections, in seconds.
    let retry: Double?
    /// A random number in 0...1.
    let random: @Sendable () -> Double
    /// The connections in a row that could not be opened.
    private var failures = 0

    init(retry: Double?, random: @escaping @Sendable () -> Double) {
        self.retry = retry
        self.random = random
    }

    /// Returns the seconds to wait after the end of a connection, perhaps by an error; throws `error` if it ends the stream.
    mutating func wait(afterEnd error: (any Error)?) throws -> Double {
        failures = 0
        guard let error else { return least }
        return try wait(after: error)
    }

    /// Returns the seconds to wait after a connection that could not be opened; throws `error` if it ends the stream.
    mutating func wait(afterFailure error: any Error) throws -> Double {
        failures += 1
        return try wait(after: error)
    }

    private var least: Double { max(retry ?? Self.usualWait, Self.shortestWait) }

    private func wait(after error: any Error) throws -> Double {
        guard let error = error as? NoticeBoardError, Self.isPassing(error) else { throw error }
        let doubled = least * Double(sign: .plus, exponent: min(failures, 30), significand: 1)
        let most = max(min(doubled, Self.longestWait), least)
        let wait = least + random() * (most - least)
        guard let asked = Self.askedWait(error) else { return wait }
        return max(wait, min(asked, Self.longestRetry))
    }

    /// Whether another connection may succeed without the app.
    ///
    /// After a network's own sign-in page the app shows it first, and the app's own code decides what follows its errors.
    private static func isPassing(_ error: NoticeBoardError) -> Bool {
        error.mayPass && error.code != .networkSignIn && error.code != .external
    }

    /// The wait of a remedy that the app chose, or else the server's own, if the app's code brought another remedy.
    private static func askedWait(_ error: NoticeBoardError) -> Double? {
        if case .retry(let seconds?) = error.remedy { return seconds }
        return error.reply?.retryAfter
    }
}
