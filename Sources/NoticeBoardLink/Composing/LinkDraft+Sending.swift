import NoticeBoardBase

/// The steps of a draft on its way to the service.
///
/// A draft that is `waiting` cannot have reached the service. From the first attempt that may have, ``idsBefore`` stays
/// recorded, and every further attempt begins with a search for what is new since then.
extension LinkDraft {
    /// What follows if the service was searched for a draft and does not have it.
    enum AfterSearch: Sendable, Hashable {
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
        /// An attempt after one that may have reached the service.
        case repeatedAttempt
    }

    /// How often a failing service is searched again before the user is asked: it may still be carrying out the call.
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
            if idsBefore == nil {
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
        // Nothing is sent before the existing posts are recorded.
        case .sending where idsBefore == nil: status = .writing
        case .sending, .unsure:
            status = .unsure
            afterSearch = .edit
        }
    }

    // MARK: Files

    /// Adds a file that was being prepared; a queued draft stays queued.
    mutating func add(_ file: File) {
        filesOnTheWay = max(filesOnTheWay - 1, 0)
        files.append(file)
        if !isQueued { status = .writing }
    }

    /// Records that a file could not be attached.
    ///
    /// A queued draft is being written again: it must not be published without a file that the user chose for it.
    mutating func loseFile() {
        filesOnTheWay = max(filesOnTheWay - 1, 0)
        if isQueued { stopWaiting() }
    }

    private mutating func stopWaiting() {
        status = .writing
        afterSearch = .ask
    }

    // MARK: What the outbox does

    /// Begins what comes next for a ready draft.
    mutating func beginWork() -> Work {
        guard isQueued else { return .search }
        status = .sending
        afterSearch = .ask
        return idsBefore == nil ? .firstAttempt : .repeatedAttempt
    }

    /// An attempt ended without a clear answer, so the service may have it.
    mutating func loseAnswer(isServiceFailing: Bool) {
        status = .unsure
        searchesLeft = isServiceFailing ? Self.searchesOfFailingService : 0
    }

    /// An attempt certainly did not reach the service.
    mutating func hold(_ work: Work) {
        switch work {
        case .search: break
        case .firstAttempt:
            status = .waiting
            idsBefore = nil
        case .repeatedAttempt:
            status = .unsure
            afterSearch = .sendAgain
        }
    }

    /// The service refused an attempt or the search.
    mutating func refuse(_ error: NoticeBoardError, _ work: Work) {
        // A file may have taken it back during the search.
        guard work != .search || status == .unsure else { return }
        status = .refused(error)
        afterSearch = .ask
        if work == .firstAttempt { idsBefore = nil }
    }

    /// Ends a search that did not find it; returns whether to search again after a while.
    mutating func endSearch() -> Bool {
        // The user or a file may have changed it meanwhile.
        guard status == .unsure else { return false }
        switch afterSearch {
        case .sendAgain: return false
        case .edit: stopWaiting()
        case .ask where searchesLeft > 0:
            searchesLeft -= 1
            return true
        case .ask: status = .asking
        }
        return false
    }

    /// Continues after the app ended.
    mutating func resumeAfterLaunch() {
        if status == .sending { status = idsBefore == nil ? .waiting : .unsure }
        // The files that were being prepared are lost, and so is what they were made from.
        if filesOnTheWay > 0, isQueued { stopWaiting() }
        filesOnTheWay = 0
    }
}
