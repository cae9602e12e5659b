import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit
@testable import NoticeBoardScreens

@MainActor @Suite("Read marks", .inTurn, .timeLimit(.minutes(1))) struct ReadMarksTests {
    private let post = Post(id: 7, title: "가", boardID: 1)

    /// How an account ends for the marks.
    enum Leave: CaseIterable, Sendable { case going, using, signingOut }

    private func go(_ leave: Leave, _ marks: inout PostMarks?) async {
        switch leave {
        case .going: marks = nil
        case .using: marks?.use(nil)
        case .signingOut:
            let scope = AccountScope()
            if let marks { scope.register(marks) { $0.reset() } }
            scope.signOut(erasing: false)
        }
    }

    @Test("Applies a mark before it is saved") func atOnce() async throws {
        let store = try await FilePostMarks.inMemory()
        let marks = PostMarks(store)
        marks.markRead(post)
        #expect(marks.state.isRead(post))
        marks.markRead(Post(id: 8, title: "나"), in: 1)
        marks.markRead(Post(id: 9, title: "다"))
        let later = PostMarks(store)
        later.load()
        await later.firstState { $0.log.isRead(8, in: 1) }
        #expect(later.state.isRead(post))
        #expect(!later.state.log.isRead(9, in: 1))
    }

    @Test("Shares all marks between two objects with one store") func two() async throws {
        let store = try await FilePostMarks.inMemory()
        let (one, other) = (PostMarks(store), PostMarks(store))
        one.load()
        other.load()
        for id in 1...20 { (id % 2 == 0 ? one : other).markRead(Post(id: id, title: "", boardID: 1)) }
        for marks in [one, other] { await marks.firstState { state in (1...20).allSatisfy { state.log.isRead($0, in: 1) } } }
    }

    @Test("Keeps a mark made during a load") func meanwhile() async throws {
        let store = MarksFiles()
        _ = try await store.inner.apply([{ $0.markRead(3, in: 1) }])
        let marks = PostMarks(store.marks())
        marks.load()
        await store.gate.waitForArrivals(1)
        marks.markRead(post)
        #expect(marks.state.isRead(post))
        store.gate.open()
        await marks.firstState { $0.log.isRead(3, in: 1) }
        #expect(marks.state.isRead(post))
        try await #require(store.kept { $0.isRead(7, in: 1) && $0.isRead(3, in: 1) })
    }

    @Test(
        "Saves marks that wait behind a load when the object or the account goes away",
        arguments: Leave.allCases)
    func left(_ leave: Leave) async throws {
        let store = MarksFiles()
        _ = try await store.inner.apply([{ $0.markShown([20], in: 1) }])
        let file = store.marks()
        var marks: PostMarks? = PostMarks(file)
        marks?.load()
        await store.gate.waitForArrivals(1)
        #expect(file.broadcast.hasSubscribers)
        marks?.beginVisit(of: 1)
        marks?.markShown([30], in: 1)
        marks?.markRead(post)
        await go(leave, &marks)
        #expect(marks?.state.isRead(post) != true)
        store.gate.open()
        try await #require(store.kept { $0.isRead(7, in: 1) && $0.isNew(30, in: 1) && !$0.isNew(20, in: 1) })
        #expect(marks?.state.isRead(post) != true)
        // Release the last reference to the marks.
        marks = nil
        #expect(await eventually { !file.broadcast.hasSubscribers })
    }

    @Test(
        "Saves a second mark when the object or account goes away during the first save",
        arguments: Leave.allCases, [false, true])
    func leftBehind(_ leave: Leave, firstFails: Bool) async throws {
        let store = MarksFiles()
        if firstFails { store.failureOnce.withLock { $0 = EIO } }
        var marks: PostMarks? = PostMarks(store.marks())
        marks?.markRead(Post(id: 6, title: "", boardID: 1))
        await store.gate.waitForArrivals(1)
        marks?.markRead(post)
        await go(leave, &marks)
        store.gate.open()
        try await #require(store.kept { $0.isRead(6, in: 1) && $0.isRead(7, in: 1) })
    }

    @Test(
        "Saves a mark made while a load or a save fails",
        arguments: [true, false])
    func behindFailure(isLoad: Bool) async throws {
        let store = MarksFiles()
        store.failureOnce.withLock { $0 = EIO }
        let marks = PostMarks(store.marks())
        if isLoad { marks.load() } else { marks.markRead(Post(id: 6, title: "", boardID: 1)) }
        await store.gate.waitForArrivals(1)
        marks.markRead(post)
        store.gate.open()
        try await #require(store.kept { $0.isRead(7, in: 1) && $0.isRead(6, in: 1) != isLoad })
        await marks.firstState { $0.failure == nil }
        #expect(marks.state.isRead(post))
    }

    @Test("Retries a failed save when the account changes") func leftAfterFailure()
        async throws
    {
        let store = MarksFiles()
        store.gate.open()
        store.failure.withLock { $0 = ENOSPC }
        let marks = PostMarks(store.marks())
        marks.markRead(post)
        await marks.firstState { $0.failure?.code == .storageFull }
        store.failure.withLock { $0 = nil }
        marks.use(nil)
        try await #require(store.kept { $0.isRead(7, in: 1) })
        await marks.firstState { $0.failure == nil && $0.log.isEmpty }
    }

    @Test("Erases the former account's waiting marks when its store is erased") func leftAndErased()
        async throws
    {
        let store = MarksFiles()
        let file = store.marks()
        let marks = PostMarks(file)
        marks.load()
        await store.gate.waitForArrivals(1)
        marks.markRead(post)
        marks.use(nil)
        marks.use(file)
        async let erased: Void = marks.erase()
        await marks.firstState { $0.log.isEmpty }
        store.gate.open()
        try await erased
        #expect(store.done.value.isEmpty)
        #expect(try await store.inner.apply([]).isEmpty)
    }

    @Test("Keeps a mark that cannot be saved until a retry") func failure() async throws {
        let store = MarksFiles()
        store.gate.open()
        store.failure.withLock { $0 = ENOSPC }
        let marks = PostMarks(store.marks())
        marks.markRead(post)
        await marks.firstState { $0.failure?.code == .storageFull }
        #expect(marks.state.isRead(post))
        store.failure.withLock { $0 = nil }
        marks.retry()
        await marks.firstState { $0.failure == nil }
        try await #require(store.kept { $0.isRead(7, in: 1) })
    }

    @Test("Erases every mark at sign-out, even marks being saved") func erasing() async throws {
        let store = MarksFiles()
        let marks = PostMarks(store.marks())
        marks.markRead(post)
        await store.gate.waitForArrivals(1)
        marks.markRead(Post(id: 8, title: "", boardID: 1))
        async let erased: Void = marks.erase()
        await marks.firstState { $0.log.isEmpty }
        store.gate.open()
        try await erased
        #expect(store.done.value == ["kept", "erased"])
        #expect(marks.state.log.isEmpty)
        #expect(try await store.inner.apply([]).isEmpty)
    }

    @Test("Looks up a new post on its own board, or else on the board given") func new() {
        var log = PostReadLog()
        for ids in [[1], [2]] {
            log.beginVisit(of: 1)
            log.markShown(Set(ids), in: 1)
        }
        let state = PostMarks.State(log: log)
        #expect(state.isNew(Post(id: 2, title: "", boardID: 1)))
        #expect(!state.isNew(Post(id: 1, title: "", boardID: 1)))
        #expect(state.isNew(Post(id: 2, title: ""), in: 1))
        #expect(!state.isNew(Post(id: 2, title: "")))
        #expect(!state.isNew(Post(id: 2, title: "", boardID: 3), in: 1))
        #expect(!state.isRead(Post(id: 2, title: "")))
    }

    @Test("Clears its state even when erasing throws") func failedErasing() async throws {
        let store = MarksFiles()
        store.gate.open()
        let marks = PostMarks(store.marks())
        marks.markRead(post)
        try await #require(store.kept { $0.isRead(7, in: 1) })
        store.failure.withLock { $0 = ENOSPC }
        let error = await #expect(throws: NoticeBoardError.self) { try await marks.erase() }
        #expect(error?.code == .storageFull)
        #expect(marks.state.log.isEmpty)
    }

    @Test("Saves the next account's marks made during an erase") func next() async throws {
        let store = MarksFiles()
        let marks = PostMarks(store.marks())
        marks.markRead(post)
        await store.gate.waitForArrivals(1)
        let erasing = Task { try await marks.erase() }
        await marks.firstState { $0.log.isEmpty }
        marks.markRead(Post(id: 8, title: "", boardID: 1))
        store.gate.open()
        try await erasing.value
        let done = await store.done.firstValue { $0.count >= 3 }
        #expect(done == ["kept", "erased", "kept"])
        #expect(try await store.inner.apply([]) == ReadMarksTests.log(of: 8))
    }

    @Test("Keeps each account's marks separate") func accounts() async throws {
        let (one, other) = (try await FilePostMarks.inMemory(), try await FilePostMarks.inMemory(Self.log(of: 3)))
        let marks = PostMarks(one)
        marks.markRead(post)
        marks.use(other)
        #expect(!marks.state.isRead(post))
        await marks.firstState { $0.log.isRead(3, in: 1) }
        marks.markRead(Post(id: 4, title: "", boardID: 1))
        marks.use(one)
        await marks.firstState { $0.log.isRead(7, in: 1) }
        #expect(!marks.state.log.isRead(3, in: 1))
        #expect(!marks.state.log.isRead(4, in: 1))
        let held = MarksFiles()
        let file = held.marks()
        marks.use(file)
        await held.gate.waitForArrivals(1)
        #expect(file.broadcast.hasSubscribers)
        marks.use(one)
        #expect(await eventually { !file.broadcast.hasSubscribers })
        held.gate.open()
    }

    @Test("Updates menu and list at once when posts are read") func everywhere() async throws {
        let service = HeldService(
            boards: [Board(id: 1, name: "가", hasNewPosts: true), Board(id: 2, name: "나", hasNewPosts: true)],
            posts: [40, 30, 20].map { Post(id: $0, title: "\($0)", boardID: 1, isNew: $0 == 20) })
        service.gate.open()
        var log = PostReadLog()
        log.markShown([20], in: 1)
        let marks = PostMarks(try await .inMemory(log))
        marks.load()
        await marks.firstState { !$0.log.isEmpty }
        let selection = BoardSelection()
        let menu = BoardMenu(service: service, selection: selection, opensFirst: false, marks: marks)
        let list = PostList(service: service, selection: selection, marks: marks)
        menu.open()
        await menu.firstState { $0.display == .items }
        #expect(menu.state.rows.map(\.hasNewPosts) == [true, true])
        #expect(menu.state.rows.map(\.newCount) == [0, 0])
        menu.select(1)
        list.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.map(\.isNew) == [true, true, true])
        #expect(menu.state.rows.map(\.newCount) == [2, 0])
        let before = list.state.rows
        marks.markRead(list.state.rows[0].post)
        #expect(list.state.rows.map(\.isNew) == [false, true, true])
        #expect(list.state.rows.map(\.isRead) == [true, false, false])
        #expect(list.state.rows[0].spoken.contains("Read") || list.state.rows[0].spoken.contains("읽음"))
        #expect(zip(before, list.state.rows).map { $0 == $1 } == [false, true, true], "one row changes")
        #expect(menu.state.rows.map(\.newCount) == [1, 0])
        marks.markAllRead(in: 1)
        #expect(list.state.rows.allSatisfy { $0.isRead && !$0.isNew })
        // The server's flag of the other board counts until the user opens it.
        #expect(menu.state.rows.map(\.hasNewPosts) == [false, true])
        marks.markAllRead()
        #expect(menu.state.rows.map(\.hasNewPosts) == [false, true], "the other board has no marks")
        // Boards that are loaded again bring their flags again.
        await menu.refreshAndWait()
        #expect(menu.state.rows.map(\.hasNewPosts) == [true, true])
    }

    @Test("Shows the posts since the last visit as new once the marks load on an open board") func opening()
        async throws
    {
        let service = HeldService(
            boards: [Board(id: 1, name: "가")], posts: [40, 30, 20].map { Post(id: $0, title: "\($0)", boardID: 1) })
        service.gate.open()
        let store = MarksFiles()
        _ = try await store.inner.apply([{ $0.markShown([20], in: 1) }])
        let (selection, marks) = (BoardSelection(), PostMarks(store.marks()))
        let menu = BoardMenu(service: service, selection: selection, marks: marks)
        let list = PostList(service: service, selection: selection, marks: marks)
        menu.open()
        list.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.map(\.isNew) == [false, false, false])
        store.gate.open()
        await marks.firstState { !$0.log.isNew(20, in: 1) && $0.log.isNew(30, in: 1) }
        #expect(list.state.rows.map(\.isNew) == [true, true, false])
        #expect(menu.state.rows.map(\.newCount) == [2])
        try await #require(store.kept { $0.isNew(40, in: 1) && !$0.isNew(20, in: 1) })
    }

    @Test("The first post of a board that was empty at the last visit is new") func afterEmptyBoard() async throws {
        let simulator = BoardSimulator(seed: 4, boards: 1)
        let board = Board(id: simulator.boards[0].id, name: "가")
        simulator.change(board.id) { $0.posts = [] }
        let marks = PostMarks()
        let empty = PostList(service: NoticeBoardClient(transport: simulator), selection: .opened(board), marks: marks)
        empty.open()
        await empty.firstState { $0.display == .empty }
        simulator.change(board.id) { $0.posts = [SimulatedPost(id: 20, title: "첫 글", createdAt: 1)] }
        let list = PostList(service: NoticeBoardClient(transport: simulator), selection: .opened(board), marks: marks)
        list.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.rows.map(\.isNew) == [true])
        #expect(marks.state.newCount(in: board.id) == 1)
    }

    private static func log(of post: Post.ID) -> PostReadLog {
        var log = PostReadLog()
        log.markRead(post, in: 1)
        return log
    }
}

extension MarksFiles {
    /// Waits until the stored log meets `condition`; returns `false` only if the task is cancelled.
    fileprivate func kept(isolation: isolated (any Actor)? = #isolation, _ condition: (PostReadLog) -> Bool) async throws -> Bool
    {
        var count = 0
        while let done = await done.firstValue(where: { $0.count >= count }) {
            count = done.count + 1
            if condition(try await inner.apply([])) { return true }
        }
        return false
    }
}

extension BoardSelection {
    /// Returns a selection with an open board.
    fileprivate static func opened(_ board: Board) -> BoardSelection {
        let selection = BoardSelection()
        selection.select(board)
        return selection
    }
}
