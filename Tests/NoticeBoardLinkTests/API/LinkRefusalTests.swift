import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Error codes of HTTP statuses", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let call: LinkCall
        let status: Int
        let code: NoticeBoardError.Code
        let remedy: Remedy
        var testDescription: String { "\(call.testDescription) \(status)" }

        init(
            _ status: Int, _ code: NoticeBoardError.Code, _ remedy: Remedy, _ name: String,
            _ make: @escaping @Sendable (LinkClient) async throws -> Void
        ) {
            (self.status, self.code, self.remedy) = (status, code, remedy)
            call = LinkCall(name, make)
        }
    }

    static let ofOneCall: [Refusal] = [
        Refusal(401, .signInRefused, .fixInput(.signIn), "login") { _ = try await $0.logIn(email: "a@b.kr", password: "123456") },
        Refusal(409, .alreadyMember, .fixInput(.email), "join") { try await $0.join(LinkCall.registration) },
        Refusal(409, .emailNotUsable, .fixInput(.email), "validation/email") { try await $0.checkEmail("a@b.kr") },
        Refusal(409, .tokenStillGood, .noAction, "refresh") { _ = try await $0.refresh(LinkSample.credentials) },
        Refusal(418, .sessionOver, .signInAgain, "refresh") { _ = try await $0.refresh(LinkSample.credentials) },
        Refusal(401, .sessionOver, .signInAgain, "refresh") { _ = try await $0.refresh(LinkSample.credentials) },
        Refusal(403, .sessionOver, .signInAgain, "refresh") { _ = try await $0.refresh(LinkSample.credentials) },
        Refusal(409, .alreadyFollowing, .reload, "follow") { try await $0.follow("u2") },
        Refusal(410, .accountUnknown, .reload, "follow") { try await $0.follow("u2") },
        Refusal(410, .accountUnknown, .reload, "unfollow") { try await $0.unfollow("u2") },
        Refusal(410, .accountUnknown, .reload, "profile") { _ = try await $0.profile(of: "u2") },
        Refusal(410, .accountUnknown, .reload, "posts of an account") {
            _ = try await $0.postPage(of: .user("u2"), at: nil, limit: 20)
        },
        Refusal(410, .postNotStored, .retry(after: nil), "publish") { try await $0.publish(LinkPostForm(content: "a")) },
        Refusal(410, .postGone, .reload, "post") { _ = try await $0.post("p1") },
        Refusal(410, .postGone, .reload, "edit") { try await $0.edit("p1", LinkPostForm(content: "a")) },
        Refusal(410, .postGone, .reload, "delete") { try await $0.deletePost("p1") },
        Refusal(410, .postGone, .reload, "comment") { try await $0.reply("a", to: "p1") },
        Refusal(410, .replyGone, .reload, "edit comment") { try await $0.editReply("c1", on: "p1", to: "a") },
        Refusal(410, .replyGone, .reload, "delete comment") { try await $0.deleteReply("c1", on: "p1") },
        Refusal(410, .postGone, .reload, "like") { _ = try await $0.toggleLike("p1") },
        Refusal(445, .notTheAuthor, .noAction, "edit") { try await $0.edit("p1", LinkPostForm(content: "a")) },
        Refusal(445, .notTheAuthor, .noAction, "delete") { try await $0.deletePost("p1") },
        Refusal(445, .notTheAuthor, .noAction, "edit comment") { try await $0.editReply("c1", on: "p1", to: "a") },
        Refusal(445, .notTheAuthor, .noAction, "delete comment") { try await $0.deleteReply("c1", on: "p1") },
    ]

    /// Statuses with the same meaning for every call.
    static let common: [(Int, NoticeBoardError.Code, Remedy)] = [
        (400, .inputRefused, .fixInput(.input)), (403, .forbidden, .contactAdministrator),
        (419, .accessTokenExpired, .signInAgain),
        (420, .keyRefused, .contactAdministrator), (429, .tooManyRequests, .retry(after: nil)),
        (444, .addressUnknown, .contactAdministrator), (500, .serverFailure, .retry(after: nil)),
    ]

    private func error(_ status: Int, _ call: LinkCall) async throws -> NoticeBoardError {
        let client = try LinkSample.client(
            StubTransport { _ in .json(#"{"message":"서버의 말"}"#, status: HTTPStatus(rawValue: status)) })
        let error = await #expect(throws: NoticeBoardError.self) { try await call.make(client) }
        return try #require(error)
    }

    @Test("Maps a call-specific status to its code and remedy", arguments: ofOneCall) func own(refusal: Refusal) async throws {
        let error = try await error(refusal.status, refusal.call)
        #expect(error.code == refusal.code)
        #expect(error.remedy == refusal.remedy)
        #expect(error.status == refusal.status)
        #expect(error.serverMessage == "서버의 말")
        #expect(error.requestID != nil)
        #expect(error.endpoint?.isEmpty == false)
    }

    @Test(
        "Maps a common status to the same code and remedy for every call",
        arguments: LinkWireTests.accounts + LinkWireTests.posts)
    func everywhere(expected: LinkWireTests.Expectation) async throws {
        for (status, code, remedy) in Self.common where !(status == 403 && expected.testDescription == "refresh") {
            let error = try await error(status, expected.call)
            #expect(error.code == code, "\(status)")
            #expect(error.remedy == remedy, "\(status)")
        }
        // A 401 means wrong input for a sign-in; every other call must sign in again.
        let invalid = try await error(401, expected.call)
        #expect([.unauthorized, .signInRefused, .sessionOver].contains(invalid.code))
    }

    @Test("Every error code has its own text in both languages") func words() {
        let codes: [NoticeBoardError.Code] = [
            .signInRefused, .alreadyMember, .emailNotUsable, .tokenStillGood, .accessTokenExpired, .keyRefused, .addressUnknown,
            .notTheAuthor, .alreadyFollowing, .accountUnknown, .postNotStored, .postGone, .replyGone, .emailMissing,
            .emailWithoutAt, .emailInvalid, .passwordTooShort, .nickLength, .nickCharacters, .phoneCharacters, .phoneTooLong,
            .birthdayUnreadable, .birthdayInFuture, .postEmpty, .nothingToChange, .replyEmpty, .hashtagEmpty, .idInvalid,
            .pathInvalid, .tooManyFiles, .fileTooLarge, .profilePictureTooLarge, .fileKindUnknown, .fileEmpty,
        ]
        for language in Language.builtIn {
            #expect(Set(codes.map { $0.text(in: language) }).count == codes.count)
            for code in codes {
                let text = code.text(in: language)
                #expect(text.hasSuffix("."))
                #expect(text.count > 5)
                let isKorean = text.unicodeScalars.contains { "가"..."힣" ~= $0 }
                #expect(isKorean == (language == .korean), "\(code)")
            }
        }
        #expect(Set(codes).count == codes.count)
    }
}
