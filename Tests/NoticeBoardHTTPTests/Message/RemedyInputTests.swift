import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Inputs of calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RemedyInputTests {
    @Test(
        "The inputs of a call have Korean names",
        arguments: [
            (Remedy.Input.baseURL, "서버 주소를 확인해 주세요."), (.path, "요청 경로를 확인해 주세요."), (.body, "요청 본문을 확인해 주세요."),
            (.signIn, "로그인 정보를 확인해 주세요."), (.header("X-Key"), "X-Key 헤더를 확인해 주세요."),
        ])
    func names(input: Remedy.Input, text: String) {
        #expect(Remedy.fixInput(input).text(in: .korean) == text)
    }
}
