import NoticeBoardBase

/// The state of one call from start to end: its ID, its listener and its attempts.
///
/// Two are always equal, so that requests compare without it.
package final class CallContext: Sendable, Hashable {
    /// Identifies the call.
    private let number: UInt64
    /// The call as a template: `GET boards/{}/posts`.
    private let name: String
    private let onEvent: (@Sendable (HTTPEvent) -> Void)?
    private let mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)?
    /// Holds the body of a streamed call; `nil` for a call that buffers its response.
    let stream: StreamSlot?
    let notes = Locked(Notes())

    /// What is known about the call so far.
    struct Notes {
        var attempts: [NoticeBoardError.Attempt] = []
        var account: AccountCalls?
        /// The timeout's task, if the session is to end it, too.
        var task: CallTask?
        /// A copy of the call's body, for a transport that uploads only one file.
        var bodyCopy: (body: HTTPBody, file: PartFile)?
        /// The time of the timeout, by the client's clock.
        var due: Double?
        /// Whether the running attempt has no connection yet, so that nothing was sent; `nil` if the transport does not tell.
        var isWaiting: Bool?
        /// The phases of requests that have ended, for the logger.
        var phases: [HTTPPhases] = []
    }

    init(
        number: UInt64 = 0, name: String = "", onEvent: (@Sendable (HTTPEvent) -> Void)? = nil,
        mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)? = nil, stream: StreamSlot? = nil
    ) {
        self.number = number
        self.name = name
        self.onEvent = onEvent
        self.mapError = mapError
        self.stream = stream
    }

    /// Identifies the call in logs; empty if no client sends it.
    var id: String { number == 0 ? "" : String(number, radix: 36) }
    /// Whether events of the call are logged.
    var isLogged: Bool { onEvent != nil }
    /// Logs an event of the call.
    func send(_ kind: HTTPEvent.Kind) { onEvent?(HTTPEvent(requestID: id, call: name, kind: kind)) }

    /// Lets the app map a response that the call does not accept to its own error.
    func explain(_ response: HTTPResponse, _ error: inout NoticeBoardError) {
        mapError?(response, &error)
        // A code of the app may have brought another retry.
        error.suggestDelay(of: response)
    }

    /// All attempts, in order; a running one has only its delay.
    var attempts: [NoticeBoardError.Attempt] { notes.withLock { $0.attempts } }

    /// Returns all attempts; a running one ends with `cause`, unless it has no connection yet.
    func attempts(endedBy cause: NoticeBoardError.Code) -> [NoticeBoardError.Attempt] {
        attempts.map { attempt in
            var attempt = attempt
            if attempt.isUnsent, !isWaiting { attempt.cause = cause }
            return attempt
        }
    }

    /// Records the start of an attempt, after a delay in seconds.
    func begin(delay: Double) {
        notes.withLock { notes in
            notes.attempts.append(.init(delay: delay))
            notes.isWaiting = nil
        }
    }

    /// Whether the running attempt waits for its first connection.
    var isWaiting: Bool { notes.withLock { $0.isWaiting == true } }

    /// Records that the running attempt waits for a connection; the second request of a redirect does not count.
    func markWaiting() { notes.withLock { $0.isWaiting = $0.isWaiting ?? true } }

    /// Records that the running attempt goes on to a transport, which may tell whether it waits for a connection.
    func forgetWaiting() { notes.withLock { $0.isWaiting = nil } }

    /// Records that the running attempt is sent.
    func markSent() { notes.withLock { $0.isWaiting = false } }

    /// Whether a redirect answered the request of the last attempt: to send it again would carry it out twice.
    var isAnswered: Bool { notes.withLock { $0.attempts.last?.isAnswered == true } }

    /// Records that a redirect answered the request of the running attempt, and only its result is still to be read.
    func markAnswered() {
        notes.withLock { notes in if let last = notes.attempts.indices.last { notes.attempts[last].isAnswered = true } }
    }

    /// Records the result of the running attempt.
    func end(_ attempt: NoticeBoardError.Attempt) {
        notes.withLock { notes in
            guard let last = notes.attempts.indices.last else { return }
            let isAnswered = notes.attempts[last].isAnswered
            notes.attempts[last] = attempt
            notes.attempts[last].isAnswered = isAnswered
        }
    }

    /// Returns the copy of `body` in a file; `make` copies it once for all attempts of the call.
    func bodyCopy(of body: HTTPBody, _ make: () throws -> PartFile) throws -> PartFile {
        if let copy = notes.withLock({ $0.bodyCopy }), copy.body == body { return copy.file }
        let file = try make()
        let former = notes.withLock { notes in
            defer { notes.bodyCopy = (body, file) }
            return notes.bodyCopy
        }
        return withExtendedLifetime(former) { file }
    }

    /// Deletes the copy of the body, once no task reads it any more.
    func dropBodyCopy() {
        _ = notes.withLock { notes in
            defer { notes.bodyCopy = nil }
            return notes.bodyCopy
        }
    }

    /// The calls of the account that this one is made for, if one is signed in.
    var account: AccountCalls? { notes.withLock { $0.account } }

    /// Records the account; returns the task in which the call runs, if the session is to end it.
    func begin(for account: AccountCalls) -> CallTask? {
        notes.withLock { notes in
            notes.account = account
            defer { notes.task = nil }
            return notes.task
        }
    }

    /// Always true.
    package static func == (left: CallContext, right: CallContext) -> Bool { true }
    /// Does nothing, as all are equal.
    package func hash(into hasher: inout Hasher) {}
}
