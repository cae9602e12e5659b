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

    @Test("Strips addresses from an underlying error and keeps its domain and code") func addresses() {
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

    /// 2023-06-05T13:30:00+09:00.
    private let now = Date(timeIntervalSince1970: 1_685_939_400)

    @Test(
        "Switches the unit of a retry wait at exact thresholds",
        arguments: [
            (0.99, "in a moment", "잠시 후"), (1, "in 1 second", "1초 후에"), (1.01, "in 2 seconds", "2초 후에"),
            (59.5, "in 60 seconds", "60초 후에"),
            (60, "in 60 seconds", "60초 후에"), (60.5, "in 2 minutes", "2분 후에"), (120, "in 2 minutes", "2분 후에"),
            (121, "in 3 minutes", "3분 후에"),
            (3_600, "in 60 minutes", "60분 후에"), (3_600.5, "after 14:31", "오후 2시 31분 이후에"),
            (3_660, "after 14:31", "오후 2시 31분 이후에"),
            (5_400, "after 15:00", "오후 3시 이후에"), (5_940, "after 15:09", "오후 3시 9분 이후에"), (6_000, "after 15:10", "오후 3시 10분 이후에"),
            (37_740, "after 23:59", "오후 11시 59분 이후에"), (37_800, "after 0:00 tomorrow", "내일 오전 12시 이후에"),
            (37_741, "after 0:00 tomorrow", "내일 오전 12시 이후에"), (77_400, "after 11:00 tomorrow", "내일 오전 11시 이후에"),
            (81_000, "after 12:00 tomorrow", "내일 오후 12시 이후에"), (84_600, "after 13:00 tomorrow", "내일 오후 1시 이후에"),
            (86_400, "after 13:30 tomorrow", "내일 오후 1시 30분 이후에"), (86_400.5, "in 2 days", "2일 후에"),
            (172_800, "in 2 days", "2일 후에"),
            (172_801, "in 3 days", "3일 후에"), (2_592_000, "in 30 days", "30일 후에"), (2_592_000.5, "later", "나중에"),
        ] as [(Double, String, String)])
    func waits(seconds: Double, english: String, korean: String) throws {
        let seoul = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
        let remedy = Remedy.retry(after: seconds)
        #expect(remedy.text(in: .english, now: now, timeZone: seoul) == "Try again \(english).")
        #expect(remedy.text(in: .korean, now: now, timeZone: seoul) == "\(korean) 다시 시도해 주세요.")
        // A day begins in the user's time zone: also west of Greenwich and before 1970.
        let west = try #require(TimeZone(secondsFromGMT: -9 * 3_600))
        #expect(remedy.text(in: .english, now: now.addingTimeInterval(18 * 3_600), timeZone: west) == "Try again \(english).")
        let early = now.addingTimeInterval(-30_000 * 86_400)
        #expect(remedy.text(in: .english, now: early, timeZone: seoul) == "Try again \(english).")
    }

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
