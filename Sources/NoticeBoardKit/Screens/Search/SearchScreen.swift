public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// The search of a board app: earlier searches, what can be searched with what is typed, and what was found.
///
/// ```swift
/// let search = SearchScreen(service: client, history: history, selection: selection)
/// search.focus()                      // the field was tapped: the earlier searches are listed
/// search.type("메일")                  // four targets, and searches that one may be on the way to typing
/// search.choose(.title)               // searches, records it, and shows what is found
/// for await state in search.states { show(state.mode, …) }
/// ```
///
/// - **Isolation**: it belongs to the main actor; the cells of what is found are made outside of it.
/// - **Cancellation**: what is not wanted any more is cancelled, and with the screen everything is, but for what is recorded.
/// - **Errors**: they are part of the state. A history that cannot be read or written does not keep anybody from searching.
///
/// What it does is decided by ``Machine``, which can be driven by other means as well.
@MainActor public final class SearchScreen: StateSource {
    enum Work: Hashable {
        case results(FeedWork)
        case wait
    }

    private let driver: MachineDriver<Machine, Work>
    private let now: @Sendable () -> Date
    private var observations: [StateObservation] = []

    /// The search of the board that is open in `selection`.
    ///
    /// `now` decides which posts are of today and of yesterday.
    public convenience init(
        service: any NoticeBoardService, history: any SearchHistoryRepository, selection: BoardSelection,
        rules: SearchRules = SearchRules(), style: PostRowStyle = PostRowStyle(), changes: FeedChanges<Post>? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            service: service, history: history, selection: selection, rules: rules, style: style, changes: changes, now: now,
            pause: .system)
    }

    /// The same with a clock of the caller's.
    package init(
        service: any NoticeBoardService, history: any SearchHistoryRepository, selection: BoardSelection, rules: SearchRules,
        style: PostRowStyle, changes: FeedChanges<Post>?, now: @escaping @Sendable () -> Date, pause: Pause
    ) {
        self.now = now
        let link = SearchHistoryLink(history)
        // Places are places in the server's order; the list makes its own.
        let (service, look) = (service.inServerOrder, PostLook(style: style, now: now()))
        driver = MachineDriver(Machine(rules, look: look, board: selection.board)) { effect in
            switch effect {
            case .results(let effect, let query, let look):
                let cells = SearchCells(of: query, marking: rules.marking, look: look)
                return effect.chore(
                    { position in
                        let (keyword, target) = (query.keyword, query.target)
                        return cells.listed(try await service.searchPage(keyword, in: query.board, target: target, at: position))
                    }, pause: pause, event: { .results($0, look: look) }, key: { .results($0) })
            case .readHistory: return .now { link.read() }
            case .change(let change): return .now { link.apply(change) }
            case .wait(let seconds, let number):
                return .start(.wait) { await pause.over(seconds) ? .paused(number) : nil }
            case .stopWaiting: return .stop([.wait])
            }
        }
        link.tell = { [weak driver] in driver?.handle(Machine.Event($0)) }
        observations = [
            selection.observe { [weak driver] in driver?.handle(.board($0.board)) },
            changes?.observe { [weak self] change in
                self?.restyle()
                self?.driver.handle(.changed(change))
            },
        ].compactMap { $0 }
    }

    /// What is to be seen now.
    public var state: State { driver.state }
    /// What is to be seen now, then every later state that there was time for.
    public var states: AsyncStream<State> { driver.states }
    /// Calls `body` with every new state, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { driver.observe(body) }

    /// The field was tapped, to begin or to search for something else: the earlier searches are listed.
    public func focus() { tell(.focus) }
    /// This stands in the field now.
    public func type(_ text: String) { tell(.type(text)) }
    /// Searches what is typed, in the fields that were searched last.
    public func submit() { tell(.submit) }
    /// Searches what is typed in the fields that `target` names.
    public func choose(_ target: SearchTarget) { tell(.choose(target)) }
    /// Does what a row of ``State/history`` or ``State/suggestions`` offers.
    public func choose(_ row: SearchRow) {
        switch row.kind {
        case .history: tell(.reopen(row.id.key))
        case .target: tell(.choose(row.target))
        }
    }
    /// Forgets the earlier search of a row.
    public func delete(_ row: SearchRow) {
        if row.isDeletable { tell(.forget(row.id.key)) }
    }
    /// Forgets every earlier search that is not pinned.
    public func clearHistory() { tell(.forgetAll) }
    /// Ends the search: the board is shown again, its list and place as they were.
    public func cancel() { tell(.cancel) }

    /// Asks for the head of the results again.
    public func refresh() { tell(.results(.refresh)) }
    /// Asks for the head of the results again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshed() async {
        refresh()
        await state { !$0.results.refresh.isLoading }
    }
    /// A result came into sight: near the end it asks for more.
    public func appeared(_ id: Post.ID) { tell(.results(.appeared(id))) }
    /// Asks for further results, whatever is in sight.
    public func loadMore() { tell(.results(.more)) }
    /// Loads every result; `state.results.progress` tells how far it is.
    public func loadAll() { tell(.results(.all)) }
    /// Tries again what failed, and only that.
    public func retry() { tell(.retry) }

    /// The result at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { driver.handle(.results(.scrolled(newValue))) }
    }

    /// Makes the cells anew, in another style if one is given; what is shown and what is under way stay.
    ///
    /// Whenever the screen is asked for something it looks for itself whether a midnight has passed.
    public func restyle(_ style: PostRowStyle? = nil) {
        driver.handle(.looked(PostLook(style: style ?? driver.read(\.look.style), now: now())))
    }

    private func tell(_ event: Machine.Event) {
        restyle()
        driver.handle(event)
    }
}

extension SearchScreen.Machine.Event {
    fileprivate init(_ news: SearchHistoryLink.News) {
        self =
            switch news {
            case .list(let entries): .history(entries)
            case .read(let failure): .historyRead(failure)
            case .changed(let failure): .historyChanged(failure)
            }
    }
}
