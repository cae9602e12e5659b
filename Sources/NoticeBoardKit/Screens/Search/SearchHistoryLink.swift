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
        /// It was read, or not.
        case read(NoticeBoardError?)
        /// A change was carried out, or not.
        case changed(NoticeBoardError?)
    }

    private let history: any SearchHistoryRepository
    /// Hears of the history.
    var tell: @MainActor (News) -> Void = { _ in }
    private var following: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    private var lastChange: Task<Void, Never>?

    init(_ history: any SearchHistoryRepository) { self.history = history }

    deinit {
        following?.cancel()
        reading?.cancel()
    }

    /// Tells of the list now and after every change, and whether it can be read.
    func read() {
        following?.cancel()
        following = Task { [weak self, updates = history.updates()] in
            for await entries in updates { self?.tell(.list(entries)) }
        }
        reading?.cancel()
        reading = Task { [weak self, history] in
            // What others wrote meanwhile, a share extension for example, is seen too.
            let failure = await Self.failure {
                try await history.refresh()
                _ = try await history.entries()
            }
            if !Task.isCancelled { self?.tell(.read(failure)) }
        }
    }

    /// Tells no more of it until it is read again; what is to be changed is changed.
    func leave() {
        following?.cancel()
        reading?.cancel()
    }

    /// Changes the history after every change before.
    func apply(_ change: SearchHistoryChange) {
        lastChange = Task { [weak self, history, lastChange] in
            await lastChange?.value
            let failure = await Self.failure { try await history.apply(change) }
            self?.tell(.changed(failure))
        }
    }

    private static func failure(_ work: @concurrent @Sendable () async throws -> Void) async -> NoticeBoardError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? NoticeBoardError ?? NoticeBoardError(.foreign, "The search history failed.", underlying: error)
        }
    }
}
