import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

/// Compares the bytes on the wire with handwritten requests.
@Suite("Link on the wire", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkWireTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let request: String
        let call: LinkCall
        var testDescription: String { call.testDescription }

        init(_ name: String, _ request: String, _ make: @escaping @Sendable (LinkClient) async throws -> Void) {
            self.request = request
            call = LinkCall(name, make)
        }
    }

    private static let signedIn = "Authorization: access-0\nSesacKey: the-key\n"
    private static let open = "SesacKey: the-key\n"
    private static let json = "Content-Type: application/json\n"
    private static let form = "Content-Type: multipart/form-data; boundary=B\n"

    private static func text(_ name: String, _ value: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    private static func file(_ name: String, _ fileName: String, _ type: String, _ value: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\nContent-Type: \(type)\r\n\r\n\(value)\r\n"
    }

    static let accounts: [Expectation] = [
        Expectation("validation/email", "POST /validation/email\n\(json)\(open)\n" + #"{"email":"a+1@b.kr"}"#) {
            try await $0.checkEmail("a+1@b.kr")
        },
        Expectation(
            "join",
            "POST /join\n\(json)\(open)\n"
                + #"{"birthDay":"1999-01-31","email":"a@b.kr","nick":"새싹_1","password":"비밀 번호1","phoneNum":"01012345678"}"#
        ) { try await $0.join(LinkCall.registration) },
        Expectation(
            "join with what must be there",
            "POST /join\n\(json)\(open)\n" + #"{"email":"a@b.kr","nick":"ab","password":"a/\"\\bc"}"#
        ) {
            try await $0.join(
                LinkRegistration(email: "a@b.kr", password: #"a/"\bc"#, nick: "ab", phone: "", birthday: ""))
        },
        Expectation("a nick in parts", "POST /join\n\(json)\(open)\n" + #"{"email":"a@b.kr","nick":"메일","password":"123456"}"#) {
            try await $0.join(
                LinkRegistration(email: "a@b.kr", password: "123456", nick: "\u{1106}\u{1166}\u{110B}\u{1175}\u{11AF}"))
        },
        Expectation("login", "POST /login\n\(json)\(open)\n" + #"{"email":"a@b.kr","password":"비밀 번호1"}"#) {
            _ = try await $0.logIn(email: "a@b.kr", password: "비밀 번호1")
        },
        Expectation("refresh", "GET /refresh\nAuthorization: access-0\nRefresh: refresh-0\nSesacKey: the-key\n\n") {
            _ = try await $0.refresh(LinkSample.credentials)
        },
        Expectation("withdraw", "GET /withdraw\n\(signedIn)\n") { try await $0.withdraw() },
        Expectation("follow", "POST /follow/u-2_B\n\(signedIn)\n") { try await $0.follow("u-2_B") },
        Expectation("unfollow", "DELETE /follow/u2\n\(signedIn)\n") { try await $0.unfollow("u2") },
        Expectation("profile/me", "GET /profile/me\n\(signedIn)\n") { _ = try await $0.myProfile() },
        Expectation(
            "PUT profile/me",
            "PUT /profile/me\n\(signedIn)\(form)\n" + text("nick", "새싹_1") + text("phoneNum", "010")
                + text("birthDay", "1999. 1. 31.")
                + file("profile", "profile-1.png", "image/png", "PNG") + "--B--\r\n"
        ) {
            try await $0.editProfile(
                LinkProfileForm(nick: "새싹_1", phone: "010", birthday: "1999. 1. 31.", picture: LinkCall.picture))
        },
        Expectation(
            "the picture alone",
            "PUT /profile/me\n\(signedIn)\(form)\n" + file("profile", "profile-1.png", "image/png", "PNG") + "--B--\r\n"
        ) {
            try await $0.editProfile(LinkProfileForm(picture: LinkCall.picture))
        },
        Expectation("profile/{}", "GET /profile/u2\n\(signedIn)\n") { _ = try await $0.profile(of: "u2") },
    ]

    static let posts: [Expectation] = [
        Expectation(
            "a post with everything",
            "POST /post\n\(signedIn)\(form)\n" + text("title", "제목") + text("content", "글\n#봄") + text("content1", "1")
                + text("content2", "2") + text("content3", "3") + text("content4", "4") + text("content5", "5")
                + text("product_id", "app") + file("file", "file-1.png", "image/png", "PNG")
                + file("file", "file-2.jpg", "image/jpeg", "JPG") + file("file", "file-3.gif", "image/gif", "GIF")
                + file("file", "file-4.pdf", "application/pdf", "PDF") + "--B--\r\n"
        ) {
            let files = [
                LinkCall.picture, LinkFile(unchecked: Data("JPG".utf8), kind: .jpeg),
                LinkFile(unchecked: Data("GIF".utf8), kind: .gif),
                LinkFile(unchecked: Data("PDF".utf8), kind: .pdf),
            ]
            try await $0.publish(
                LinkPostForm(
                    title: "제목", content: "글\n#봄", content1: "1", content2: "2", content3: "3", content4: "4", content5: "5",
                    files: files))
        },
        Expectation(
            "a post of words", "POST /post\n\(signedIn)\(form)\n" + text("content", "글") + text("product_id", "app") + "--B--\r\n"
        ) {
            try await $0.publish(LinkPostForm(content: "글"))
        },
        Expectation("the first page", "GET /post?limit=5&product_id=app\n\(signedIn)\n") {
            _ = try await $0.postPage(of: .timeline, at: nil, limit: 5)
        },
        Expectation("the next page", "GET /post?next=a%2Fb%2B1%26&limit=100&product_id=app\n\(signedIn)\n") {
            _ = try await $0.postPage(of: .timeline, at: .cursor("a/b+1&"), limit: 100)
        },
        Expectation("one post", "GET /post/p1\n\(signedIn)\n") { _ = try await $0.post("p1") },
        Expectation("an edit", "PUT /post/p1\n\(signedIn)\(form)\n" + text("content", "") + "--B--\r\n") {
            try await $0.edit("p1", LinkPostForm(content: ""))
        },
        Expectation("a deletion", "DELETE /post/p1\n\(signedIn)\n") { try await $0.deletePost("p1") },
        Expectation("somebody's posts", "GET /post/user/u2?next=c&limit=20&product_id=app\n\(signedIn)\n") {
            _ = try await $0.postPage(of: .user("u2"), at: .cursor("c"), limit: 20)
        },
        Expectation("a hashtag", "GET /post/hashtag?hashTag=%EB%B4%84%20%26&limit=20&product_id=app\n\(signedIn)\n") {
            _ = try await $0.postPage(of: .hashtag("#봄 &"), at: nil, limit: 20)
        },
        Expectation("a comment", "POST /post/p1/comment\n\(signedIn)\(json)\n" + #"{"content":"안녕/\"\n"}"#) {
            try await $0.reply("안녕/\"\n", to: "p1")
        },
        Expectation("an edited comment", "PUT /post/p1/comment/c1\n\(signedIn)\(json)\n" + #"{"content":"안녕"}"#) {
            try await $0.editReply("c1", on: "p1", to: "안녕")
        },
        Expectation("a deleted comment", "DELETE /post/p1/comment/c1\n\(signedIn)\n") {
            try await $0.deleteReply("c1", on: "p1")
        },
        Expectation("a like", "POST /post/like/p1\n\(signedIn)\n") { _ = try await $0.toggleLike("p1") },
        Expectation("liked posts", "GET /post/like/me?limit=20\n\(signedIn)\n") {
            _ = try await $0.postPage(of: .liked, at: nil, limit: 20)
        },
        Expectation("a picture", "GET /uploads/posts/%ED%95%9C%20%EA%B8%80%2B1.png\n\(signedIn)\n") {
            _ = try await $0.picture(at: "uploads/posts/한 글+1.png")
        },
    ]

    /// Returns the request without the header fields that every client sends, sorted by name.
    private static func shown(_ request: LoopbackRequest) -> String {
        var text = "\(request.method) \(request.target)\n"
        let own = ["host", "user-agent", "accept", "accept-encoding", "connection", "content-length"]
        let fields = request.headers.filter { !own.contains($0.name.lowercased()) }.map { "\($0.name): \($0.value)\n" }
        // Content fields come first because they distinguish the kinds of calls.
        text += fields.sorted { ($0.hasPrefix("Content") ? 0 : 1, $0) < ($1.hasPrefix("Content") ? 0 : 1, $1) }.joined()
        text += "\n" + request.text
        guard let boundary = request.header("content-type")?.components(separatedBy: "boundary=").dropFirst().first else {
            return text
        }
        return text.replacingOccurrences(of: boundary, with: "B")
    }

    /// Returns the field lines in the order that ``shown(_:)`` uses.
    private static func sorted(_ expected: String) -> String {
        let halves = expected.components(separatedBy: "\n\n")
        var lines = halves[0].components(separatedBy: "\n")
        let first = lines.removeFirst()
        lines.sort { ($0.hasPrefix("Content") ? 0 : 1, $0) < ($1.hasPrefix("Content") ? 0 : 1, $1) }
        return ([first] + lines).joined(separator: "\n") + "\n\n" + halves.dropFirst().joined(separator: "\n\n")
    }

    @Test("Sends the expected bytes for every call, with or without a slash after the base URL", arguments: accounts + posts)
    func bytes(expected: Expectation) async throws {
        let server = try LoopbackServer { .json(LinkSample.answer($0.method, $0.target)) }
        defer { server.stop() }
        for path in ["", "/"] {
            let client = LinkClient(
                LinkSample.configuration(server.url(path: path)),
                authorization: LinkSample.credentials.accessToken)
            try await expected.call.make(client)
        }
        #expect(server.requests.map(Self.shown) == Array(repeating: Self.sorted(expected.request), count: 2))
        // No preflight, no unexpected body, exactly one key.
        #expect(
            server.requests.allSatisfy { $0.values(of: "sesackey") == ["the-key"] && $0.values(of: "authorization").count <= 1 })
    }

    @Test("Sends no product ID if none is configured") func withoutProduct() async throws {
        let server = try LoopbackServer { .json(LinkSample.answer($0.method, $0.target)) }
        defer { server.stop() }
        let client = LinkClient(
            LinkSample.configuration(server.url(), product: nil), authorization: AccessToken.raw("t"))
        _ = try await client.postPage(of: .timeline, at: nil, limit: 20)
        try await client.publish(LinkPostForm(content: "a"))
        #expect(server.requests.map(\.target) == ["/post?limit=20", "/post"])
        #expect(server.requests.last?.text.contains("product_id") == false)
    }

    @Test("Sends a file from disk under a generated name") func file() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("내 사진 \(UUID().uuidString).JPEG")
        try Data("%PDF-".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let server = try LoopbackServer { .json(LinkSample.answer($0.method, $0.target)) }
        defer { server.stop() }
        let client = LinkClient(
            LinkSample.configuration(server.url()), authorization: AccessToken.raw("t"))
        try await client.edit("p1", LinkPostForm(files: [LinkFile(contentsOf: url)]))
        let expected = "PUT /post/p1\n" + Self.form + "Authorization: t\nSesacKey: the-key\n\n"
        #expect(
            server.requests.map(Self.shown) == [
                expected + Self.file("file", "file-1.pdf", "application/pdf", "%PDF-") + "--B--\r\n"
            ])
    }

    @Test("Retries only calls that read") func sentOnce() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 503) }
        var configuration = LinkSample.configuration(try #require(URL(string: "http://127.0.0.1")))
        configuration.http.retry = RetryPolicy(attempts: 3, firstWait: 0)
        let client = LinkClient(configuration, authorization: AccessToken.raw("t"), transport: stub)
        await #expect(throws: NoticeBoardError.self) { try await client.withdraw() }
        await #expect(throws: NoticeBoardError.self) { try await client.refresh(LinkSample.credentials) }
        await #expect(throws: NoticeBoardError.self) { try await client.toggleLike("p1") }
        await #expect(throws: NoticeBoardError.self) { try await client.publish(LinkPostForm(content: "a")) }
        #expect(stub.requests.difference(from: ["GET /withdraw", "GET /refresh", "POST /post/like/p1", "POST /post"]) == nil)
        await #expect(throws: NoticeBoardError.self) { try await client.myProfile() }
        #expect(stub.requests.count == 7)
    }

    @Test("A 410 after a deletion with a lost response counts as success") func deletedTwice() async throws {
        let stub = StubTransport()
            .on(.delete, "post/p1", .failure(NoticeBoardError(.connectionLost)), .status(410))
            .on(.delete, "post/p2", .status(410))
            .on(.delete, "post/p1/comment/c1", .failure(NoticeBoardError(.connectionLost)), .status(410))
        var configuration = LinkSample.configuration(try #require(URL(string: "http://127.0.0.1")))
        configuration.http.retry = RetryPolicy(attempts: 3, firstWait: 0)
        let client = LinkClient(configuration, authorization: AccessToken.raw("t"), transport: stub)
        try await client.deletePost("p1")
        try await client.deleteReply("c1", on: "p1")
        let error = await #expect(throws: NoticeBoardError.self) { try await client.deletePost("p2") }
        #expect(error?.code == .postGone)
        #expect(stub.unusedStubs.isEmpty)
    }

    @Test("A 410 after a token refresh reports the post as gone") func goneAfterRenewal()
        async throws
    {
        let simulator = LinkSimulator(seed: 2)
        let session = try directSession(simulator)
        try await session.signIn(email: "user1@example.com", password: "password1")
        simulator.expireTokens()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.deletePost("gone") }
        #expect(error?.code == .postGone)
        #expect(error?.attempts.map(\.status) == [419, 410])
    }

    @Test("Sends plain HTTP only to a host that the configuration allows") func plainHTTP() async throws {
        let url = try #require(URL(string: "http://Link.example:27820"))
        let stub = StubTransport { .json(LinkSample.answer($0.method.rawValue, $0.target)) }
        let refused = LinkClient(LinkClient.Configuration(baseURL: url, key: "k"), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await refused.checkEmail("a@b.kr") }
        #expect(error?.code == .insecure)
        #expect(stub.requests.isEmpty)
        let allowed = LinkClient.Configuration(baseURL: url, key: "k", allowsPlainHTTP: true)
        #expect(allowed.http.plainHTTPHosts == ["link.example"])
        try await LinkClient(allowed, transport: stub).checkEmail("a@b.kr")
        #expect(stub.requests.count == 1)
    }

    @Test("A redirect to another server carries neither the key nor tokens") func redirect() async throws {
        let other = try LoopbackServer { _ in .json(#"{"token":"x"}"#) }
        let server = try LoopbackServer { [url = other.url(path: "/there").absoluteString] _ in
            .response(302, headers: [("Location", url)])
        }
        defer {
            server.stop()
            other.stop()
        }
        var configuration = LinkSample.configuration(server.url())
        // The app's configuration marks no header field as secret.
        configuration.http.defaults = HTTPRequest.Defaults()
        let client = LinkClient(configuration, authorization: AccessToken.raw("t"))
        _ = try await client.refresh(LinkSample.credentials)
        _ = try? await client.myProfile()
        #expect(other.requests.count == 2)
        for request in other.requests {
            for name in ["sesackey", "authorization", "refresh"] { #expect(request.header(name) == nil) }
        }
    }
}
