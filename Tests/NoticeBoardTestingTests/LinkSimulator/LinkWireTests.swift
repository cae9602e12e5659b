import Foundation
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

@Suite("Exact responses of LinkSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkWireTests {
    private let simulator = LinkSimulator.small()

    private func list(_ posts: [String], _ cursor: String = #""0""#) -> String {
        #"200 {"data":[\#(posts.joined(separator: ","))],"next_cursor":\#(cursor)}"#
    }

    @Test("Writes responses to sign-up, sign-in, token refresh and withdrawal") func accounts() async throws {
        let simulator = LinkSimulator.small(tokenLife: 1)
        let stranger = LinkStranger(simulator: simulator)
        let form = #"{"email":"c@x.kr","password":"123456","nick":"ab","phoneNum":"01012345678","birthDay":"가을"}"#
        let id = "0c2eee28c8ddfb5b4112772f"
        #expect(
            try await stranger.received("POST /validation/email", #"{"email":"c@x.kr"}"#) == #"200 {"message":"사용 가능한 이메일입니다."}"#)
        #expect(try await stranger.received("POST /join", form) == #"200 {"_id":"\#(id)","email":"c@x.kr","nick":"ab"}"#)
        var account = SimulatedAccount(id: id, email: "c@x.kr", password: "123456", nick: "ab")
        (account.phone, account.birthday) = ("01012345678", "가을")
        #expect(simulator.accounts.last == account)
        #expect(
            try await stranger.received("POST /login", #"{"email":"c@x.kr","password":"123456"}"#)
                == #"200 {"_id":"\#(id)","token":"access.2.\#(id)","refreshToken":"refresh.1.\#(id)"}"#)
        let me = LinkStranger(simulator: simulator, token: "access.2.\(id)")
        #expect(
            try await me.received("GET /profile/me")
                == #"200 {"posts":[],"followers":[],"following":[],"_id":"\#(id)","nick":"ab","email":"c@x.kr","#
                + #""phoneNum":"01012345678","birthDay":"가을"}"#)
        #expect(
            try await me.received("GET /refresh", headers: ["Refresh": "refresh.1.\(id)"]) == #"200 {"token":"access.3.\#(id)"}"#)
        let renewed = LinkStranger(simulator: simulator, token: "access.3.\(id)")
        #expect(try await renewed.received("GET /withdraw") == #"200 {"_id":"\#(id)","email":"c@x.kr","nick":"ab"}"#)
        #expect(simulator.accounts.map(\.id) == ["u1", "u2"])
    }

    @Test("Writes lists of posts: all, by account, by product, by hashtag and liked") func lists() async throws {
        let me = try await LinkStranger.first(simulator)
        let (third, second, first) = (LinkSimulator.thirdPost, LinkSimulator.secondPost, LinkSimulator.firstPost)
        for (line, posts) in [
            ("/post", [third, second, first]), ("/post?product_id=q", [second, first]), ("/post?product_id=", []),
            ("/post/user/u2", [third, first]), ("/post/user/u2?product_id=q", [first]), ("/post/user/nobody", []),
            ("/post/hashtag?hashTag=%EB%B4%84", [third, first]), ("/post/hashtag?hashTag=%EB%B4%84&product_id=p", [third]),
            ("/post/hashtag?hashTag=%EC%97%AC%EB%A6%84", [third]), ("/post/like/me", [third]),
            ("/post/like/me?limit=100", [third]),
        ] as [(String, [String])] { #expect(try await me.received("GET \(line)") == list(posts), "\(line)") }
        #expect(try await me.received("GET /post/p3") == "200 " + third)
        #expect(try await me.received("GET /post/p2") == "200 " + second)
    }

    @Test("Pages end at the limit and continue after their last post") func pages() async throws {
        let me = try await LinkStranger.first(simulator)
        let (third, second, first) = (LinkSimulator.thirdPost, LinkSimulator.secondPost, LinkSimulator.firstPost)
        for (query, posts, cursor) in [
            ("limit=1", [third], "3400000006014001"), ("limit=2", [third, second], "3400000004998001"),
            ("limit=3", [third, second, first], "0"),
            ("limit=100", [third, second, first], "0"), ("next=3400000006014001", [second, first], "0"),
            ("next=3400000006014002", [third, second, first], "0"),
            ("limit=1&next=3400000006014001", [second], "3400000004998001"), ("next=3400000003000002", [first], "0"),
            ("next=3400000003000001", [], "0"), ("next=1", [], "0"), ("next=-1", [], "0"),
            ("next=0&limit=1", [third], "3400000006014001"), ("next=&limit=1", [third], "3400000006014001"),
            ("product_id=q&limit=1", [second], "3400000004998001"),
        ] as [(String, [String], String)] {
            #expect(try await me.received("GET /post?\(query)") == list(posts, "\"\(cursor)\""), "\(query)")
        }
        simulator.posts = (1...6).map { SimulatedLinkPost(id: "n\($0)", author: "u1", time: Int64(100 - $0)) }
        #expect(try await me.send("GET", "/post").ids == ["n1", "n2", "n3", "n4", "n5"])
        #expect(try await me.send("GET", "/post").value("next_cursor") == "190001")
    }

    @Test("Writes published, edited, liked and deleted posts") func posting() async throws {
        let me = try await LinkStranger.first(simulator)
        let author = #""creator":{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"}"#
        let file = (head: "name=\"file\"; filename=\"A.b.PNG\"\r\nContent-Type: image/png", content: "P")
        func post(_ files: [String], _ tags: String, _ fields: String) -> String {
            let image = files.map { "\"\($0)\"" }.joined(separator: ",")
            return #"200 {"likes":[],"image":[\#(image)],"hashTags":[\#(tags)],"comments":[],"#
                + #""_id":"0c2eee28c8ddfb5b4112772f",\#(author),"time":"2026-03-01T00:01:01.497Z",\#(fields)}"#
        }
        let paths = ["bc26b8220f83bc8fc071af38", "ed1f22adc32272e7fac721c4", "3562c4c0dda4e2cee87e3bcd"].map {
            "uploads/posts/\($0).png"
        }
        let all = ["title", "content", "product_id", "content1", "content2", "content3", "content4", "content5"]
        let fields = ##""content":"a #b","title":"t""##
        let stored = try await me.received(
            "POST /post", form: [(#"name="content""#, "a #b"), (#"name="title""#, "t"), file, (file.head, "Q")])
        #expect(stored == post([paths[0], paths[1]], #""b""#, fields))
        #expect(simulator.files == [paths[0]: Data("P".utf8), paths[1]: Data("Q".utf8)])
        #expect(simulator.posts.map(\.id) == ["0c2eee28c8ddfb5b4112772f", "p3", "p2", "p1"])
        let line = "/post/0c2eee28c8ddfb5b4112772f"
        #expect(try await me.received("GET \(line)") == stored)
        #expect(
            try await me.received("PUT \(line)", form: [(#"name="content""#, "c")])
                == post(Array(paths[..<2]), "", #""content":"c","title":"t""#))
        let changed = try await me.received("PUT \(line)", form: all.map { ("name=\"\($0)\"", "v") } + [file])
        #expect(changed == post([paths[2]], "", all.sorted().map { "\"\($0)\":\"v\"" }.joined(separator: ",")))
        #expect(try await me.received("POST /post/like/p2") == #"200 {"like_status":true}"#)
        #expect(simulator.posts.map(\.likes) == [[], ["u2", "u1"], ["u1"], []])
        #expect(try await me.received("POST /post/like/p3") == #"200 {"like_status":false}"#)
        #expect(simulator.posts.map(\.likes) == [[], ["u2"], ["u1"], []])
        #expect(try await me.received("DELETE \(line)") == #"200 {"_id":"0c2eee28c8ddfb5b4112772f"}"#)
        #expect(simulator.posts.map(\.id) == ["p3", "p2", "p1"])
        #expect(try await me.received("GET /\(paths[2])") == "200 P")
    }

    @Test("Writes new, edited and deleted replies with their own times") func replies() async throws {
        let me = try await LinkStranger.first(simulator)
        let author = #""creator":{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"}"#
        #expect(
            try await me.received("POST /post/p3/comment", #"{"content":"새"}"#)
                == #"200 {"_id":"0c2eee28c8ddfb5b4112772f","content":"새","time":"2026-03-01T00:01:01.497Z",\#(author)}"#)
        #expect(
            try await me.received("POST /post/p1/comment", #"{"content":"또"}"#)
                == #"200 {"_id":"bc26b8220f83bc8fc071af38","content":"또","time":"2026-03-01T00:01:02.504Z",\#(author)}"#)
        #expect(
            simulator.posts.map { $0.replies.map(\.id) } == [
                ["0c2eee28c8ddfb5b4112772f", "c2", "c1"], [], ["bc26b8220f83bc8fc071af38"],
            ])
        #expect(
            try await me.received("PUT /post/p3/comment/c1", #"{"content":"뒤"}"#)
                == #"200 {"_id":"c1","content":"뒤","time":"2023-11-14T22:13:23.100Z",\#(author)}"#)
        #expect(simulator.posts[0].replies.map(\.content) == ["새", "그때", "뒤"])
        #expect(try await me.received("DELETE /post/p3/comment/c1") == #"200 {"postID":"p3","commentID":"c1"}"#)
        #expect(simulator.posts[0].replies.map(\.id) == ["0c2eee28c8ddfb5b4112772f", "c2"])
    }

    @Test("The user's own profile contains more than others") func profiles() async throws {
        let me = try await LinkStranger.first(simulator)
        let (one, two) = (#"{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"}"#, #"{"_id":"u2","nick":"둘"}"#)
        let mine = #""email":"a@x.kr","phoneNum":"0101","birthDay":"봄","profile":"uploads/profiles/p.png"}"#
        let head = #"200 {"posts":["p2"],"followers":[],"following":[\#(two)],"_id":"u1","nick":"하나","#
        #expect(try await me.received("GET /profile/me") == head + mine)
        #expect(try await me.received("GET /profile/u1") == head + #""profile":"uploads/profiles/p.png"}"#)
        #expect(
            try await me.received("GET /profile/u2")
                == #"200 {"posts":["p3","p1"],"followers":[\#(one)],"following":[],"_id":"u2","nick":"둘"}"#)
        #expect(try await me.received("DELETE /follow/u2") == #"200 {"user":"하나","following":"둘","following_status":false}"#)
        #expect(simulator.accounts.map(\.following) == [[], []])
        simulator.accounts[0].following = ["gone"]
        #expect(try await me.received("POST /follow/u2") == #"200 {"user":"하나","following":"둘","following_status":true}"#)
        #expect(simulator.accounts.map(\.following) == [["gone", "u2"], []])
        #expect(
            try await me.received("GET /profile/me")
                == head.replacingOccurrences(of: "[{", with: #"[{"_id":"gone","nick":""},{"#) + mine)
        #expect(try await me.received("DELETE /follow/u2") == #"200 {"user":"하나","following":"둘","following_status":false}"#)
        #expect(simulator.accounts.map(\.following) == [["gone"], []])
    }

    @Test("Changes only the fields of a profile that the form contains") func editing() async throws {
        let me = try await LinkStranger.first(simulator, "u2")
        let head =
            #"200 {"posts":["p3","p1"],"followers":[{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"}],"#
            + #""following":[],"_id":"u2","#
        let path = "uploads/profiles/0c2eee28c8ddfb5b4112772f.jpeg"
        let picture = (head: "name=\"profile\"; filename=\"a.jpeg\"\r\nContent-Type: image/jpeg", content: "P")
        for (parts, rest) in [
            ([(#"name="nick""#, "셋넷")], #""nick":"셋넷","email":"b@x.kr"}"#),
            ([(#"name="phoneNum""#, "")], #""nick":"셋넷","email":"b@x.kr","phoneNum":""}"#),
            ([(#"name="phoneNum""#, "010")], #""nick":"셋넷","email":"b@x.kr","phoneNum":"010"}"#),
            ([(#"name="birthDay""#, "겨울")], #""nick":"셋넷","email":"b@x.kr","phoneNum":"010","birthDay":"겨울"}"#),
            (
                [picture],
                #""nick":"셋넷","email":"b@x.kr","phoneNum":"010","birthDay":"겨울","profile":"\#(path)"}"#
            ),
        ] as [([(head: String, content: String)], String)] {
            #expect(try await me.received("PUT /profile/me", form: parts) == head + rest)
        }
        #expect(simulator.files == [path: Data("P".utf8)])
        #expect(simulator.accounts[0] == LinkSimulator.small().accounts[0])
    }

    @Test("Each response names its content type") func types() async throws {
        let me = try await LinkStranger.first(simulator)
        let form = LinkStranger.form([("name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf", "%PDF")])
        _ = try await me.send("POST", "/post", form.body, type: form.type)
        let origin = try #require(HTTPOrigin(host: "example.com"))
        var types: [String?] = []
        for target in ["/post", "/nowhere", "/uploads/posts/bc26b8220f83bc8fc071af38.pdf"] {
            let headers: HTTPHeaders = ["SesacKey": "simulator-key", "Authorization": "access.2.u1"]
            types.append(
                try await simulator.send(HTTPRequest(origin: origin, target: target, headers: headers)).headers[.contentType])
        }
        #expect(types == ["application/json; charset=utf-8", "application/json; charset=utf-8", "application/octet-stream"])
    }
}
