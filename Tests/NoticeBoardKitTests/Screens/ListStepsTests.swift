import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@testable import NoticeBoardKit

@Suite("Lists and menus, effect by effect", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ListStepsTests {
    private typealias Effect = PostList.Machine.Effect

    private let one = Board(id: 1, name: "가", hasNewPosts: true)
    private let two = Board(id: 2, name: "나")
    private let look = PostRowBuilder(style: PostRowStyle(language: .english))

    private func posts(_ ids: Int...) -> [Post] { ids.map { Post(id: $0, title: "\($0)", boardID: 1) } }

    private func ticket(_ effects: [Effect]) -> FeedTicket? {
        effects.compactMap { effect -> FeedTicket? in if case .feed(.load(_, let ticket), _) = effect { ticket } else { nil } }
            .last
    }

    @Test("The marks hear that a board is opened when it is asked for, and which posts of it came") func marks() throws {
        var machine = PostList.Machine(selection: .open(one), look: look)
        let opening = machine.handle(.feed(.open))
        let first = try #require(ticket(opening))
        #expect(opening.first == .opened(1) && opening.dropFirst().first == .feed(.load(nil, first), of: 1))
        #expect(machine.handle(.feed(.open)).isEmpty)
        let loaded = machine.handle(.feed(.loaded(Page(items: posts(9, 8), next: .offset(2), total: 4), first)))
        #expect(loaded.first == .saw([9, 8], on: 1) && machine.handle(.feed(.loaded(Page(items: posts(7)), first))).isEmpty)
        let more = try #require(ticket(machine.handle(.feed(.older))))
        #expect(machine.handle(.feed(.loaded(Page(items: posts(7, 6), total: 4), more))).first == .saw([7, 6], on: 1))
        #expect(!machine.handle(.feed(.refresh)).contains(.opened(1)))
        let other = machine.handle(.selected(.open(two)))
        #expect(other.contains(.opened(2)) && !other.contains(.opened(1)) && machine.state.rows.isEmpty)
    }

    @Test("What was kept of a list is shown where its board is open and not loaded, and refreshed where the list is in sight")
    func kept() throws {
        let memory = FeedSnapshot(
            items: posts(9, 8), bookmark: PageBookmark(position: .offset(2), recent: [9, 8], loaded: 2), anchor: 8)
        for (selection, board) in [(.open(one), 2), (.open(two), 1), (.nothing, 1), (.pending, 1)]
            as [(BoardSelection.State, Int)]
        {
            var machine = PostList.Machine(selection: selection, look: look)
            #expect(machine.handle(.kept(memory, of: board)).isEmpty && machine.state.rows.isEmpty && machine.snapshot == nil)
        }
        var machine = PostList.Machine(selection: .open(one), look: look)
        #expect(ticket(machine.handle(.kept(memory, of: 1))) == nil)
        #expect(machine.state.rows.ids == [9, 8] && machine.anchor == 8 && machine.state.feed.isStale)
        let opening = machine.handle(.feed(.open))
        let load = try #require(ticket(opening))
        #expect(opening.contains(.opened(1)) || machine.state.feed.wasRequested)
        _ = machine.handle(.feed(.loaded(Page(items: posts(9, 8), total: 2), load)))
        #expect(machine.handle(.kept(FeedSnapshot(items: posts(1), bookmark: PageBookmark()), of: 1)).isEmpty)
        #expect(machine.state.rows.ids == [9, 8] && !machine.state.feed.isStale)
        var seen = PostList.Machine(selection: .open(one), look: look)
        _ = seen.handle(.feed(.open))
        #expect(ticket(seen.handle(.kept(memory, of: 1))) != nil && seen.state.rows.ids == [9, 8])
    }

    @Test("A change concerns a list where it may be of its board, where its post is shown, or may be on its way") func concerned()
        throws
    {
        let (here, there, nowhere) = (
            Post(id: 9, title: "", boardID: 1), Post(id: 9, title: "", boardID: 2), Post(id: 9, title: "")
        )
        func concerns(_ machine: PostList.Machine) -> [Bool] {
            [.written(here), .edited(there), .edited(nowhere), .deleted(9), .edited(Post(id: 5, title: "", boardID: 2))].map {
                machine.isConcerned(by: $0)
            }
        }
        var machine = PostList.Machine(selection: .open(one), look: look)
        #expect(concerns(PostList.Machine(look: look)) == [true, true, true, true, true])
        #expect(concerns(machine) == [true, false, true, true, false])
        let load = try #require(ticket(machine.handle(.feed(.open))))
        #expect(concerns(machine) == [true, true, true, true, true])
        _ = machine.handle(.feed(.loaded(Page(items: posts(9), total: 1), load)))
        #expect(concerns(machine) == [true, true, true, true, false])
        _ = machine.handle(.changed(.edited(there)))
        #expect(machine.state.rows.isEmpty && concerns(machine) == [true, false, true, true, false])
    }

    @Test("A change means to a list what it can: a post comes, is another, or goes") func edits() {
        let shown = FeedItems(posts(3, 2))
        func said(_ change: PostChange, belongs: Bool) -> [String] {
            change.edits(in: shown) { _ in belongs }.map { edit in
                switch edit {
                case .insert(let post): "insert \(post.id)"
                case .remove(let id): "remove \(id)"
                case .patch(let id, _): "patch \(id)"
                default: "else"
                }
            }
        }
        let (known, other) = (Post(id: 3, title: "new"), Post(id: 9, title: "new"))
        for (change, inside, outside) in [
            (.written(known), ["insert 3"], ["remove 3"]), (.written(other), ["insert 9"], []),
            (.edited(known), ["patch 3"], ["remove 3"]),
            (.edited(other), [], []), (.deleted(3), ["remove 3"], ["remove 3"]), (.deleted(9), [], []),
        ] as [(PostChange, [String], [String])] {
            #expect(said(change, belongs: true) == inside && said(change, belongs: false) == outside)
        }
        #expect(
            PostChange.written(known).post == known && PostChange.edited(other).post == other && PostChange.deleted(3).post == nil
        )
    }

    @Test("A menu tells the selection what changes it, once, and shows what was left out and looked at") func menu() {
        var machine = BoardMenu.Machine(policy: .none, language: .english)
        func selections(_ event: BoardMenu.Machine.Event) -> [BoardSelection.Machine.Event] {
            machine.handle(event).compactMap { effect -> BoardSelection.Machine.Event? in
                if case .selection(let event) = effect { event } else { nil }
            }
        }
        var marks = ReadMarks.State()
        marks.looks = [1: 1]
        #expect(selections(.marked(marks)).isEmpty && machine.handle(.skipped(2)).isEmpty && machine.state.skipped == 2)
        #expect(machine.handle(.boards(.open)).contains(.boards(.load(1))))
        #expect(selections(.boards(.loaded([one, two], 1))) == [.listed([one, two], .none)])
        #expect(machine.state.selection == .nothing && machine.state.rows.map(\.hasNewPosts) == [true, false])
        #expect(selections(.choose(2)) == [.select(two)] && selections(.choose(2)).isEmpty && selections(.choose(9)).isEmpty)
        marks.looks = [1: 2]
        #expect(selections(.marked(marks)).isEmpty && machine.state.rows.map(\.hasNewPosts) == [false, false])
        #expect(machine.state.rows.map(\.isSelected) == [false, true])
        _ = machine.handle(.boards(.refresh))
        #expect(selections(.boards(.loaded([one, two], 2))) == [.listed([one, two], .none)], "told each time they come")
        #expect(machine.state.rows.map(\.hasNewPosts) == [true, false] && machine.state.selection == .open(two))
        _ = machine.handle(.boards(.refresh))
        #expect(selections(.boards(.failed(NoticeBoardError(.unreachable), 3))).isEmpty && machine.state.display == .items)
        #expect(machine.handle(.speaks(.korean)).isEmpty && machine.state.language == .korean)
        #expect(machine.state.rows.map(\.spoken) == ["가, 새 글 있음", "나"])
        #expect(selections(.boards(.reset)) == [.reset] && machine.state.skipped == 0 && machine.state.rows.isEmpty)
        #expect(selections(.boards(.reset)).isEmpty)
    }

    @Test("Of boards that come twice the first counts, and they stand by their numbers, those without one last") func menuOrder()
    {
        var machine = BoardMenu.Machine()
        _ = machine.handle(.boards(.open))
        let boards = [(1, nil), (2, 5), (3, nil), (4, -1), (2, 0), (5, 5), (6, Int.max)] as [(Int, Int?)]
        _ = machine.handle(.boards(.loaded(boards.map { Board(id: $0, name: "\($0)", order: $1) }, 1)))
        #expect(machine.state.rows.map(\.id) == [4, 2, 5, 1, 3, 6])
        #expect(BoardPolicy.first.choice(keeping: Board(id: 9, name: ""), among: []) == nil)
    }
}

@MainActor @Suite("What is seen between one state and the next", .inTurn, .timeLimit(.minutes(1))) struct SeenStatesTests {
    private let now = Locked(Date(timeIntervalSince1970: 19_675 * 86_400))
    private let gate = Gate()
    private let one = Board(id: 1, name: "가")
    private let two = Board(id: 2, name: "나")
    private let style = PostRowStyle(
        language: .english,
        date: PostDateFormat(timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .english, namesYesterday: true))

    @Test("A list looks at the clock before it does what it is asked for") func list() async {
        let selection = BoardSelection()
        selection.select(one)
        let list = PostList(
            service: HeldService(), selection: selection, style: style, now: { [now] in now.withLock { $0 } },
            time: ManualClock().time)
        var seen: [(Bool, Date)] = []
        let observation = list.observe { seen.append(($0.feed.wasRequested, $0.look.now)) }
        let (before, later) = (now.withLock { $0 }, now.withLock { $0 } + 86_400)
        now.withLock { $0 = later }
        list.open()
        #expect(seen.map(\.0) == [false, false, true] && seen.map(\.1) == [before, later, later])
        observation.cancel()
    }

    @Test("A search looks at the clock before it does what it is asked for") func search() async {
        let search = SearchScreen(
            service: HeldService(), history: InMemorySearchHistory(), selection: BoardSelection(), style: style,
            now: { [now] in now.withLock { $0 } }, time: ManualClock().time)
        var seen: [(Bool, Date)] = []
        let observation = search.observe { seen.append(($0.isActive, $0.look.now)) }
        let (before, later) = (now.withLock { $0 }, now.withLock { $0 } + 86_400)
        now.withLock { $0 = later }
        search.focus()
        #expect(seen.prefix(3).map(\.0) == [false, false, true] && seen.prefix(3).map(\.1) == [before, later, later])
        observation.cancel()
    }

    @Test("No row is ever drawn by what was read on another board") func reading() async {
        let service = HeldService(
            boards: [one, two], posts: [Post(id: 7, title: "a", boardID: 1), Post(id: 8, title: "b", boardID: 2)])
        service.gate.open()
        let selection = BoardSelection()
        selection.select(one)
        let marks = ReadMarks()
        let list = PostList(service: service, selection: selection, style: style, marks: marks, time: ManualClock().time)
        var isMixed = false
        let observation = list.observe { isMixed = isMixed || !$0.rows.isEmpty && $0.look.reading?.board != $0.board?.id }
        list.open()
        await list.firstState { $0.rows.ids == [7] }
        selection.select(two)
        await list.firstState { $0.rows.ids == [8] }
        #expect(!isMixed && list.state.look.reading?.board == 2)
        observation.cancel()
    }

    @Test("A menu or a list that comes into sight has the marks read, and none before that") func sight() {
        let (menus, lists) = (FollowedMarks(), FollowedMarks())
        let (service, selection) = (HeldService(boards: [one], posts: []), BoardSelection())
        let menu = BoardMenu(service: service, selection: selection, marks: ReadMarks(store: menus))
        let list = PostList(service: service, selection: selection, marks: ReadMarks(store: lists))
        #expect(menus.followers.withLock { $0 } == 0 && lists.followers.withLock { $0 } == 0)
        menu.open()
        #expect(menus.followers.withLock { $0 } == 1 && lists.followers.withLock { $0 } == 0)
        list.open()
        #expect(lists.followers.withLock { $0 } == 1)
    }

    @Test("Marks follow their store once, and no longer when they are gone or have another") func following() async {
        let (store, other) = (FollowedMarks(), FollowedMarks())
        var marks: ReadMarks? = ReadMarks(store: store)
        marks?.load()
        marks?.load()
        #expect(store.followers.withLock { $0 } == 1)
        marks?.use(store: other)
        await store.left.waitForArrivals(1)
        #expect(other.followers.withLock { $0 } == 1)
        await marks?.firstState { $0.log.isRead(1, on: 1) }
        marks = nil
        await other.left.waitForArrivals(1)
    }
}

/// A store that counts who follows it, and who went.
private final class FollowedMarks: ReadMarksStore {
    let followers = Locked(0)
    /// Open, and counts who goes.
    let left = Gate()

    init() { left.open() }

    func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog {
        var log = ReadLog()
        log.read(1, on: 1)
        return log
    }
    func erase() async throws {}
    func updates() -> AsyncStream<Void> {
        followers.withLock { $0 += 1 }
        return AsyncStream { $0.onTermination = { [left] _ in Task { try? await left.pass() } } }
    }
}
