import Foundation
import NoticeBoardBase
import Testing

@Suite("Remedy", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RemedyTests {
    @Test(
        "Formats a retry wait in seconds, minutes, hours or days",
        arguments: [
            (nil, "in a moment", "잠시 후"), (0.4, "in a moment", "잠시 후"), (1, "in 1 second", "1초 후에"),
            (1.2, "in 2 seconds", "2초 후에"),
            (60, "in 60 seconds", "60초 후에"), (61, "in 2 minutes", "2분 후에"), (3_600, "in 60 minutes", "60분 후에"),
            (3_601, "in 2 hours", "2시간 후에"), (7_200, "in 2 hours", "2시간 후에"), (86_400, "in 24 hours", "24시간 후에"),
            (86_400.5, "in 2 days", "2일 후에"), (90_000, "in 2 days", "2일 후에"), (2_592_000, "in 30 days", "30일 후에"),
            (2_592_001, "later", "나중에"), (251_606_991_438, "later", "나중에"),
            (1e23, "later", "나중에"), (.infinity, "later", "나중에"), (.nan, "in a moment", "잠시 후"), (-5, "in a moment", "잠시 후"),
        ] as [(Double?, String, String)])
    func waits(seconds: Double?, english: String, korean: String) throws {
        let remedy = Remedy.retry(after: seconds)
        #expect(remedy.text(in: .english) == "Try again \(english).")
        #expect(remedy.text(in: .korean) == "\(korean) 다시 시도해 주세요.")
    }

    @Test("A full disk asks the user to check the storage space") func fullDisk() {
        let remedy = NoticeBoardError(.storageFull).remedy
        #expect(remedy.text(in: .korean) == "저장 공간을 확인해 주세요.")
        #expect(remedy.text(in: .english) == "Check the storage space.")
    }

    @Test("Every remedy except noAction has a unique sentence in both languages") func sentences() {
        let all: [Remedy] = [.retry(after: nil), .signInAgain, .fixInput(.input), .reload, .updateApp, .contactAdministrator]
        for language in Language.builtIn {
            #expect(Set(all.compactMap { $0.text(in: language) }).count == all.count)
            #expect(Remedy.noAction.text(in: language) == nil)
        }
    }

    @Test(
        "Uses an input's Korean name with the right particle",
        arguments: [
            (Remedy.Input.input, "입력값을 확인해 주세요."), (.offset, "시작 위치를 확인해 주세요."), (.limit, "불러올 개수를 확인해 주세요."),
            (.position, "불러올 위치를 확인해 주세요."), (.file, "파일을 확인해 주세요."), (.size, "크기를 확인해 주세요."),
            (Remedy.Input("nick", korean: "닉네임"), "닉네임을 확인해 주세요."),
        ])
    func namedInputs(input: Remedy.Input, text: String) {
        #expect(Remedy.fixInput(input).text(in: .korean) == text)
        #expect(Remedy.fixInput(input).text(in: .english) == "Check the \(input.name).")
    }

    @Test("Inputs are equal if their names are equal") func equality() {
        #expect(Remedy.fixInput(Remedy.Input("nick", korean: "닉네임")) == .fixInput("nick"))
        #expect(Remedy.fixInput("nick") != .fixInput("name"))
        #expect(Set([Remedy.Input("nick", korean: "닉네임"), "nick"]).count == 1)
    }

    @Test(
        "Adds a particle to a custom name only if its pronunciation is unambiguous",
        arguments: [
            ("colour", "입력값을 확인해 주세요: colour."), ("비밀번호", "비밀번호를 확인해 주세요."), ("제목", "제목을 확인해 주세요."),
            ("제목".inParts, "제목".inParts + "을 확인해 주세요."), ("암호".inParts, "암호".inParts + "를 확인해 주세요."),
            ("주소 2", "입력값을 확인해 주세요: 주소 2."), ("이름(한글)", "입력값을 확인해 주세요: 이름(한글)."), ("ㅋ", "입력값을 확인해 주세요: ㅋ."),
        ])
    func foreignInputs(input: String, text: String) throws {
        let found = try #require(Remedy.fixInput(Remedy.Input(input)).text(in: .korean))
        #expect(Array(found.unicodeScalars) == Array(text.unicodeScalars))
    }
}

extension String {
    /// The text in its decomposed form (NFD).
    fileprivate var inParts: String { decomposedStringWithCanonicalMapping }
}
