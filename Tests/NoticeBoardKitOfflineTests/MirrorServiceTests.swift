import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Mirror service", .inTurn, .timeLimit(.minutes(1))) struct MirrorServiceTests {
    private let folder = ScratchFolder.url("mirror-service")
    private let clock = ManualClock()

    /// Returns a mirror of the newest 60 posts of a board of 200, and its service.
    private func mirror(_ newest: Int? = 60) async throws -> (BoardMirror, ChangingBoards) {
        let boards = ChangingBoards(count: 200)
        let mirror = BoardMirror(service: boards, folder: folder, newest: newest, time: clock.time)
        try await mirror.update(1)
        return (mirror, boards)
    }

    private func offsets(_ service: any NoticeBoardService, from first: Int, to last: Int) async throws {
        for offset in stride(from: first, through: last, by: 10) {
            _ = try await service.postPage(in: 1, offset: offset, limit: 10)
        }
    }

    // MARK: - Pages from the device

    @Test("A page from the device names the service's last total") func total() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        let page = try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        #expect(page.total == 200)
        #expect(page.next == .offset(30))
    }

    @Test("Posts below the stored ones throw the network's error") func below() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.timedOut))
        let last = try await mirror.offlineFallback.postPage(in: 1, offset: 30, limit: 30)
        #expect(last.next == .offset(60))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await mirror.offlineFallback.postPage(in: 1, offset: 60, limit: 30)
        }
        #expect(error?.code == .timedOut)
    }

    @Test("A board that is stored as a whole ends with its last post") func whole() async throws {
        let (mirror, boards) = try await mirror(nil)
        boards.fail(NoticeBoardError(.noNetwork))
        let page = try await mirror.offlineFallback.postPage(in: 1, offset: 180, limit: 30)
        #expect(page.items.count == 20)
        #expect(page.next == nil)
    }

    @Test("Matches from the device name no total, and continue below the stored posts") func hits() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        let first = try await mirror.offlineFallback.searchPage("제목", in: 1, target: .title, offset: 0, limit: 50)
        #expect(first.total == nil)
        let last = try await mirror.offlineFallback.searchPage("제목", in: 1, target: .title, offset: 50, limit: 50)
        #expect(last.items.count == 10)
        #expect(last.next == .offset(60))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await mirror.offlineFallback.searchPage("제목", in: 1, target: .title, offset: 60, limit: 50)
        }
        #expect(error?.code == .noNetwork)
    }

    @Test("An offset far behind the last match ends the search", arguments: [nil, 60] as [Int?])
    func farOffset(newest: Int?) async throws {
        let (mirror, boards) = try await mirror(newest)
        boards.fail(NoticeBoardError(.noNetwork))
        let service = mirror.offlineFallback
        let page = try? await service.searchPage("제목", in: 1, target: .title, offset: .max - 5, limit: 30)
        #expect(page?.items.isEmpty ?? true)
        #expect(page?.next == nil)
        // Posts below the stored ones are unknown.
        #expect((page == nil) == (newest != nil))
    }

    @Test(
        "A page from the device says why it was needed",
        arguments: [NoticeBoardError.Code.noNetwork, .timedOut, .networkSignIn, .connectionLost])
    func reason(code: NoticeBoardError.Code) async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(code))
        #expect(try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30).networkFailure?.code == code)
        #expect(try await mirror.offlineFallback.postPage(in: 1, offset: 30, limit: 30).networkFailure?.code == code)
        boards.fail(nil)
        #expect(try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30).networkFailure == nil)
    }

    @Test("A list says why it shows stored posts until the network returns")
    @MainActor func notice() async throws {
        let (mirror, boards) = try await mirror()
        let selection = BoardSelection()
        selection.select(Board(id: 1, name: "메일"))
        let list = PostList(service: mirror.offlineFallback, selection: selection, style: PostRowStyle(language: .english))
        boards.fail(NoticeBoardError(.networkSignIn))
        list.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.feed.networkFailure?.code == .networkSignIn)
        #expect(list.state.bannerText == NoticeBoardError(.networkSignIn).text(in: .english))
        boards.fail(nil)
        list.retry()
        await list.firstState { !$0.feed.isStale && !$0.feed.isLoading }
        #expect(list.state.feed.networkFailure == nil)
        #expect(list.state.bannerText == nil)
    }

    @Test("A board that is closed and opened again shows its stored posts again")
    @MainActor func reopened() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        let app = BoardApp(service: boards)
        let stored = app.showStored(from: mirror)
        let board = Board(id: 1, name: "메일")
        for _ in 0..<2 {
            app.selection.select(board)
            #expect(await app.list.firstState { $0.feed.isLoaded }?.rows.count == 60)
            app.selection.clear()
            #expect(app.list.state.rows.isEmpty)
        }
        withExtendedLifetime(stored) {}
    }

    // MARK: - An outage

    @Test("Six pages without a network ask it once") func outage() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.timedOut))
        let before = boards.requests
        try await offsets(mirror.offlineFallback, from: 0, to: 50)
        #expect(boards.requests == before + 1)
    }

    @Test("A first page asks the network during an outage") func refreshes() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        try await offsets(mirror.offlineFallback, from: 0, to: 20)
        let before = boards.requests
        _ = try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        #expect(boards.requests == before + 1)
    }

    @Test("The network is asked again after ten seconds") func end() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        try await offsets(mirror.offlineFallback, from: 0, to: 20)
        let before = boards.requests
        clock.advance(by: 9)
        try await offsets(mirror.offlineFallback, from: 30, to: 30)
        #expect(boards.requests == before)
        clock.advance(by: 1)
        try await offsets(mirror.offlineFallback, from: 40, to: 40)
        #expect(boards.requests == before + 1)
    }

    @Test("An outage lasts as long as the timeout that showed it") func longTimeout() async throws {
        let (mirror, boards) = try await mirror()
        boards.onRequest { [clock] _ in clock.advance(by: 60) }
        boards.fail(NoticeBoardError(.timedOut))
        try await offsets(mirror.offlineFallback, from: 0, to: 0)
        let before = boards.requests
        clock.advance(by: 59)
        try await offsets(mirror.offlineFallback, from: 10, to: 20)
        #expect(boards.requests == before)
    }

    @Test("An outage ends when the network answers") func returns() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.noNetwork))
        try await offsets(mirror.offlineFallback, from: 0, to: 20)
        boards.fail(nil)
        _ = try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        let page = try await mirror.offlineFallback.postPage(in: 1, offset: 30, limit: 30)
        #expect(page.storedAt == nil)
    }

    // MARK: - Deleted and forbidden boards

    @Test("A board that the service no longer has leaves the device") func deleted() async throws {
        let (mirror, boards) = try await mirror()
        boards.state.withLock { $0.posts = [:] }
        await #expect(throws: NoticeBoardError.self) { try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30) }
        #expect(try await mirror.mirroredBoards().isEmpty)
        #expect(try await mirror.size(of: 1) == 0)
        #expect(try await found(mirror).isEmpty)
    }

    @Test("A forbidden board's posts are hidden until the service answers for it again") func forbidden() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.forbidden))
        await #expect(throws: NoticeBoardError.self) { try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30) }
        #expect(try await mirror.mirroredBoards().isEmpty)
        #expect(try await mirror.posts(in: 1).posts.isEmpty)
        #expect(try await mirror.post(200, in: 1) == nil)
        #expect(try await found(mirror).isEmpty)
        #expect(try await found(mirror, in: [1]).isEmpty)
        boards.fail(nil)
        _ = try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        #expect(try await mirror.posts(in: 1).posts.count == 60)
        #expect(try await found(mirror).count == 60)
    }

    @Test("A forbidden board stays hidden in the next launch without a network") func forbiddenLater() async throws {
        let (first, boards) = try await mirror()
        boards.fail(NoticeBoardError(.forbidden))
        await #expect(throws: NoticeBoardError.self) { try await first.update(1) }
        let mirror = BoardMirror(service: boards, folder: folder, newest: 60, time: clock.time)
        boards.fail(NoticeBoardError(.noNetwork))
        #expect(try await found(mirror).isEmpty)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        }
        #expect(error?.code == .noNetwork)
        boards.fail(nil)
        try await mirror.update(1)
        #expect(try await found(mirror).count == 60)
    }

    @Test("Erasing a mirror leaves no mark of a forbidden board") func erased() async throws {
        let (mirror, boards) = try await mirror()
        boards.fail(NoticeBoardError(.forbidden))
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        try await mirror.erase()
        #expect(!FileManager.default.fileExists(atPath: mirror.folder.path))
    }

    private func found(_ mirror: BoardMirror, in boards: [Board.ID]? = nil) async throws -> [Post.ID] {
        var ids: [Post.ID] = []
        for try await match in mirror.search(Highlighter("제목"), in: boards) { ids.append(match.post.id) }
        return ids
    }
}
