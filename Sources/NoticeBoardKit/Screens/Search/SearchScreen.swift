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
/// - **Isolation**: it belongs to the main actor; the service is asked outside of it.
/// - **Cancellation**: what is not wanted any more is cancelled, and with the screen everything is, but for what is recorded.
/// - **Errors**: they are part of the state. A history that cannot be read or written does not keep anybody from searching.
@MainActor public final class SearchScreen: FeedScreen, StateForwarding {
    enum Work: Hashable {
        case results(FeedWork)
        case wait
    }

    private let driver: MachineDriver<Machine, Work>
    private let link: SearchHistoryLink
    private let now: @Sendable () -> Date
    private let clock: ScreenClock
    private let marks: ReadMarks?
    private let ownFilter: FeedRules<Post>.Filter?
    private var observations: [StateObservation] = []

    /// Which results are hidden; it changes at any time, and nothing is asked for it.
    public var filter = PostFilter() { didSet { applyFilter() } }

    /// The search of the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - service: Where the posts are.
    ///   - history: Where searches are recorded.
    ///   - selection: Which board is open.
    ///   - rules: How the screen behaves.
    ///   - style: How rows look.
    ///   - changes: What becomes of posts on other screens.
    ///   - marks: What was read on the device.
    ///   - now: The clock that tells what is today and yesterday.
    ///   - time: The clock for pauses in typing, for what is slow, and for the end of the day; a test turns it by hand.
    public init(
        service: any NoticeBoardService, history: any SearchHistoryRepository, selection: BoardSelection,
        rules: SearchRules = SearchRules(), style: PostRowStyle = PostRowStyle(), changes: ChangeBus<PostChange>? = nil,
        marks: ReadMarks? = nil, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        (self.now, self.marks, clock) = (now, marks, ScreenClock(now, time))
        ownFilter = rules.feed.filter
        let link = SearchHistoryLink(history)
        self.link = link
        let builder = PostRowBuilder(style: style, now: now(), reading: marks.map { PostReading($0.state.log) })
        driver = MachineDriver(Machine(rules, builder: builder, board: selection.board)) { effect, state in
            switch effect {
            case .results(let effect, let query):
                effect.chore(
                    { position in
                        try await service.searchPage(
                            query.keyword, in: query.board, target: query.target, at: position, limit: rules.pageSize)
                    }, shown: state.results.items, time: time, event: { .results($0) }, key: { .results($0) })
            case .readHistory: .now { link.read() }
            case .leaveHistory: .now { link.leave() }
            case .change(let change, let number): .now { link.apply(change, number) }
            case .wait(let seconds, let number): .start(.wait) { await time.over(seconds) ? .paused(number) : nil }
            case .stopWaiting: .stop([.wait])
            }
        }
        link.send = { [weak driver] in driver?.handle(Machine.Event($0)) }
        observations = [
            selection.observe { [weak driver] in driver?.handle(.board($0.board)) },
            changes?.observe { [weak driver] in driver?.handle(.changed($0)) },
            marks?.observe { [weak self] _ in self?.restyle() },
            driver.observe { [clock] state in
                clock.run(state.isActive && state.mode == .results && state.builder.style.date.dependsOnDay)
            },
            clock.observe { [weak self] _ in self?.restyle() },
        ].compactMap(\.self)
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// The field was tapped, to begin or to search for something else: the earlier searches are listed.
    public func focus() { handle(.focus) }
    /// This stands in the field now.
    public func type(_ text: String) { handle(.type(text)) }
    /// Searches what is typed, in the fields that were searched last.
    public func submit() { handle(.submit) }
    /// Searches what is typed in the fields that `target` names.
    public func choose(_ target: SearchTarget) { handle(.choose(target)) }
    /// Does what a row of ``State/history`` or ``State/suggestions`` offers.
    public func choose(_ row: SearchRow) {
        switch row.kind {
        case .history: handle(.reopen(row.id.key))
        case .target: handle(.choose(row.target))
        }
    }
    /// Ends the search: the board is shown again, its list and place as they were.
    public func cancel() { handle(.cancel) }

    /// Shows posts that were kept for `query`, until it is answered.
    ///
    /// Does nothing if the answer, or another search, came meanwhile.
    public func restore(_ kept: FeedSnapshot<Post>, of query: SearchQuery) { handle(.kept(kept, of: query)) }

    /// Asks the list of results for something; retrying is for the earlier searches too, and a reset for the whole screen.
    public func send(_ request: FeedRequest<Post.ID>) {
        switch request {
        case .retry: handle(.retry)
        case .reset: handle(.reset)
        case .open, .refresh:
            if filter.hidesRead { applyFilter() }
            handle(.results(FeedMachine.Event(request)))
        default: handle(.results(FeedMachine.Event(request)))
        }
    }

    /// The row of a result, if it is shown: for a cell provider, which is given its number.
    public subscript(id: Post.ID) -> PostRow? { state.hits[id: id] }

    /// The result at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { scrolled(to: newValue) }
    }

    /// Shows the rows in another style, or as they look now; nothing is asked for or made anew.
    ///
    /// While results are shown the screen looks for itself when the day is over, and whenever it is asked for something.
    public func restyle(_ style: PostRowStyle? = nil) {
        let reading = marks.map { PostReading($0.state.log) }
        driver.handle(.looked(PostRowBuilder(style: style ?? driver.read(\.builder.style), now: now(), reading: reading)))
    }

    private func applyFilter() {
        driver.handle(.filtered(filter.rule(reading: marks.map { PostReading($0.state.log) }, besides: ownFilter)))
    }

    private func handle(_ event: Machine.Event) {
        restyle()
        driver.handle(event)
    }
}

/// What a person does about the earlier searches; what fails is told by ``State/historyFailure``, and repeated by `retry()`.
extension SearchScreen {
    /// Deletes the earlier search of a row.
    public func delete(_ row: SearchRow) {
        if row.isDeletable { handle(.change(.delete([row.id.key]))) }
    }
    /// Deletes every earlier search that is not pinned.
    public func deleteHistory() { handle(.change(.deleteAll(keepingPinned: true))) }
    /// Erases every earlier search without a trace.
    ///
    /// It cannot be undone, and drops every failed save and restore.
    public func eraseHistory() { handle(.change(.erase)) }
    /// Brings the searches that were deleted last back to their places; ``State/undoable`` is their number.
    public func undo() { handle(.undo) }
    /// Keeps the earlier search of a row whatever its age and however many there are, or no longer.
    public func pin(_ row: SearchRow, _ isPinned: Bool = true) {
        if row.kind == .history { handle(.change(.pin(row.id.key, isPinned))) }
    }
    /// Sets whether searches are recorded.
    ///
    /// To remove the recorded ones, call ``eraseHistory()`` as well.
    public func record(_ recording: SearchHistoryPolicy.Recording) { handle(.change(.record(recording))) }
    /// Lists and records searches in another history from now on: that of another account.
    ///
    /// What was asked of the former is still done there, and nothing of it is shown any more.
    public func use(_ history: any SearchHistoryRepository) {
        link.use(history)
        handle(.otherHistory)
    }
}

extension SearchScreen.Machine.Event {
    fileprivate init(_ news: SearchHistoryLink.News) {
        self =
            switch news {
            case .list(let entries): .history(entries)
            case .read(let failure): .historyRead(failure)
            case .recording(let recording): .recording(recording)
            case .changed(let removed, let number): .historyChanged(removed, number)
            case .notChanged(let why, let number): .historyNotChanged(why, number)
            }
    }
}

/// How a search screen behaves.
public struct SearchRules: Sendable {
    /// Whether what is typed is searched without being asked for, and at what pace; nothing means that it is not.
    ///
    /// Such a search is not recorded: only one that somebody chose or submitted is.
    public var searchesWhileTyping: SearchPace?
    /// The fields that are searched until others are chosen.
    public var target = SearchTarget.all
    /// The targets that are offered for what is typed, in this order.
    public var targets = SearchTarget.wellKnown
    /// How many earlier searches are listed at most; how many are kept is for the history's own rules to say.
    public var historyLimit = Int.max
    /// How many earlier searches stand above the targets at most.
    public var suggestions = 5
    /// In which order hits are shown; where it is the server's, that of ``feed`` stands.
    public var order = PostOrder.server
    /// How many hits are asked for at a time.
    public var pageSize = 30
    /// Whether all hits are loaded, page after page, whoever began the search.
    public var loadsAll = false
    /// How the list of hits behaves.
    public var feed = FeedRules<Post>()
    /// The options for marking hits; suggestions use them too, but always ignore case.
    public var marking: Highlighter.Options = []

    /// The usual rules: four targets, nothing is searched before it is chosen.
    public init() {}
}

/// When a search that runs while somebody types is sent: after a pause that tells that the word may be whole.
public struct SearchPace: Sendable, Hashable {
    /// How many seconds to wait when little is typed: most words are still growing then.
    public var shortWait: Double
    /// How many characters count as little.
    public var shortLength: Int
    /// How many seconds to wait when more is typed.
    public var wait: Double

    /// A pace: half a second up to two characters, then 0.3 s.
    public init(shortWait: Double = 0.5, shortLength: Int = 2, wait: Double = 0.3) {
        (self.shortWait, self.shortLength, self.wait) = (shortWait, shortLength, wait)
    }

    /// How long to wait before `keyword` is sent; nothing when it is not worth sending, since its last letter is a consonant
    /// or a vowel alone: `공ㅈ` is on the way to 공지.
    func wait(for keyword: String) -> Double? {
        guard let last = keyword.last, !last.isLoneJamo else { return nil }
        return keyword.count <= shortLength ? shortWait : wait
    }
}

extension Character {
    /// Whether this is a Korean letter that is no syllable yet.
    fileprivate var isLoneJamo: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: true
            default: false
            }
        }
    }
}

/// What is searched, where, and on which board.
///
/// The keyword is a secret to logs: no description shows it.
public struct SearchQuery: Sendable, Hashable {
    /// The board that is searched.
    public let board: Board.ID
    /// What is searched, composed and without outer white space, and in which fields.
    public let key: SearchHistoryEntry.Key

    /// A search; nothing where the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.board = board
        if key.keyword.isEmpty { return nil }
    }

    /// What is searched.
    public var keyword: String { key.keyword }
    /// The fields that are searched.
    public var target: SearchTarget { key.target }
}
