import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

/// A board with pages of three posts.
///
/// A closure can delay or fail each page.
private struct PagedService: NoticeBoardService {
    /// Receives the page's number and how often it was requested.
    let pass: @Sendable (_ page: Int, _ time: Int) async throws -> Void
    private let asked = Locked<[Int: Int]>([:])

    init(_ pass: @escaping @Sendable (_ page: Int, _ time: Int) async throws -> Void) { self.pass = pass }

    func boards() async throws -> [Board] { [] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let time = asked.withLock { asked in
            asked[offset / 3, default: 0] += 1
            return asked[offset / 3, default: 0]
        }
        try await pass(offset / 3, time)
        let posts = (offset..<(offset + 3)).map { Post(id: 100 - $0, title: "\($0)", boardID: board) }
        return Page(items: posts, next: .offset(offset + 3), total: 90)
    }
    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}

@MainActor @Suite("PostPage", .inTurn, .timeLimit(.minutes(1))) struct PostPageTests {
    private let zone = NSTimeZone(forSecondsFromGMT: 0) as TimeZone

    @Test("Steps through the hits of a post without a list") func alone() async {
        let marks = PostMarks()
        let page = PostPage(selection: BoardSelection(), marks: marks)
        let post = Post(id: 7, title: "글", boardID: 1, contents: "<p>메일</p><p>메일</p><p>메일</p>")
        page.open(post, highlighting: SearchHighlighting(Highlighter("메일")))
        await page.firstState { $0.display == .items }
        #expect(page.state.post == post)
        #expect(!page.state.hasPrevious)
        #expect(!page.state.hasNext)
        #expect(page.state.indexInList == nil)
        #expect(marks.state.isRead(post))
        #expect(page.state.hitText == "1/3")
        page.previousHit()
        #expect(page.state.hitText == "3/3")
        page.nextHit()
        #expect(page.state.hitText == "1/3")
    }

    /// Creates a list of three posts and a page.
    private func screens(_ service: PagedService) async -> (PostList, PostPage) {
        let selection = BoardSelection()
        selection.select(Board(id: 1, name: "가"))
        let list = PostList(service: service, selection: selection, pageSize: 3, time: ManualClock().time)
        list.open()
        await list.firstState { $0.rows.count == 3 }
        return (list, PostPage(selection: selection))
    }

    @Test("Keeps waiting for the next post after a failed refresh") func afterFailedRefresh()
        async
    {
        let (head, further) = (Gate(), Gate())
        let (list, page) = await screens(
            PagedService { page, time in
                if page > 0 { return try await further.pass() }
                guard time > 1 else { return }
                try await head.pass()
                throw NoticeBoardError(.timedOut)
            })
        list.refresh()
        await head.waitForArrivals(1)
        page.open(98, from: list)
        page.next()
        #expect(page.state.isLoading)
        head.open()
        await further.waitForArrivals(1)
        #expect(list.state.feed.refresh.failure != nil)
        #expect(list.state.feed.older.isLoading)
        #expect(page.state.isLoading)
        #expect(page.state.failure == nil)
        further.open()
        await page.firstState { $0.post?.id == 97 }
        #expect(!page.state.isLoading)
        #expect(page.state.failure == nil)
    }

    @Test(
        "Stops waiting for a next post whose load was cancelled",
        arguments: ["close", "give up"])
    func given(way: String) async {
        let further = Gate()
        let (list, page) = await screens(
            PagedService { page, time in
                guard page > 0, time == 1 else { return }
                try await further.pass()
                throw CancellationError()
            })
        page.open(98, from: list)
        await further.waitForArrivals(1)
        page.next()
        #expect(page.state.isLoading)
        if way == "close" { list.close() } else { further.open() }
        await page.firstState { !$0.isLoading }
        #expect(!list.state.feed.isLoading)
        #expect(page.state.failure == nil)
        #expect(page.state.post?.id == 98)
        page.next()
        await page.firstState { $0.post?.id == 97 }
    }

    @Test("Stops waiting after the refresh of a closed list ends") func closedInRefresh() async {
        let head = Gate()
        let (list, page) = await screens(PagedService { page, time in if page == 0, time > 1 { try await head.pass() } })
        list.refresh()
        await head.waitForArrivals(1)
        page.open(98, from: list)
        page.next()
        list.close()
        #expect(page.state.isLoading)
        head.open()
        await page.firstState { !$0.isLoading }
        #expect(!list.state.feed.isLoading)
        #expect(page.state.post?.id == 98)
        #expect(page.state.hasNext)
        list.open()
        await page.firstState { $0.next?.id == 97 }
    }

    @Test("Updates its row for another style or day") func restyled() async {
        let now = ManualClock(now: 86_400 * 19_000)
        func style(_ language: Language) -> PostRowStyle {
            PostRowStyle(
                language: language,
                date: PostDateFormat(timeZone: zone, language: language, showsTimeToday: true, namesYesterday: true))
        }
        let page = PostPage(
            selection: BoardSelection(), style: style(.english), now: { Date(timeIntervalSince1970: now.now) })
        page.open(Post(id: 7, title: "Post", createdAt: Date(timeIntervalSince1970: now.now)))
        #expect(page.state.row?.date == "00:00")
        now.advance(by: 86_400)
        page.restyle()
        #expect(page.state.row?.date == "Yesterday")
        page.restyle(style(.korean))
        #expect(page.state.row?.date == "어제")
        page.restyle()
        #expect(page.state.row?.date == "어제")
    }
}
