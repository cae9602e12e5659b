import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@Suite("Decoding Link models", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkModelTests {
    private func read<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test("Decodes every field of a post, a reply and a profile") func everything() throws {
        let user = LinkUser(id: "u1", nick: "새싹", picture: "uploads/profiles/1.jpg")
        let time = Date(timeIntervalSince1970: 1_700_158_027.49)
        let reply = LinkReply(id: "c1", content: "안녕", createdAt: time, author: user)
        let post = LinkPost(
            id: "p1", author: user, createdAt: time, likes: ["u1", "u2"], pictures: ["uploads/posts/1.png"], hashtags: ["봄"],
            replies: [reply], productID: "app", title: "제목", content: "글 #봄", content5: "5")
        #expect(try read(LinkSample.post) == post)
        #expect(post.isLiked(by: "u2"))
        #expect(!post.isLiked(by: "u3"))
        #expect(post.isWritten(by: "u1"))
        #expect(!post.isWritten(by: "u2"))
        let profile = LinkProfile(
            id: "u1", nick: "새싹", picture: "uploads/profiles/1.jpg", email: "a@b.kr", phone: "01012345678",
            birthday: "1999-01-31", posts: ["p1"], followers: [user])
        #expect(try read(LinkSample.profile) == profile)
        #expect(profile.user == user)
        #expect(profile.isFollowed(by: "u1"))
        #expect(!profile.isFollowed(by: "u2"))
    }

    @Test("Decodes models without optional fields and drops nulls in lists") func lenient() throws {
        let post: LinkPost = try read(
            #"{"_id":"p1","creator":{"_id":"u1","nick":null},"time":"yesterday","likes":[null,"u1",7,{}],"image":null,"hashTags":[null],"#
                + #""comments":[null,{"_id":"c1","creator":{"_id":"u2"}},{"_id":"c2"}],"title":null,"content":5}"#)
        let reply = LinkReply(id: "c1", content: "", author: LinkUser(id: "u2", nick: ""))
        #expect(
            post == LinkPost(id: "p1", author: LinkUser(id: "u1", nick: ""), likes: ["u1"], replies: [reply], content: "5"))
        #expect(try read(#"{"_id":"u1"}"#) == LinkProfile(id: "u1", nick: ""))
    }

    @Test("An encoded model decodes to an equal one") func codable() throws {
        let post: LinkPost = try read(LinkSample.post)
        let profile: LinkProfile = try read(LinkSample.profile)
        let minimal = LinkPost(
            id: "p", author: LinkUser(id: "u", nick: ""), content1: "1", content2: "2", content3: "3", content4: "4")
        #expect(try read(String(decoding: JSONEncoder().encode(post), as: UTF8.self)) == post)
        #expect(try read(String(decoding: JSONEncoder().encode(minimal), as: UTF8.self)) == minimal)
        #expect(try read(String(decoding: JSONEncoder().encode(profile), as: UTF8.self)) == profile)
    }

    @Test(
        "Recognizes the end of a list in every form",
        arguments: [
            (#""next_cursor":"0""#, nil), (#""next_cursor":0"#, nil), (#""next_cursor":"""#, nil), (#""next_cursor":null"#, nil),
            (#""x":1"#, nil), (#""next_cursor":{}"#, nil), (#""next_cursor":"65a"}"#, "65a"), (#""next_cursor":12"#, "12"),
            (#""next_cursor":"00""#, "00"), (#""next_cursor":1700000002499"#, "1700000002499"),
        ] as [(String, String?)])
    func end(field: String, next: String?) async throws {
        let json =
            "{\"data\":[\(LinkSample.post)],\(field.hasSuffix("}") && !field.hasSuffix("{}") ? String(field.dropLast()) : field)}"
        let page = try await LinkSample.client(StubTransport { _ in .json(json) }).postPage(of: .timeline, at: nil, limit: 20)
        #expect(page.next == next.map { .cursor($0) })
        #expect(page.items.map(\.id) == ["p1"])
        #expect(page.skipped.isEmpty)
    }

    @Test("Reports elements of a page that cannot be decoded, but no null") func brokenElements() async throws {
        let json =
            #"{"data":[null,\#(LinkSample.post),{"_id":"","creator":{"_id":"u"}},{"_id":"p2","creator":{}}],"next_cursor":"0"}"#
        let page = try await LinkSample.client(StubTransport { _ in .json(json) }).postPage(of: .timeline, at: nil, limit: 20)
        #expect(page.items.map(\.id) == ["p1"])
        #expect(page.skipped.map(\.index) == [2, 3])
        #expect(page.skipped.map(\.path) == ["_id", "creator"])
    }

    @Test("Loading a list requests each page once and never the end cursor", arguments: ["0", nil, ""] as [String?])
    func walk(end: String?) async throws {
        let pages =
            [(nil, "p1", #""a""#), ("a", "p2", "7"), ("7", "p3", end.map { "\"\($0)\"" } ?? "null")]
            as [(String?, String, String)]
        var stub = StubTransport()
        for path in ["post", "post/user/u1", "post/hashtag", "post/like/me"] {
            for (next, id, cursor) in pages {
                stub = stub.on(
                    .get, "/" + path, query: ["next": next],
                    .json(#"{"data":[{"_id":"\#(id)","creator":{"_id":"u"}}],"next_cursor":\#(cursor)}"#))
            }
        }
        let client = try LinkSample.client(stub)
        for list in [
            client.posts(), client.posts(of: .user("u1")), client.posts(of: .hashtag("a")), client.posts(of: .liked, pageSize: 5),
        ] {
            #expect(try await list.loadAll().map(\.id) == ["p1", "p2", "p3"])
        }
        #expect(stub.unusedStubs.isEmpty)
        #expect(stub.requests.count == 12)
        #expect(stub.requests.last?.query?.contains("limit=5") == true)
    }

    @Test(
        "A response of an unexpected shape is an error with a detail",
        arguments: [
            "[]", "1", "{}", #"{"data":{}}"#, #"{"data":null,"token":"","refreshToken":"r","_id":"u"}"#, "<html>", "",
            #"{"_id":"u","token":"a\nb","refreshToken":"r"}"#, #"{"_id":"","token":"a","refreshToken":"r"}"#,
            #"{"_id":"u","token":"a","refreshToken":""}"#, #"{"like_status":"maybe","following_status":7}"#,
        ])
    func foreign(json: String) async throws {
        let client = try LinkSample.client(StubTransport { _ in .json(json) })
        let calls: [LinkCall] = [
            LinkCall("page") { _ = try await $0.postPage(of: .timeline, at: nil, limit: 20) },
            LinkCall("like") { _ = try await $0.toggleLike("p1") },
            LinkCall("follow") { try await $0.follow("u1") },
            LinkCall("login") { _ = try await $0.logIn(email: "a@b.kr", password: "123456") },
        ]
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self, "\(call.testDescription)") { try await call.make(client) }
            #expect(error?.code == (json == "<html>" ? .networkSignIn : .unreadableResponse))
            #expect(error?.detail.isEmpty == false)
        }
    }

    @Test(
        "A token refresh fails if the new token is empty, missing or invalid",
        arguments: [#"{"token":""}"#, "{}", #"{"token":"a b"}"#, #"{"token":null}"#])
    func emptyToken(json: String) async throws {
        let client = try LinkSample.client(StubTransport { _ in .json(json) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.refresh(LinkSample.credentials) }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.endpoint == "GET refresh")
    }

    @Test("Accepts a deletion response that contains only the post's ID") func deletion() async throws {
        let client = try LinkSample.client(StubTransport { _ in .json(#"{"postID":"p1"}"#) })
        try await client.deleteReply("c1", on: "p1")
        try await client.deletePost("p1")
    }
}
