import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

/// A service with one board of three posts, the second of which is a notice.
private struct ThreePosts: NoticeBoardService {
    private let page = Page(items: [Post(id: 3, title: "b"), Post(id: 2, title: "c", type: .notice), Post(id: 1, title: "a")])

    func boards() -> [Board] { [Board(id: 1, name: "메일")] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) -> Page<Post> { page }
    func searchPage(_ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int) -> Page<Post> { page }
}

@MainActor @Suite("BoardApp", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardAppTests {
    private let simulator = BoardSimulator(seed: 4)
    private let folder = ScratchFolder.url("board-app")

    private func app(_ place: FileBoardPlace? = nil) -> BoardApp {
        BoardApp(
            service: NoticeBoardClient(transport: simulator), place: place,
            style: PostRowStyle(language: .korean),
            order: .noticesFirst)
    }

    /// Stores the place of an app on the second board with the 41st post at the top of the screen.
    private func leave(_ place: FileBoardPlace) async throws -> Post.ID {
        let app = app(place)
        await app.open()
        await app.menu.firstState { !$0.rows.isEmpty }
        app.menu.select(app.menu.state.rows[1].id)
        await app.list.firstState { $0.rows.count == 30 }
        app.list.loadMore()
        await app.list.firstState { $0.rows.count == 60 }
        let anchor = app.list.state.rows[40].id
        app.list.anchor = anchor
        #expect(await app.saveNow() == nil)
        return anchor
    }

    @Test("Is launching until it was opened") func launching() async {
        let app = app()
        #expect(app.state == .launching)
        await app.open()
        #expect(app.state == .signedIn)
    }

    @Test("Is signed out after a sign-out, and signed in when it is opened again") func signedOut() async {
        let app = app()
        await app.open()
        await app.signOut()
        #expect(app.state == .signedOut(reason: nil))
        await app.open()
        #expect(app.state == .signedIn)
    }

    @Test("Stays signed out in the foreground, and asks for no boards") func signedOutInForeground() async {
        let clock = ManualClock()
        let life = AppLife(now: { Date(timeIntervalSince1970: clock.now) }, time: clock.time)
        let app = BoardApp(service: ThreePosts(), life: life, time: clock.time)
        await app.open()
        await app.list.firstState { $0.display == .items }
        await app.signOut()
        life.enterBackground()
        clock.advance(by: 60)
        life.enterForeground()
        #expect(app.selection.state == .signedOut)
        #expect(app.menu.state.boards.phase == .idle)
    }

    @Test("Says that a session has ended by itself") func expired() async {
        let app = app()
        app.scope.signIn("ann")
        await app.open()
        app.scope.expire()
        await app.firstState { $0 != .signedIn }
        #expect(app.state == .signedOut(reason: NoticeBoardError(.sessionOver)))
    }

    @Test("Shows nothing of an expired account when it is opened again") func openedAfterExpiry() async {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let app = app(PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept"))).file)
        app.scope.signIn("ann")
        await app.open()
        app.scope.expire()
        await app.open()
        #expect(app.state == .signedOut(reason: NoticeBoardError(.sessionOver)))
        #expect(app.selection.board == nil)
        #expect(app.list.state.rows.isEmpty)
        #expect(app.menu.state.rows.isEmpty)
        app.scope.signIn("ann")
        await app.open()
        #expect(app.state == .signedIn)
        #expect(app.selection.board?.id == boards[1].id)
    }

    @Test("Reads no place of an account whose session had expired before the launch") func expiredBefore() async {
        let place = PlaceFiles(BoardPlace(board: Board(id: 1, name: "kept")))
        let scope = AccountScope()
        scope.signIn("ann")
        scope.expire()
        let app = BoardApp(service: ThreePosts(), place: place.file, scope: scope)
        app.restorePlace()
        await app.open()
        #expect(app.state == .signedOut(reason: NoticeBoardError(.sessionOver)))
        #expect(place.loads.withLock { $0 } == 0)
    }

    @Test("Connects its screens without further setup") func together() async {
        let app = app()
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(app.menu.state.rows.first?.isSelected == true)
        #expect(app.list.state.title == app.menu.state.rows[0].name)
        app.search.begin()
        app.search.setText("메일")
        app.search.submit()
        await app.search.firstState { $0.results.isLoaded && $0.history.count == 1 }
        app.page.open(app.list.state.rows[1].id, from: app.list)
        await app.page.firstState { $0.display == .items }
        #expect(app.list.state.rows[1].isRead)
        #expect(app.menu.state.rows.count == 5)
        let post = app.list.state.feed.items[0]
        app.changes.send(.deleted(post.id))
        #expect(!app.list.state.rows.ids.contains(post.id))
        #expect(!app.search.state.hits.ids.contains(post.id))
    }

    @Test("Search results have the list's order", arguments: [(PostOrder.noticesFirst, [2, 3, 1]), (.server, [3, 2, 1])])
    func resultOrder(order: PostOrder, ids: [Post.ID]) async throws {
        let app = BoardApp(service: ThreePosts(), order: order)
        await app.open()
        await app.list.firstState { $0.display == .items }
        app.search.begin()
        app.search.setText("메일")
        app.search.submit()
        #expect(await app.search.firstState { $0.results.isLoaded }?.hits.map(\.id) == ids)
    }

    @Test("Every sign-out of an account erases what its stores have") func signsOutAgain() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let scope = AccountScope()
        let history = FileSearchHistory(directory: folder, scope: "17")
        let app = BoardApp(
            service: NoticeBoardClient(transport: simulator), history: history,
            marks: PostMarks(FilePostMarks(directory: folder, scope: "17")),
            place: FileBoardPlace(directory: folder, scope: "17"),
            scope: scope)
        for _ in 0..<3 {
            scope.signIn("17")
            await app.open()
            await app.list.firstState { $0.display == .items }
            app.marks.markAllRead()
            app.search.begin()
            app.search.setText("메일")
            app.search.submit()
            await app.search.firstState { $0.results.isLoaded && $0.history.count == 1 }
            #expect(await app.saveNow() == nil)
            #expect(await app.signOut() == nil)
            #expect(try await history.entries().isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasSuffix(".place") })
        }
    }

    @Test("Keeps as many posts of a place as fit into its file", arguments: [(17, 1 << 20, 10...16), (1, 17 << 20, 0...0)])
    func largePosts(count: Int, size: Int, kept: ClosedRange<Int>) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileBoardPlace(directory: folder)
        #expect(await store.keep(BoardPlace(board: Board(id: 1, name: "former"))) == nil)
        let posts = (1...count).map { Post(id: $0, title: "", contents: String(repeating: "a", count: size)) }
        let list = FeedSnapshot(items: posts, bookmark: PageBookmark(position: nil, recent: [], loaded: count))
        #expect(await store.keep(BoardPlace(board: Board(id: 2, name: "present"), list: list)) == nil)
        let place = await store.load()
        #expect(place?.board.id == 2)
        #expect(kept.contains(place?.list?.items.count ?? 0))
    }

    @Test("Shows the last board and place before any request is answered") func place() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let anchor = try await leave(FileBoardPlace(directory: folder, scope: "ann"))
        let asked = simulator.log.count
        let app = app(FileBoardPlace(directory: folder, scope: "ann"))
        let gate = Gate()
        for request in 1...4 { simulator.hold(asked + request, at: gate) }
        await app.open()
        #expect(app.list.state.rows.count == 60)
        #expect(app.list.state.feed.isStale)
        #expect(app.list.anchor == anchor)
        #expect(app.list.state.title == simulator.boards.sorted { $0.order < $1.order }[1].name)
        gate.open()
        await app.list.firstState { !$0.feed.isStale && !$0.feed.isLoading }
        await app.menu.firstState { !$0.rows.isEmpty }
        #expect(app.list.state.rows.count == 60)
        #expect(app.list.anchor == anchor)
        #expect(app.menu.state.rows[1].isSelected)
        app.list.loadAll()
        await app.list.firstState { $0.feed.end != nil }
        #expect(app.list.state.rows.count == 95)
    }

    @Test("Keeps thirty posts below the anchor")
    func keptPosts() async throws {
        let place = PlaceFiles()
        let app = BoardApp(service: NoticeBoardClient(transport: simulator), place: place.file, order: .server)
        await app.open()
        await app.list.firstState { $0.rows.count == 30 }
        app.list.loadMore()
        await app.list.firstState { $0.rows.count == 60 }
        for (row, count) in [(nil, 30), (0, 30), (5, 35), (29, 59), (30, 60), (45, 60)] as [(Int?, Int)] {
            app.list.anchor = row.map { app.list.state.rows[$0].id }
            #expect(await app.saveNow() == nil)
            #expect(place.place?.list?.items.count == count)
        }
    }

    @Test("Opens the first board when the stored board was deleted or its file is damaged") func gone() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await leave(FileBoardPlace(directory: folder))
        let boards = simulator.boards.sorted { $0.order < $1.order }
        simulator.boards.removeAll { $0.id == boards[1].id }
        let app = app(FileBoardPlace(directory: folder))
        await app.open()
        await app.menu.firstState { !$0.rows.isEmpty }
        await app.list.firstState { $0.display == .items && $0.board?.id == boards[0].id }
        let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".place") })
        try Data("{".utf8).write(to: folder.appendingPathComponent(file))
        #expect(await FileBoardPlace(directory: folder).load() == nil)
        let other = self.app(FileBoardPlace(directory: folder))
        await other.open()
        await other.list.firstState { $0.display == .items && $0.board?.id == boards[0].id }
    }

    @Test("Keeps a long list only up to a screen below the anchor") func cut()
        async throws
    {
        let app = BoardApp(service: NoticeBoardClient(transport: simulator))
        await app.open()
        await app.list.firstState { $0.rows.count == 30 }
        app.list.loadAll()
        await app.list.firstState { $0.rows.count == 95 }
        app.list.anchor = app.list.state.rows[20].id
        let memory = try #require(app.currentPlace?.list)
        #expect(memory.items.count == 50)
        let asked = simulator.log.count
        let other = BoardApp(service: NoticeBoardClient(transport: simulator), place: PlaceFiles(app.currentPlace).file)
        await other.open()
        #expect(other.list.state.rows.count == 50)
        #expect(other.list.anchor == app.list.anchor)
        other.list.loadAll()
        await other.list.firstState { $0.feed.end != nil && !$0.feed.isStale }
        #expect(Set(other.list.state.rows.ids) == Set(app.list.state.rows.ids))
        #expect(other.list.state.feed.gaps.isEmpty)
        let offsets = simulator.log.dropFirst(asked).compactMap { request -> Int? in
            if case .posts(_, let offset, _)? = request.call { offset } else { nil }
        }
        #expect(offsets.first == 0, "\(offsets)")
        #expect(offsets.dropFirst().allSatisfy { $0 >= 29 }, "\(offsets)")
        // The anchor is too far down to store every row, so the rows around it are stored.
        let long = BoardSimulator(seed: 4, boards: 1, postsPerBoard: 400)
        let deep = BoardApp(service: NoticeBoardClient(transport: long))
        await deep.open()
        await deep.list.firstState { $0.rows.count == 30 }
        deep.list.loadAll()
        await deep.list.firstState { $0.rows.count == 400 }
        for (place, kept) in [(270, 0..<300), (271, 1..<301), (399, 100..<400)] {
            deep.list.anchor = deep.list.state.rows[place].id
            #expect(deep.currentPlace?.list?.items.map(\.id) == Array(deep.list.state.rows.ids[kept]))
        }
    }

    @Test("Ignores a place that loads after a board was selected or the user signed out", arguments: [true, false])
    func latePlace(isChosen: Bool) async throws {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let place = PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept")), holdsReads: true)
        let app = app(place.file)
        let opening = Task { await app.open() }
        await place.reading.waitForArrivals(1)
        var leaving: Task<NoticeBoardError?, Never>?
        if isChosen {
            app.selection.select(Board(id: boards[3].id, name: "chosen"))
        } else {
            leaving = Task { await app.signOut() }
            await app.selection.firstState { $0 == .signedOut }
        }
        place.reading.open()
        await opening.value
        _ = await leaving?.value
        #expect(app.selection.board?.id != boards[1].id)
        if !isChosen {
            #expect(simulator.log.isEmpty, "no account is signed in")
            await app.open()
        }
        await app.list.firstState { $0.display == .items }
        #expect(app.selection.board?.id == boards[isChosen ? 3 : 0].id)
    }

    @Test("Opens the last place although stored boards and the service's boards come first", arguments: [true, false])
    func placeComesFirst(areStored: Bool) async throws {
        let boards = simulator.boards.sorted { $0.order < $1.order }.map { Board(id: $0.id, name: $0.name) }
        let place = PlaceFiles(BoardPlace(board: boards[1]), holdsReads: true)
        let app = app(place.file)
        app.restorePlace()
        if areStored {
            app.menu.restore(boards)
        } else {
            app.menu.open()
            await app.menu.firstState { !$0.rows.isEmpty }
        }
        await place.reading.waitForArrivals(1)
        #expect(app.menu.state.rows.count == boards.count)
        #expect(app.selection.board == nil)
        place.reading.open()
        await app.open()
        #expect(app.selection.board?.id == boards[1].id)
        await app.list.firstState { $0.display == .items }
        #expect(app.selection.board?.id == boards[1].id)
    }

    @Test("Opens the first stored board once it is known that there is no last place") func noPlace() async throws {
        let app = app(PlaceFiles(nil).file)
        app.restorePlace()
        app.menu.restore([Board(id: 7, name: "kept")])
        #expect(app.selection.board == nil)
        await app.restorePlace()?.value
        #expect(app.selection.board?.id == 7)
    }

    @Test("Sends no request when the session ends during open") func lateEnd()
        async throws
    {
        let board = try #require(simulator.boards.last)
        let place = PlaceFiles(BoardPlace(board: Board(id: board.id, name: "kept")), holdsReads: true)
        let app = app(place.file)
        let opening = Task { await app.open() }
        await place.reading.waitForArrivals(1)
        app.scope.signOut()
        place.reading.open()
        await opening.value
        #expect(simulator.log.isEmpty)
        #expect(app.selection.state == .signedOut)
        app.use(
            history: InMemorySearchHistory(),
            place: PlaceFiles(BoardPlace(board: Board(id: board.id, name: "kept"))).file)
        await app.open()
        #expect(app.selection.board?.id == board.id)
        await app.list.firstState { $0.display == .items }
    }

    @Test("Ignores the former account's place when it loads after an account change")
    func formerPlace() async {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let place = PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept")), holdsReads: true)
        let app = app(place.file)
        var chosen: [Board.ID] = []
        let observation = app.selection.observe { if let board = $0.board { chosen.append(board.id) } }
        let opening = Task { await app.open() }
        await place.reading.waitForArrivals(1)
        await app.signOut(erasing: false)
        app.use(
            history: InMemorySearchHistory(),
            place: PlaceFiles(BoardPlace(board: Board(id: boards[2].id, name: "next"))).file)
        place.reading.open()
        await opening.value
        #expect(app.selection.state == .signedOut)
        #expect(app.menu.state.display == .empty)
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(app.selection.board?.id == boards[2].id)
        #expect(!chosen.contains(boards[1].id))
        withExtendedLifetime(observation) {}
    }

    @Test("Opens the first board while the former account's place is being erased") func erasingPlace() async {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let place = PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept")), holdsChanges: true)
        let app = app(place.file)
        let leaving = Task { await app.signOut() }
        await place.gate.withLock { $0 }.waitForArrivals(1)
        let opening = await startTask { await app.open() }
        place.gate.withLock { $0 }.open()
        _ = await opening.result
        _ = await leaving.value
        await app.list.firstState { $0.display == .items }
        #expect(app.selection.board?.id == boards[0].id)
    }

    @Test("Opens each account's own place after a sign-out")
    func comingBack() async {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let app = app(PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept"))).file)
        await app.open()
        await app.signOut(erasing: false)
        #expect(app.selection.state == .signedOut)
        await app.open()
        #expect(app.selection.board?.id == boards[1].id)
        app.scope.signOut()
        await app.scope.waitUntilErased()
        app.use(
            history: InMemorySearchHistory(),
            place: PlaceFiles(BoardPlace(board: Board(id: boards[2].id, name: "next"))).file)
        await app.open()
        #expect(app.selection.board?.id == boards[2].id)
    }

    @Test("Hides the place that stays at a sign-out until the same account signs in") func keptPlace() async {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let app = app(PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept"))).file)
        app.scope.signIn("ann")
        await app.open()
        #expect(app.selection.board?.id == boards[1].id)
        await app.signOut(erasing: false)
        app.scope.signIn("bob")
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(app.selection.board?.id == boards[0].id)
        await app.signOut(erasing: false)
        app.scope.signIn("ann")
        await app.open()
        #expect(app.selection.board?.id == boards[1].id)
    }

    @Test("Another account neither replaces nor erases the data that stay for the first one") func keptFromOther() async throws {
        let boards = simulator.boards.sorted { $0.order < $1.order }
        let place = PlaceFiles(BoardPlace(board: Board(id: boards[1].id, name: "kept")))
        let app = app(place.file)
        app.scope.signIn("ann")
        await app.open()
        await app.signOut(erasing: false)
        app.scope.signIn("bob")
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(await app.saveNow() == nil)
        #expect(place.place?.board.id == boards[1].id)
        #expect(await app.signOut() == nil)
        #expect(place.place?.board.id == boards[1].id)
    }

    @Test("Ignores a restored list over loaded posts or without an open board") func restoring() async throws {
        let app = app()
        await app.open()
        await app.list.firstState { $0.rows.count == 30 }
        let (before, board) = (app.list.state, try #require(app.selection.board?.id))
        let memory = FeedSnapshot(items: [Post(id: 1, title: "old", boardID: board)], bookmark: PageBookmark(loaded: 1))
        app.list.restore(memory, of: board)
        #expect(app.list.state == before)
        app.selection.reset()
        app.list.restore(memory, of: board)
        #expect(app.list.state.rows.isEmpty)
    }

    @Test("Leaves no place when the user signs out during a save") func keeping() async {
        let place = PlaceFiles(holdsChanges: true)
        let app = app(place.file)
        await app.open()
        await app.list.firstState { $0.display == .items }
        let keeping = [await startTask { await app.saveNow() }, await startTask { await app.saveNow() }]
        await place.gate.withLock { $0 }.waitForArrivals(1)
        let leaving = Task { await app.signOut() }
        await app.selection.firstState { $0 == .signedOut }
        place.gate.withLock { $0 }.open()
        for task in keeping { _ = await task.result }
        #expect(await leaving.value == nil)
        #expect(place.kept.withLock { $0.map { $0 != nil } } == [true, false])
    }

    @Test("Stores a place only from a request until the sign-out") func erasing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = app()
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(app.currentPlace?.list?.items.count == 30)
        #expect(await app.saveNow() == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let keeping = self.app(FileBoardPlace(directory: folder))
        await keeping.open()
        await keeping.list.firstState { $0.display == .items }
        await keeping.saveNow()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("last.place"))
        #expect(await keeping.signOut() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Keeps each account's data apart after an account change")
    func accounts() async throws {
        let (ann, bob) = (InMemorySearchHistory(), InMemorySearchHistory())
        try await bob.save("밥")
        let (annsReading, bobsReading) = (
            FilePostMarks(directory: folder, scope: "ann"), FilePostMarks(directory: folder, scope: "bob")
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = BoardApp(service: NoticeBoardClient(transport: simulator), history: ann, marks: PostMarks(annsReading))
        await app.open()
        await app.list.firstState { $0.display == .items }
        app.marks.markRead(app.list.state.feed.items[0])
        app.search.begin()
        app.search.setText("앤")
        app.search.submit()
        await app.search.firstState { $0.history.map(\.keyword) == ["앤"] }
        #expect(await app.signOut(erasing: false) == nil)
        app.use(history: bob, marks: bobsReading)
        #expect(app.search.state.history.isEmpty)
        #expect(app.list.state.rows.isEmpty)
        #expect(app.marks.state.log.isEmpty)
        await app.open()
        app.search.begin()
        await app.search.firstState { $0.history.map(\.keyword) == ["밥"] }
        #expect(try await ann.entries().map(\.keyword) == ["앤"])
        let writes = bobsReading.updates()
        app.marks.markRead(Post(id: 3, title: "", boardID: 1))
        for await _ in writes { if try await !bobsReading.apply([]).isEmpty { break } }
        #expect(try await annsReading.apply([]).isRead(3, in: 1) == false)
        await app.signOut()
        #expect(try await ann.entries().count == 1)
        #expect(try await bob.entries().isEmpty)
    }

    @Test("Hides the searches that stay at a sign-out until the same account signs in")
    func keptSearches() async throws {
        let ann = InMemorySearchHistory()
        let app = BoardApp(service: NoticeBoardClient(transport: simulator), history: ann)
        app.scope.signIn("ann")
        try await search("앤", in: app)
        #expect(await app.signOut(erasing: false) == nil)
        try await search("손님", in: app)
        app.scope.signIn("bob")
        try await search("밥", in: app)
        #expect(!app.search.state.history.contains { $0.keyword == "앤" })
        #expect(await app.signOut(erasing: false) == nil)
        app.scope.signIn("ann")
        await app.open()
        app.search.begin()
        await app.search.firstState { $0.history.map(\.keyword) == ["앤"] }
        #expect(try await ann.entries().map(\.keyword) == ["앤"])
    }

    /// Opens the app, searches a word, and waits until it is in the list of earlier searches.
    private func search(_ word: String, in app: BoardApp) async throws {
        await app.open()
        await app.list.firstState { $0.display == .items }
        app.search.begin()
        app.search.setText(word)
        app.search.submit()
        await app.search.firstState { $0.history.first?.keyword == word }
    }

    @Test(
        "Erases only the former account's data after a sign-out",
        arguments: [true, false])
    func nextAccount(isErasing: Bool) async throws {
        let (ann, bob) = (InMemorySearchHistory(), InMemorySearchHistory())
        try await ann.save("앤")
        try await bob.save("밥")
        let place = BoardPlace(board: Board(id: 1, name: ""))
        let (annsPlace, bobsPlace) = (PlaceFiles(place), PlaceFiles(place))
        var log = PostReadLog()
        log.markRead(1, in: 1)
        let (annsReading, bobsReading) = (MarksFiles(), FilePostMarks(directory: folder, scope: "bob"))
        _ = try await annsReading.inner.apply([{ [log] in $0 = log }])
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await bobsReading.apply([{ $0.markRead(1, in: 1) }])
        let app = BoardApp(
            service: NoticeBoardClient(transport: simulator), history: ann, marks: PostMarks(annsReading.marks()),
            place: annsPlace.file)
        app.scope.signOut()
        var erasing: Task<Void, Never>?
        if isErasing {
            erasing = Task { _ = await app.scope.waitUntilErased() }
            await annsReading.gate.waitForArrivals(1)
        }
        app.use(history: bob, marks: bobsReading, place: bobsPlace.file)
        annsReading.gate.open()
        await (erasing ?? Task { _ = await app.scope.waitUntilErased() }).value
        #expect(try await bob.entries().map(\.keyword) == ["밥"])
        #expect(try await ann.entries().isEmpty)
        #expect(annsPlace.place == nil)
        #expect(bobsPlace.place != nil)
        #expect(try await annsReading.inner.apply([]).isEmpty)
        #expect(try await bobsReading.apply([]).isRead(1, in: 1))
        await app.marks.firstState { $0.log.isRead(1, in: 1) }
    }

    @Test("Reports a failed erase after erasing everything else") func failing() async throws {
        let stuck = PlaceFiles(BoardPlace(board: Board(id: 1, name: "")))
        stuck.failure.withLock { $0 = EROFS }
        let history = InMemorySearchHistory()
        try await history.save("메일")
        let app = BoardApp(service: NoticeBoardClient(transport: simulator), history: history, place: stuck.file)
        #expect(await app.signOut()?.code == .storeReadOnly)
        #expect(app.menu.state.rows.isEmpty)
        #expect(try await history.entries().isEmpty)
    }
}
