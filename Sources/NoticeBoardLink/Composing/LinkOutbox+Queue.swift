import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// The queue: saves the drafts, and sends one at a time, in the order in which they were queued.
///
/// A draft whose response was lost, or whose process ended during sending, is never sent again automatically: the service is
/// searched, and if it is missing, the user is asked.
extension LinkOutbox {
    /// Loads the drafts of earlier launches, once a former account's drafts are erased: that needs the folder's lock.
    func load() {
        Task { [weak self, store, scope] in
            await scope.waitUntilErased()
            do {
                let found = try await store.load()
                self?.merge(found)
            } catch { self?.update { $0.failure = NoticeBoardError(wrapping: error) } }
        }
    }

    private func merge(_ found: DraftStore.Found) {
        guard !state.isLoaded, !state.isOver else { return }
        let own = Set(state.allDrafts.map(\.id))
        let drafts = found.drafts.filter { !own.contains($0.id) }
        let earlierTurns = drafts.map(\.turn).max() ?? 0
        store.setWanted(drafts + state.allDrafts, loaded: drafts + found.expired)
        update { state in
            // What was handed in before is sent after the drafts of earlier launches.
            for index in state.allDrafts.indices where state.allDrafts[index].turn > 0 {
                state.allDrafts[index].turn += earlierTurns
            }
            state.allDrafts = drafts + state.allDrafts
            state.isLoaded = true
            state.unreadable = found.unreadable
            state.failure = nil
        }
        for entry in composers { entry.composer?.continueLoadedDraft() }
        save()
    }

    func update(_ id: LinkDraft.ID, isTyping: Bool = false, _ change: (inout LinkDraft) -> Void) {
        update(isTyping: isTyping) { state in
            if let index = state.index(of: id) { change(&state.allDrafts[index]) }
        }
    }

    /// Changes the state, starts the next draft if none is running, and saves the drafts that changed.
    func update(isTyping: Bool = false, _ change: (inout State) -> Void) {
        guard !state.isOver else { return }
        let before = state.allDrafts
        var new = state
        change(&new)
        if current == nil { new.progress = 0 }
        startNext(&new)
        let isChanged = new.allDrafts != before
        // Before observers are notified: they may change the drafts again.
        if isChanged { store.setWanted(new.allDrafts) }
        own.state = new
        if isChanged { save(isTyping: isTyping) }
    }

    /// Saves the drafts: typed text within half a second, everything else at once.
    private func save(isTyping: Bool = false) {
        guard !isTyping || typing == nil else { return }
        let saving = Task { [weak self, store, time] in
            if isTyping {
                _ = await time.over(0.5)
                self?.typing = nil
            }
            do {
                try await store.save()
                self?.showSaveResult(nil)
            } catch { self?.showSaveResult(NoticeBoardError(wrapping: error)) }
        }
        if isTyping { typing = saving }
    }

    private func showSaveResult(_ failure: NoticeBoardError?) {
        update { state in
            // Before the drafts are loaded, only a failure is shown, and only in place of one that allows sending.
            guard state.isLoaded || state.maySend && failure != nil else { return }
            state.failure = failure
        }
    }

    // MARK: Sending

    /// Starts the next draft: first by turn.
    private func startNext(_ state: inout State) {
        guard current == nil, state.pauseReason == nil, state.maySend else { return }
        let ready = state.allDrafts.indices.filter { state.allDrafts[$0].isReady }
        guard let next = ready.min(by: { state.allDrafts[$0].turn < state.allDrafts[$1].turn }) else { return }
        // The sender marks it as sending on disk before anything is sent.
        let work = state.allDrafts[next].beginWork()
        current = state.allDrafts[next].id
        start(work, for: state.allDrafts[next])
    }

    private func start(_ work: LinkDraft.Work, for draft: LinkDraft) {
        let willSend = { @Sendable [weak self] idsBefore in await self?.recordAttempt(draft.id, idsBefore) ?? false }
        // The newest step replaces those that the main actor has not shown yet.
        let (parts, progress) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        Task { [weak self] in for await part in parts { self?.show(part, of: draft.id) } }
        sending = Task { [weak self, sender] in
            let outcome: DraftSender.Outcome
            switch work {
            case .search: outcome = await sender.search(for: draft)
            case .firstAttempt, .repeatedAttempt:
                outcome = await sender.send(draft, willSend: willSend) { progress.yield($0) }
            }
            progress.finish()
            if !Task.isCancelled { self?.finish(work, for: draft.id, outcome) }
        }
    }

    /// Records what existed before an attempt; returns whether to go on.
    private func recordAttempt(_ id: LinkDraft.ID, _ idsBefore: [String]) -> Bool {
        guard !Task.isCancelled else { return false }
        update(id) { $0.idsBefore = idsBefore }
        return state[id]?.idsBefore != nil
    }

    private func show(_ part: Double, of id: LinkDraft.ID) { if current == id { own.state.progress = part } }

    func stop() {
        sending?.cancel()
        current = nil
    }

    private func finish(_ work: LinkDraft.Work, for id: LinkDraft.ID, _ outcome: DraftSender.Outcome) {
        // Every list shows it before its draft disappears.
        if case .stored(let change) = outcome, !store.isEnded { changes.send(change) }
        current = nil
        update { state in
            guard let index = state.index(of: id) else { return }
            switch outcome {
            case .stored(let change):
                failedAttempts = 0
                state.allDrafts.remove(at: index)
                state.recordAsExisting(change)
            case .lost(let error):
                state.allDrafts[index].loseAnswer(isServiceFailing: error.code == .serverFailure)
                // The service named the time until which it wants no call.
                if case .retry(_?) = error.remedy { pause(&state, error) }
            case .missing:
                if state.allDrafts[index].endSearch() { pause(&state, NoticeBoardError(.serverFailure)) }
            case .held(let error):
                state.allDrafts[index].hold(work)
                pause(&state, error)
            case .refused(let error): state.allDrafts[index].refuse(error, work)
            }
        }
    }

    /// Pauses all sending for the time that the service named, or with increasing delay.
    private func pause(_ state: inout State, _ reason: NoticeBoardError) {
        state.pauseReason = reason
        failedAttempts = min(failedAttempts + 1, 5)
        var seconds: Double = [5, 10, 20, 40, 60][failedAttempts - 1]
        if case .retry(let named?) = reason.remedy { seconds = max(1, named) }
        waiting = Task { [weak self, time] in if await time.over(seconds) { self?.resume() } }
    }
}

extension LinkOutbox.State {
    func index(of id: LinkDraft.ID) -> Int? { allDrafts.firstIndex { $0.id == id } }

    /// Records what the outbox has just sent as existing for all drafts that are searched for later: an equal one must not be
    /// taken for it.
    fileprivate mutating func recordAsExisting(_ change: LinkChange) {
        let id: String
        switch change {
        case .posted(let post): id = post.id
        case .replied(_, let reply): id = reply.id
        default: return
        }
        for index in allDrafts.indices { allDrafts[index].idsBefore?.append(id) }
    }
}
