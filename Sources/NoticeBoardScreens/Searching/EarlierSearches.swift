import NoticeBoardBase
package import NoticeBoardSearch

/// The earlier searches of a search screen: follows a history, and changes it in order.
///
/// A change is finished even if the screen is released: a search is recorded in any case.
@MainActor package final class EarlierSearches {
    /// The entries, newest first.
    package private(set) var entries: [SearchHistoryEntry] = []
    /// Whether the entries were loaded.
    package private(set) var isRead = false
    /// Whether searches are recorded.
    package private(set) var recording = SearchHistoryPolicy.Recording.on
    /// Called when the history answered.
    var onAnswer: () -> Void = {}

    private let history: AccountHistory
    /// Whether the history was wrapped here, so that nothing else ends it at a sign-out.
    private let isOwn: Bool
    private var following: Task<Void, Never>?
    private var readFailure: NoticeBoardError?
    /// The change that failed.
    private var failed: (change: SearchHistoryChange, why: NoticeBoardError)?
    /// The changes under way.
    package private(set) var pending: [SearchHistoryChange] = []
    /// The number of erasures so far.
    private var erasures = 0
    private var lastDeletion = LastDeletion()

    /// What an undo restores.
    private struct LastDeletion {
        /// The removed entries.
        var entries: [SearchHistoryEntry] = []
        /// Whether an undo waits for a deletion under way.
        var isUndoWaiting = false
    }

    convenience init(_ history: any SearchHistoryRepository) {
        let own = history as? AccountHistory
        self.init(own ?? AccountHistory(history), isOwn: own == nil)
    }

    private init(_ history: AccountHistory, isOwn: Bool) {
        self.history = history
        self.isOwn = isOwn
    }

    deinit { following?.cancel() }

    /// The entries that an undo restores.
    package var removed: [SearchHistoryEntry] { lastDeletion.entries }
    /// Why the entries could not be loaded or changed.
    var failure: NoticeBoardError? { failed?.why ?? readFailure }

    /// Loads and follows the history, unless it is followed already.
    func follow() {
        guard following == nil else { return }
        readFailure = nil
        following = Task { [weak self, history] in
            do {
                // Reads also what other processes wrote, a share extension for example.
                try await history.refresh()
                let entries = try await history.entries()
                let recording = try await history.recording()
                self?.show(entries, recording)
                for await entries in history.updates() {
                    let recording = try? await history.recording()
                    self?.show(entries, recording)
                }
            } catch {
                self?.fail(error)
            }
        }
    }

    private func show(_ entries: [SearchHistoryEntry], _ recording: SearchHistoryPolicy.Recording?) {
        guard !Task.isCancelled else { return }
        self.entries = entries
        self.recording = recording ?? self.recording
        isRead = true
        onAnswer()
    }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        following = nil
        readFailure = NoticeBoardError(wrapping: error)
        onAnswer()
    }

    /// Makes a change after all earlier ones; it takes the place of a failed one, except of an erasure.
    package func apply(_ change: SearchHistoryChange) {
        if failed?.change != .erase || change == .erase { failed = nil }
        if change == .erase {
            lastDeletion.entries = []
            erasures += 1
        }
        pending.append(change)
        let task = history.begin(change)
        Task { [weak self, erasures] in
            let result = await task.result
            self?.finish(change, result, isErased: erasures != self?.erasures)
        }
    }

    /// `isErased` says whether the change was made before an erasure: it is neither undone nor repeated.
    private func finish(_ change: SearchHistoryChange, _ result: Result<[SearchHistoryEntry], any Error>, isErased: Bool) {
        if let index = pending.firstIndex(of: change) { pending.remove(at: index) }
        switch (result, change) {
        case (.success, .record(let recording)): self.recording = recording
        case (.success(let entries), .delete), (.success(let entries), .deleteAll):
            if !isErased, !entries.isEmpty { lastDeletion.entries = entries }
        case (.success, _): break
        case (.failure(let error), _): if !isErased, failed == nil { failed = (change, NoticeBoardError(wrapping: error)) }
        }
        if lastDeletion.isUndoWaiting, !isDeleting { undo() }
        onAnswer()
    }

    private var isDeleting: Bool {
        pending.contains { change in
            switch change {
            case .delete, .deleteAll: true
            default: false
            }
        }
    }

    /// Restores the entries that were removed last.
    func undo() {
        // A deletion under way is undone when it has ended.
        lastDeletion.isUndoWaiting = isDeleting
        guard !lastDeletion.isUndoWaiting else { return }
        if !removed.isEmpty { apply(.restore(removed)) }
        lastDeletion = LastDeletion()
    }

    /// Repeats what failed, and nothing else.
    func retry() {
        if readFailure != nil { follow() }
        if let failed { apply(failed.change) }
    }

    /// Forgets the failed change and the removed entries, when the search ends.
    func leave() {
        failed = nil
        lastDeletion = LastDeletion()
    }

    /// Cancels changes that have not begun, at a sign-out, and returns an object that knows nothing of the history yet.
    func ended() -> EarlierSearches {
        if isOwn { history.end() }
        return EarlierSearches(history, isOwn: isOwn)
    }
}
