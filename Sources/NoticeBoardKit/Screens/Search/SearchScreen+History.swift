package import NoticeBoardBase
package import NoticeBoardSearch

/// The earlier searches of a search screen, with the changes that are under way and those that failed.
package struct EarlierSearches: Sendable {
    package typealias Effect = SearchScreen.Machine.Effect

    /// The entries, newest first.
    private(set) var entries: [SearchHistoryEntry] = []
    /// Whether the entries were loaded.
    private(set) var isRead = false
    /// Whether searches are recorded.
    var recording = SearchHistoryPolicy.Recording.on
    /// The entries that an undo restores.
    private(set) var removed: [SearchHistoryEntry] = []
    private var isFollowed = false
    private var readFailure: NoticeBoardError?
    /// The numbers of the removals to undo as soon as they are done.
    private var undoing: Set<Int> = []
    /// The changes under way, by number.
    private var asked: [Int: SearchHistoryChange] = [:]
    /// The changes that failed, in order.
    private var failed: [(change: SearchHistoryChange, why: NoticeBoardError)] = []
    private var lastNumber = 0
    /// The number of the last `.erase`.
    private var erasing = 0

    /// Why the entries could not be loaded or changed.
    var failure: NoticeBoardError? { failed.last?.why ?? readFailure }

    // MARK: - Requests

    /// Follows the history, unless it is followed already.
    mutating func follow() -> [Effect] {
        if isFollowed { return [] }
        (isFollowed, readFailure) = (true, nil)
        return [.readHistory]
    }

    /// Makes a change; failed changes that are the same or have no effect after it are forgotten.
    package mutating func ask(_ change: SearchHistoryChange) -> [Effect] {
        failed.removeAll { $0.change == change || change.overtakes($0.change) }
        lastNumber += 1
        if case .erase = change { (erasing, removed) = (lastNumber, []) }
        asked[lastNumber] = change
        return [.change(change, lastNumber)]
    }

    /// Restores the entries that were removed last; a removal that is under way is undone when it is done.
    package mutating func undo() -> [Effect] {
        if let number = asked.filter({ $0.key > erasing }).filter(\.value.isRemoval).keys.max() {
            undoing.insert(number)
            return []
        }
        guard !removed.isEmpty else { return [] }
        defer { removed = [] }
        return ask(.restore(removed))
    }

    /// Repeats what failed, and nothing else.
    mutating func retry() -> [Effect] {
        let work = readFailure == nil ? [] : follow()
        return failed.reduce(into: work) { $0 += ask($1.change) }
    }

    /// Forgets failed changes and removed entries, when the search ends.
    mutating func leave() { (failed, removed) = ([], []) }

    /// Forgets everything, at a sign-out.
    mutating func forget() -> [Effect] {
        let effects: [Effect] = isFollowed || !asked.isEmpty ? [.leaveHistory] : []
        let number = lastNumber
        self = EarlierSearches()
        // Numbers are unique, so that a late answer is recognized.
        lastNumber = number
        return effects
    }

    // MARK: - Answers

    /// Takes over the entries; `nil` if it is not known whether searches are recorded.
    package mutating func list(_ entries: [SearchHistoryEntry], _ recording: SearchHistoryPolicy.Recording? = nil) -> [Effect] {
        (self.entries, isRead, readFailure) = (entries, true, nil)
        self.recording = recording ?? self.recording
        return []
    }

    /// Notes that the entries could not be loaded.
    package mutating func fail(_ failure: NoticeBoardError) -> [Effect] {
        (isFollowed, readFailure) = (false, failure)
        return []
    }

    /// Notes that a change was made and which entries it removed.
    package mutating func carriedOut(_ number: Int, removing entries: [SearchHistoryEntry]) -> [Effect] {
        guard let change = asked.removeValue(forKey: number) else { return [] }
        let isUndone = undoing.remove(number) != nil
        if case .record(let recording) = change { self.recording = recording }
        // Entries that were removed before an erasure are not restored.
        guard change.isRemoval, !entries.isEmpty, number > erasing else { return [] }
        removed = isUndone ? [] : entries
        return isUndone ? ask(.restore(entries)) : []
    }

    /// Notes that a change failed.
    package mutating func refused(_ number: Int, _ why: NoticeBoardError) -> [Effect] {
        undoing.remove(number)
        if let change = asked.removeValue(forKey: number), number >= erasing || !SearchHistoryChange.erase.overtakes(change) {
            failed.append((change, why))
        }
        return []
    }
}

extension SearchHistoryChange {
    /// Whether the change returns the entries that it removed, so that it can be undone.
    fileprivate var isRemoval: Bool {
        switch self {
        case .delete, .deleteEverywhere, .deleteAll: true
        default: false
        }
    }

    /// Whether an earlier change has no effect after this one.
    fileprivate func overtakes(_ earlier: SearchHistoryChange) -> Bool {
        switch (self, earlier) {
        case (.delete(let keys), .save(let key)), (.delete(let keys), .pin(let key, _)): keys.contains(key)
        case (.erase, .record), (.erase, .obey): false
        case (.erase, _), (.deleteAll, .save), (.deleteAll, .pin), (.deleteAll, .restore), (.record, .record): true
        case (.pin(let key, _), .pin(let other, _)): key == other
        default: false
        }
    }
}

/// Connects a search screen to a history: follows its entries, and changes it in order.
///
/// A change is finished even if the screen is released: a search is recorded in any case.
@MainActor final class SearchHistoryLink {
    private var history: AccountHistory
    /// Whether the history was wrapped here, so that nothing else ends it at a sign-out.
    private var isOwn: Bool
    /// Sends events to the machine.
    var send: @MainActor (@escaping SearchScreen.Machine.Event) -> Void = { _ in }
    private var following: Task<Void, Never>?

    init(_ history: any SearchHistoryRepository) { (self.history, isOwn) = Self.own(history) }

    deinit { following?.cancel() }

    private static func own(_ history: any SearchHistoryRepository) -> (AccountHistory, Bool) {
        if let own = history as? AccountHistory { return (own, false) }
        return (AccountHistory(history), true)
    }

    /// Sends the entries now and after every change, or why they can't be loaded.
    func read() {
        following?.cancel()
        following = Task { [weak self, history] in
            do {
                // Reads also what other processes wrote, a share extension for example.
                try await history.refresh()
                let (entries, recording) = (try await history.entries(), try await history.recording())
                guard !Task.isCancelled else { return }
                self?.send { $0.earlier.list(entries, recording) }
                for await entries in history.updates() {
                    let recording = try? await history.recording()
                    guard !Task.isCancelled else { return }
                    self?.send { $0.earlier.list(entries, recording) }
                }
            } catch {
                let failure = NoticeBoardError(wrapping: error)
                if !Task.isCancelled { self?.send { $0.earlier.fail(failure) } }
            }
        }
    }

    /// Stops following the history, and cancels changes that have not begun: at a sign-out.
    func leave() {
        following?.cancel()
        if isOwn { history.end() }
    }

    /// Uses another history from now on; changes of the former one are still made there.
    func use(_ history: any SearchHistoryRepository) {
        following?.cancel()
        (self.history, isOwn) = Self.own(history)
    }

    /// Makes a change after all earlier ones, and sends its result under a number.
    func apply(_ change: SearchHistoryChange, _ number: Int) {
        let change = history.begin(change)
        Task { [weak self] in
            switch await change.result {
            case .success(let removed): self?.send { $0.earlier.carriedOut(number, removing: removed) }
            case .failure(let error):
                let failure = NoticeBoardError(wrapping: error)
                self?.send { $0.earlier.refused(number, failure) }
            }
        }
    }
}
