import NoticeBoardBase
import NoticeBoardSearch

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
