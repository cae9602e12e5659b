import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Input validation before sending", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkInputTests {
    struct BadInput: Sendable, CustomTestStringConvertible {
        let code: NoticeBoardError.Code
        let call: LinkCall
        var testDescription: String { "\(code) in \(call.testDescription)" }

        init(_ code: NoticeBoardError.Code, _ name: String, _ make: @escaping @Sendable (LinkClient) async throws -> Void) {
            self.code = code
            call = LinkCall(name, make)
        }
    }

    private static func large(_ bytes: Int) -> LinkFile { LinkFile(unchecked: Data(count: bytes), kind: .png) }
    private static let megabyte = 1_048_576

    private static func registration(
        email: String = "a@b.kr", password: String = "123456", nick: String = "새싹", phone: String? = nil, birthday: String? = nil
    ) -> LinkRegistration {
        LinkRegistration(email: email, password: password, nick: nick, phone: phone, birthday: birthday)
    }

    static let all: [BadInput] = [
        BadInput(.emailWithoutAt, "validation/email") { try await $0.checkEmail("name.example.com") },
        BadInput(.emailWithoutAt, "join") { try await $0.join(registration(email: "name")) },
        BadInput(.emailMissing, "login") { _ = try await $0.logIn(email: "", password: "123456") },
        BadInput(.passwordTooShort, "join") { try await $0.join(registration(password: "12345")) },
        BadInput(.passwordMissing, "login") { _ = try await $0.logIn(email: "a@b.kr", password: "") },
        BadInput(.nickCharacters, "join") { try await $0.join(registration(nick: "새 싹")) },
        BadInput(.nickCharacters, "profile") { try await $0.editProfile(LinkProfileForm(nick: "a b")) },
        BadInput(.nickLength, "profile") { try await $0.editProfile(LinkProfileForm(nick: "a")) },
        BadInput(.phoneCharacters, "join") { try await $0.join(registration(phone: "010-1234")) },
        BadInput(.phoneTooLong, "profile") { try await $0.editProfile(LinkProfileForm(phone: "010123456789")) },
        BadInput(.birthdayUnreadable, "join") { try await $0.join(registration(birthday: "봄")) },
        BadInput(.birthdayInFuture, "profile") {
            try await $0.editProfile(LinkProfileForm(birthday: "9999-12-31"))
        },
        BadInput(.nothingToChange, "profile") { try await $0.editProfile(LinkProfileForm()) },
        BadInput(.postEmpty, "no field") { try await $0.publish(LinkPostForm()) },
        BadInput(.postEmpty, "blank fields") {
            try await $0.publish(LinkPostForm(title: " ", content: "\n\u{200B}", content1: ""))
        },
        BadInput(.nothingToChange, "edit") { try await $0.edit("p1", LinkPostForm()) },
        BadInput(.replyEmpty, "comment") { try await $0.reply(" \n", to: "p1") },
        BadInput(.replyEmpty, "edit comment") { try await $0.editReply("c1", on: "p1", to: "") },
        BadInput(.hashtagEmpty, "hashtag") { _ = try await $0.postPage(of: .hashtag("# "), at: nil, limit: 20) },
        BadInput(.tooManyFiles, "publish") {
            try await $0.publish(LinkPostForm(files: Array(repeating: LinkCall.picture, count: 6)))
        },
        BadInput(.tooManyFiles, "edit") {
            try await $0.edit("p1", LinkPostForm(files: Array(repeating: LinkCall.picture, count: 6)))
        },
        BadInput(.fileTooLarge, "publish") {
            try await $0.publish(LinkPostForm(files: [LinkCall.picture, large(10 * megabyte + 1)]))
        },
        BadInput(.fileTooLarge, "edit") { try await $0.edit("p1", LinkPostForm(files: [large(10 * megabyte + 1)])) },
        BadInput(.profilePictureTooLarge, "profile") { try await $0.editProfile(LinkProfileForm(picture: large(megabyte + 1))) },
        BadInput(.fileEmpty, "publish") { try await $0.publish(LinkPostForm(files: [large(0)])) },
        BadInput(.invalidInput, "a limit of 0") { _ = try await $0.postPage(of: .timeline, at: nil, limit: 0) },
        BadInput(.invalidInput, "a limit of 101") { _ = try await $0.postPage(of: .liked, at: nil, limit: 101) },
        BadInput(.invalidInput, "an offset") { _ = try await $0.postPage(of: .user("u1"), at: .offset(3), limit: 20) },
        BadInput(.invalidInput, "the cursor of the end") {
            _ = try await $0.postPage(of: .timeline, at: .cursor("0"), limit: 20)
        },
        BadInput(.invalidInput, "an empty cursor") { _ = try await $0.postPage(of: .hashtag("a"), at: .cursor(""), limit: 20) },
        BadInput(.sessionOver, "no token to renew with") { _ = try await $0.refresh(Credentials(accessToken: .raw("a"))) },
        BadInput(.sessionOver, "an empty token to renew with") {
            _ = try await $0.refresh(Credentials(accessToken: .raw("a"), refreshToken: ""))
        },
    ]

    static let badIDs = [
        "../x", "", ".", "..", "a/b", "a b", "한", "a%2Fb", "a\\b", "a?b", "a\0", String(repeating: "a", count: 201),
    ]

    /// Calls that pass an ID in each parameter that takes one.
    static let withIDs: [@Sendable (LinkClient, String) async throws -> Void] = [
        { _ = try await $0.post($1) }, { try await $0.edit($1, LinkPostForm(content: "a")) }, { try await $0.deletePost($1) },
        { _ = try await $0.postPage(of: .user($1), at: nil, limit: 20) }, { try await $0.reply("a", to: $1) },
        { try await $0.editReply($1, on: "p1", to: "a") }, { try await $0.editReply("c1", on: $1, to: "a") },
        { try await $0.deleteReply($1, on: "p1") }, { try await $0.deleteReply("c1", on: $1) },
        { _ = try await $0.toggleLike($1) }, { try await $0.follow($1) }, { try await $0.unfollow($1) },
        { _ = try await $0.profile(of: $1) },
    ]

    private let stub = StubTransport { .json(LinkSample.answer($0.method.rawValue, $0.target)) }

    @Test("Rejects bad input without sending a request", arguments: all) func refused(input: BadInput) async throws {
        let client = try LinkSample.client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await input.call.make(client) }
        #expect(error?.code == input.code)
        #expect(stub.requests.isEmpty)
        #expect(error?.text(in: .korean) != error?.text(in: .english))
    }

    @Test("Rejects an invalid ID in every parameter that takes one", arguments: badIDs) func ids(id: String) async throws {
        let client = try LinkSample.client(stub)
        for call in Self.withIDs {
            let error = await #expect(throws: NoticeBoardError.self) { try await call(client, id) }
            #expect(error?.code == .idInvalid)
            #expect(error?.remedy == .fixInput(.id))
        }
        #expect(stub.requests.isEmpty)
    }

    @Test(
        "Rejects a picture path that leads out of the service",
        arguments: [
            "", "/uploads/1.png", "uploads//1.png", "../1.png", "uploads/../1.png", "uploads/./1.png",
            "http://other.example/1.png",
            "//other.example/1.png", "uploads\\..\\1.png", "uploads/%2e%2E/1.png", "uploads%2F..%2F1.png", "uploads/1.png\n",
        ])
    func paths(path: String) async throws {
        let client = try LinkSample.client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.picture(at: path) }
        #expect(error?.code == .pathInvalid)
        #expect(stub.requests.isEmpty)
    }

    @Test("Accepts files of exactly the maximum size and number") func limits() async throws {
        let client = try LinkSample.client(stub)
        try await client.publish(LinkPostForm(files: Array(repeating: Self.large(10 * Self.megabyte), count: 5)))
        try await client.editProfile(LinkProfileForm(picture: Self.large(Self.megabyte)))
        #expect(stub.requests.count == 2)
    }

    @Test("A missing file cannot be attached") func missing() {
        let gone = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        let error = #expect(throws: NoticeBoardError.self) { try LinkFile(contentsOf: gone) }
        #expect(error?.code == .fileUnavailable)
    }
}
