import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@MainActor @Suite("Post page hits and texts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageHitsTests {
    private let board = Board(id: 1, name: "공지", isWritable: true)
    private let changes = ChangeBus<PostChange>()

    private func listing(_ ids: Int..., highlighting keyword: String? = nil) -> PostList.State {
        var feed = FeedState<Post>()
        feed.items = FeedItems(ids.map { Post(id: $0, title: "글 \($0)", boardID: 1, contents: "<p>메일 \($0)</p><p>메일</p>") })
        (feed.isLoaded, feed.end) = (true, .lastPage)
        let highlighting = keyword.map { SearchHighlighting(Highlighter($0)) }
        return PostList.State(selection: .open(board), feed: feed, builder: PostRowBuilder(highlighting: highlighting))
    }

    @Test("Uses the open board for a post without another board") func openBoard() {
        for (id, board) in [(nil, board), (1, board), (2, nil)] as [(Board.ID?, Board?)] {
            let marks = PostMarks()
            let page = PostPage(on: self.board, marks: marks)
            let post = Post(id: 7, title: "글", boardID: id)
            page.open(post)
            #expect(page.state.board == board)
            #expect(marks.state.isRead(post, in: board?.id))
        }
    }

    @Test("Shows the number of attachments as text and nil for none") func attachments() {
        func text(_ count: Int, _ language: Language) -> String? {
            let builder = PostRowBuilder(style: PostRowStyle(language: language))
            return PostPage.State(Post(id: 1, title: "글", attachmentCount: count), builder: builder).attachmentText
        }
        #expect([0, 1, 2].map { text($0, .korean) } == [nil, "첨부 파일 1개", "첨부 파일 2개"])
        #expect([0, 1, 2].map { text($0, .english) } == [nil, "1 attachment", "2 attachments"])
    }

    @Test("Steps through hits in a circle, even after an edit") func hits() async {
        let page = PostPage(on: board, changes: changes)
        page.open(2, following: AskedList(listing(3, 2, highlighting: "메일")))
        await page.firstState { $0.content != nil }
        #expect(page.state.content?.hits.map(\.block) == [0, 1])
        #expect(page.state.hitText == "1/2")
        page.nextHit()
        #expect(page.state.currentHit?.block == 1)
        #expect(page.state.hitText == "2/2")
        let edited = Post(id: 2, title: "글", boardID: 1, contents: "가<p>메일</p>나<p>메일</p>")
        changes.send(.edited(edited))
        #expect(page.state.post == edited)
        await page.firstState { $0.currentHit?.block == 3 }
        page.nextHit()
        #expect(page.state.hitText == "1/2")
        page.previousHit()
        #expect(page.state.hitText == "2/2")
        changes.send(.edited(Post(id: 2, title: "글", contents: "가")))
        await page.firstState { $0.content?.hits.isEmpty == true }
        page.nextHit()
        #expect(page.state.hitIndex == nil)
        #expect(page.state.hitText == nil)
        #expect(page.state.currentHit == nil)
    }

    @Test("Keeps search highlights when the search ends or the style changes") func highlighting() async {
        let (page, list) = (PostPage(on: board), AskedList(listing(3, 2, highlighting: "메일")))
        page.open(2, following: list)
        await page.firstState { $0.content != nil }
        list.state = listing(3, 2)
        #expect(page.state.row?.builder.highlighting != nil)
        page.restyle(PostRowStyle(language: .english))
        #expect(page.state.builder.highlighting != nil)
        #expect(page.state.language == .english)
        #expect(page.state.hitText == "1/2")
    }

    @Test("Highlights contents only if the search covered contents") func covered() async {
        for (target, isMarked) in [(SearchTarget.all, true), (.contents, true), (.title, false), (.writer, false)] {
            let highlighting = SearchHighlighting(Highlighter("메일"), target: target)
            var state = listing(2, 1)
            state.builder = PostRowBuilder(highlighting: highlighting)
            let (page, list) = (PostPage(on: board), AskedList(state))
            page.open(2, following: list)
            #expect(page.state.builder.highlighting == highlighting)
            await page.firstState { $0.content != nil }
            #expect(page.state.content?.hits.isEmpty == !isMarked)
            page.open(9, following: list)
            #expect(page.state.builder.highlighting == highlighting)
            #expect(page.state.post == nil)
            page.clear()
            #expect(page.state.builder.highlighting == nil)
        }
    }

    @Test("Shows separate states for a missing post, empty contents and a closed page") func nothing() async {
        let page = PostPage(on: board)
        page.open(9, following: AskedList(listing(2)))
        guard case .failure(let error) = page.state.display else { return #expect(Bool(false)) }
        #expect(error.code == .notFound)
        #expect(!error.text(in: .korean).isEmpty)
        page.open(Post(id: 5, title: "", contents: "<p> </p>"))
        await page.firstState { $0.content != nil }
        #expect(page.state.display == .empty)
        #expect(page.state.emptyText?.isEmpty == false)
        #expect(page.state.failure == nil)
        page.clear()
        #expect(page.state == PostPage.State(builder: page.state.builder))
    }

    @Test("Drops contents prepared for another post") func late() async {
        let page = PostPage(on: board)
        var shown: [PostPage.State] = []
        let observation = page.observe { shown.append($0) }
        page.open(2, following: AskedList(listing(2, 1)))
        page.next()
        await page.firstState { $0.content != nil }
        for state in shown where state.content != nil {
            #expect(state.post?.id == 1)
            #expect(state.content?.text == "메일 1\n메일")
        }
        page.clear()
        withExtendedLifetime(observation) {}
    }

    @Test("Creates preview states with texts in their language") func byHand() {
        let content = PostContent("a", highlighting: Highlighter("a"))
        let post = Post(id: 2, title: "글 2", boardID: 1)
        let manageable = Board(id: 1, name: "가", isManageable: true)
        let state = PostPage.State(
            post, content: content, builder: PostRowBuilder(style: PostRowStyle(language: .english)), board: manageable)
        #expect(state.hitIndex == 0)
        #expect(state.hitText == "1/1")
        #expect(state.display == .items)
        #expect(state.emptyText == nil)
        #expect(state.cutText == nil)
        #expect([state.canWrite, state.canManage, state.isOwner] == [false, true, false])
        #expect(state.bannerText == nil)
        #expect(state.attachmentText == nil)
        #expect(PostPage.State(post, content: PostContent("a")).hitIndex == nil)
        #expect(!state.hasNext)
        #expect(!state.hasPrevious)
        let long = PostContent(String(repeating: "<p>a", count: 5_001))
        for (language, empty, cut) in [
            (Language.korean, "내용이 없습니다.", "내용이 너무 길어 일부만 표시합니다."),
            (.english, "There are no contents.", "The contents are too long to be shown whole."),
        ] {
            let builder = PostRowBuilder(style: PostRowStyle(language: language))
            #expect(PostPage.State(post, content: PostContent(""), builder: builder).emptyText == empty)
            #expect(PostPage.State(post, content: long, builder: builder).cutText == cut)
        }
        var other = state
        (other.hitIndex, other.next) = (1, Post(id: 1, title: "글 1"))
        #expect(other.currentHit == nil)
        #expect(other.hasNext)
        other = PostPage.State(
            Post(id: 1, title: "", isOwner: true), board: Board(id: 1, name: "", isWritable: true))
        #expect([other.canWrite, other.canManage, other.isOwner] == [true, false, true])
    }
}
