import NoticeBoardKit
import Testing

@Suite("What is so where nothing is said", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DefaultsTests {
    @Test("A post and a board of which no more is known than their names are plain ones") func models() {
        let post = Post(id: 1, title: "가")
        #expect(post.viewCount == 0 && post.commentCount == 0 && post.attachmentCount == 0 && post.type == .normal)
        #expect(!post.isNew && !post.hasInlineImage && !post.isAnonymous && !post.isOwner && !post.hasReply)
        let board = Board(id: 1, name: "가")
        #expect(board.kind == .normal && !board.isFavorite && !board.hasNewPosts && board.capability == nil)
        let capability = Board.Capability()
        #expect(!capability.isWritable && !capability.isManageable)
    }

    @Test("A search waits half a second up to two characters, then 0.3 s; rows look at no contents; dates name no time of day")
    func screens() {
        let pace = SearchPace()
        #expect(pace.shortWait == 0.5 && pace.shortLength == 2 && pace.wait == 0.3)
        #expect(PostRowStyle().snippetLength == 0 && PostRowStyle().clip == .attachments)
        let dates = PostDateFormat()
        #expect(
            PostBody.Block(.paragraph).text.isEmpty && PostBody.Block(.paragraph).quotes == 0
                && PostBody.Block(.paragraph).lists == 0)
        #expect(!PostBody(blocks: []).isCut && PostBody(String(repeating: "<p>가</p>", count: 5_001)).isCut)
        #expect(!PostBody(String(repeating: "<p>가</p>", count: 5_000)).isCut)
        let board = Board(id: 1, name: "가")
        let row = BoardRow(board)
        #expect(!row.isSelected && row.newCount == 0 && !row.isWritable && !row.isFavorite && !row.hasNewPosts)
        #expect(BoardMenu.State().skipped == 0)
        let page = PostPage.State()
        #expect(
            !page.hasMore && !page.isWaitingForNext && page.hit == nil && page.place == nil && page.attachmentCount == 0
                && !page.canWrite && !page.canManage && !page.isOwner)
        #expect(!dates.showsTimeToday && !dates.namesYesterday && dates.timeZone == PostDateFormat.korea)
    }
}
