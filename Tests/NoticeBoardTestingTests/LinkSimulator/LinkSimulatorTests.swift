import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import TestSupport
import Testing

@testable import NoticeBoardTesting

/// Handwritten requests, as a client without the library would send them.
struct LinkStranger {
    let simulator: LinkSimulator
    var token: String?

    struct Answer {
        let status: Int
        let text: String
        /// Returns a string or number of the response's object.
        func value(_ key: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return object?[key].map { "\($0)" }
        }
        var ids: [String] {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return (object?["data"] as? [Any])?.compactMap { ($0 as? [String: Any])?["_id"] as? String } ?? []
        }
    }

    func send(
        _ method: String, _ target: String, _ body: String? = nil, type: String = "application/json", key: String? = nil,
        headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        let origin = try #require(HTTPOrigin(isSecure: false, host: "127.0.0.1"))
        var fields: HTTPHeaders = ["SesacKey": key ?? simulator.key]
        fields["Authorization"] = token
        if body != nil { fields["Content-Type"] = type }
        fields.merge(headers)
        let response = try await simulator.send(
            HTTPRequest(
                method: HTTPMethod(rawValue: method), origin: origin, target: target, headers: fields,
                body: body.map { .data(Data($0.utf8)) }))
        return Answer(status: response.status.rawValue, text: String(decoding: response.body, as: UTF8.self))
    }

    /// Returns a client signed in to the account with this number.
    static func signedIn(_ simulator: LinkSimulator, _ number: Int = 1) async throws -> LinkStranger {
        let stranger = LinkStranger(simulator: simulator)
        let answer = try await stranger.send(
            "POST", "/login", #"{"email":"user\#(number)@example.com","password":"password\#(number)"}"#)
        return LinkStranger(simulator: simulator, token: answer.value("token"))
    }

    static func form(_ parts: [(head: String, content: String)]) -> (body: String, type: String) {
        let body =
            parts.map { "--b\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + "--b--\r\n"
        return (body, "multipart/form-data; boundary=b")
    }

    func post(_ parts: [(head: String, content: String)], _ method: String = "POST", _ target: String = "/post") async throws
        -> Answer
    {
        let form = Self.form(parts)
        return try await send(method, target, form.body, type: form.type)
    }
}

@Suite("LinkSimulator contract", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkSimulatorTests {
    private let simulator = LinkSimulator(seed: 3)
    private let word = (head: #"name="content""#, content: "글 #봄")

    @Test("The same seed gives the same service") func seeds() {
        #expect(LinkSimulator(seed: 3).posts == simulator.posts)
        #expect(LinkSimulator(seed: 3).accounts == simulator.accounts)
        #expect(LinkSimulator(seed: 4).posts != simulator.posts)
        #expect(simulator.posts.count == 45)
        #expect(Set(simulator.posts.map(\.id)).count == 45)
        #expect(simulator.posts.map(\.time) == simulator.posts.map(\.time).sorted(by: >))
    }

    @Test("A cancelled held request ends without a response") func cancelled()
        async throws
    {
        for answer in [nil, .status(503)] as [StubAnswer?] {
            let simulator = LinkSimulator()
            let gate = Gate()
            simulator.hold("GET /refresh", at: gate)
            simulator.answer("GET /refresh", with: answer)
            let call = Task { try await LinkStranger(simulator: simulator).send("GET", "/refresh").status }
            await gate.waitForArrivals(1)
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(simulator.log.map(\.status) == [nil])
        }
    }

    @Test("Waits for the given number of responses") func answered() async throws {
        let simulator = LinkSimulator()
        let line = "GET /refresh"
        let isOver = Locked(0)
        let waiting = [1, 2].map { count in
            Task {
                if count == 1 { await simulator.answered(line, 420) } else { await simulator.answered(line, 420, times: count) }
                isOver.withLock { $0 += 1 }
            }
        }
        await letOtherTasksRun()
        #expect(isOver.withLock { $0 } == 0)
        _ = try await LinkStranger(simulator: simulator).send("GET", "/refresh", key: "other")
        await waiting[0].value
        await letOtherTasksRun()
        #expect(isOver.withLock { $0 } == 1)
        _ = try await LinkStranger(simulator: simulator).send("GET", "/refresh", key: "other")
        await waiting[1].value
        #expect(simulator.count(line, 420) == 2)
        #expect(simulator.count(line, 200) == 0)
    }

    @Test("Lists each word after # once as a hashtag") func hashtags() async throws {
        let stranger = try await LinkStranger.signedIn(simulator)
        let answer = try await stranger.post([(#"name="content""#, "# #봄 글#여름 #가을\n#봄 ##")])
        #expect(answer.text.contains(##""hashTags":["봄","가을","#"]"##))
    }

    @Test("Answers 420 without the right key") func key() async throws {
        let stranger = LinkStranger(simulator: simulator)
        #expect(try await stranger.send("POST", "/login", "{}", key: "other").status == 420)
        #expect(try await stranger.send("GET", "/nowhere", key: "").status == 420)
    }

    @Test(
        "Answers 444 to an unknown path or method",
        arguments: [
            "GET /nowhere", "PATCH /post", "GET /join", "POST /post/like/a/b", "GET /", "DELETE /profile/me",
            "GET /post/a/comment",
        ])
    func unknown(line: String) async throws {
        let words = line.split(separator: " ").map { String($0) }
        #expect(try await LinkStranger.signedIn(simulator).send(words[0], words[1]).status == 444)
    }

    @Test(
        "Answers 400 to an invalid body",
        arguments: [
            ("POST", "/join", #"{"email":"a@b.kr","password":"123456"}"#),
            ("POST", "/join", #"{"email":"a@b.kr","password":"12345","nick":"ab"}"#),
            ("POST", "/join", #"{"email":"ab.kr","password":"123456","nick":"ab"}"#),
            ("POST", "/join", #"{"email":"a@b.kr","password":"123456","nick":"a b"}"#),
            ("POST", "/join", #"{"email":"a@b.kr","password":"123456","nick":"ab","phoneNum":null}"#),
            ("POST", "/join", #"{"email":"a@b.kr","password":"123456","nick":"ab","phoneNum":"010-1"}"#),
            ("POST", "/join", #"{"email":"a@b.kr","password":"123456","nick":"ab","other":"x"}"#), ("POST", "/login", "[]"),
            ("POST", "/login", ""),
            ("POST", "/login", #"{"email":"user1@example.com","password":""}"#), ("POST", "/validation/email", #"{"email":"x"}"#),
            ("GET", "/withdraw", "{}"), ("GET", "/post", "{}"), ("POST", "/post", #"{"content":"a"}"#),
        ])
    func badBodies(method: String, target: String, body: String) async throws {
        #expect(try await LinkStranger.signedIn(simulator).send(method, target, body).status == 400)
        #expect(simulator.accounts.count == 4)
    }

    @Test(
        "Answers 400 to an unknown query item or an invalid value",
        arguments: ["offset=1", "limit=0", "limit=101", "limit=a", "limit=5&limit=6", "next=abc", "hashTag=a"])
    func badQueries(query: String) async throws {
        #expect(try await LinkStranger.signedIn(simulator).send("GET", "/post?\(query)").status == 400)
    }

    @Test("Serves an account from sign-up to withdrawal") func accounts()
        async throws
    {
        let stranger = LinkStranger(simulator: simulator)
        let form = #"{"email":"new@example.com","password":"123456","nick":"새싹","phoneNum":"010","birthDay":"봄"}"#
        #expect(try await stranger.send("POST", "/validation/email", #"{"email":"new@example.com"}"#).value("message") != nil)
        let joined = try await stranger.send("POST", "/join", form)
        #expect(joined.status == 200)
        #expect(joined.value("token") == nil)
        #expect(joined.value("nick") == "새싹")
        #expect(try await stranger.send("POST", "/join", form).status == 409)
        #expect(try await stranger.send("POST", "/validation/email", #"{"email":"new@example.com"}"#).status == 409)
        #expect(try await stranger.send("POST", "/login", #"{"email":"new@example.com","password":"1234567"}"#).status == 401)
        let login = try await stranger.send("POST", "/login", #"{"email":"new@example.com","password":"123456"}"#)
        #expect(login.value("_id") == joined.value("_id"))
        #expect(login.value("refreshToken") != nil)
        let new = LinkStranger(simulator: simulator, token: login.value("token"))
        let mine = try await new.send("GET", "/profile/me")
        #expect(mine.value("email") == "new@example.com")
        #expect(mine.value("birthDay") == "봄")
        #expect(mine.value("phoneNum") == "010")
        let others = try await LinkStranger.signedIn(simulator).send("GET", "/profile/\(joined.value("_id") ?? "")")
        #expect(others.value("nick") == "새싹")
        #expect(others.value("email") == nil)
        #expect(others.value("phoneNum") == nil)
        #expect(others.value("birthDay") == nil)
        #expect(try await new.send("GET", "/withdraw").value("email") == "new@example.com")
        #expect(try await new.send("GET", "/profile/me").status == 401)
        #expect(simulator.accounts.count == 4)
    }

    @Test(
        "A token expires after its number of uses"
    )
    func tokens() async throws {
        let simulator = LinkSimulator(seed: 3, tokenLife: 2)
        let answer = try await LinkStranger(simulator: simulator).send(
            "POST", "/login", #"{"email":"user1@example.com","password":"password1"}"#)
        let (token, refresh) = (try #require(answer.value("token")), try #require(answer.value("refreshToken")))
        var me = LinkStranger(simulator: simulator, token: token)
        #expect(try await me.send("GET", "/refresh", headers: ["Refresh": refresh]).status == 409)
        for status in [200, 200, 419, 419] { #expect(try await me.send("GET", "/profile/me").status == status) }
        #expect(try await me.send("GET", "/refresh", headers: ["Refresh": "other"]).status == 401)
        #expect(try await me.send("GET", "/refresh").status == 401)
        let renewed = try await me.send("GET", "/refresh", headers: ["Refresh": refresh])
        #expect(renewed.status == 200)
        #expect(renewed.value("refreshToken") == nil)
        me.token = renewed.value("token")
        #expect(try await me.send("GET", "/profile/me").status == 200)
        #expect(try await me.send("GET", "/profile/me", headers: ["Authorization": "Bearer \(me.token ?? "")"]).status == 401)
        #expect(try await me.send("GET", "/profile/me", headers: ["Refresh": refresh]).status == 400)
        simulator.expireTokens()
        simulator.expireRefreshTokens()
        #expect(try await me.send("GET", "/refresh", headers: ["Refresh": refresh]).status == 418)
        simulator.forgetTokens()
        #expect(try await me.send("GET", "/profile/me").status == 401)
        #expect(simulator.refreshes == 5)
        me.token = nil
        #expect(try await me.send("GET", "/post").status == 401)
    }

    @Test("Lets only its author change a post") func posts()
        async throws
    {
        let (me, other) = (try await LinkStranger.signedIn(simulator), try await LinkStranger.signedIn(simulator, 2))
        let file = (head: "name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png", content: "PNG\r\n--a")
        let stored = try await me.post([word, (#"name="product_id""#, "p"), file, file])
        let id = try #require(stored.value("_id"))
        #expect(stored.text.contains(#""hashTags":["봄"]"#))
        #expect(stored.text.contains(#""product_id":"p""#))
        #expect(!stored.text.contains("null"))
        #expect(
            stored.text.contains(".490Z")
                || stored.text.range(of: #"T\d\d:\d\d:\d\d\.\d\d\dZ"#, options: .regularExpression) != nil)
        let paths = simulator.posts[0].files
        try #require(paths.count == 2)
        #expect(!paths[0].hasPrefix("/"))
        #expect(simulator.files[paths[0]] == Data("PNG\r\n--a".utf8))
        #expect(try await me.send("GET", "/\(paths[1])").text == "PNG\r\n--a")
        #expect(try await LinkStranger(simulator: simulator).send("GET", "/\(paths[1])").status == 401)
        #expect(try await me.send("GET", "/uploads/posts/other.png").status == 444)
        #expect(try await other.post([word], "PUT", "/post/\(id)").status == 445)
        #expect(try await me.post([(#"name="content""#, "#여름")], "PUT", "/post/\(id)").text.contains(#""hashTags":["여름"]"#))
        #expect(simulator.posts[0].files == paths)
        #expect(simulator.posts[0].fields["product_id"] == "p")
        _ = try await me.post([file], "PUT", "/post/\(id)")
        #expect(simulator.posts[0].files.count == 1)
        #expect(!paths.contains(simulator.posts[0].files[0]))
        #expect(try await other.send("DELETE", "/post/\(id)").status == 445)
        #expect(try await me.send("DELETE", "/post/\(id)").value("_id") == id)
        for answer in [
            try await me.send("GET", "/post/\(id)"), try await me.send("DELETE", "/post/\(id)"),
            try await me.post([word], "PUT", "/post/\(id)"),
            try await me.send("POST", "/post/\(id)/comment", #"{"content":"a"}"#), try await me.send("POST", "/post/like/\(id)"),
        ] { #expect(answer.status == 410) }
    }

    @Test(
        "Rejects files with an invalid name, type, size or number",
        arguments: [
            ("filename=\"a.exe\"\r\nContent-Type: image/png", 1, 1), ("filename=\"a.png\"\r\nContent-Type: image/jpeg", 1, 1),
            ("filename=\"a.png\"", 1, 1), ("filename=\"png\"\r\nContent-Type: image/png", 1, 1),
            ("filename=\"한.png\"\r\nContent-Type: image/png", 1, 1), ("x=\"a.png\"\r\nContent-Type: image/png", 1, 1),
            ("filename=\"a.png\"\r\nContent-Type: image/png", 0, 1),
            ("filename=\"a.png\"\r\nContent-Type: image/png", 10_485_761, 1),
            ("filename=\"a.png\"\r\nContent-Type: image/png", 1, 6),
        ])
    func badFiles(head: String, bytes: Int, count: Int) async throws {
        let me = try await LinkStranger.signedIn(simulator)
        let part = (head: "name=\"file\"; \(head)", content: String(repeating: "x", count: bytes))
        #expect(try await me.post(Array(repeating: part, count: count)).status == 400)
        #expect(simulator.posts.count == 45)
    }

    @Test(
        "Answers 400 to an invalid form",
        arguments: [
            "", "--b--\r\n", "--b\r\n", "--b\r\nX: y\r\n\r\na\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\na\r\n--b--\r\nmore",
            "--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\na\r\n--b",
            "--c\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\na\r\n--c--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\na\r\n--b--\r\n",
        ])
    func badForms(body: String) async throws {
        let me = try await LinkStranger.signedIn(simulator)
        #expect(try await me.send("POST", "/post", body, type: "multipart/form-data; boundary=b").status == 400)
    }

    @Test("Pages by cursor with the newest post first, for each kind of list") func pages()
        async throws
    {
        let me = try await LinkStranger.signedIn(simulator)
        var (ids, next) = ([] as [String], "")
        repeat {
            let page = try await me.send("GET", "/post?limit=20&next=\(next)&product_id=noticeboard")
            ids += page.ids
            next = try #require(page.value("next_cursor"))
        } while next != "0"
        #expect(ids == simulator.posts.map(\.id))
        #expect(try await me.send("GET", "/post?next=0").ids == Array(ids.prefix(5)))
        #expect(try await me.send("GET", "/post?product_id=other").ids.isEmpty)
        let author = simulator.accounts[1].id
        #expect(
            try await me.send("GET", "/post/user/\(author)?limit=100").ids
                == simulator.posts.filter { $0.author == author }.map(\.id))
        _ = try await me.post([word])
        #expect(try await me.send("GET", "/post/hashtag?hashTag=%EB%B4%84").ids == [simulator.posts[0].id])
        #expect(try await me.send("GET", "/post/hashtag").status == 400)
        let liked = simulator.posts.filter { $0.likes.contains(simulator.accounts[0].id) }.map(\.id)
        #expect(try await me.send("GET", "/post/like/me?limit=100").ids == liked)
    }

    @Test(
        "Pages posts of the same time without repeats while others come and go",
        arguments: [[0], [-1], [-500, -500, -501], [1_700_000_002_499], [6_000_000_000_000_000, 5_000_000_000_000_000]]
            as [[Int64]])
    func oneMoment(times: [Int64]) async throws {
        let simulator = LinkSimulator(posts: 50)
        for index in simulator.posts.indices { simulator.posts[index].time = times[index * times.count / 50] }
        let (all, me) = (simulator.posts, try await LinkStranger.signedIn(simulator))
        var (ids, next) = ([] as [String], "")
        repeat {
            let page = try await me.send("GET", "/post?limit=20&next=\(next)")
            ids += page.ids
            next = try #require(page.value("next_cursor"))
            // The last shown post is deleted, and a new one arrives at the top.
            simulator.posts.removeAll { $0.id == ids.last }
            simulator.posts.insert(SimulatedLinkPost(id: "new \(ids.count)", author: "u", time: times[0]), at: 0)
        } while next != "0"
        #expect(ids == all.map(\.id))
    }

    @Test("Comments, likes and follows obey the service's rules") func others() async throws {
        let (me, other) = (try await LinkStranger.signedIn(simulator), try await LinkStranger.signedIn(simulator, 2))
        let post = simulator.posts[0].id
        let reply = try await me.send("POST", "/post/\(post)/comment", #"{"content":"하나"}"#)
        let id = try #require(reply.value("_id"))
        _ = try await other.send("POST", "/post/\(post)/comment", #"{"content":"둘"}"#)
        #expect(simulator.posts[0].replies.prefix(2).map(\.content) == ["둘", "하나"])
        #expect(try await other.send("PUT", "/post/\(post)/comment/\(id)", #"{"content":"x"}"#).status == 445)
        #expect(try await me.send("PUT", "/post/\(post)/comment/\(id)", #"{"content":"셋"}"#).value("content") == "셋")
        #expect(try await other.send("DELETE", "/post/\(post)/comment/\(id)").status == 445)
        let gone = try await me.send("DELETE", "/post/\(post)/comment/\(id)")
        #expect(gone.value("postID") == post)
        #expect(gone.value("commentID") == id)
        #expect(try await me.send("DELETE", "/post/\(post)/comment/\(id)").status == 410)
        let likes = simulator.posts[0].likes
        let first = try await me.send("POST", "/post/like/\(post)")
        let second = try await me.send("POST", "/post/like/\(post)")
        #expect(first.text != second.text)
        #expect(Set(simulator.posts[0].likes) == Set(likes))
        let newcomer = try #require(
            simulator.accounts.first { !simulator.accounts[0].following.contains($0.id) && $0.id != simulator.accounts[0].id })
        #expect(try await me.send("POST", "/follow/\(newcomer.id)").text.contains(#""following_status":true"#))
        #expect(try await me.send("POST", "/follow/\(newcomer.id)").status == 409)
        #expect(try await me.send("DELETE", "/follow/\(newcomer.id)").text.contains(#""following_status":false"#))
        #expect(try await me.send("POST", "/follow/nobody").status == 410)
    }

    @Test("Limits the size of a profile picture") func profile() async throws {
        let me = try await LinkStranger.signedIn(simulator)
        func picture(_ bytes: Int) -> (head: String, content: String) {
            ("name=\"profile\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg", String(repeating: "x", count: bytes))
        }
        #expect(try await me.post([picture(1_048_577)], "PUT", "/profile/me").status == 400)
        #expect(try await me.post([picture(1), picture(1)], "PUT", "/profile/me").status == 400)
        #expect(try await me.post([(#"name="nick""#, "a b")], "PUT", "/profile/me").status == 400)
        let changed = try await me.post([picture(1_048_576), (#"name="nick""#, "새이름")], "PUT", "/profile/me")
        #expect(changed.value("nick") == "새이름")
        #expect(changed.value("email") == "user1@example.com")
        #expect(simulator.files[try #require(simulator.accounts[0].picture)]?.count == 1_048_576)
    }

    @Test("Withdrawing removes everything of the account") func withdraws() async throws {
        let me = try await LinkStranger.signedIn(simulator)
        let id = simulator.accounts[0].id
        _ = try await me.send("POST", "/post/\(simulator.posts[0].id)/comment", #"{"content":"a"}"#)
        #expect(try await me.send("GET", "/withdraw").status == 200)
        #expect(!simulator.accounts.contains { $0.id == id || $0.following.contains(id) })
        #expect(
            !simulator.posts.contains { $0.author == id || $0.likes.contains(id) || $0.replies.contains { $0.author == id } })
    }

    @Test("Applies arrivals, lost responses and scripted responses") func weather()
        async throws
    {
        let simulator = LinkSimulator(seed: 3, weather: SimulatedWeather(arrivals: 1))
        let me = try await LinkStranger.signedIn(simulator)
        _ = try await me.send("GET", "/post")
        #expect(simulator.posts.count == 46)
        let lossy = LinkSimulator(seed: 3, weather: SimulatedWeather(faults: .init(lostAnswers: 1)))
        await #expect(throws: NoticeBoardError.self) {
            try await LinkStranger(simulator: lossy).send("POST", "/join", #"{"email":"a@b.kr","password":"123456","nick":"ab"}"#)
        }
        #expect(lossy.accounts.count == 5)
        simulator.answer("GET /post", with: .status(429))
        #expect(try await me.send("GET", "/post?limit=5").status == 429)
        simulator.answer("GET /post", with: nil)
        let gate = Gate()
        simulator.hold("GET /post", at: gate)
        let held = Task { try await me.send("GET", "/post") }
        await gate.waitForArrivals(1)
        simulator.hold("GET /post", at: nil)
        gate.open()
        #expect(try await held.value.status == 200)
        await simulator.answered("GET /post", 200, times: 2)
        #expect(simulator.count("GET /post", 429) == 1)
        #expect(simulator.log.map(\.line).filter { $0 == "GET /post" }.count == 3)
        #expect(simulator.log.last?.status == 200)
        #expect(simulator.requests.count == simulator.log.count)
        await simulator.waitForRequests(4)
    }
}
