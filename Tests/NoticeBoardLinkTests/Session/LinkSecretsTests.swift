import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// Plants secrets in every value that can hold one, and searches all printed output for them.
@Suite("Secrecy of Link values", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkSecretsTests {
    private static let secrets = PlantedSecrets([
        "key": "k3y-secret/1", "access": "acce55/secret+2", "refresh": "refre5h/secret+3", "password": "passw0rd/\"4\"",
        "email": "secret5@b.kr",
        "nick": "nick_secret6", "phone": "01087654327", "birthday": "1981-07-28", "text": "비밀 글/\"9\"", "comment": "비밀 댓글 10",
        "hashtag": "비밀태그11", "path": "uploads/secret12.png", "file": "secret13.png", "message": "서버 비밀 14",
        "access2": "acce55/secret+15",
    ])

    private static func secret(_ name: String) -> String { secrets[name] }

    private static func shown(_ value: Any) -> String { PlantedSecrets.shown(value) }

    private func check(_ shown: String, _ place: String) {
        for finding in Self.secrets.findings(in: shown) { Issue.record("\(place) shows \(finding)") }
    }

    private static let registration = LinkRegistration(
        email: secret("email"), password: secret("password"), nick: secret("nick"), phone: secret("phone"),
        birthday: secret("birthday"))
    private static let credentials = Credentials(
        accessToken: .raw(secret("access")), refreshToken: secret("refresh"), account: "u1")
    private static let file = URL(fileURLWithPath: "/" + secret("file"))

    private static let calls: [LinkCall] = [
        LinkCall("join") { try await $0.join(registration) }, LinkCall("email") { try await $0.checkEmail(secret("email")) },
        LinkCall("login") { _ = try await $0.logIn(email: secret("email"), password: secret("password")) },
        LinkCall("refresh") { _ = try await $0.refresh(credentials) },
        LinkCall("publish") {
            try await $0.publish(LinkPostForm(title: secret("text"), content: secret("text"), files: [LinkCall.picture]))
        },
        LinkCall("missing file") { try await $0.publish(LinkPostForm(files: [LinkFile(contentsOf: file)])) },
        LinkCall("bad reply ID") { try await $0.editReply(secret("text"), on: "p1", to: secret("comment")) },
        LinkCall("comment") { try await $0.reply(secret("comment"), to: "p1") },
        LinkCall("hashtag") { _ = try await $0.postPage(of: .hashtag(secret("hashtag")), at: nil, limit: 20) },
        LinkCall("profile") {
            try await $0.editProfile(
                LinkProfileForm(
                    nick: secret("nick"), phone: secret("phone"), birthday: secret("birthday"),
                    picture: LinkCall.picture))
        },
        LinkCall("picture") { _ = try await $0.picture(at: secret("path")) },
        LinkCall("bad path") { _ = try await $0.picture(at: "../" + secret("path")) },
        LinkCall("bad e-mail") { try await $0.checkEmail(secret("password")) },
        LinkCall("bad nick") { try await $0.editProfile(LinkProfileForm(nick: secret("password"))) },
        LinkCall("withdraw") { try await $0.withdraw() },
    ]

    private typealias Behaviour = (name: String, answer: @Sendable (HTTPRequest) throws -> HTTPResponse)

    /// Returns responses and failures of a service with secrets in the bodies.
    private static func behaviours() -> [Behaviour] {
        let body = #"{"message":"\#(secret("message"))","token":7,"nick":"\#(secret("nick"))","email":"\#(secret("email"))"}"#
        var all: [Behaviour] = [200, 400, 401, 403, 409, 410, 418, 419, 420, 429, 444, 445, 500].map { status in
            ("\(status)", { _ in .json(body, status: HTTPStatus(rawValue: status)) })
        }
        all.append(("lost", { _ in throw NoticeBoardError(.connectionLost) }))
        all.append(
            (
                "foreign",
                { request in
                    let info: [String: Any] = [NSURLErrorFailingURLErrorKey: request.url as Any, "k": secret("access")]
                    throw NSError(domain: "x", code: 7, userInfo: info)
                }
            ))
        return all
    }

    @Test("Errors, events, requests and sessions show no secret for any response", arguments: 0..<15)
    func everywhere(index: Int) async throws {
        let (name, behaviour) = Self.behaviours()[index]
        let events = RecentEvents()
        let requests = Locked<[HTTPRequest]>([])
        let stub = StubTransport { request in
            requests.withLock { $0.append(request) }
            if request.target == "/login", !request.headers.contains(where: { $0.name == "X-Second" }),
                requests.withLock({ $0.count }) == 1
            {
                return .json(
                    #"{"_id":"u1","token":"\#(Self.secret("access"))","refreshToken":"\#(Self.secret("refresh"))"}"#)
            }
            if request.target == "/refresh", name == "419" { return .json(#"{"token":"\#(Self.secret("access2"))"}"#) }
            return try behaviour(request)
        }
        let url = try #require(URL(string: "http://127.0.0.1"))
        var configuration = LinkClient.Configuration(baseURL: url, key: Self.secret("key"), productID: "app")
        configuration.http.retry = .never
        configuration.http.loggers = [events]
        let store = RecordingTokenStore()
        let session = LinkSession(configuration, store: store, transport: stub)
        try await session.signIn(email: Self.secret("email"), password: Self.secret("password"))
        // Everything that is printed while signed in, including details that the session holds.
        check(Self.shown(session) + Self.shown(session.client) + Self.shown(session.state), "\(name): the session, signed in")
        check(Self.shown(configuration) + Self.shown(store.kept as Any), "\(name): the configuration")
        for call in Self.calls {
            do {
                try await call.make(session.client)
            } catch {
                let error = try #require(error as? NoticeBoardError)
                let words = [error.failureReason, error.recoverySuggestion, "\((error as NSError).userInfo.keys)"]
                check(
                    Self.shown(error) + words.compactMap { $0 }.joined(separator: "\n"),
                    "\(name): the error of \(call.testDescription)")
            }
            check(Self.shown(session.state), "\(name): the state after \(call.testDescription)")
        }
        check(events.text + events.events.map { Self.shown($0) }.joined(), "\(name): the events")
        check(Self.shown(session) + Self.shown(session.client), "\(name): the session")
        for request in requests.withLock({ $0 }) {
            check(Self.shown(request), "\(name): the request \(request.label)")
            // Check that the request did contain the secret.
            #expect(request.headers["SesacKey"] == Self.secret("key"))
        }
        #expect(events.events.count >= requests.withLock { $0.count })
    }

    @Test("A pending sign-in or sign-up shows no secret", arguments: [false, true])
    func underWay(signsUp: Bool) async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            try await gate.pass()
            return HTTPResponse(status: 500)
        }
        let url = try #require(URL(string: "http://127.0.0.1"))
        let session = LinkSession(LinkClient.Configuration(baseURL: url, key: Self.secret("key")), transport: stub)
        let pending = Task {
            if signsUp { return try await session.signUp(Self.registration) }
            return try await session.signIn(email: Self.secret("email"), password: Self.secret("password"))
        }
        await gate.waitForArrivals(1)
        check(Self.shown(session), "a session that is signing in")
        pending.cancel()
        _ = await pending.result
    }

    @Test("Forms, files, models and stores show no secret") func values() throws {
        let user = LinkUser(id: "u1", nick: Self.secret("nick"), picture: Self.secret("path"))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(Self.file.lastPathComponent)
        try PictureSample.rgb.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let values: [Any] = [
            Self.registration, Self.credentials, try LinkFile(contentsOf: file),
            LinkFile(unchecked: Data(Self.secret("text").utf8), kind: .png),
            LinkPostForm(title: Self.secret("text"), content: Self.secret("text")),
            LinkProfileForm(nick: Self.secret("nick"), phone: Self.secret("phone")), user, MemoryTokenStore(Self.credentials),
            LinkProfile(
                id: "u1", nick: Self.secret("nick"), email: Self.secret("email"), phone: Self.secret("phone"),
                birthday: Self.secret("birthday"), followers: [user]),
        ]
        for value in values { check(Self.shown(value), "\(type(of: value))") }
        let calls: [LinkAPI] = [
            .join(Self.registration), .checkEmail(Self.secret("email")),
            .logIn(email: Self.secret("email"), password: Self.secret("password")), .refresh(Self.credentials),
            .publish(LinkPostForm(content: Self.secret("text")), product: "app"), .reply("p1", content: Self.secret("comment")),
            .posts(of: .hashtag(Self.secret("hashtag")), next: nil, limit: 5, product: nil), .picture(Self.secret("path")),
            .editProfile(LinkProfileForm(nick: Self.secret("nick"))),
        ]
        for call in calls { check(Self.shown(call) + Self.shown(call.request), "\(call)") }
    }

    @Test("The search finds secrets in every spelling") func search() {
        #expect(Self.secrets.blindness.isEmpty)
        #expect(Self.shown(["a": Self.secret("key")]).contains(Self.secret("key")))
    }
}
