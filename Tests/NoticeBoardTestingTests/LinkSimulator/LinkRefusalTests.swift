import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Refusals of LinkSimulator", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkRefusalTests {
    /// Returns a status and a message in the service's form.
    private func refusal(_ status: Int, _ message: String) -> String { #"\#(status) {"message":"\#(message)"}"# }

    private let simulator = LinkSimulator.small()

    /// Returns whether the service is unchanged.
    private func isUntouched(_ simulator: LinkSimulator) -> Bool {
        let fresh = LinkSimulator.small()
        return simulator.accounts == fresh.accounts && simulator.posts == fresh.posts && simulator.files.isEmpty
    }

    @Test("Checks the key, target, call, token, refresh token and content in this order") func order()
        async throws
    {
        let (me, stranger) = (try await LinkStranger.first(simulator), LinkStranger(simulator: simulator))
        let noKey = refusal(420, "This service is for those who have its key.")
        for key in ["", "Simulator-key"] { #expect(try await stranger.received("GET /%ZZ", key: key) == noKey) }
        #expect(try await stranger.received("GET /%ZZ") == refusal(400, "The address cannot be read."))
        #expect(try await stranger.received("GET /nowhere") == refusal(444, "비정상적인 URL입니다."))
        #expect(
            try await stranger.received("GET /post?x=y", headers: ["Refresh": "r"]) == refusal(401, "인증할 수 없는 액세스 토큰입니다."))
        #expect(
            try await me.received("GET /post?x=y", headers: ["Refresh": "r"])
                == refusal(400, "The refresh token was sent to a call that does not want it."))
        #expect(
            try await stranger.received("POST /login", "[]", headers: ["Refresh": "r"])
                == refusal(400, "The refresh token was sent to a call that does not want it."))
        #expect(try await me.received("GET /post?x=y") == refusal(400, "The query has an unknown item."))
        #expect(isUntouched(simulator))
    }

    @Test("Rejects a repeated key") func keys() async throws {
        let origin = try #require(HTTPOrigin(host: "example.com"))
        for keys in [["simulator-key", "simulator-key"], ["simulator-key", "other"], ["other", "simulator-key"], []] {
            var request = HTTPRequest(origin: origin, target: "/nowhere")
            for key in keys { request.headers.append(key, for: "SesacKey") }
            #expect(try await simulator.send(request).status == 420)
        }
        let other = LinkSimulator(accounts: 0, key: "own")
        #expect(try await LinkStranger(simulator: other).send("GET", "/nowhere", key: "own").status == 444)
        #expect(try await LinkStranger(simulator: other).send("GET", "/nowhere", key: "simulator-key").status == 420)
    }

    @Test(
        "Rejects invalid JSON bodies with a message",
        arguments: [
            ("POST /join", "[]", "The body is no JSON object."), ("POST /join", "{", "The body is no JSON object."),
            ("POST /join", #"{"email":null}"#, "A value is null, or no text."),
            ("POST /join", #"{"email":1}"#, "A value is null, or no text."), ("POST /join", "{}", "필수값을 채워주세요."),
            ("POST /join", #"{"email":"c@x.kr","password":"123456"}"#, "필수값을 채워주세요."),
            ("POST /join", #"{"email":"c@x.kr","nick":"ab"}"#, "필수값을 채워주세요."),
            ("POST /join", #"{"password":"123456","nick":"ab"}"#, "필수값을 채워주세요."),
            ("POST /join", #"{"email":"c@x.kr","password":"123456","nick":""}"#, "필수값을 채워주세요."),
            ("POST /join", #"{"email":"c@x.kr","password":"123456","nick":"ab","x":"y"}"#, "There is an unknown key."),
            ("POST /validation/email", "{}", "필수값을 채워주세요."),
            ("POST /validation/email", #"{"email":"c@x.kr","nick":"ab"}"#, "There is an unknown key."),
            ("POST /validation/email", #"{"email":"c"}"#, "이메일 형식이 아닙니다."),
            ("POST /login", #"{"email":"a@x.kr"}"#, "필수값을 채워주세요."),
            ("POST /login", #"{"password":"aaaaaa"}"#, "필수값을 채워주세요."),
            ("POST /login", #"{"email":"a@x.kr","password":"aaaaaa","x":"y"}"#, "There is an unknown key."),
            ("POST /post/p3/comment", "{}", "필수값을 채워주세요."), ("POST /post/p3/comment", #"{"content":""}"#, "필수값을 채워주세요."),
            ("PUT /post/p3/comment/c1", "{}", "필수값을 채워주세요."),
            ("PUT /post/p3/comment/c1", #"{"content":"a","x":"y"}"#, "There is an unknown key."),
        ])
    func json(line: String, body: String, message: String) async throws {
        let me = try await LinkStranger.first(simulator)
        #expect(try await me.received(line, body) == refusal(400, message))
        #expect(try await me.received(line, body, type: "text/json") == refusal(400, "The body is no JSON."))
        #expect(isUntouched(simulator))
    }

    @Test("Accepts the JSON content type in any case and with parameters") func jsonTypes() async throws {
        for type in ["application/json", "Application/JSON", "application/json; charset=utf-8"] {
            let answer = try await LinkStranger(simulator: simulator).received(
                "POST /validation/email", #"{"email":"@"}"#, type: type)
            #expect(answer == #"200 {"message":"사용 가능한 이메일입니다."}"#)
        }
        let line = "POST /validation/email"
        let none = try await LinkStranger(simulator: simulator).received(line)
        #expect(none == refusal(400, "The body is no JSON."))
    }

    @Test(
        "Accepts a sign-up exactly within the limits of its fields",
        arguments: [
            ("c@x.kr", "123456", "ab", "12345678901", true), ("@", "가나다라마바", "가힣", "", true),
            ("c@x.kr", "123456", "01234567890123456789", "0", true), ("c@x.kr", "123456", "azAZ09_ㄱㅣ", "9", true),
            ("c.x.kr", "123456", "ab", "1", false), ("c@x.kr", "12345", "ab", "1", false), ("c@x.kr", "123456", "a", "1", false),
            ("c@x.kr", "123456", "012345678901234567890", "1", false), ("c@x.kr", "123456", "a-", "1", false),
            ("c@x.kr", "123456", "ab", "123456789012", false), ("c@x.kr", "123456", "ab", "12a", false),
            ("c@x.kr", "123456", "ab", "１", false),
        ])
    func joining(email: String, password: String, nick: String, phone: String, isRight: Bool) async throws {
        let form = #"{"email":"\#(email)","password":"\#(password)","nick":"\#(nick)","phoneNum":"\#(phone)"}"#
        let answer = try await LinkStranger(simulator: simulator).received("POST /join", form)
        #expect(isRight ? answer.hasPrefix("200 ") : answer == refusal(400, "The form is not valid."))
        #expect(simulator.accounts.count == (isRight ? 3 : 2))
        guard isRight else { return }
        #expect(try await LinkStranger(simulator: simulator).received("POST /join", form) == refusal(409, "이미 가입된 유저입니다."))
        let line = "POST /validation/email"
        let again = try await LinkStranger(simulator: simulator).received(line, #"{"email":"\#(email)"}"#)
        #expect(again == refusal(409, "사용이 불가한 이메일입니다."))
        #expect(simulator.accounts.count == 3)
    }

    @Test("Signs in only with the password of the same account") func signingIn() async throws {
        for (email, password) in [("a@x.kr", "bbbbbb"), ("b@x.kr", "aaaaaa"), ("c@x.kr", "aaaaaa"), ("a@x.kr", "aaaaaaa")] {
            let form = #"{"email":"\#(email)","password":"\#(password)"}"#
            #expect(try await LinkStranger(simulator: simulator).received("POST /login", form) == refusal(401, "계정을 확인해주세요."))
        }
        let form = #"{"email":"b@x.kr","password":"bbbbbb"}"#
        let answer = try await LinkStranger(simulator: simulator).received("POST /login", form)
        #expect(answer == #"200 {"_id":"u2","token":"access.2.u2","refreshToken":"refresh.1.u2"}"#)
    }

    @Test(
        "Rejects a body or a content type for calls without a body",
        arguments: ["GET /post", "GET /post/p3", "GET /profile/me", "POST /post/like/p1", "DELETE /post/p2", "GET /withdraw"])
    func noBody(line: String) async throws {
        let me = try await LinkStranger.first(simulator)
        #expect(try await me.received(line, "{}") == refusal(400, "This call has no body."))
        #expect(try await me.received(line, headers: ["Content-Type": "text/plain"]) == refusal(400, "This call has no body."))
        #expect(isUntouched(simulator))
        #expect(try await me.received(line).hasPrefix("200 "))
    }

    @Test("A body that cannot be read is refused") func unreadable() async throws {
        let origin = try #require(HTTPOrigin(host: "example.com"))
        let file = ScratchFolder.url("body")
        try Data("{}".utf8).write(to: file)
        let request = HTTPRequest(
            method: .post, origin: origin, target: "/login",
            headers: ["SesacKey": "simulator-key", "Content-Type": "application/json"], body: try .file(file))
        try FileManager.default.removeItem(at: file)
        let answer = try await simulator.send(request)
        #expect(answer.status == 400)
        #expect(answer.body == Data(#"{"message":"The body cannot be read."}"#.utf8))
    }

    @Test(
        "Each call accepts only its own query items",
        arguments: [
            ("/post", ["next", "limit", "product_id"]), ("/post/user/u1", ["next", "limit", "product_id"]),
            ("/post/hashtag", ["next", "limit", "product_id", "hashTag"]), ("/post/like/me", ["next", "limit"]),
            ("/post/p1", []), ("/profile/me", []), ("/profile/u1", []), ("/withdraw", []), ("/uploads/a", []),
        ] as [(String, [String])])
    func items(path: String, known: [String]) async throws {
        let me = try await LinkStranger.first(simulator)
        for item in ["next", "limit", "product_id", "hashTag", "offset"] {
            let answer = try await me.received("GET \(path)?\(item)=1")
            #expect((answer == refusal(400, "The query has an unknown item.")) == !known.contains(item), "\(item)")
        }
        #expect(isUntouched(simulator))
    }

    @Test("Rejects invalid limits and cursors") func paging() async throws {
        let me = try await LinkStranger.first(simulator)
        for limit in ["0", "-1", "101", "a", "", "1.5"] {
            #expect(try await me.received("GET /post?limit=\(limit)") == refusal(400, "limit must be 1 to 100."))
        }
        for next in ["a", "1.5", "99999999999999999999"] {
            #expect(try await me.received("GET /post?next=\(next)") == refusal(400, "There is no such cursor."))
        }
        for query in ["", "?hashTag="] {
            #expect(try await me.received("GET /post/hashtag\(query)") == refusal(400, "hashTag is missing."))
        }
    }

    @Test("Rejects missing objects, other authors' objects and repeated actions") func missing() async throws {
        let (me, word) = (try await LinkStranger.first(simulator), #"{"content":"a"}"#)
        let part = (head: #"name="content""#, content: "a")
        let (noPost, noReply) = (refusal(410, "게시글을 찾을 수 없습니다."), refusal(410, "댓글을 찾을 수 없습니다."))
        for line in ["GET /post/x", "DELETE /post/x", "POST /post/like/x", "DELETE /post/x/comment/c1"] {
            #expect(try await me.received(line) == noPost)
        }
        #expect(try await me.received("PUT /post/x", form: [part]) == noPost)
        for (line, received) in [
            ("POST /post/x/comment", noPost), ("PUT /post/x/comment/c1", noPost), ("PUT /post/p3/comment/x", noReply),
            ("PUT /post/p2/comment/c1", noReply),
        ] { #expect(try await me.received(line, word) == received) }
        #expect(try await me.received("DELETE /post/p3/comment/x") == noReply)
        for line in ["GET /profile/x", "POST /follow/x", "DELETE /follow/x"] {
            #expect(try await me.received(line) == refusal(410, "알 수 없는 계정입니다."))
        }
        #expect(try await me.received("DELETE /post/p1") == refusal(445, "게시글 작성자가 아닙니다."))
        #expect(try await me.received("PUT /post/p1", form: [part]) == refusal(445, "게시글 작성자가 아닙니다."))
        #expect(try await me.received("DELETE /post/p3/comment/c2") == refusal(445, "댓글 작성자가 아닙니다."))
        #expect(try await me.received("PUT /post/p3/comment/c2", word) == refusal(445, "댓글 작성자가 아닙니다."))
        #expect(try await me.received("POST /follow/u2") == refusal(409, "이미 팔로잉된 계정입니다."))
        #expect(try await me.received("GET /uploads/posts/f.pdf") == refusal(444, "There is no such file."))
        #expect(isUntouched(simulator))
        simulator.accounts.removeFirst()
        #expect(try await me.received("GET /profile/me") == refusal(401, "The account is gone."))
    }

    @Test("Stores nothing of an invalid profile form") func profiles()
        async throws
    {
        let me = try await LinkStranger.first(simulator)
        let picture = (head: "name=\"profile\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg", content: "P")
        for (name, value) in [("nick", "a"), ("nick", ""), ("nick", "a b"), ("phoneNum", "1-2"), ("phoneNum", "123456789012")] {
            let form = [("name=\"\(name)\"", value), picture]
            #expect(try await me.received("PUT /profile/me", form: form) == refusal(400, "The form is not valid."))
        }
        #expect(isUntouched(simulator))
    }
}
