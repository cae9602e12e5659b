import Testing

@testable import NoticeBoardKit

@Suite("Board service input texts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct InputTextTests {
    @Test(
        "Names every search input in Korean",
        arguments: [
            (Remedy.Input.target, "검색 대상을 확인해 주세요."), (.keyword, "검색어를 확인해 주세요."),
            (.directory, "저장 폴더를 확인해 주세요."), (.scope, "저장 범위의 이름을 확인해 주세요."),
            (.source, "가져올 곳의 이름을 확인해 주세요."),
        ])
    func names(input: Remedy.Input, text: String) {
        #expect(Remedy.fixInput(input).text(in: .korean) == text)
    }

    @Test("Uses the empty list's text for a missing board") func noBoard() {
        for language in Language.builtIn {
            #expect(NoticeBoardError(.noBoardSelected).text(in: language) == EmptyReason.noBoardSelected.text(in: language))
        }
    }
}
