import NoticeBoardBase

/// What travels with one call from its beginning to its end: who it is, who hears of it, and what was tried.
///
/// Two are always equal: nothing of this makes two requests different ones.
package final class CallContext: Sendable, Hashable {
    /// Tells this call from others.
    let id: String
    /// The call as a template: `GET boards/{}/posts`.
    let name: String
    /// When the deadline passes, by the clock of the client.
    let due: Double?
    private let hear: (@Sendable (HTTPEvent) -> Void)?
    /// The same one for every copy.
    private let notes: Locked<Notes>

    private struct Notes {
        var attempts: [NoticeBoardError.Attempt] = []
        var belonging: (@Sendable (() throws -> Void) throws -> Void)?
    }

    init(id: String, name: String, due: Double? = nil, hear: (@Sendable (HTTPEvent) -> Void)? = nil) {
        (self.id, self.name, self.due, self.hear, notes) = (id, name, due, hear, Locked(Notes()))
    }

    private init(_ other: CallContext, due: Double?) {
        (id, name, hear, notes) = (other.id, other.name, other.hear, other.notes)
        self.due = due
    }

    /// The same call with a deadline, or with none.
    func with(due: Double?) -> CallContext { CallContext(self, due: due) }

    /// Tells whoever observes the call.
    func tell(_ kind: HTTPEvent.Kind) { hear?(HTTPEvent(requestID: id, call: name, kind: kind)) }

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

    /// What comes of the call belongs to somebody: `standing` lets it be kept as long as it is still theirs, and throws else.
    func belongs(_ standing: @escaping @Sendable (() throws -> Void) throws -> Void) {
        notes.withLock { $0.belonging = standing }
    }

    /// Runs `work`, which keeps what came of the call, if it may still be kept.
    func keep(_ work: () throws -> Void) throws {
        if let belonging = notes.withLock({ $0.belonging }) { try belonging(work) } else { try work() }
    }

    /// Whether both are there.
    package static func == (left: CallContext, right: CallContext) -> Bool { true }
    /// Nothing to tell them apart by.
    package func hash(into hasher: inout Hasher) {}
}

extension NoticeBoardError.Attempt {
    fileprivate var isUnderWay: Bool { status == nil && cause == nil }
}
