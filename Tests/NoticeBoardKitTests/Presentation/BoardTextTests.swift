import NoticeBoardScreens
import Testing

@testable import NoticeBoardKit

@Suite("Board texts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardTextTests {
    @Test("Labels the known targets in both languages and an unknown one by its name") func labels() {
        #expect(SearchTarget.wellKnown.map { $0.label(in: .korean) } == ["전체", "제목", "내용", "작성자"])
        #expect(SearchTarget.wellKnown.map { $0.label(in: .english) } == ["All", "Title", "Contents", "Writer"])
        #expect(SearchTarget(rawValue: "tags").label(in: .korean) == "tags")
    }

    @Test("Has a distinct text for each empty list, as the contract defines") func emptyTexts() {
        #expect(EmptyReason.noPosts.text(in: .korean) == "등록된 게시글이 없습니다.")
        #expect(EmptyReason.noResults.text(in: .korean) == "검색 결과가 없습니다. 다른 검색어를 입력해보세요.")
        #expect(EmptyReason.noHistory.text(in: .korean) == "게시글의 제목, 내용 또는 작성자에 포함된 단어 또는 문장을 검색해 주세요.")
        #expect(EmptyReason.noBoardOpen.text(in: .english) == "Choose a board first.")
        #expect(EmptyReason.noBoardSelected.text(in: .korean) == "검색할 게시판을 먼저 선택해주세요.")
        #expect(EmptyReason.noBoards.text(in: .korean) == "게시판이 없습니다.")
        #expect(Set(EmptyReason.allCases.map { $0.text(in: .english) }).count == EmptyReason.allCases.count)
        #expect(EmptyReason.allCases.allSatisfy { $0.text(in: .english).utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("Names the board in the search field's placeholder") func placeholder() {
        #expect(Board(id: 1, name: "공지사항").searchPlaceholder(in: .korean) == "공지사항에서 검색")
        #expect(Board(id: 1, name: "News").searchPlaceholder(in: .english) == "Search in News")
    }
}
