import NoticeBoardBase
import NoticeBoardSearch

/// What a search screen knows of the earlier searches, what it asked to be changed of them, and what of that failed.
struct EarlierSearches: Sendable {
    /// What is to be done about the history.
    enum Work: Sendable {
        /// Follow it, and read it.
        case read
        /// Follow it no longer.
        case leave
        /// Change it, and answer under this number.
        case change(SearchHistoryChange, Int)
    }

    /// Newest first.
    private(set) var entries: [SearchHistoryEntry] = []
    /// Whether they were read.
    private(set) var isRead = false
    /// Whether searches are recorded.
    var recording = SearchHistoryPolicy.Recording.on
    /// What was removed last, as long as it can be brought back.
    private(set) var removed: [SearchHistoryEntry] = []
    private var isFollowed = false
    private var readFailure: NoticeBoardError?
    /// The removals that are undone once they are carried out, by their numbers.
    private var undoing: Set<Int> = []
    /// What was asked for and not answered, by its number.
    private var asked: [Int: SearchHistoryChange] = [:]
    /// What was not done, in the order in which it failed.
    private var failed: [(change: SearchHistoryChange, why: NoticeBoardError)] = []
    private var lastNumber = 0
    /// The number of the last change that erases everything.
    private var erasing = 0

    /// Why they could not be read or changed.
    var failure: NoticeBoardError? { failed.last?.why ?? readFailure }

    // MARK: - What is wanted

    /// They are wanted: they are followed and read, unless they are already.
    mutating func follow() -> [Work] {
        if isFollowed { return [] }
        isFollowed = true
        return [.read]
    }

    /// A change is wanted; one that failed before and is the same, or means nothing any more, is not repeated.
    mutating func ask(_ change: SearchHistoryChange) -> [Work] {
        failed.removeAll { $0.change == change || change.overtakes($0.change) }
        lastNumber += 1
        if case .erase = change { (erasing, removed) = (lastNumber, []) }
        asked[lastNumber] = change
        return [.change(change, lastNumber)]
    }

    /// Brings back what was removed last; a removal that is still on its way is undone once it is carried out.
    ///
    /// The list may show a removal before its answer has come.
    mutating func undo() -> [Work] {
        if let number = asked.filter({ $0.key > erasing }).filter(\.value.isRemoval).keys.max() {
            undoing.insert(number)
            return []
        }
        guard !removed.isEmpty else { return [] }
        defer { removed = [] }
        return ask(.restore(removed))
    }

    /// What failed is to be done again, and only that.
    mutating func retry() -> [Work] {
        let work = readFailure == nil ? [] : follow()
        return failed.reduce(into: work) { $0 += ask($1.change) }
    }

    /// Gives up what failed and what could be brought back: the search is over.
    mutating func leave() { (failed, removed) = ([], []) }

    /// Forgets everything: somebody signed out.
    mutating func forget() -> [Work] {
        let work: [Work] = isFollowed || !asked.isEmpty ? [.leave] : []
        let number = lastNumber
        self = EarlierSearches()
        // No number is given twice: an answer that comes yet is known to be late.
        lastNumber = number
        return work
    }

    // MARK: - What is told

    /// This is the list now.
    mutating func list(_ entries: [SearchHistoryEntry]) { (self.entries, isRead, readFailure) = (entries, true, nil) }

    /// They were read, or not.
    mutating func endReading(_ failure: NoticeBoardError?) {
        (isFollowed, readFailure) = (failure == nil, failure)
        if failure == nil { isRead = true }
    }

    /// The change of a number was carried out, and removed this.
    @discardableResult mutating func carriedOut(_ number: Int, removing entries: [SearchHistoryEntry]) -> [Work] {
        guard let change = asked.removeValue(forKey: number) else { return [] }
        let isUndone = undoing.remove(number) != nil
        if case .record(let recording) = change { self.recording = recording }
        // What was removed before everything was erased does not come back.
        guard change.isRemoval, !entries.isEmpty, number > erasing else { return [] }
        removed = isUndone ? [] : entries
        return isUndone ? ask(.restore(entries)) : []
    }

    /// The change of a number was not carried out.
    mutating func refused(_ number: Int, _ why: NoticeBoardError) {
        undoing.remove(number)
        guard let change = asked.removeValue(forKey: number) else { return }
        if number >= erasing || !SearchHistoryChange.erase.overtakes(change) { failed.append((change, why)) }
    }
}

extension SearchHistoryChange {
    /// Whether it can be undone: it gives back what it removed.
    fileprivate var isRemoval: Bool {
        switch self {
        case .delete, .deleteEverywhere, .deleteAll: true
        default: false
        }
    }

    /// Whether it makes an earlier change mean nothing any more.
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

/// Ties a search screen to the history: follows it, and changes it in order.
///
/// A change is carried out even when the screen goes meanwhile: a search that somebody made is recorded.
@MainActor final class SearchHistoryLink {
    /// What there is to tell of the history.
    enum News {
        /// The list is this now.
        case list([SearchHistoryEntry])
        /// Searches are recorded, or not.
        case recording(SearchHistoryPolicy.Recording)
        /// It was read, or not.
        case read(NoticeBoardError?)
        /// The change of a number was carried out, and gave this back.
        case changed([SearchHistoryEntry], Int)
        /// The change of a number was not carried out.
        case notChanged(NoticeBoardError, Int)
    }

    private var history: AccountHistory
    /// Whether nobody else ends the history when somebody signs out.
    private var isOwn: Bool
    /// Hears of the history.
    var send: @MainActor (News) -> Void = { _ in }
    private var following: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    private var isRead = false
    private var mayFollowAgain = false
    /// How many lists were told.
    private var lists = 0

    init(_ history: any SearchHistoryRepository) { (self.history, isOwn) = Self.own(history) }

    deinit { following?.cancel() }

    private static func own(_ history: any SearchHistoryRepository) -> (AccountHistory, Bool) {
        if let own = history as? AccountHistory { return (own, false) }
        return (AccountHistory(history), true)
    }

    /// Tells of the list now and after every change, and whether it can be read.
    func read() {
        stop()
        (isRead, mayFollowAgain) = (false, true)
        follow()
        reading = Task { [weak self, history, lists] in
            let result = await Self.look(into: history)
            guard let self, !Task.isCancelled else { return }
            switch result {
            case .success(let (entries, recording)):
                isRead = true
                // A list that came meanwhile is the newer one.
                send(self.lists == lists ? entries : nil, recording)
                send(.read(nil))
            case .failure(let error): send(.read(error))
            }
        }
    }

    private func follow() {
        following = Task { [weak self, history] in
            for await entries in history.updates() {
                let recording = try? await history.recording()
                guard !Task.isCancelled else { return }
                self?.send(entries, recording)
            }
            // The lists of a history end if it cannot be loaded. It is followed again if it could be read after that.
            await self?.reading?.value
            guard let self, !Task.isCancelled, isRead, mayFollowAgain else { return }
            mayFollowAgain = false
            follow()
        }
    }

    private func send(_ entries: [SearchHistoryEntry]?, _ recording: SearchHistoryPolicy.Recording?) {
        if let recording { send(.recording(recording)) }
        guard let entries else { return }
        lists += 1
        send(.list(entries))
    }

    /// What others wrote meanwhile, a share extension for example, is seen too.
    private static func look(into history: AccountHistory) async
        -> Result<([SearchHistoryEntry], SearchHistoryPolicy.Recording), NoticeBoardError>
    {
        do {
            try await history.refresh()
            return .success((try await history.entries(), try await history.recording()))
        } catch {
            return .failure(NoticeBoardError(history: error))
        }
    }

    private func stop() {
        following?.cancel()
        reading?.cancel()
    }

    /// Tells no more of it until it is read again; what was asked for and has not begun is given up: somebody signed out.
    func leave() {
        stop()
        if isOwn { history.end() }
    }

    /// Follows another history from now on; what was asked of the former is still done there, and means nothing here any more.
    func use(_ history: any SearchHistoryRepository) {
        stop()
        (self.history, isOwn) = Self.own(history)
    }

    /// Changes the history after every change before, and tells what became of it under a number.
    func apply(_ change: SearchHistoryChange, _ number: Int) {
        let change = history.begin(change)
        Task { [weak self] in
            switch await change.result {
            case .success(let removed): self?.send(.changed(removed, number))
            case .failure(let error): self?.send(.notChanged(NoticeBoardError(history: error), number))
            }
        }
    }
}

extension NoticeBoardError {
    fileprivate init(history error: any Error) {
        self = error as? NoticeBoardError ?? NoticeBoardError(.external, "The search history failed.", underlying: error)
    }
}
