import Foundation
import NoticeBoardBase
import Testing

@Suite("NoticeBoardError") struct NoticeBoardErrorTests {
    @Test("Two errors are equal whatever lies under them") func equality() {
        let one = NoticeBoardError(.timedOut, "late", underlying: URLError(.timedOut))
        let two = NoticeBoardError(.timedOut, "late", underlying: URLError(.badURL))
        #expect(one == two)
        #expect(one != NoticeBoardError(.timedOut, "later"))
        #expect(one.hashValue == two.hashValue)
    }

    @Test(
        "Every code has a text in both languages, and no two share one",
        arguments: [
            NoticeBoardError.Code.invalidInput, .insecure, .unreachable, .connectionLost, .timedOut, .untrustedServer,
            .unauthorized,
            .forbidden, .notFound, .tooManyRequests, .serverFailure, .unexpectedStatus, .redirectRefused, .responseTooLarge,
            .unreadableResponse, .fileUnavailable,
        ])
    func texts(code: NoticeBoardError.Code) {
        let fallback = NoticeBoardError(NoticeBoardError.Code(rawValue: "of a later version"))
        let error = NoticeBoardError(code)
        for language in Language.allCases {
            #expect(!error.text(in: language).isEmpty)
            #expect(error.text(in: language) != fallback.text(in: language))
        }
        #expect(error.text(in: .korean) != error.text(in: .english))
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
        #expect(error.localizedDescription == "Members only.")
        #expect(error.failureReason == "status 403")
    }
}

@Suite("Language") struct LanguageTests {
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
