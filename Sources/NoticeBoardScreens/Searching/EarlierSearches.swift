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
    private var pending = PendingChanges()
    /// Finishes the last change, after all earlier ones.
    private var finishing: Task<Void, Never>?
    /// The entries that an undo restores.
    package private(set) var removed: [SearchHistoryEntry] = []

    convenience init(_ history: any SearchHistoryRepository) {
        let own = history as? AccountHistory
        self.init(own ?? AccountHistory(history), isOwn: own == nil)
    }

    private init(_ history: AccountHistory, isOwn: Bool) {
        self.history = history
        self.isOwn = isOwn
    }

    deinit { following?.cancel() }

    /// Whether no change is under way.
    package var isResting: Bool { pending.isEmpty }

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
                self?.stopFollowing()
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

    /// Lets the next call of ``follow()`` begin again, because the stream of the history has ended.
    private func stopFollowing() { if !Task.isCancelled { following = nil } }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        stopFollowing()
        readFailure = NoticeBoardError(wrapping: error)
        onAnswer()
    }

    /// Makes a change after all earlier ones; it takes the place of a failed one, except of an erasure.
    package func apply(_ change: SearchHistoryChange) {
        if failed?.change != .erase || change == .erase { failed = nil }
        if change == .erase { removed = [] }
        let number = pending.add(change)
        let task = history.begin(change)
        // Two tasks that wait for two changes may be resumed in any order.
        finishing = Task { [weak self, before = finishing] in
            await before?.value
            let result = await task.result
            self?.finish(change, number, result)
        }
    }

    private func finish(_ change: SearchHistoryChange, _ number: Int, _ result: Result<[SearchHistoryEntry], any Error>) {
        let isUndone = pending.end(number)
        let isErased = pending.isErased(number)
        switch (result, change) {
        case (.success, .record(let recording)): self.recording = recording
        case (.success(let entries), .delete), (.success(let entries), .deleteAll):
            if !isErased, !entries.isEmpty { removed = entries }
        case (.success, _): break
        case (.failure(let error), _): if !isErased, failed == nil { failed = (change, NoticeBoardError(wrapping: error)) }
        }
        if isUndone { restoreRemoved() }
        onAnswer()
    }

    /// Restores the entries that were removed last; those of a deletion under way, when it has ended.
    func undo() { if !pending.undoLastDeletion() { restoreRemoved() } }

    private func restoreRemoved() {
        if !removed.isEmpty { apply(.restore(removed)) }
        removed = []
    }

    /// Repeats what failed, and nothing else.
    func retry() {
        if readFailure != nil { follow() }
        if let failed { apply(failed.change) }
    }

    /// Forgets the failed change and the removed entries, when the search ends.
    func leave() {
        failed = nil
        removed = []
    }

    /// Cancels changes that have not begun, at a sign-out, and returns an object that knows nothing of the history yet.
    func ended() -> EarlierSearches {
        if isOwn { history.end() }
        return EarlierSearches(history, isOwn: isOwn)
    }
}
