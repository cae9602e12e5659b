import Foundation
import Testing

@testable import NoticeBoardBase

/// Each part of an error and of a remedy, tested separately.
@Suite("Texts of errors and remedies", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ErrorPartsTests {
    private let whole = NoticeBoardError(
        .timedOut, "late", remedy: .reload, endpoint: "GET boards", reply: .init(status: 504), requestID: "r1",
        attempts: [.init(status: 504), .init(cause: .timedOut, delay: 2)], language: .korean)

    @Test("Builds an error's texts from its parts") func lines() {
        #expect("\(NoticeBoardError(.conflict))" == "conflict")
        #expect("\(whole)" == "timedOut · GET boards · status 504 · late · 2 attempts · request r1")
        #expect(whole.debugDescription == whole.description)
        var once = whole
        once.attempts = [.init()]
        #expect("\(once)" == "timedOut · GET boards · status 504 · late · request r1")
        #expect(whole.failureReason == "late")
        #expect(whole.status == 504)
        #expect(whole.errorDescription == "서버가 제시간에 응답하지 않았습니다.")
        #expect(whole.recoverySuggestion == "새로고침한 뒤 다시 확인해 주세요.")
        once.language = .english
        #expect(once.errorDescription == "The server did not answer in time.")
        #expect(once.recoverySuggestion == "Reload and check again.")
        #expect(once.text(in: .korean) == "서버가 제시간에 응답하지 않았습니다.")
        #expect(once.text(in: .english) == "The server did not answer in time.")
    }

    @Test("Strips addresses from an underlying error") func addresses() {
        struct Plain: Error, Equatable { let number: Int }
        #expect(NoticeBoardError.withoutAddress(Plain(number: 3)) as? Plain == Plain(number: 3))
        let bare = NSError(domain: "d", code: 7)
        #expect(NoticeBoardError.withoutAddress(bare) as NSError == bare)
        let full = NoticeBoardError.withoutAddress(NSError(domain: "d", code: 7, userInfo: ["url": "secret"])) as NSError
        #expect(full.domain == "d")
        #expect(full.code == 7)
        #expect(full.userInfo.isEmpty)
        #expect(NoticeBoardError(wrapping: Plain(number: 3)).detail == "The app's own code threw Plain.")
    }

    // MARK: - Remedies

    @Test(
        "Picks the Korean particle by a name's last letter, only after Hangul",
        arguments: [
            ("\u{ABFF}", nil), ("\u{AC00}", "를"), ("\u{AC01}", "을"), ("\u{AC1B}", "을"), ("\u{AC1C}", "를"),
            ("\u{D788}", "를"), ("\u{D7A3}", "을"), ("\u{D7A4}", nil),
            // Decomposed, as in a file's name.
            ("\u{1100}\u{1160}", nil), ("\u{1100}\u{1161}", "를"), ("\u{1112}\u{1175}", "를"), ("\u{1112}\u{1176}", nil),
            ("\u{1100}\u{1161}\u{11A8}", "을"), ("\u{1112}\u{1175}\u{11C2}", "을"),
            ("\u{1112}\u{1175}\u{11C3}", nil),
        ] as [(String, String?)])
    func particles(last: String, particle: String?) throws {
        let name = "a" + last
        let text = try #require(Remedy.fixInput(Remedy.Input("input", korean: name)).text(in: .korean))
        let expected = particle.map { "\(name)\($0) 확인해 주세요." } ?? "입력값을 확인해 주세요: \(name)."
        #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
