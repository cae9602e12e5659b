import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("NoticeBoardError", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NoticeBoardErrorTests {
    @Test("Equality ignores the underlying error") func equality() {
        let one = NoticeBoardError(.timedOut, "late", underlying: URLError(.timedOut))
        let two = NoticeBoardError(.timedOut, "late", underlying: URLError(.badURL))
        #expect(one == two)
        #expect(one != NoticeBoardError(.timedOut, "later"))
        #expect(one.hashValue == two.hashValue)
    }

    @Test("Every code has a text of its own in both languages") func texts() {
        let codes: [NoticeBoardError.Code] = [
            .invalidInput, .insecure, .noNetwork, .unreachable, .connectionLost, .timedOut, .untrustedServer, .networkSignIn,
            .proxyUnreachable, .proxyRefused,
            .external, .inputRefused, .inputTooLarge, .conflict, .unsupported, .tooEarly, .unauthorized, .sessionOver, .forbidden,
            .notFound, .tooManyRequests, .serverFailure, .unexpectedStatus, .redirectRefused, .responseTooLarge,
            .unreadableResponse, .endlessList, .placeLost, .fileUnavailable, .storeBusy, .storageFull, .storeReadOnly,
            .storeDamaged, .storeTooNew, NoticeBoardError.Code(rawValue: "of a later version"),
        ]
        for language in Language.builtIn { #expect(Set(codes.map { $0.text(in: language) }).count == codes.count) }
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.text(in: .korean) != $0.text(in: .english) })
    }

    @Test("An app-defined code supplies its texts and remedy") func ownCode() {
        let code = NoticeBoardError.Code("full", korean: "가득 찼습니다.", english: "It is full.", remedy: .reload)
        let error = NoticeBoardError(code)
        #expect(error.text(in: .korean) == "가득 찼습니다.")
        #expect(error.text(in: .english) == "It is full.")
        #expect(error.remedy == .reload)
        #expect(NoticeBoardError(code, remedy: Remedy.noAction).remedy == Remedy.noAction)
        #expect(error.code == NoticeBoardError.Code(rawValue: "full"))
        #expect("\(code)" == "full")
    }

    @Test("Wrapping an app error drops any address") func wrapping() {
        struct NotSignedIn: Error {}
        let known = NoticeBoardError(.timedOut, "late")
        #expect(NoticeBoardError(wrapping: known) == known)
        let foreign = NoticeBoardError(wrapping: NotSignedIn())
        #expect(foreign.code == .external)
        #expect(foreign.underlying is NotSignedIn)
        #expect(foreign.detail.contains("NotSignedIn"))
        let system = NSError(domain: "d", code: 7, userInfo: [NSLocalizedDescriptionKey: "https://host/?q=planted"])
        let wrapped = NoticeBoardError(wrapping: system).underlying as? NSError
        #expect(wrapped?.code == 7)
        #expect(wrapped?.userInfo.isEmpty == true)
    }

    @Test("Descriptions and dumps of an error show no private data") func secrecy() {
        let reply = NoticeBoardError.Reply(
            status: 401, headers: [.init(name: "Set-Cookie", value: "planted-secret")], body: Data("planted-secret".utf8))
        let error = NoticeBoardError(
            .unauthorized, "refused", reply: reply,
            underlying: NSError(domain: "d", code: 7, userInfo: ["url": "https://host/?search=planted-secret"]))
        var dumped = ""
        dump(error, to: &dumped)
        dump(reply.headers, to: &dumped)
        for text in [
            dumped, "\(error)", String(reflecting: error), error.localizedDescription, "\(reply)", String(reflecting: reply),
        ] {
            #expect(!text.contains("planted-secret"))
        }
        #expect(dumped.contains("401"))
    }

    @Test("Keeps the server's message apart from the localized text") func serverMessage() {
        let error = NoticeBoardError(
            .forbidden, "status 403", reply: .init(status: 403, message: "Members only."), language: .korean)
        #expect(error.text(in: .korean) == "권한이 없습니다.")
        #expect(error.localizedDescription == "권한이 없습니다.")
        #expect(error.serverMessage == "Members only.")
        #expect(error.failureReason == "status 403")
    }

    @Test("A new code brings its own remedy") func newCode() {
        let locked = NoticeBoardError.Code("locked", english: "The thread is locked.", remedy: .contactAdministrator)
        var error = NoticeBoardError(.conflict)
        error.code = locked
        #expect(error.remedy == .contactAdministrator)
    }

    @Test("A new code keeps a remedy that was set explicitly") func keptRemedy() {
        let full = NoticeBoardError.Code("full", english: "The room is full.", remedy: .contactAdministrator)
        var error = NoticeBoardError(.tooManyRequests, remedy: .retry(after: 30))
        error.code = full
        #expect(error.remedy == .retry(after: 30))
    }
}

@Suite("Language", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LanguageTests {
    @Test(
        "Picks the first known language in the list",
        arguments: [
            (["ko-KR", "en"], Language.korean), (["fr", "ko_KR"], .korean), (["en-GB", "ko"], .english), (["fr"], .english),
            ([], .english),
            (["KO"], .korean), (["kok-IN"], .english),
        ])
    func preferring(identifiers: [String], expected: Language) {
        #expect(Language(preferring: identifiers) == expected)
    }

    @Test(
        "Finds an app-defined language in the user's list",
        arguments: [(["de-AT", "en"], "de"), (["pt-br"], "pt-BR"), (["pt-PT", "ko"], "ko"), (["fr"], "en")])
    func ownLanguage(identifiers: [String], tag: String) {
        let known = [Language("de") { _ in nil }, Language("pt-BR") { _ in nil }] + Language.builtIn
        #expect(Language(preferring: identifiers, among: known).tag == tag)
    }

    @Test("A translation gets the key, the numbers and the names") func phrase() {
        let german = Language("de") { phrase in
            switch phrase.key {
            case "error.locked": "Das Thema ist gesperrt."
            case "input.keyword": "das Suchwort"
            case "remedy.fixInput": "Bitte \(phrase.words[0]) prüfen."
            case "remedy.retry.minutes": "In \(phrase.numbers[0]) Minuten erneut versuchen."
            default: nil
            }
        }
        let locked = NoticeBoardError(NoticeBoardError.Code("locked", english: "The thread is locked."), language: german)
        #expect(locked.text(in: german) == "Das Thema ist gesperrt.")
        #expect(locked.localizedDescription == "Das Thema ist gesperrt.")
        #expect(Remedy.fixInput("keyword").text(in: german) == "Bitte das Suchwort prüfen.")
        #expect(Remedy.retry(after: 120).text(in: german) == "In 2 Minuten erneut versuchen.")
    }

    @Test("A text without a translation is English") func missingTranslation() {
        #expect(NoticeBoardError(.timedOut).text(in: Language("de") { _ in nil }) == "The server did not answer in time.")
    }

    @Test("An app may replace a built-in text") func replacedText() {
        let polite = Language("ko") { $0.key == "remedy.reload" ? "다시 불러와 주세요." : nil }
        #expect(Remedy.reload.text(in: polite) == "다시 불러와 주세요.")
        #expect(Remedy.updateApp.text(in: polite) == "앱을 최신 버전으로 업데이트해 주세요.")
    }

    @Test("A code without Korean text falls back to English") func englishOnlyCode() {
        let code = NoticeBoardError.Code("locked", english: "The thread is locked.")
        #expect(code.text(in: .korean) == "The thread is locked.")
    }

    @Test("Dumping a phrase shows only its key") func phraseInLogs() {
        let shown = Locked("")
        let spy = Language("de") { phrase in
            shown.withLock { _ = dump(phrase, to: &$0) }
            return nil
        }
        _ = spy.text("search.earlier", words: ["planted"], korean: "", english: "Earlier search, planted")
        #expect(shown.withLock { $0 }.contains("search.earlier"))
        #expect(!shown.withLock { $0 }.contains("planted"))
    }
}
