import NoticeBoardBase

/// The steps of a draft on its way to the service.
///
/// A draft that is `waiting` cannot have reached the service. From the first attempt that may have, ``existing`` stays recorded.
/// Every further attempt has the same key, while the service remembers it, or begins with a search for what is new since then.
struct OutboxDelivery: Sendable, Hashable, Codable {
    var status = OutboxStatus.writing
    /// The position in the sending order; 0 before the user handed it in.
    var turn = 0
    /// What existed before the first attempt; `nil` as long as no attempt can have reached the service.
    var existing: ExistingItems?
    var key = DeliveryKey()
    /// What follows if the draft is not found.
    var afterSearch = AfterSearch.ask
    /// How often a failing service is searched again before the user is asked.
    var searchesLeft = 0
    /// The number of files that are being prepared for it; they hold it back.
    var filesOnTheWay = 0

    /// What follows if the service was searched for a draft that was not found.
    enum AfterSearch: String, Sendable, Hashable, Codable {
        /// The user is asked whether to send it again.
        case ask
        /// It is being written again: the user took it back.
        case edit
        /// It is sent again: the user asked for that.
        case sendAgain
    }

    /// What the outbox does for a draft whose turn has come.
    enum Work: Sendable {
        case search
        case firstAttempt
        /// An attempt after one that may have reached the service; the service is searched first.
        case repeatedAttempt
        /// An attempt with the key of one that may have reached the service.
        case sameKeyAttempt
    }

    /// A failing service is searched again this often: it may still be carrying out the call.
    static let searchesOfFailingService = 2

    /// Whether it is sent when its turn comes and its files are prepared.
    var isQueued: Bool { status == .waiting || status == .unsure && afterSearch == .sendAgain }

    /// Whether the outbox can send it, or search for it, now.
    var isReady: Bool {
        if isQueued { return filesOnTheWay == 0 }
        return status == .unsure
    }

    // MARK: What the user does

    /// Queues it; while the service is searched for it, this only decides what follows.
    mutating func queue(turn: Int) {
        switch status {
        case .waiting, .sending: break
        case .unsure: afterSearch = .sendAgain
        case .writing, .asking, .refused:
            self.turn = turn
            // The service has stored a failure under the key, and the user decided to send it once more.
            if key.isSpent { key.renew() }
            if existing == nil {
                status = .waiting
            } else {
                status = .unsure
                afterSearch = .sendAgain
            }
        }
    }

    /// Takes it back to be edited; if it may have reached the service, it is searched for first.
    mutating func takeBack() {
        switch status {
        case .writing: break
        case .waiting, .asking, .refused: status = .writing
        // No attempt is made before the existing items are recorded.
        case .sending where existing == nil: status = .writing
        case .sending, .unsure:
            status = .unsure
            afterSearch = .edit
        }
    }

    /// Records that its text or its files changed: another text never has the key of one that may have arrived.
    mutating func recordChange() {
        if key.firstUse != nil { key.renew() }
        if !isQueued { status = .writing }
    }

    /// Begins a draft of its own with what was written since this one was sent.
    mutating func beginAnew() {
        key.renew()
        self = Self(key: key, filesOnTheWay: filesOnTheWay)
    }

    /// Takes it out of the queue.
    mutating func stopWaiting() {
        status = .writing
        afterSearch = .ask
    }

    // MARK: Files

    /// Records that a file was attached; a queued draft stays queued.
    mutating func addFile() {
        filesOnTheWay = max(filesOnTheWay - 1, 0)
        recordChange()
    }

    /// Records that a file could not be attached.
    ///
    /// A queued draft is being written again: it must not be sent without a file that the user chose for it.
    mutating func loseFile() {
        filesOnTheWay = max(filesOnTheWay - 1, 0)
        if isQueued { stopWaiting() }
    }

    // MARK: What the outbox does

    /// Begins what comes next for a ready draft; `keyIsKnown` tells whether the service still remembers its key.
    mutating func beginWork(keyIsKnown: Bool) -> Work {
        guard isQueued || keyIsKnown && afterSearch == .ask else { return .search }
        status = .sending
        if existing == nil { return .firstAttempt }
        return keyIsKnown ? .sameKeyAttempt : .repeatedAttempt
    }

    /// Records what existed before an attempt, and when its key was sent first.
    mutating func recordAttempt(_ existing: ExistingItems, at now: Double, keyIsKnown: Bool) {
        self.existing = existing
        if !keyIsKnown { key.firstUse = now }
    }

    /// An attempt ended without a clear answer, so the service may have it.
    mutating func loseAnswer(isServiceFailing: Bool) {
        key.failures += 1
        status = .unsure
        afterSearch = .ask
        searchesLeft = isServiceFailing ? Self.searchesOfFailingService : 0
    }

    /// An attempt certainly did not reach the service.
    mutating func hold(_ work: Work) {
        switch work {
        case .search: break
        case .firstAttempt:
            status = .waiting
            existing = nil
            key.firstUse = nil
        case .repeatedAttempt, .sameKeyAttempt: status = .unsure
        }
    }

    /// The service refused an attempt or the search.
    mutating func refuse(_ error: NoticeBoardError, _ work: Work) {
        // A file may have taken it back during the search.
        guard work != .search || status == .unsure else { return }
        status = .refused(error)
        afterSearch = .ask
        guard work == .firstAttempt else { return }
        existing = nil
        // A service may answer the same key with the same refusal.
        key.renew()
    }

    /// Ends a search that did not find it; returns whether the outbox pauses, since the service is failing.
    ///
    /// `isCertain` is false if the service cannot be searched.
    mutating func endSearch(isCertain: Bool) -> Bool {
        // The user or a file may have changed it meanwhile.
        guard status == .unsure else { return false }
        switch afterSearch {
        case .sendAgain: return false
        case .edit where isCertain:
            stopWaiting()
            return false
        case .ask where isCertain && searchesLeft > 0:
            searchesLeft -= 1
            return true
        case .edit, .ask:
            status = .asking
            afterSearch = .ask
            defer { searchesLeft = 0 }
            return searchesLeft > 0
        }
    }

    /// Continues after the app ended.
    mutating func resumeAfterLaunch() {
        // Stored numbers are untrusted input: the next turn and key must not overflow, and the searches must end.
        turn = min(max(turn, 0), 1 << 30)
        searchesLeft = min(max(searchesLeft, 0), Self.searchesOfFailingService)
        key.number = min(max(key.number, 0), 1 << 30)
        key.failures = min(max(key.failures, 0), DeliveryKey.mostFailures)
        if status == .sending {
            status = existing == nil ? .waiting : .unsure
            afterSearch = .ask
        }
        // The files that were being prepared are lost, and so is what they were made from.
        if filesOnTheWay > 0, isQueued { stopWaiting() }
        filesOnTheWay = 0
    }
}
