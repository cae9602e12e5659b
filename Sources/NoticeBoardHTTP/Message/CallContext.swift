import NoticeBoardBase

/// Who a call is made for: what comes of it may be kept as long as they are who they were, and is forgotten with them.
package protocol CallOwner: Sendable {
    /// Runs `work`, which keeps something, while nobody can sign in or out; throws when that has happened already.
    func keep(_ work: () throws -> Void) throws
    /// Runs `work` when they sign out, at once when they did already; of several with one `id` the first alone.
    func onForgetting(_ id: ObjectIdentifier, _ work: @escaping @Sendable () -> Void)
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
    /// Whether others wait for it too, who may wait longer than the one who began it.
    private let isForMany: Bool
    /// By what others can end the way that the call is on, where somebody may: who sends it twice is on two.
    let race: Race<HTTPResponse>?
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
        (isForMany, race, notes) = (false, nil, Locked(Notes()))
    }

    private init(_ call: CallContext, isForMany: Bool, race: Race<HTTPResponse>?) {
        (number, name, onEvent, mapError, notes) = (call.number, call.name, call.onEvent, call.mapError, call.notes)
        (self.isForMany, self.race, stream) = (isForMany, race, call.stream)
    }

    /// The same call, for others too: neither a timeout nor anything else that ends the one who began it ends theirs.
    func forMany() -> CallContext { CallContext(self, isForMany: true, race: nil) }

    /// The same call, on a way that others can end by `race`.
    func endable(by race: Race<HTTPResponse>) -> CallContext { CallContext(self, isForMany: isForMany, race: race) }

    /// Tells this call from others in words; empty where no client sends it.
    var id: String { number == 0 ? "" : String(number, radix: 36) }
    /// When the timeout passes, by the clock of the client.
    var due: Double? { isForMany ? nil : notes.withLock { $0.due } }

    /// Why the request has not left yet, for the error of a timeout; `nil` when it has.
    var queueReason: String? {
        get { notes.withLock { $0.queueReason } }
        set { notes.withLock { $0.queueReason = newValue } }
    }

    /// Notes when the timeout passes.
    func ends(at due: Double) { notes.withLock { $0.due = due } }

    /// Tells whoever observes the call.
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

    /// Who the call is made for, if somebody is signed in.
    var owner: (any CallOwner)? { notes.withLock { $0.owner } }

    /// Notes who the call is made for.
    func belongs(to owner: any CallOwner) { notes.withLock { $0.owner = owner } }

    /// Whether both are there.
    package static func == (left: CallContext, right: CallContext) -> Bool { true }
    /// Nothing to tell them apart by.
    package func hash(into hasher: inout Hasher) {}
}

extension NoticeBoardError.Attempt {
    fileprivate var isUnderWay: Bool { status == nil && cause == nil }
}
