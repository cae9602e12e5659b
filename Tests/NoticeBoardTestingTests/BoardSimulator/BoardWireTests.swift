import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Exact responses of BoardSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardWireTests {
    private func received(_ simulator: BoardSimulator, _ target: String) async throws -> String {
        let response = try await SimulatedCaller(simulator: simulator).response(target)
        return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }

    private func refusal(_ status: Int, _ message: String) -> String { #"\#(status) {"message":"\#(message)"}"# }

    /// Two boards; the first has two posts, one plain and one with all members.
    private var boards: [SimulatedBoard] {
        var full = SimulatedPost(
            id: 2, title: "제목", contents: "글", writerName: "김", writerAddress: "k@x.kr", createdAt: 1_685_935_882)
        full.writerPhoto = "https://x.kr/k.png"
        (full.type, full.dateForm, full.viewCount, full.commentCount, full.attachmentCount) = ("reply", .korean, 3, 4, 5)
        (full.isAnonymous, full.isNew, full.hasInlineImage, full.isOwner, full.hasReply) = (true, true, true, true, true)
        (full.parentID, full.isNotify) = (1, false)
        var first = SimulatedBoard(id: 7, name: "하나", order: 9, posts: [SimulatedPost(id: 3, title: "plain"), full])
        (first.kind, first.isFavorite, first.isWritable, first.isManageable) = ("gallery", true, false, true)
        return [first, SimulatedBoard(id: 8, name: "둘", order: 4)]
    }
    private let plain =
        #"{"postId":3,"title":"plain","boardId":7,"boardDisplayName":"하나","writer":{"displayName":"","emailAddress":""},"#
        + #""contents":"","createdDateTime":"1970-01-01T00:00:00Z","viewCount":0,"postType":"normal","isNewPost":false,"#
        + #""hasInlineImage":false,"commentsCount":0,"attachmentsCount":0,"isAnonymous":false,"isOwner":false,"hasReply":false}"#
    private let full =
        #"{"postId":2,"title":"제목","boardId":7,"boardDisplayName":"하나","#
        + #""writer":{"displayName":"김","emailAddress":"k@x.kr","photo":"https://x.kr/k.png"},"#
        + #""contents":"글","createdDateTime":"2023-06-05T12:31:22+09:00","viewCount":3,"postType":"reply","isNewPost":true,"#
        + #""hasInlineImage":true,"commentsCount":4,"attachmentsCount":5,"isAnonymous":true,"isOwner":true,"hasReply":true,"#
        + #""parentPostId":1,"isNotify":false}"#

    @Test("Writes boards and posts with all their members") func whole() async throws {
        let simulator = BoardSimulator(boards: boards)
        #expect(
            try await received(simulator, "/api/v2/boards?x=y")
                == #"200 {"value":[{"boardId":7,"displayName":"하나","boardType":"gallery","isFavorite":true,"hasNewPost":true,"#
                + #""orderNo":9,"capability":{"writable":false,"manageable":true}},"#
                + #"{"boardId":8,"displayName":"둘","boardType":"normal","isFavorite":false,"hasNewPost":false,"orderNo":4,"#
                + #""capability":{"writable":true,"manageable":false}}],"count":2,"offset":0,"limit":2,"total":2}"#)
        #expect(
            try await received(simulator, "/boards/7/posts")
                == #"200 {"value":[\#(plain),\#(full)],"count":2,"offset":0,"limit":30,"total":2}"#)
        #expect(
            try await received(simulator, "/boards/8/posts") == #"200 {"value":[],"count":0,"offset":0,"limit":30,"total":0}"#)
        #expect(
            try await received(simulator, "/boards/7/posts?offset=1&limit=1000")
                == #"200 {"value":[\#(full)],"count":1,"offset":1,"limit":1000,"total":2}"#)
        #expect(
            try await received(simulator, "/boards/7/posts?search=PLA&searchTarget=title&limit=1")
                == #"200 {"value":[\#(plain)],"count":1,"offset":0,"limit":1,"total":1}"#)
        simulator.boards[0].posts[0].isBroken = true
        #expect(
            try await received(simulator, "/boards/7/posts?limit=1")
                == #"200 {"value":[\#(plain.replacingOccurrences(of: #""postId":3"#, with: #""postId":null"#))],"#
                + #""count":1,"offset":0,"limit":1,"total":2}"#)
        let none = BoardSimulator(boards: [])
        #expect(try await received(none, "/boards") == #"200 {"value":[],"count":0,"offset":0,"limit":0,"total":0}"#)
    }

    @Test("Each quirk changes only its own part of the response") func quirks() async throws {
        func received(_ quirks: SimulatedQuirks, _ query: String) async throws -> String {
            let text = try await self.received(BoardSimulator.one(posts: 9, quirks: quirks), "/boards/7/posts\(query)")
            let object = try #require(JSONSerialization.jsonObject(with: Data(text.dropFirst(4).utf8)) as? [String: Any])
            let ids = (object["value"] as? [[String: Any]])?.map { "\($0["postId"] ?? "-")" }.joined(separator: " ") ?? "-"
            return (["count", "offset", "limit", "total"].map { "\(object[$0] ?? "-")" } + [ids]).joined(separator: ",")
        }
        let query = "?offset=2&limit=3"
        #expect(try await received(SimulatedQuirks(), query) == "3,2,3,9,98 97 96")
        #expect(try await received(SimulatedQuirks(limitCap: 2), query) == "2,2,2,9,98 97")
        for cap in [3, 4] { #expect(try await received(SimulatedQuirks(limitCap: cap), query) == "3,2,3,9,98 97 96") }
        for cap in [1, 0, -1] { #expect(try await received(SimulatedQuirks(limitCap: cap), query) == "1,2,1,9,98") }
        #expect(try await received(SimulatedQuirks(ignoresOffset: true), query) == "3,0,3,9,100 99 98")
        #expect(try await received(SimulatedQuirks(omitsTotal: true), query) == "3,2,3,-,98 97 96")
        #expect(try await received(SimulatedQuirks(sendsOnlyValue: true), query) == "-,-,-,-,98 97 96")
        #expect(try await received(SimulatedQuirks(omitsTotal: true, sendsOnlyValue: true), query) == "-,-,-,-,98 97 96")
        for (query, answer) in [
            ("?offset=7&limit=3", "2,7,3,9,93 92"), ("?offset=8", "1,8,30,9,92"), ("?offset=9", "0,9,30,9,"),
            ("?offset=10", "0,10,30,9,"), ("?limit=1", "1,0,1,9,100"),
        ] { #expect(try await received(SimulatedQuirks(), query) == answer) }
    }

    @Test("Escapes only quotes, backslashes and control characters in strings") func texts() async throws {
        let all = String(String.UnicodeScalarView((0...0x22).compactMap { Unicode.Scalar($0) })) + "\\/~\u{7F}가é\u{2028}😀"
        let simulator = BoardSimulator(boards: [SimulatedBoard(id: 1, name: all, order: 1)])
        let written =
            #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\n\u000b\u000c\u000d\u000e\u000f"#
            + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
            + " !\\\"" + "\\\\/~\u{7F}가é\u{2028}😀"
        let answer = try await received(simulator, "/boards")
        #expect(answer.hasPrefix(#"200 {"value":[{"boardId":1,"displayName":"\#(written)","boardType":"normal""#))
    }

    @Test("Each refusal has its own message") func refusals() async throws {
        let nothing = refusal(404, "There is nothing at this address.")
        let fields = refusal(400, "A search has search, and searchTarget of all, title, contents or writer.")
        let (offset, limit) = (refusal(400, "offset must be 0 or more."), refusal(400, "limit must be 1 to 1000."))
        for (target, received) in [
            ("/", nothing), ("/posts", nothing), ("/7/posts", nothing), ("/boards/7", nothing),
            ("/boards/7/comments", nothing), ("/board/7/posts", nothing), ("/boards/7/posts/1", nothing),
            ("/boards/7/x/posts", nothing), ("/boards/x/posts", refusal(404, "There is no such board.")),
            ("/boards/6/posts", refusal(404, "There is no such board.")), ("/%ZZ", refusal(400, "The address cannot be read.")),
            ("/boards?a=1&a=2", refusal(400, "The address cannot be read.")), ("/boards/7/posts?offset=-1", offset),
            ("/boards/7/posts?offset=x", offset), ("/boards/7/posts?offset=", offset), ("/boards/7/posts?limit=0", limit),
            ("/boards/7/posts?limit=1001", limit), ("/boards/7/posts?limit=-1", limit), ("/boards/7/posts?limit=x", limit),
            ("/boards/7/posts?search=a", fields), ("/boards/7/posts?searchTarget=all", fields),
            ("/boards/7/posts?search=a&searchTarget=ALL", fields), ("/boards/7/posts?search=a&searchTarget=", fields),
            ("/boards/7/posts?search=&searchTarget=all", refusal(400, "search must not be blank.")),
            ("/boards/7/posts?search=%20%0A&searchTarget=all", refusal(400, "search must not be blank.")),
        ] { #expect(try await self.received(BoardSimulator(boards: boards), target) == received, "\(target)") }
    }

    @Test("Answers 405 to other methods and 401 without the token, for any target") func doors() async throws {
        let simulator = BoardSimulator(boards: boards, token: "t")
        func received(_ method: HTTPMethod, _ target: String, _ token: String?, host: String = "x.kr") async throws -> String {
            var request = HTTPRequest(
                method: method, origin: try #require(HTTPOrigin(isSecure: false, host: host)), target: target)
            request.headers[.authorization] = token
            let response = try await simulator.send(request)
            #expect(response.headers == [.contentType: "application/json; charset=utf-8"])
            return response.status == 200 ? "200" : "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
        }
        let (method, token) = (refusal(405, "Only GET is known here."), refusal(401, "The access token is not valid."))
        for each in [HTTPMethod.post, .put, .delete, .head] { #expect(try await received(each, "/boards", nil) == method) }
        for wrong in [nil, "", "t", "Bearer", "Bearer ", "Bearer T", "bearer t", "Bearer t "] {
            for target in ["/boards", "/nowhere"] { #expect(try await received(.get, target, wrong) == token) }
        }
        #expect(try await received(.get, "/boards", "Bearer t") == "200")
        // A client of a test double is recognized by its host if it has no token.
        #expect(try await received(.get, "/boards", nil, host: "board.invalid") == "200")
        #expect(try await received(.get, "/boards", "Bearer x", host: "board.invalid") == token)
        simulator.expireToken(after: 1)
        #expect(try await received(.get, "/boards", nil, host: "board.invalid") == "200")
        #expect(try await received(.get, "/boards", nil, host: "board.invalid") == token)
        #expect(simulator.renewToken() == "t-2")
        #expect(simulator.token == "t-2")
        #expect(try await received(.get, "/boards", nil, host: "board.invalid") == "200")
        #expect(simulator.renewToken() == "t-3")
        #expect(simulator.token == "t-3")
        for (token, status) in [("t", "401"), ("t-2", "401"), ("t-3", "200")] {
            #expect(try await received(.get, "/boards", "Bearer \(token)").hasPrefix(status))
        }
    }

    @Test("A token expires after the configured number of uses, not counting wrong tokens", arguments: [-1, 0, 1, 2, 3])
    func tokens(count: Int) async throws {
        let simulator = BoardSimulator.one(posts: 0)
        simulator.expireToken(after: count)
        for _ in 0..<3 { #expect(try await SimulatedCaller(simulator: simulator, token: "other").status("/boards") == 401) }
        let caller = SimulatedCaller(simulator: simulator)
        for number in 1...5 { #expect(try await caller.status("/boards") == (number <= count ? 200 : 401)) }
    }

    #if os(macOS) || os(Linux)
        @Test("Scripting a past request traps") func past() async {
            await #expect(processExitsWith: .failure) {
                let simulator = BoardSimulator(boards: [])
                _ = try await SimulatedCaller(simulator: simulator).status("/boards")
                simulator.answer(1, with: .status(503))
            }
        }
    #endif
}
