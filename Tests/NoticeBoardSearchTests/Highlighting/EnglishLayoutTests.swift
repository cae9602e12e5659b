import Testing

@testable import NoticeBoardSearch

@Suite("Korean typed on an English layout", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EnglishLayoutTests {
    @Test(
        "Converts keys to syllables like a Korean keyboard",
        arguments: [
            ("rhdwl", "공지"), ("apdlf", "메일"), ("rkqt", "값"), ("rkqtdmf", "값을"), ("rkqtl", "갑시"), ("dhodkss", "왜안ㄴ"),
            ("rkRk", "가까"), ("rkRkr", "가깍"), ("dkTdj", "았어"), ("QkW", "빠ㅉ"), ("rr", "ㄱㄱ"), ("kk", "ㅏㅏ"), ("hk", "ㅘ"),
            ("rhks", "관"), ("thak", "소마"), ("gml", "희"), ("dnjf", "월"), ("anj", "뭐"), ("ekfr", "닭"), ("ekfrdl", "닭이"),
            ("AKSK", "마나"), ("OP", "ㅒㅖ"), ("rhd-wl 10", "공-지 10"),
        ])
    func keys(typed: String, korean: String) {
        #expect(EnglishLayout.korean(typed) == korean)
    }

    @Test("Returns nil for text without English letters or with other letters", arguments: ["", "공지", "10-20 !?", "rhd 공"])
    func otherTexts(text: String) {
        #expect(EnglishLayout.korean(text) == nil)
    }
}
