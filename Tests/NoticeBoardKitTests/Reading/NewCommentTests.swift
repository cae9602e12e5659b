import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("New comments", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NewCommentTests {
    private let board = Board(id: 1, name: "공지")

    private func post(_ comments: Int, id: Int = 7) -> Post { Post(id: id, title: "글", boardID: 1, commentCount: comments) }

    @Test("A row says how many comments came since its post was read") func row() {
        let marks = PostMarks()
        marks.markRead(post(30))
        let builder = PostRowBuilder(
            style: PostRowStyle(language: .english), reading: PostReading(marks.state.log, board: 1))
        let row = builder.row(of: post(42))
        #expect(row.newCommentCount == 12)
        #expect(row.newCommentText == "12 new comments")
        #expect(row.spoken.contains("12 new comments"))
        #expect(builder.row(of: post(31)).newCommentText == "1 new comment")
        #expect(builder.row(of: post(30)).newCommentText == nil)
        #expect(builder.row(of: post(42, id: 8)).newCommentCount == 0, "it was not read")
    }

    @Test("A post without a number of comments has no new ones later") func unknown() {
        let marks = PostMarks()
        marks.markRead(post(0))
        #expect(marks.state.newComments(on: post(5)) == 0)
    }

    @Test("Rows with other numbers of new comments differ") func equality() {
        let marks = PostMarks()
        marks.markRead(post(1))
        let before = PostRowBuilder(reading: PostReading(marks.state.log, board: 1)).row(of: post(3))
        marks.markRead(post(3))
        let after = PostRowBuilder(reading: PostReading(marks.state.log, board: 1)).row(of: post(3))
        #expect(before != after)
    }

    @Test("The menu counts the new comments of the posts that a list showed") func menu() async throws {
        let service = ScriptedComments()
        let marks = PostMarks()
        let selection = BoardSelection()
        selection.select(board)
        let list = PostList(service: service, selection: selection, marks: marks)
        list.open()
        await list.firstState { $0.display == .items }
        let page = PostPage(selection: selection, marks: marks)
        page.open(list.state.rows[0].id, from: list)
        #expect(BoardRow(board, marks: marks.state, in: .english).newCommentCount == 0)
        service.comments.withLock { $0 = 9 }
        list.refresh()
        await list.firstState { $0.rows.first?.commentCount == 9 }
        #expect(list.state.rows[0].newCommentCount == 5)
        let row = BoardRow(board, marks: marks.state, in: .english)
        #expect(row.newCommentCount == 5)
        #expect(row.spoken.contains("5 new comments"))
    }
}

/// A board with one post, whose number of comments changes.
private final class ScriptedComments: NoticeBoardService {
    let comments = Locked(4)

    func boards() async throws -> [Board] { [Board(id: 1, name: "공지")] }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let post = Post(id: 7, title: "글", boardID: 1, commentCount: comments.withLock { $0 })
        return Page(items: offset == 0 ? [post] : [], total: 1)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}
