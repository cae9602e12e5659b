import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("NoticeBoardClient", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NoticeBoardClientTests {
    private func client(answering json: String) -> NoticeBoardClient {
        NoticeBoardClient(transport: StubTransport { _ in .json(json) })
    }

    @Test("Sorts boards by order number, boards without one last") func menuOrder()
        async throws
    {
        let boards = try await client(
            answering: """
                {"value": [{"boardId": 1, "displayName": "a"}, {"boardId": 2, "displayName": "b", "orderNo": 9},
                 {"boardId": 3, "displayName": "c", "orderNo": -1}, {"boardId": 4, "displayName": "d", "orderNo": 9},
                 {"boardId": 5, "displayName": "e"}, {"displayName": "broken"}]}
                """
        ).boards()
        #expect(boards.map(\.id) == [3, 2, 4, 1, 5])
    }

    @Test(
        "Starts the next page after every element that the server sent",
        arguments: [
            (#""count":2,"offset":10,"limit":2,"total":13"#, PagePosition.offset(12) as PagePosition?),
            (#""count":2,"offset":10,"limit":2,"total":12"#, nil), (#""total":13"#, .offset(12)), (#""total":12"#, nil),
            (#""total":3"#, nil), (#""limit":2"#, .offset(12)), (#""limit":1"#, .offset(12)), (#""limit":"2""#, .offset(12)),
            (#""offset":40"#, .offset(42)), (#""count":"2","total":"13""#, .offset(12)), (#""count":-1,"total":13"#, .offset(12)),
            (#""count":0,"total":13"#, nil), (#""offset":9223372036854775807,"total":13"#, nil),
            (#""total":99999999999999999999"#, .offset(12)), (#""limit":50"#, .offset(12)), (#""limit":0"#, .offset(12)),
        ])
    func nextPage(fields: String, next: PagePosition?) async throws {
        let json = #"{"value":[{"postId":1,"title":"a"},{"broken":true}],\#(fields)}"#
        let page = try await client(answering: json).postPage(in: 1, offset: 10, limit: 2)
        #expect(page.next == next)
        #expect(page.items.map(\.id) == [1])
        #expect(page.skipped == [SkippedElement(index: 1, path: "", reason: "the key postId is missing")])
    }

    @Test("Treats a page shorter than the limit as the last one when the total is unknown") func shortPage() async throws {
        let json = #"{"value":[{"postId":1,"title":"a"}]}"#
        #expect(try await client(answering: json).postPage(in: 1, offset: 0, limit: 30).next == nil)
        let capped = #"{"value":[{"postId":1,"title":"a"}],"limit":1}"#
        #expect(try await client(answering: capped).postPage(in: 1, offset: 0, limit: 30).next == .offset(1))
        #expect(try await client(answering: #"{"value":[]}"#).postPage(in: 1, offset: 0, limit: 30).next == nil)
    }

    @Test(
        "Throws unreadableResponse for an answer without a list",
        arguments: ["{}", "[]", #"{"value":{}}"#, #"{"value":null}"#, "1"])
    func missingEnvelope(json: String) async {
        let error = await #expect(throws: NoticeBoardError.self) { try await client(answering: json).boards() }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.remedy == .updateApp)
    }

    @Test("Refers a 404 for the boards to the administrator") func noBoards() async {
        let client = NoticeBoardClient(transport: StubTransport { _ in .json("{}", status: 404) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.boards() }
        #expect(error?.code == .notFound)
        #expect(error?.remedy == .contactAdministrator)
    }

    @Test("Rejects invalid input without sending a request") func badInput() async {
        let stub = StubTransport { _ in .json(#"{"value":[]}"#) }
        let client = NoticeBoardClient(transport: stub)
        for (offset, limit, input) in [(-1, 30, "offset"), (0, 0, "limit"), (0, 1001, "limit"), (0, -5, "limit")] {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client.postPage(in: 1, offset: offset, limit: limit)
            }
            #expect(error?.remedy == .fixInput(Remedy.Input(input)))
        }
        for keyword in ["", " ", "\n\t", "\u{3000}", "\u{200B}", "\u{FEFF}\u{0}", "\u{3164}"] {
            let error = await #expect(throws: NoticeBoardError.self) {
                try await client.searchPage(keyword, in: 1, target: .all, offset: 0, limit: 30)
            }
            #expect(error?.remedy == .fixInput("keyword"))
        }
        let blank = await #expect(throws: NoticeBoardError.self) {
            try await client.searchPage("a", in: 1, target: SearchTarget(rawValue: " "), offset: 0, limit: 30)
        }
        #expect(blank?.remedy == .fixInput(.target))
        let search = await #expect(throws: NoticeBoardError.self) {
            try await client.searchPage("a", in: 1, target: .all, offset: -1, limit: 30)
        }
        #expect(search?.code == .invalidInput)
        #expect(search?.remedy == .fixInput("offset"))
        #expect(stub.requests.isEmpty)
    }

    @Test("Returns the simulator's boards and posts page by page", arguments: [1, 7, 4711] as [UInt64])
    func simulator(seed: UInt64) async throws {
        let simulator = BoardSimulator(seed: seed)
        let base = try #require(URL(string: "http://127.0.0.1/api/v2/"))
        let client = NoticeBoardClient(baseURL: base, token: .bearer(simulator.token), transport: simulator)
        #expect(try await client.boards().map(\.id) == simulator.boards.sorted { $0.order < $1.order }.map(\.id))
        let board = try #require(simulator.boards.last)
        var posts: [Post] = []
        var position: PagePosition? = .offset(0)
        var requests = 0
        while case .offset(let offset)? = position {
            let page = try await client.postPage(in: board.id, offset: offset, limit: 30)
            #expect(page.total == 95)
            #expect(page.skipped.isEmpty)
            posts += page.items
            position = page.next
            requests += 1
        }
        #expect(requests == 4)
        #expect(posts.map(\.title) == board.posts.map(\.title))
        #expect(posts.map { $0.createdAt?.timeIntervalSince1970 } == board.posts.map { Double($0.createdAt) })
        #expect(posts.map(\.type.rawValue) == board.posts.map(\.type))
        #expect(posts.map { $0.writer?.name } == board.posts.map { $0.isAnonymous ? nil : $0.writerName })
        #expect(posts.contains { $0.isAnonymous })
    }

    @Test("Decodes the readable posts of difficult content unchanged", arguments: [2, 3] as [UInt64])
    func everything(seed: UInt64) async throws {
        let simulator = BoardSimulator(seed: seed, boards: 1, postsPerBoard: 300, content: .everything)
        let base = try #require(URL(string: "http://127.0.0.1/api/v2/"))
        let client = NoticeBoardClient(baseURL: base, token: .bearer(simulator.token), transport: simulator)
        let page = try await client.postPage(in: simulator.boards[0].id, offset: 0, limit: 1000)
        let (held, broken) = (simulator.boards[0].posts.filter { !$0.isBroken }, simulator.boards[0].posts.filter(\.isBroken))
        #expect(page.skipped.count == broken.count)
        #expect(!broken.isEmpty)
        #expect(page.skipped.map(\.index) == simulator.boards[0].posts.indices.filter { simulator.boards[0].posts[$0].isBroken })
        try #require(page.items.map(\.id) == held.map(\.id))
        for (post, original) in zip(page.items, held) {
            #expect(Array(post.title.unicodeScalars) == Array(original.title.unicodeScalars))
            #expect(Array(post.contents.unicodeScalars) == Array(original.contents.unicodeScalars))
            #expect(post.createdAt == Date(timeIntervalSince1970: Double(original.createdAt)))
            #expect(post.type.rawValue == original.type)
            #expect(post.viewCount == original.viewCount)
            #expect(post.isNotify == original.isNotify)
            #expect(post.writer?.photo == (original.isAnonymous ? nil : original.writerPhoto))
            #expect(post.isOwner == original.isOwner)
            #expect(post.hasInlineImage == original.hasInlineImage)
        }
    }

    @Test("Searches only the fields of the target", arguments: SearchTarget.wellKnown) func search(
        target: SearchTarget
    ) async throws {
        var posts = [
            SimulatedPost(id: 1, title: "MAIL", contents: "x", writerName: "김"),
            SimulatedPost(id: 2, title: "x", contents: "mail", writerName: "김"),
            SimulatedPost(id: 3, title: "x", contents: "x", writerName: "Mail"),
            SimulatedPost(id: 4, title: "x", contents: "x", writerName: "mail"),
        ]
        posts[3].isAnonymous = true
        let simulator = BoardSimulator(boards: [SimulatedBoard(id: 1, name: "b", order: 1, posts: posts)], token: "")
        let base = try #require(URL(string: "http://127.0.0.1"))
        let client = NoticeBoardClient(baseURL: base, token: .bearer(""), transport: simulator)
        let expected: [SearchTarget: [Int]] = [.all: [1, 2, 3], .title: [1], .contents: [2], .writer: [3]]
        #expect(
            try await client.searchPage("mail", in: 1, target: target, offset: 0, limit: 30).items.map(\.id) == expected[target])
    }

    @Test("Reports a wrong token and an unknown board with the matching error") func refusals() async throws {
        let base = try #require(URL(string: "http://127.0.0.1"))
        let wrong = NoticeBoardClient(baseURL: base, token: .bearer("wrong"), transport: BoardSimulator())
        let refused = await #expect(throws: NoticeBoardError.self) { try await wrong.boards() }
        #expect(refused?.code == .unauthorized)
        #expect(refused?.remedy == .signInAgain)
        let right = NoticeBoardClient(baseURL: base, token: .bearer("simulator"), transport: BoardSimulator())
        let unknown = await #expect(throws: NoticeBoardError.self) { try await right.postPage(in: 1, offset: 0, limit: 30) }
        #expect(unknown?.code == .notFound)
        #expect(unknown?.remedy == .chooseAnother(.board))
        #expect(unknown?.detail == "The service has no board 1, or stands at another base URL.")
        #expect(unknown?.serverMessage == "There is no such board.")
    }

    @Test("Returns the same results over a real socket as in process") func realSocket() async throws {
        let simulator = BoardSimulator(seed: 7)
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        let remote = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer(simulator.token))
        let local = NoticeBoardClient(baseURL: server.url(), token: .bearer(simulator.token), transport: simulator)
        let boards = try await remote.boards()
        #expect(try await local.boards() == boards)
        let id = try #require(boards.first?.id)
        let oddKeyword = "메일 플러그 C++ 100%"
        let odd = try await remote.searchPage(oddKeyword, in: id, target: .all, offset: 0, limit: 30)
        #expect(try await odd == local.searchPage(oddKeyword, in: id, target: .all, offset: 0, limit: 30))
        let page = try await remote.searchPage("mail", in: id, target: .all, offset: 0, limit: 30)
        #expect(try await page == local.searchPage("mail", in: id, target: .all, offset: 0, limit: 30))
        #expect(!page.items.isEmpty)
    }

    @Test("Reports an unreachable service without the keyword in the error") func down() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try LoopbackServer.refusingPort())"))
        let client = NoticeBoardClient(baseURL: url, token: .bearer("planted-token"))
        let error = try #require(
            await #expect(throws: NoticeBoardError.self) {
                try await client.searchPage("planted", in: 1, target: .all, offset: 0, limit: 30)
            })
        #expect(error.code == .unreachable)
        var dumped = ""
        dump(error, to: &dumped)
        let underlying = error.underlying.map { "\(($0 as NSError).userInfo)" } ?? ""
        for text in [dumped, "\(error)", String(reflecting: error), underlying] { #expect(!text.contains("planted")) }
    }
}
