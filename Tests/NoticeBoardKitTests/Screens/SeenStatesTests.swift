import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit
@testable import NoticeBoardScreens

@Suite("Board order in a menu", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardOrderTests {
    @Test("Sorts boards by order number, with unnumbered ones last, without duplicates") @MainActor func order() async {
        let boards = [(1, nil), (2, 5), (3, nil), (4, -1), (2, 0), (5, 5), (6, Int.max)] as [(Int, Int?)]
        let service = HeldService(boards: boards.map { Board(id: $0, name: "\($0)", order: $1) })
        service.gate.open()
        let menu = BoardMenu(service: service, selection: BoardSelection())
        menu.open()
        await menu.firstState { $0.display == .items }
        #expect(menu.state.rows.map(\.id) == [4, 2, 5, 1, 3, 6])
    }
}

@MainActor @Suite("Intermediate states", .inTurn, .timeLimit(.minutes(1))) struct SeenStatesTests {
    private let now = Locked(Date(timeIntervalSince1970: 19_675 * 86_400))
    private let one = Board(id: 1, name: "가")
    private let two = Board(id: 2, name: "나")
    private let style = PostRowStyle(
        language: .english,
        date: PostDateFormat(timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .english, namesYesterday: true))

    @Test("Updates a list's date before it opens") func list() async {
        let selection = BoardSelection()
        selection.select(one)
        let list = PostList(
            service: HeldService(), selection: selection, style: style, now: { [now] in now.withLock { $0 } },
            time: ManualClock().time)
        var seen: [(Bool, Date)] = []
        let observation = list.observe { seen.append(($0.feed.wasRequested, $0.builder.now)) }
        let (before, later) = (now.withLock { $0 }, now.withLock { $0 } + 86_400)
        now.withLock { $0 = later }
        list.open()
        #expect(seen.map(\.0) == [false, false, true])
        #expect(seen.map(\.1) == [before, later, later])
        observation.cancel()
    }

    @Test("Updates a search's date as it gets focus") func search() async {
        let search = PostSearch(
            service: HeldService(), history: InMemorySearchHistory(), selection: BoardSelection(), style: style,
            now: { [now] in now.withLock { $0 } }, time: ManualClock().time)
        var seen: [(Bool, Date)] = []
        let observation = search.observe { seen.append(($0.isActive, $0.builder.now)) }
        let (before, later) = (now.withLock { $0 }, now.withLock { $0 } + 86_400)
        now.withLock { $0 = later }
        search.begin()
        #expect(seen.prefix(2).map(\.0) == [false, true])
        #expect(seen.prefix(2).map(\.1) == [before, later])
        observation.cancel()
    }

    @Test("Uses the read marks of a row's own board") func reading() async {
        let service = HeldService(
            boards: [one, two], posts: [Post(id: 7, title: "a", boardID: 1), Post(id: 8, title: "b", boardID: 2)])
        service.gate.open()
        let selection = BoardSelection()
        selection.select(one)
        let marks = PostMarks()
        let list = PostList(service: service, selection: selection, style: style, marks: marks, time: ManualClock().time)
        var isMixed = false
        let observation = list.observe { isMixed = isMixed || !$0.rows.isEmpty && $0.builder.reading?.board != $0.board?.id }
        list.open()
        await list.firstState { $0.rows.ids == [7] }
        selection.select(two)
        await list.firstState { $0.rows.ids == [8] }
        #expect(!isMixed)
        #expect(list.state.builder.reading?.board == 2)
        observation.cancel()
    }

    @Test("Loads read marks when a menu or a list opens, not before") func sight() async throws {
        let (menus, lists) = (try await FilePostMarks.inMemory(), try await FilePostMarks.inMemory())
        let (service, selection) = (HeldService(boards: [one], posts: []), BoardSelection())
        let menu = BoardMenu(service: service, selection: selection, marks: PostMarks(menus))
        let list = PostList(service: service, selection: selection, marks: PostMarks(lists))
        #expect(!menus.broadcast.hasSubscribers)
        #expect(!lists.broadcast.hasSubscribers)
        menu.open()
        #expect(menus.broadcast.hasSubscribers)
        #expect(!lists.broadcast.hasSubscribers)
        list.open()
        #expect(lists.broadcast.hasSubscribers)
    }

    @Test("Subscribes marks to their store until a release or change") func following() async throws {
        var log = PostReadLog()
        log.markRead(1, in: 1)
        let (store, other) = (try await FilePostMarks.inMemory(log), try await FilePostMarks.inMemory(log))
        var marks: PostMarks? = PostMarks(store)
        marks?.load()
        #expect(store.broadcast.hasSubscribers)
        marks?.use(other)
        #expect(await eventually { !store.broadcast.hasSubscribers })
        #expect(other.broadcast.hasSubscribers)
        await marks?.firstState { $0.log.isRead(1, in: 1) }
        marks = nil
        #expect(await eventually { !other.broadcast.hasSubscribers })
    }
}
