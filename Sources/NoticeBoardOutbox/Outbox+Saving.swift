import Foundation
import NoticeBoardBase

/// Loads the drafts of earlier launches, and saves those that changed.
extension Outbox {
    /// Loads the drafts of earlier launches, once a former account's drafts are erased: that needs the folder's lock.
    func load() {
        Task { [weak self, folder, scope, now] in
            await scope.waitUntilErased()
            do {
                let found = try await folder.load(now: now())
                self?.merge(found)
            } catch { self?.update { $0.failure = NoticeBoardError(wrapping: error) } }
        }
    }

    private func merge(_ found: OutboxFolder<Draft>.Found) {
        guard !state.isLoaded, !state.isOver else { return }
        // A draft of this launch may have been saved, and discarded or sent, since the folder was read.
        let items = found.items.filter { !running.begun.contains($0.id) }
        let earlierTurns = items.map(\.delivery.turn).max() ?? 0
        folder.setWanted(items + state.allItems, loaded: items + found.expired)
        update { state in
            // What was handed in before is sent after the drafts of earlier launches.
            for index in state.allItems.indices where state.allItems[index].delivery.turn > 0 {
                state.allItems[index].delivery.turn += earlierTurns
            }
            state.allItems = items + state.allItems
            state.isLoaded = true
            state.unreadable = found.unreadable
            state.failure = nil
        }
        for entry in composers { entry.composer?.continueLoadedDraft() }
        save()
    }

    func update(_ id: Item.ID, isTyping: Bool = false, _ change: (inout Item) -> Void) {
        update(isTyping: isTyping) { state in
            if let index = state.index(of: id) { change(&state.allItems[index]) }
        }
    }

    /// Changes the state, starts the next draft if none is running, and saves the drafts that changed.
    func update(isTyping: Bool = false, _ change: (inout State) -> Void) {
        guard !state.isOver else { return }
        let before = state.allItems
        var new = state
        change(&new)
        if running.current == nil { new.progress = 0 }
        startNext(&new)
        let isChanged = new.allItems != before
        // Before observers are notified: they may change the drafts again.
        if isChanged { folder.setWanted(new.allItems) }
        stateStore.state = new
        if isChanged { save(isTyping: isTyping) }
    }

    /// Saves the drafts: typed text within half a second, everything else at once.
    private func save(isTyping: Bool = false) {
        guard !isTyping || running.typing == nil else { return }
        let saving = Task { [weak self, folder, time] in
            if isTyping {
                _ = await time.over(0.5)
                self?.running.typing = nil
            }
            do {
                try await folder.save()
                self?.showSaveResult(nil)
            } catch { self?.showSaveResult(NoticeBoardError(wrapping: error)) }
        }
        if isTyping { running.typing = saving }
    }

    private func showSaveResult(_ failure: NoticeBoardError?) {
        update { state in
            // A success does not hide that the drafts are not loaded, and a failed save not the failure that stops all sending.
            guard state.isLoaded || state.maySend && failure != nil else { return }
            state.failure = failure
        }
    }
}
