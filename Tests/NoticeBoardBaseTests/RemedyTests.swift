import Foundation
import NoticeBoardBase
import Testing

@Suite("Remedy") struct RemedyTests {
    @Test("A waiting time is rounded up, and one that no integer holds is no crash") func retry() {
        #expect(Remedy.retry(after: 1.2).text(in: .english) == "Try again in 2 s.")
        #expect(Remedy.retry(after: .infinity).text(in: .english)?.isEmpty == false)
        #expect(Remedy.retry(after: .nan).text(in: .korean) == "잠시 후 다시 시도해 주세요.")
        #expect(Remedy.none.text(in: .english) == nil)
    }

    @Test(
        "In Korean the SDK's own inputs have Korean names, with the particle that each wants",
        arguments: [
            ("input", "입력값을 확인해 주세요."), ("keyword", "검색어를 확인해 주세요."), ("search target", "검색 대상을 확인해 주세요."),
            ("target", "검색 대상을 확인해 주세요."), ("board", "게시판을 확인해 주세요."), ("offset", "시작 위치를 확인해 주세요."),
            ("limit", "불러올 개수를 확인해 주세요."), ("position", "불러올 위치를 확인해 주세요."), ("directory", "저장 폴더를 확인해 주세요."),
            ("scope", "저장 범위의 이름을 확인해 주세요."), ("source", "가져올 곳의 이름을 확인해 주세요."), ("base URL", "서버 주소를 확인해 주세요."),
            ("path", "요청 경로를 확인해 주세요."), ("body", "요청 본문을 확인해 주세요."), ("file", "파일을 확인해 주세요."),
            ("header X-Key", "헤더를 확인해 주세요: X-Key."),
        ])
    func ownInputs(input: String, text: String) {
        #expect(Remedy.fixInput(input).text(in: .korean) == text)
        #expect(Remedy.fixInput(input).text(in: .english) == "Check the \(input).")
    }

    @Test(
        "A name that only the app knows stays as it is, and gets a particle where it can be read aloud in one way only",
        arguments: [
            ("colour", "입력값을 확인해 주세요: colour."), ("비밀번호", "비밀번호를 확인해 주세요."), ("제목", "제목을 확인해 주세요."),
            ("제목".inParts, "제목".inParts + "을 확인해 주세요."), ("암호".inParts, "암호".inParts + "를 확인해 주세요."),
            ("주소 2", "입력값을 확인해 주세요: 주소 2."), ("이름(한글)", "입력값을 확인해 주세요: 이름(한글)."), ("ㅋ", "입력값을 확인해 주세요: ㅋ."),
        ])
    func foreignInputs(input: String, text: String) throws {
        let found = try #require(Remedy.fixInput(input).text(in: .korean))
        #expect(Array(found.unicodeScalars) == Array(text.unicodeScalars))
    }
}

extension String {
    /// The same text in parts (NFD).
    fileprivate var inParts: String { decomposedStringWithCanonicalMapping }
}
