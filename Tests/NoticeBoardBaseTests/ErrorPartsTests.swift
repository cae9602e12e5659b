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
            (0xABFF, nil), (0xAC00, "를"), (0xAC01, "을"), (0xAC1B, "을"), (0xAC1C, "를"), (0xD788, "를"), (0xD7A3, "을"),
            (0xD7A4, nil),
            (0x1160, nil), (0x1161, "를"), (0x1175, "를"), (0x1176, nil), (0x11A7, nil), (0x11A8, "을"), (0x11C2, "을"),
            (0x11C3, nil),
        ] as [(UInt32, String?)])
    func particles(value: UInt32, particle: String?) throws {
        let name = "a" + String(try #require(Unicode.Scalar(value)))
        let text = try #require(Remedy.fixInput(Remedy.Input("input", korean: name)).text(in: .korean))
        let expected = particle.map { "\(name)\($0) 확인해 주세요." } ?? "입력값을 확인해 주세요: \(name)."
        #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
