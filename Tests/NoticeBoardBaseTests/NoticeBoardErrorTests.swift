import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("NoticeBoardError", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NoticeBoardErrorTests {
    @Test("Two errors are equal whatever lies under them") func equality() {
        let one = NoticeBoardError(.timedOut, "late", underlying: URLError(.timedOut))
        let two = NoticeBoardError(.timedOut, "late", underlying: URLError(.badURL))
        #expect(one == two)
        #expect(one != NoticeBoardError(.timedOut, "later"))
        #expect(one.hashValue == two.hashValue)
    }

    @Test("An attempt of which nothing is said was not waited for") func attempt() {
        let attempt = NoticeBoardError.Attempt()
        #expect(attempt.delay == 0 && attempt.status == nil && attempt.cause == nil)
    }

    @Test("Every code has a text of its own in both languages") func texts() {
        let codes: [NoticeBoardError.Code] = [
            .invalidInput, .insecure, .noNetwork, .unreachable, .connectionLost, .timedOut, .untrustedServer, .networkSignIn,
            .external, .inputRefused, .inputTooLarge, .conflict, .unsupported, .tooEarly, .unauthorized, .sessionOver, .forbidden,
            .notFound, .tooManyRequests, .serverFailure, .unexpectedStatus, .redirectRefused, .responseTooLarge,
            .unreadableResponse, .endlessList, .placeLost, .fileUnavailable, .storeBusy, .storageFull, .storeReadOnly,
            .storeDamaged, .storeTooNew, NoticeBoardError.Code(rawValue: "of a later version"),
        ]
        for language in Language.allCases { #expect(Set(codes.map { $0.text(in: language) }).count == codes.count) }
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.text(in: .korean) != $0.text(in: .english) })
    }

    @Test("A code of a hall's own brings its texts and its remedy, and is the same one by its name") func ownCode() {
        let code = NoticeBoardError.Code("full", korean: "가득 찼습니다.", english: "It is full.", remedy: .reload)
        let error = NoticeBoardError(code)
        #expect(error.text(in: .korean) == "가득 찼습니다." && error.text(in: .english) == "It is full.")
        #expect(error.remedy == .reload && NoticeBoardError(code, remedy: Remedy.noAction).remedy == Remedy.noAction)
        #expect(error.code == NoticeBoardError.Code(rawValue: "full") && "\(code)" == "full")
    }

    @Test("What a closure of the app's own threw keeps its name, and no address") func wrapping() {
        struct NotSignedIn: Error {}
        let known = NoticeBoardError(.timedOut, "late")
        #expect(NoticeBoardError(wrapping: known) == known)
        let foreign = NoticeBoardError(wrapping: NotSignedIn())
        #expect(foreign.code == .external && foreign.underlying is NotSignedIn)
        #expect(foreign.detail.contains("NotSignedIn"))
        let system = NSError(domain: "d", code: 7, userInfo: [NSLocalizedDescriptionKey: "https://host/?q=planted"])
        let wrapped = NoticeBoardError(wrapping: system).underlying as? NSError
        #expect(wrapped?.code == 7 && wrapped?.userInfo.isEmpty == true)
    }

    @Test("What the server answered appears in no description") func secrecy() {
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

    @Test("The server's own words come first in what a person reads") func serverMessage() {
        let error = NoticeBoardError(.forbidden, "status 403", reply: .init(status: 403, message: "Members only."))
        #expect(error.localizedDescription == "Members only." && error.text(in: .korean) == "Members only.")
        #expect(error.failureReason == "status 403")
    }
}

@Suite("Language", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LanguageTests {
    @Test(
        "The first language of the list that is known is taken",
        arguments: [
            (["ko-KR", "en"], Language.korean), (["fr", "ko_KR"], .korean), (["en-GB", "ko"], .english), (["fr"], .english),
            ([], .english),
            (["KO"], .korean), (["kok-IN"], .english),
        ])
    func preferring(identifiers: [String], expected: Language) {
        #expect(Language(preferring: identifiers) == expected)
    }
}
