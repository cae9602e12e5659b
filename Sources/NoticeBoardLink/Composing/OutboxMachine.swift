public import NoticeBoardBase

/// The state machine of the drafts: sends one at a time, in the order in which they were queued.
///
/// A draft whose response was lost, or whose process ended during sending, is never sent again automatically: the service is
/// searched, and if it is missing, the user is asked.
struct OutboxMachine: StateMachine {
    enum Event: Sendable {
        case loaded([LinkDraft], unreadable: [String], storedAt: [LinkDraft.ID: Double] = [:], now: Double = 0)
        case began(LinkDraft)
        case changed(LinkDraft.ID, @Sendable (inout LinkDraft) -> Void)
        case send(LinkDraft.ID)
        /// Returns the draft to editing; one being sent is searched for first.
        case takeBack(LinkDraft.ID)
        case discard(LinkDraft.ID)
        /// The network is back, or the retry delay is over.
        case goOn
        /// The draft is about to be sent; `known` are the existing items of its kind.
        case leaving(LinkDraft.ID, known: [String])
        case progressed(LinkDraft.ID, Double)
        /// It was sent, or looked for at the service.
        case ended(LinkDraft.ID, Outcome)
        case stored(NoticeBoardError?)
        case over
    }

    /// The outcome of sending a draft, or of looking for it at the service.
    enum Outcome: Sendable {
        /// The service has it.
        case stored
        /// The answer was lost, or the service does not have it.
        case missing
        /// The call did not reach the service, and may later.
        case held(NoticeBoardError)
        case refused(NoticeBoardError)
    }

    enum Effect: Sendable, Equatable {
        case save(LinkDraft), remove(LinkDraft)
        case send(LinkDraft), look(LinkDraft)
        case stop
        case wait(Double)
    }

    private(set) var state = LinkOutbox.State()
    /// The draft being sent or searched for, one at a time.
    private var current: LinkDraft.ID? { didSet { state.progress = 0 } }
    private var lastTurn = 0
    private var holdups = 0

    mutating func handle(_ event: Event) -> [Effect] {
        guard !state.isOver else { return [] }
        switch event {
        case .loaded(let all, let unreadable, let storedAt, let now):
            let own = Set(state.drafts.map(\.id))
            let drafts = all.filter { !own.contains($0.id) }
            let kept = Self.kept(of: drafts) { now - (storedAt[$0.id] ?? now) }
            state.drafts = drafts.filter { kept.contains($0.id) }.sorted { $0.turn < $1.turn } + state.drafts
            lastTurn = all.reduce(lastTurn) { max($0, $1.turn) }
            (state.isLoaded, state.unreadable, state.failure) = (true, unreadable, nil)
            return drafts.filter { !kept.contains($0.id) }.map { .remove($0) } + next()
        case .began(let draft):
            state.drafts.append(draft)
            return draft.isUntouched ? [] : [.save(draft)]
        case .changed(let id, let change):
            return update(id, where: \.isOpen) { draft in
                draft.status = .writing
                change(&draft)
            }
        case .send(let id):
            let isReady = state[id].map { $0.problem == nil && $0.isOpen && $0.status != .waiting } ?? false
            guard isReady else { return [] }
            lastTurn += 1
            let turn = lastTurn
            let effects = update(id) { ($0.status, $0.turn, $0.isTakenBack, $0.known) = (.waiting, turn, false, nil) }
            return effects + next()
        case .takeBack(let id): return takeBack(id)
        case .discard(let id):
            guard let draft = state[id] else { return [] }
            state.drafts.removeAll { $0.id == id }
            guard current == id else { return [.remove(draft)] }
            current = nil
            return [.stop, .remove(draft)] + next()
        case .goOn:
            state.pauseReason = nil
            return next()
        case .leaving(let id, let known):
            return current == id ? update(id) { $0.known = known } : []
        case .progressed(let id, let part):
            if current == id { state.progress = part }
            return []
        case .ended(let id, let result): return ended(id, result)
        case .stored(let failure):
            // A successful write does not clear a failed load.
            if failure != nil || state.isLoaded { state.failure = failure }
            return next()
        case .over:
            state = LinkOutbox.State()
            state.isOver = true
            return [.stop]
        }
    }

    /// Returns the drafts to keep: of those never sent, the newest fifty of the last thirty days.
    private static func kept(of drafts: [LinkDraft], age: (LinkDraft) -> Double) -> Set<LinkDraft.ID> {
        let written = drafts.filter { $0.wasNeverSent && !$0.isUntouched && age($0) < 30 * 86_400 }
        let newest = written.sorted { age($0) < age($1) }.prefix(50)
        return Set((newest + drafts.filter { !$0.wasNeverSent && !$0.isUntouched }).map(\.id))
    }

    private mutating func takeBack(_ id: LinkDraft.ID) -> [Effect] {
        switch state[id]?.status {
        case .waiting?, .asking?, .refused?: return update(id) { $0.status = .writing }
        case .sending?:
            current = nil
            // After sending has begun, it may have arrived: the service is searched before it counts as unsent.
            return [.stop]
                + update(id) { ($0.status, $0.isTakenBack) = $0.known == nil ? (.writing, false) : (.unsure, true) } + next()
        case .unsure?: return update(id) { $0.isTakenBack = true }
        case .writing?, nil: return []
        }
    }

    private mutating func ended(_ id: LinkDraft.ID, _ outcome: Outcome) -> [Effect] {
        guard current == id, let draft = state[id] else { return [] }
        current = nil
        let wasSent = draft.status == .sending
        switch outcome {
        case .stored:
            if wasSent { (holdups, state.pauseReason) = (0, nil) }
            state.drafts.removeAll { $0.id == id }
            return [.remove(draft)] + next()
        case .missing where wasSent: return update(id) { $0.status = .unsure } + next()
        case .missing: return update(id) { $0.status = $0.isTakenBack ? .writing : .asking } + next()
        case .held(let error) where wasSent: return update(id) { ($0.status, $0.known) = (.waiting, nil) } + hold(error)
        case .held(let error): return hold(error)
        case .refused(let error): return update(id) { $0.status = .refused(error) } + next()
        }
    }

    /// Pauses all sending for the time that the service named, or with increasing delay.
    private mutating func hold(_ error: NoticeBoardError) -> [Effect] {
        state.pauseReason = error
        holdups = min(holdups + 1, 5)
        if case .retry(let seconds?) = error.remedy { return [.wait(max(1, seconds))] }
        return [.wait([5, 10, 20, 40, 60][holdups - 1])]
    }

    private mutating func update(
        _ id: LinkDraft.ID, where isMeant: (LinkDraft) -> Bool = { _ in true }, _ change: (inout LinkDraft) -> Void
    ) -> [Effect] {
        guard let index = state.drafts.firstIndex(where: { $0.id == id }), isMeant(state.drafts[index]) else { return [] }
        let before = state.drafts[index]
        change(&state.drafts[index])
        let draft = state.drafts[index]
        return draft == before ? [] : [draft.isUntouched ? .remove(draft) : .save(draft)]
    }

    /// Whether the folder can't be read, so that all drafts are from this launch.
    ///
    /// Nothing is sent if another outbox holds the folder, or if the folder is not allowed.
    private var isOnlyInMemory: Bool { state.failure.map { ![.storeBusy, .invalidInput].contains($0.code) } ?? false }

    /// Starts the next draft if none is running: first by turn, searching before sending.
    private mutating func next() -> [Effect] {
        guard current == nil, state.pauseReason == nil, state.isLoaded || isOnlyInMemory else { return [] }
        let turns = state.drafts.filter { $0.status == .unsure || $0.status == .waiting }.min { $0.turn < $1.turn }
        guard let draft = turns else { return [] }
        current = draft.id
        if draft.status == .unsure { return [.look(draft)] }
        guard let index = state.drafts.firstIndex(where: { $0.id == draft.id }) else { return [] }
        // The sender marks it as sending on disk before anything is sent.
        state.drafts[index].status = .sending
        return [.send(state.drafts[index])]
    }
}

extension LinkOutbox {
    /// The state of an outbox.
    public struct State: Sendable, Equatable {
        /// The drafts of earlier launches by turn, then those begun in this launch.
        public internal(set) var drafts: [LinkDraft] = []
        /// Whether the drafts of earlier launches are loaded.
        public internal(set) var isLoaded = false
        /// Why sending is paused: no network, or the service asks to retry later; `nil` while it is not.
        public internal(set) var pauseReason: NoticeBoardError?
        /// The upload progress of the draft being sent, from 0 to 1.
        public internal(set) var progress = 0.0
        /// Why the disk could not be read or written; `nil` after a success.
        public internal(set) var failure: NoticeBoardError?
        /// The file names of damaged drafts, which stay in the folder.
        public internal(set) var unreadable: [String] = []
        /// Whether the account is signed out.
        public internal(set) var isOver = false

        /// Returns a draft by its ID.
        public subscript(_ id: LinkDraft.ID) -> LinkDraft? { drafts.first { $0.id == id } }

        /// The number of drafts that wait, are being sent or are being searched for.
        public var outgoing: Int { drafts.count { [.waiting, .sending, .unsure].contains($0.status) } }
    }
}
