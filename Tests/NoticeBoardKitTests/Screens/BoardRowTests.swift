import NoticeBoardKit
import Testing

@Suite("BoardRow", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardRowTests {
    @Test("Speaks its state in both languages") func spoken() {
        let board = Board(
            id: 7, name: "공지사항", isFavorite: true, hasNewPosts: true, isWritable: true)
        #expect(BoardRow(board, isSelected: true, in: .korean).spoken == "공지사항, 새 글 있음, 즐겨찾기")
        #expect(BoardRow(board, in: .english).spoken == "공지사항, new posts, favorite")
        #expect(BoardRow(Board(id: 1, name: "News", order: 3), in: .english).spoken == "News")
    }

    @Test("Contains everything that a cell draws") func cell() {
        let board = Board(
            id: 7, name: "공지사항", isFavorite: true, hasNewPosts: true, isWritable: true)
        let row = BoardRow(board, isSelected: true, in: .korean)
        #expect(row.id == 7)
        #expect(row.name == "공지사항")
        #expect(row.isSelected)
        #expect(row.isFavorite)
        #expect(row.hasNewPosts)
    }
}
