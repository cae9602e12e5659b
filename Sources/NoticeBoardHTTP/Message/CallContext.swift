import NoticeBoardBase

/// Who a call is made for: what comes of it may be kept as long as they are who they were, and is forgotten with them.
package protocol CallOwner: Sendable {
    /// Runs `work`, which keeps something, while no account can sign in or out; throws if that has happened.
    func keep(_ work: () throws -> Void) throws
    /// Ends `dependent` with the session, at once if that is over; it is held weakly.
    func end(_ dependent: any SessionDependent)
}

/// An object that holds data of a session, or receives some: an open stream, kept responses.
package protocol SessionDependent: AnyObject, Sendable {
    /// Stops, and forgets what it holds.
    func sessionEnded()
}

/// What travels with one call from its beginning to its end: who it is, who hears of it, and what was tried.
///
/// Two are always equal: nothing of this makes two requests different ones.
package final class CallContext: Sendable, Hashable {
    /// Tells this call from others.
    private let number: UInt64
    /// The call as a template: `GET boards/{}/posts`.
    private let name: String
    private let onEvent: (@Sendable (HTTPEvent) -> Void)?
    private let mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)?
    /// Where the transport leaves the body of a streamed call; `nil` for a call that buffers its response.
    let stream: StreamSlot?
    /// The same for every copy.
    private let notes: Locked<Notes>

    private struct Notes {
        var attempts: [NoticeBoardError.Attempt] = []
        var owner: (any CallOwner)?
        var due: Double?
        var queueReason: String?
    }

    init(
        number: UInt64 = 0, name: String = "", onEvent: (@Sendable (HTTPEvent) -> Void)? = nil,
        mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)? = nil, stream: StreamSlot? = nil
    ) {
        (self.number, self.name, self.onEvent, self.mapError) = (number, name, onEvent, mapError)
        self.stream = stream
        notes = Locked(Notes())
    }

    /// Tells this call from others in words; empty where no client sends it.
    var id: String { number == 0 ? "" : String(number, radix: 36) }
    /// When the timeout passes, by the clock of the client.
    var due: Double? {
        get { notes.withLock { $0.due } }
        set { notes.withLock { $0.due = newValue } }
    }

    /// Why the request has not left yet, for the error of a timeout; `nil` when it has.
    var queueReason: String? {
        get { notes.withLock { $0.queueReason } }
        set { notes.withLock { $0.queueReason = newValue } }
    }

    /// Logs an event of the call.
    func send(_ kind: HTTPEvent.Kind) { onEvent?(HTTPEvent(requestID: id, call: name, kind: kind)) }

    /// Lets the app say in its own terms what an answer means that is not accepted.
    func explain(_ response: HTTPResponse, _ error: inout NoticeBoardError) { mapError?(response, &error) }

    /// Every time that the call was sent, in order; of one that is under way nothing but its delay is known.
    var attempts: [NoticeBoardError.Attempt] { notes.withLock { $0.attempts } }

    /// Every time that the call was sent, the last one ended by `cause` if it was under way.
    func attempts(endedBy cause: NoticeBoardError.Code) -> [NoticeBoardError.Attempt] {
        attempts.map { $0.isUnderWay ? .init(cause: cause, delay: $0.delay) : $0 }
    }

    /// The call is sent, after so many seconds of waiting.
    func begin(delay: Double) { notes.withLock { $0.attempts.append(.init(delay: delay)) } }

    /// The sending that was under way came to this.
    func end(_ attempt: NoticeBoardError.Attempt) {
        notes.withLock { notes in if let last = notes.attempts.indices.last { notes.attempts[last] = attempt } }
    }

    /// The account that the call is made for, if one is signed in.
    var owner: (any CallOwner)? {
        get { notes.withLock { $0.owner } }
        set { notes.withLock { $0.owner = newValue } }
    }

    /// Whether both are there.
    package static func == (left: CallContext, right: CallContext) -> Bool { true }
    /// Nothing to tell them apart by.
    package func hash(into hasher: inout Hasher) {}
}

extension NoticeBoardError.Attempt {
    fileprivate var isUnderWay: Bool { status == nil && cause == nil }
}
