import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch

/// A search screen's machine that records its effects.
struct SearchTable {
    typealias Machine = SearchScreen.Machine

    static let board = Board(id: 7, name: "자유게시판")
    static let moment = Date(timeIntervalSince1970: 1_700_000_000)

    private(set) var machine: Machine
    /// The pending loads.
    private(set) var loads: [(ticket: FeedTicket, query: SearchQuery)] = []
    /// The number of loads started.
    private(set) var begun = 0
    /// The requested history changes.
    private(set) var changes: [SearchHistoryChange] = []
    /// The number of the last requested change.
    private var number = 0
    /// The seconds of the last requested wait, unless it was cancelled.
    private(set) var wait: Double?
    private(set) var readings = 0

    init(_ rules: SearchRules = SearchRules(), board: Board? = Self.board, language: Language = .korean) {
        machine = Machine(rules, builder: Self.builder(language), selection: board.map(BoardSelection.State.open) ?? .nothing)
    }

    static func builder(_ language: Language) -> PostRowBuilder {
        PostRowBuilder(style: PostRowStyle(language: language), now: moment)
    }

    static func typing(_ change: (inout SearchRules) -> Void = { _ in }) -> Self {
        var rules = SearchRules()
        rules.typingDelay = 0.3
        change(&rules)
        return Self(rules)
    }

    var state: SearchScreen.State { machine.state }

    mutating func send(_ events: Event...) {
        for event in events {
            for effect in machine.handle(event.call) { note(effect) }
        }
    }

    /// What can happen to a search.
    enum Event: Sendable {
        case focus, submit, undo, cancel, retry, reset, otherHistory
        case type(String)
        case choose(SearchTarget)
        case reopen(SearchHistoryEntry.Key)
        case change(SearchHistoryChange)
        case results(FeedMachine<Post>.Event)
        case kept(FeedSnapshot<Post>, of: SearchQuery)
        case board(Board?)
        case history([SearchHistoryEntry], SearchHistoryPolicy.Recording? = nil)
        case historyFailed(NoticeBoardError)
        case historyChanged([SearchHistoryEntry], Int)
        case historyNotChanged(NoticeBoardError, Int)
        case paused
        case changed(PostChange)
        case looked(PostRowBuilder)
        case filtered(FeedRules<Post>.Filter?)

        var call: Machine.Event {
            switch self {
            case .focus: { $0.focus() }
            case .type(let text): { $0.type(text) }
            case .submit: { $0.submit() }
            case .choose(let target): { $0.submit(target) }
            case .reopen(let key): { $0.search(key.keyword, target: key.target) }
            case .change(let change): { $0.earlier.ask(change) }
            case .undo: { $0.earlier.undo() }
            case .cancel: { $0.cancel() }
            case .retry: { $0.retry() }
            case .reset: { $0.reset() }
            case .otherHistory: { $0.followOtherHistory() }
            case .results(let event): { $0.listen(event) }
            case .kept(let kept, let query): { $0.show(kept, of: query) }
            case .board(let board): { $0.follow(board.map(BoardSelection.State.open) ?? .nothing) }
            case .history(let entries, let recording): { $0.earlier.list(entries, recording) }
            case .historyFailed(let failure): { $0.earlier.fail(failure) }
            case .historyChanged(let removed, let number): { $0.earlier.carriedOut(number, removing: removed) }
            case .historyNotChanged(let why, let number): { $0.earlier.refused(number, why) }
            case .paused: { $0.pauseIsOver() }
            case .changed(let change): { $0.take(change) }
            case .looked(let builder): { $0.restyle(builder) }
            case .filtered(let filter): { $0.filter(filter) }
            }
        }
    }

    private mutating func note(_ effect: Machine.Effect) {
        switch effect {
        case .results(.load(_, let ticket), let query):
            loads.append((ticket, query))
            begun += 1
        case .results(.cancel(let ticket), _): loads.removeAll { $0.ticket == ticket }
        case .results(.wait, _), .leaveHistory: break
        case .readHistory: readings += 1
        case .change(let change, let number):
            changes.append(change)
            self.number = number
        case .wait(let seconds): wait = seconds
        case .stopWaiting: wait = nil
        }
    }

    /// Answers the last load with posts titled with the keyword, or with `title`.
    mutating func answer(_ ids: [Int], total: Int? = nil, next: Int? = nil, titled title: String? = nil) {
        guard let load = loads.last else { return }
        var page = Self.page(ids, for: load.query, total: total, titled: title)
        page.next = next.map { .offset($0) }
        send(.results(.loaded(page, load.ticket)))
    }

    mutating func fail(_ error: NoticeBoardError) {
        guard let load = loads.last else { return }
        send(.results(.failed(error, load.ticket)))
    }

    /// Reports success of the last requested change, with the entries that it removed.
    mutating func changed(removing entries: [SearchHistoryEntry] = []) { send(.historyChanged(entries, number)) }
    /// Reports failure of the last requested change.
    mutating func notChanged(_ error: NoticeBoardError) { send(.historyNotChanged(error, number)) }

    /// Ends the pause after typing.
    mutating func pauseOver() {
        guard wait != nil else { return }
        wait = nil
        send(.paused)
    }

    static func page(
        _ ids: [Int], for query: SearchQuery, total: Int? = nil, titled title: String? = nil
    ) -> Page<Post> {
        let posts = ids.map { Post(id: $0, title: title ?? "\(query.keyword) \($0)", boardID: query.board) }
        return Page(items: posts, total: total ?? ids.count)
    }

    static func entry(_ keyword: String, _ target: SearchTarget = .all, age: Double = 0) -> SearchHistoryEntry {
        SearchHistoryEntry(keyword: keyword, target: target, lastUsed: moment - age)
    }
}
