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
                self?.take(found)
            } catch { self?.update { $0.failure = NoticeBoardError(wrapping: error) } }
        }
    }

    private func take(_ found: DraftStore.Found) {
        guard !state.isLoaded, !state.isOver else { return }
        let own = Set(state.drafts.map(\.id))
        let drafts = found.drafts.filter { !own.contains($0.id) }
        let earlierTurns = drafts.map(\.turn).max() ?? 0
        store.want(drafts + state.drafts, loaded: drafts + found.expired)
        update { state in
            // What was handed in before is sent after the drafts of earlier launches.
            for index in state.drafts.indices where state.drafts[index].turn > 0 { state.drafts[index].turn += earlierTurns }
            state.drafts = drafts + state.drafts
            (state.isLoaded, state.unreadable, state.failure) = (true, found.unreadable, nil)
        }
        for entry in composers { entry.composer?.continueLoadedDraft() }
        save()
    }

    func update(_ id: LinkDraft.ID, isTyping: Bool = false, _ change: (inout LinkDraft) -> Void) {
        update(isTyping: isTyping) { state in
            if let index = state.drafts.firstIndex(where: { $0.id == id }) { change(&state.drafts[index]) }
        }
    }

    /// Changes the state, starts the next draft if none is running, and saves the drafts that changed.
    func update(isTyping: Bool = false, _ change: (inout State) -> Void) {
        guard !state.isOver else { return }
        let before = state.drafts
        var new = state
        change(&new)
        if current == nil { new.progress = 0 }
        startNext(&new)
        let isChanged = new.drafts != before
        // Before observers are notified: they may change the drafts again.
        if isChanged { store.want(new.drafts) }
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
                self?.note(nil)
            } catch { self?.note(NoticeBoardError(wrapping: error)) }
        }
        if isTyping { typing = saving }
    }

    /// Shows the result of a save.
    ///
    /// Before the drafts are loaded, only a failure is shown, and only in place of one that allows sending.
    private func note(_ failure: NoticeBoardError?) {
        update { if $0.isLoaded || $0.maySend && failure != nil { $0.failure = failure } }
    }

    /// Starts the next draft: first by turn, searching before sending.
    private func startNext(_ state: inout State) {
        guard current == nil, state.pauseReason == nil, state.maySend else { return }
        let outgoing = state.drafts.indices.filter { [.unsure, .waiting].contains(state.drafts[$0].status) }
        guard let next = outgoing.min(by: { state.drafts[$0].turn < state.drafts[$1].turn }) else { return }
        let isLost = state.drafts[next].status == .unsure
        // The sender marks it as sending on disk before anything is sent.
        if !isLost { state.drafts[next].status = .sending }
        let draft = state.drafts[next]
        current = draft.id
        let marking = { @Sendable [weak self] known in await self?.mark(draft.id, known) ?? false }
        // The newest step replaces those that the main actor has not shown yet.
        let (parts, progress) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        Task { [weak self] in for await part in parts { self?.show(part, of: draft.id) } }
        sending = Task { [weak self, sender] in
            let outcome = await isLost ? sender.look(draft) : sender.send(draft, leaving: marking) { progress.yield($0) }
            progress.finish()
            if !Task.isCancelled { self?.ended(draft.id, outcome) }
        }
    }

    /// Marks a draft as about to be sent; returns whether to go on.
    private func mark(_ id: LinkDraft.ID, _ known: [String]) -> Bool {
        guard !Task.isCancelled else { return false }
        update(id) { $0.known = known }
        return state[id]?.known != nil
    }

    private func show(_ part: Double, of id: LinkDraft.ID) { if current == id { own.state.progress = part } }

    func stop() {
        sending?.cancel()
        current = nil
    }

    private func ended(_ id: LinkDraft.ID, _ outcome: DraftSender.Outcome) {
        // Every list shows it before its draft disappears.
        if case .stored(let change) = outcome, !store.isEnded { changes.send(change) }
        current = nil
        update { state in
            guard let index = state.drafts.firstIndex(where: { $0.id == id }) else { return }
            var draft = state.drafts.remove(at: index)
            let wasSent = draft.status == .sending
            switch outcome {
            case .stored:
                if wasSent { failedAttempts = 0 }
                return
            case .missing: draft.status = wasSent ? .unsure : draft.isTakenBack ? .writing : .asking
            case .held(let error):
                if wasSent { (draft.status, draft.known) = (.waiting, nil) }
                state.pauseReason = error
                wait(error)
            case .refused(let error): draft.status = .refused(error)
            }
            state.drafts.insert(draft, at: index)
        }
    }

    /// Waits for the time that the service named, or with increasing delay, before all sending goes on.
    private func wait(_ error: NoticeBoardError) {
        failedAttempts = min(failedAttempts + 1, 5)
        var seconds: Double = [5, 10, 20, 40, 60][failedAttempts - 1]
        if case .retry(let named?) = error.remedy { seconds = max(1, named) }
        waiting = Task { [weak self, time] in if await time.over(seconds) { self?.resume() } }
    }
}
