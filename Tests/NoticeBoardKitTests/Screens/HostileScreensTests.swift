import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardSamples
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks that no screen is blank, for any answer of the service.
@MainActor @Suite("Screens with hostile content", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HostileScreensTests {
    private let selection = BoardSelection()
    private let folder = ScratchFolder.url("hostile")

    /// Opens a post from a list and returns the page's state.
    private func page(_ contents: String) async throws -> PostPage.State {
        let service = HeldService(posts: [Post(id: 1, title: "가", boardID: 1, contents: contents)])
        service.gate.open()
        selection.select(Board(id: 1, name: "공지"))
        let list = PostList(service: service, selection: selection, style: PostRowStyle(language: .korean, snippetLength: 50))
        list.open()
        await list.firstState { $0.display == .items }
        #expect(list.state.rows[0].snippet.text.count <= 50)
        #expect(list.state.rows[0].spoken.contains("가"))
        let page = PostPage(selection: selection)
        page.open(1, from: list)
        return try #require(await page.firstState { $0.display != .placeholder })
    }

    private func hasTexts(_ error: NoticeBoardError?) -> Bool {
        error.map { !$0.text(in: .korean).isEmpty && !$0.text(in: .english).isEmpty } ?? false
    }

    @Test(
        "Shows blocks of hostile contents or says that they are empty", arguments: Samples.hostileContents.map(\.name))
    func contents(name: String) async throws {
        let state = try await page(try #require(Samples.hostileContents.first { $0.name == name }).state)
        let blocks = state.content?.body.blocks ?? []
        #expect(state.row?.title == "가")
        #expect(state.failure == nil)
        if name == "nothing to see" {
            #expect(state.display == .empty)
            #expect(state.emptyText?.isEmpty == false)
            #expect(blocks.isEmpty)
        } else {
            #expect(state.display == .items)
            #expect(state.emptyText == nil)
            #expect(blocks.contains { $0.text.contains("메") })
            #expect(state.content?.text.contains("메") == true)
        }
        for address in blocks.flatMap(\.links) { #expect(["http", "https", "mailto"].contains(address.url.scheme)) }
    }

    @Test(
        "Says when it cuts megabytes of contents",
        arguments: [("<p>", 10_000_000), ("\n\n", 1_200_000), ("<td>", 1_200_000)])
    func megabytes(tag: String, size: Int) async throws {
        let piece = tag + String(repeating: "메", count: 5_000)
        let state = try await page(String(repeating: piece, count: size / piece.utf8.count))
        #expect(state.display == .items)
        #expect(state.cutText?.isEmpty == false)
        #expect(state.content?.body.blocks.reduce(0) { $0 + $1.text.utf8.count } ?? 0 < 1_100_000)
    }

    @Test("Opens a post with 100,000 nested tags") func deep() async throws {
        let state = try await page("<p>앞" + String(repeating: "<b>", count: 100_000) + "뒤")
        #expect(state.display == .items)
        #expect(state.content?.body.blocks.map(\.text) == ["앞뒤"])
    }

    @Test("Shows a notice for an open post that left the list") func vanished() async throws {
        let simulator = BoardSimulator(seed: 4)
        let client = try simulator.client()
        let (menu, list) = (BoardMenu(service: client, selection: selection), PostList(service: client, selection: selection))
        menu.open()
        list.open()
        await list.firstState { $0.display == .items }
        let page = PostPage(selection: selection)
        let (gone, next) = (list.state.rows[3].post, list.state.rows[4].id)
        page.open(gone.id, from: list)
        await page.firstState { $0.content != nil }
        simulator.change(try #require(selection.board?.id)) { board in board.posts.removeAll { $0.id == gone.id } }
        await list.refreshAndWait()
        #expect(page.state.disappearance == .unlisted)
        #expect(page.state.bannerText?.isEmpty == false)
        #expect(page.state.post == gone)
        #expect(page.state.display != .placeholder)
        #expect(page.state.next?.id == next)
        page.next()
        #expect(page.state.bannerText == nil)
        #expect(page.state.post?.id == next)
    }

    @Test("Reports a deleted board on every screen") func deleted() async throws {
        let simulator = BoardSimulator(seed: 4)
        let client = try simulator.client()
        let list = PostList(service: client, selection: selection)
        let search = PostSearch(service: client, history: InMemorySearchHistory(), selection: selection)
        selection.select(try await client.boards()[0])
        list.open()
        await list.firstState { $0.display == .items }
        let page = PostPage(selection: selection)
        page.open(list.state.rows[0].id, from: list)
        simulator.boards.removeAll { $0.id == selection.board?.id }

        await list.refreshAndWait()
        #expect(list.state.feed.refresh.failure?.code == .notFound)
        #expect(hasTexts(list.state.feed.refresh.failure))
        #expect(list.state.display == .items)
        #expect(page.state.disappearance == .boardGone)
        #expect(page.state.bannerText?.isEmpty == false)
        search.setText("메일")
        search.submit()
        let found = await search.firstState { $0.results.refresh.failure != nil }
        #expect(found.map { $0.display == .failure($0.results.refresh.failure ?? NoticeBoardError(.external)) } == true)
        #expect(hasTexts(search.state.results.refresh.failure))
        let menu = BoardMenu(service: client, selection: selection, opensFirst: false)
        await menu.refreshAndWait()
        #expect(list.state.display == .empty)
        #expect(list.state.emptyText?.isEmpty == false)
        #expect(search.state.results.items.isEmpty)
        search.submit()
        #expect(search.state.display == .empty)
        #expect(search.state.emptyText?.isEmpty == false)
        #expect(page.state.post != nil)
        #expect(menu.state.rows.count == simulator.boards.count)
    }

    @Test("Reports unreadable stores on each screen until a retry")
    func unreadable() async throws {
        // A file has the folder's path, so the folder can't be created.
        try Data().write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = BoardApp(
            service: NoticeBoardClient(transport: BoardSimulator(seed: 4)),
            history: NamedHistory(base: FileSearchHistory(directory: folder)),
            marks: PostMarks(FilePostMarks(directory: folder, files: FullFiles())),
            place: FileBoardPlace(directory: folder))
        await app.open()
        await app.list.firstState { $0.display == .items }
        #expect(hasTexts(await app.saveNow()))
        app.marks.markRead(app.list.state.rows[0].post)
        // The failed write is reported, not only the failed read.
        await app.marks.firstState { $0.failure?.code == .storageFull }
        #expect(app.list.state.rows[0].isRead)
        app.search.begin()
        let state = try #require(await app.search.firstState { $0.historyFailure != nil })
        #expect(state.display == .failure(state.historyFailure ?? NoticeBoardError(.external)))
        #expect(hasTexts(state.historyFailure))
        app.search.setText("메일")
        #expect(app.search.state.display == .items)
        app.search.submit()
        await app.search.firstState { $0.results.isLoaded && $0.historyFailure?.code == .storageFull }

        try FileManager.default.removeItem(at: folder)
        app.search.retry()
        await app.search.firstState { $0.historyFailure == nil && $0.history.count == 1 }
        app.marks.retry()
        await app.marks.firstState { $0.failure == nil }
        #expect(await app.saveNow() == nil)
        #expect(await app.signOut() == nil)
    }
}

/// A file history with different errors for failed writes and failed reads.
private struct NamedHistory: SearchHistoryRepository {
    let base: FileSearchHistory
    func entries() async throws -> [SearchHistoryEntry] { try await base.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await base.recording() }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { base.updates() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        do { return try await base.apply(change) } catch { throw NoticeBoardError(.storageFull) }
    }
}

/// A file system on which a failed write has an error of its own.
private struct FullFiles: ForwardingFileSystem {
    let base: any FileSystem = POSIXFileSystem()
    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        do { return try base.open(path, access) } catch { throw access == .create ? SystemFault(.open, ENOSPC) : error }
    }
}
