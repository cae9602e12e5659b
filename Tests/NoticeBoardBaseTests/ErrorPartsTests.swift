import Foundation
import Testing

@testable import NoticeBoardBase

/// Every part of an error, one by one.
@Suite("NoticeBoardError: its parts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ErrorPartsTests {
    private let whole = NoticeBoardError(
        .timedOut, "late", remedy: .reload, endpoint: "GET boards", reply: .init(status: 504), requestID: "r1",
        attempts: [.init(status: 504), .init(cause: .timedOut, delay: 2)], language: .korean)

    /// Each part changed alone, by name.
    private static let changes: [(String, @Sendable (inout NoticeBoardError) -> Void)] = [
        ("code", { $0.code = .conflict }), ("detail", { $0.detail = "later" }), ("remedy", { $0.remedy = .noAction }),
        ("endpoint", { $0.endpoint = "PUT boards" }), ("reply", { $0.reply = .init(status: 503) }),
        ("requestID", { $0.requestID = "r2" }), ("attempts", { $0.attempts = [] }), ("language", { $0.language = .english }),
        ("underlying", { $0.underlying = CancellationError() }),
    ]

    private func parts(_ error: NoticeBoardError) -> [String: String] {
        [
            "code": "\(error.code)", "detail": error.detail, "remedy": "\(error.remedy)", "endpoint": error.endpoint ?? "-",
            "reply": "\(error.reply?.status ?? 0)", "requestID": error.requestID ?? "-", "attempts": "\(error.attempts.count)",
            "language": "\(error.language?.tag ?? "-")", "underlying": "\(error.underlying != nil)",
        ]
    }

    @Test("Each part is set by itself, in a copy, and all but the underlying error tell two apart", arguments: changes.map(\.0))
    func equality(name: String) throws {
        let change = try #require(Self.changes.first { $0.0 == name }?.1)
        var other = whole
        #expect(other == whole && other.hashValue == whole.hashValue)
        let before = parts(whole)
        change(&other)
        let after = parts(other)
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == [name] && parts(whole) == before)
        #expect((other == whole) == (name == "underlying"))
        if name == "underlying" { #expect(other.hashValue == whole.hashValue) }
        if ["code", "detail", "endpoint", "reply"].contains(name) {
            #expect(Set([whole, other]).count == 2 && other.hashValue != whole.hashValue)
        }
    }

    @Test("Of what is not said, an error, a reply and an attempt hold nothing; the remedy is the code's") func defaults() {
        let error = NoticeBoardError(.conflict)
        #expect(error.detail.isEmpty && error.remedy == .reload && error.endpoint == nil && error.reply == nil)
        #expect(error.requestID == nil && error.attempts.isEmpty && error.language == nil && error.underlying == nil)
        #expect(error.status == nil && error.serverMessage == nil && error.failureReason == nil)
        let reply = NoticeBoardError.Reply(status: 404)
        #expect(reply.headers.isEmpty && reply.body.isEmpty && reply.message == nil)
        #expect(NoticeBoardError.Attempt() == NoticeBoardError.Attempt(status: nil, cause: nil, delay: 0))
        #expect(NoticeBoardError.Code("own", korean: "가", english: "a").usualRemedy == Remedy.noAction)
        let unknown = NoticeBoardError.Code(rawValue: "x")
        #expect(
            unknown.text(in: .korean) == "요청을 처리하지 못했습니다." && unknown.text(in: .english) == "The request could not be completed.")
        #expect(unknown.usualRemedy == Remedy.noAction && unknown != .conflict && unknown.rawValue == "x")
    }

    @Test("One line tells code, call, status, detail, more attempts than one, and the request") func lines() {
        #expect("\(NoticeBoardError(.conflict))" == "conflict")
        #expect("\(whole)" == "timedOut · GET boards · status 504 · late · 2 attempts · request r1")
        #expect(whole.debugDescription == whole.description)
        var once = whole
        once.attempts = [.init()]
        #expect("\(once)" == "timedOut · GET boards · status 504 · late · request r1")
        #expect(whole.failureReason == "late" && whole.status == 504)
        #expect(whole.errorDescription == "서버가 제시간에 응답하지 않았습니다." && whole.recoverySuggestion == "새로고침한 뒤 다시 확인해 주세요.")
        once.language = .english
        #expect(
            once.errorDescription == "The server did not answer in time."
                && once.recoverySuggestion == "Reload and check again.")
        #expect(
            once.text(in: .korean) == "서버가 제시간에 응답하지 않았습니다." && once.text(in: .english) == "The server did not answer in time.")
    }

    @Test("Looked into, an error shows its parts, and of the underlying one type and number") func mirrors() {
        var error = whole
        error.underlying = NSError(domain: "d", code: 7, userInfo: ["url": "secret"])
        let mirror = error.customMirror
        #expect(mirror.displayStyle == .struct)
        #expect(
            mirror.children.compactMap(\.label) == [
                "code", "detail", "remedy", "endpoint", "reply", "requestID", "attempts", "underlying",
            ])
        let shown = mirror.children.map { "\($0.value)" }
        #expect(shown.first == "timedOut" && shown.dropFirst().first == "late" && shown.last?.contains("NSError 7") == true)
        let header = NoticeBoardError.Reply.Header(name: "Cookie", value: "secret")
        let reply = NoticeBoardError.Reply(status: 401, headers: [header], body: Data("secret".utf8))
        #expect("\(reply)" == "status 401, 1 headers, 6 bytes" && "\(header)" == "Cookie: …")
        #expect(reply.customMirror.displayStyle == .struct && header.customMirror.displayStyle == .struct)
        #expect(reply.customMirror.children.map { "\($0.label ?? "")=\($0.value)" } == ["status=401", "headers=1", "bytes=6"])
        #expect(header.customMirror.children.map { "\($0.label ?? "")=\($0.value)" } == ["name=Cookie"])
        #expect(NoticeBoardError.Code.conflict.customMirror.children.map { "\($0.value)" } == ["conflict"])
        #expect(NoticeBoardError.Code.conflict.debugDescription == "conflict")
    }

    @Test("An error without an address is handed on as it is; one that may hold one keeps domain and number") func addresses() {
        struct Plain: Error, Equatable { let number: Int }
        #expect(NoticeBoardError.withoutAddress(Plain(number: 3)) as? Plain == Plain(number: 3))
        let bare = NSError(domain: "d", code: 7)
        #expect(NoticeBoardError.withoutAddress(bare) as NSError == bare)
        let full = NoticeBoardError.withoutAddress(NSError(domain: "d", code: 7, userInfo: ["url": "secret"])) as NSError
        #expect(full.domain == "d" && full.code == 7 && full.userInfo.isEmpty)
        #expect(NoticeBoardError(wrapping: Plain(number: 3)).detail == "The app's own code threw Plain.")
    }

    @Test(
        "Every code's remedy is what helps",
        arguments: [
            (
                Remedy.retry(after: nil),
                [
                    .noNetwork, .unreachable, .connectionLost, .timedOut, .networkSignIn, .external, .tooEarly, .tooManyRequests,
                    .serverFailure,
                    .unreadableResponse, .storeBusy, .storeReadOnly, .fileUnavailable,
                ]
            ),
            (
                .contactAdministrator,
                [.insecure, .untrustedServer, .forbidden, .unexpectedStatus, .redirectRefused, .responseTooLarge]
            ),
            (.fixInput(.input), [.invalidInput, .inputRefused]), (.fixInput(.size), [.inputTooLarge]),
            (.reload, [.conflict, .notFound]),
            (.updateApp, [.unsupported, .storeTooNew]), (.signInAgain, [.unauthorized, .sessionOver]),
            (.fixInput(.storage), [.storageFull, .storeDamaged]),
        ] as [(Remedy, [NoticeBoardError.Code])])
    func remedies(remedy: Remedy, codes: [NoticeBoardError.Code]) {
        for code in codes { #expect(NoticeBoardError(code).remedy == remedy, "\(code)") }
    }

    // MARK: - Remedies

    /// 2023-06-05T13:30:00+09:00.
    private let now = Date(timeIntervalSince1970: 1_685_939_400)

    @Test(
        "A wait changes its measure at a minute, an hour, a day and a month, each to the very second",
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
        // A day begins where the person is: west of Greenwich, and before 1970, as well.
        let west = try #require(TimeZone(secondsFromGMT: -9 * 3_600))
        #expect(remedy.text(in: .english, now: now.addingTimeInterval(18 * 3_600), timeZone: west) == "Try again \(english).")
        let early = now.addingTimeInterval(-30_000 * 86_400)
        #expect(remedy.text(in: .english, now: early, timeZone: seoul) == "Try again \(english).")
    }

    @Test("Every remedy has its sentence") func sentences() {
        let sentences: [(Remedy, String?, String?)] = [
            (.retry(after: nil), "Try again in a moment.", "잠시 후 다시 시도해 주세요."), (.signInAgain, "Sign in again.", "다시 로그인해 주세요."),
            (.fixInput("nick"), "Check the nick.", "입력값을 확인해 주세요: nick."),
            (.reload, "Reload and check again.", "새로고침한 뒤 다시 확인해 주세요."),
            (.updateApp, "Update the app.", "앱을 최신 버전으로 업데이트해 주세요."),
            (.contactAdministrator, "Ask the administrator.", "관리자에게 문의해 주세요."), (.noAction, nil, nil),
        ]
        for (remedy, english, korean) in sentences {
            #expect(remedy.text(in: .english) == english && remedy.text(in: .korean) == korean)
        }
        let names: [(Remedy.Input, String)] = [
            (.input, "input"), (.size, "size"), (.file, "file"), (.offset, "offset"), (.limit, "limit"), (.position, "position"),
        ]
        for (input, name) in names { #expect(input.name == name && "\(input)" == name && input == Remedy.Input(name)) }
    }

    @Test(
        "A particle goes by the last letter, whole or in parts, and stands behind Hangul alone",
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
