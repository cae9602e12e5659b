import Testing

@testable import NoticeBoardTesting

@Suite("The addresses of LinkSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkCallTests {
    private func call(_ line: String) -> SimulatedLinkCall? {
        let words = line.split(separator: " ").map { String($0) }
        return SimulatedLinkCall(words[0], words.dropFirst().first?.split(separator: "/").map { String($0) } ?? [])
    }

    /// Every call, by an address of it.
    private let calls: [String: SimulatedLinkCall] = [
        "POST /join": .join, "POST /validation/email": .checkEmail, "POST /login": .logIn, "GET /refresh": .refresh,
        "GET /withdraw": .withdraw, "POST /post": .publish, "GET /post": .posts, "GET /post/a": .post("a"),
        "PUT /post/a": .editPost("a"), "DELETE /post/a": .deletePost("a"), "GET /post/user/a": .userPosts("a"),
        "GET /post/hashtag": .hashtagPosts, "GET /post/like/me": .likedPosts, "POST /post/a/comment": .comment("a"),
        "PUT /post/a/comment/b": .editComment("a", "b"), "DELETE /post/a/comment/b": .deleteComment("a", "b"),
        "POST /post/like/a": .like("a"), "POST /follow/a": .follow("a"), "DELETE /follow/a": .unfollow("a"),
        "GET /profile/me": .myProfile, "PUT /profile/me": .editProfile, "GET /profile/a": .profile("a"),
        "GET /uploads/a/b.c": .file("uploads/a/b.c"), "GET /uploads/a": .file("uploads/a"),
    ]

    @Test("Each call has its address") func addresses() {
        for (line, expected) in calls { #expect(call(line) == expected, "\(line)") }
        // Where two could be meant.
        #expect(call("POST /post/like/comment") == .like("comment") && call("GET /post/comment") == .post("comment"))
        #expect(call("PUT /post/like/comment/me") == .editComment("like", "me") && call("GET /post/user") == .post("user"))
    }

    @Test(
        "What is no call",
        arguments: [
            "GET", "GET /", "GET /join", "POST /join/a", "POST /validation", "POST /validation/phone", "POST /validation/email/a",
            "GET /login", "POST /login/a", "POST /refresh", "GET /refresh/a", "POST /withdraw", "GET /withdraw/a", "PUT /post",
            "DELETE /post", "PATCH /post/a", "POST /post/a", "GET /post/a/b", "GET /post/like/a", "GET /post/a/me",
            "GET /post/a/user", "PUT /post/a/b", "DELETE /post/a/comment", "POST /post/a/b", "POST /post/comment/a",
            "PUT /post/a/b/c", "PUT /post/comment/a/b", "PUT /post/a/b/comment", "DELETE /post/a/b/c", "DELETE /post/comment/a/b",
            "POST /post/a/comment/b", "GET /post/user/a/b", "POST /post/like/a/b", "GET /post/like/me/a",
            "PUT /post/a/comment/b/c",
            "GET /follow/a", "POST /follow", "DELETE /follow", "POST /follow/a/b", "DELETE /follow/a/b", "GET /profile",
            "PUT /profile", "PUT /profile/a", "GET /profile/a/b", "PUT /profile/me/a", "GET /uploads", "POST /uploads/a",
            "GET /api/post", "POST /v1/join",
        ])
    func unknown(line: String) {
        #expect(call(line) == nil)
    }

    @Test("Four calls are open to everybody") func open() {
        for (line, call) in calls {
            let open = ["POST /join", "POST /validation/email", "POST /login", "GET /refresh"]
            #expect(call.isOpen == open.contains(line), "\(line)")
        }
    }

    @Test("What a body may hold, and which items a query") func input() {
        func text(_ input: SimulatedLinkCall.Input) -> String {
            switch input {
            case .nothing: "-"
            case .json(let required, let optional):
                "json \(required.sorted().joined(separator: ",")) \(optional.sorted().joined(separator: ","))"
            case .form(let texts, let file, let most, let bytes):
                "form \(texts.sorted().joined(separator: ",")) \(most) × \(file) of \(bytes)"
            }
        }
        let post = "form content,content1,content2,content3,content4,content5,product_id,title 5 × file of 10485760"
        let bodies = [
            "POST /join": "json email,nick,password birthDay,phoneNum", "POST /validation/email": "json email ",
            "POST /login": "json email,password ", "POST /post/a/comment": "json content ",
            "PUT /post/a/comment/b": "json content ", "POST /post": post, "PUT /post/a": post,
            "PUT /profile/me": "form birthDay,nick,phoneNum 1 × profile of 1048576",
        ]
        let items: [String: Set<String>] = [
            "GET /post": ["next", "limit", "product_id"], "GET /post/user/a": ["next", "limit", "product_id"],
            "GET /post/hashtag": ["next", "limit", "product_id", "hashTag"], "GET /post/like/me": ["next", "limit"],
        ]
        for (line, call) in calls {
            #expect(text(call.input) == bodies[line] ?? "-" && call.items == items[line] ?? [], "\(line)")
        }
    }
}
