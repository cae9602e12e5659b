import NoticeBoardTesting
import Testing

@Suite("Posts that come and go at BoardSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardDriftTests {
    private func board(_ posts: [(id: Int, time: Int64)]) -> SimulatedBoard {
        SimulatedBoard(
            id: 7, name: "b", order: 1, posts: posts.map { SimulatedPost(id: $0.id, title: "post \($0.id)", createdAt: $0.time) })
    }

    private func arrival(_ number: Int, _ time: Int64) -> SimulatedPost {
        var post = SimulatedPost(
            id: number, title: "New arrival \(number)", contents: "새 글입니다.", writerName: "김민수",
            writerAddress: "minsu.kim@example.com", createdAt: time)
        post.isNew = true
        return post
    }

    @Test("Those that arrive stand before the others, new, each a minute after the newest of today") func arriving() {
        var board = board([(5, 100), (9, 3_999_999_999), (7, 4_000_000_000), (8, 9_000_000_000)])
        let before = board.posts
        #expect(board.arrive(2) == [10, 11])
        #expect(board.posts == [arrival(11, 4_000_000_059), arrival(10, 4_000_000_059)] + before)
        var old = self.board([(5, -100), (6, 200)])
        #expect(old.arrive() == [7] && old.arrive(0) == [] && old.arrive(-1) == [])
        #expect(old.posts.first == arrival(7, 260) && old.posts.count == 3)
        var empty = self.board([])
        #expect(empty.arrive(3) == [700_001, 700_002, 700_003])
        #expect(empty.posts == [arrival(700_003, 180), arrival(700_002, 120), arrival(700_001, 60)])
    }

    @Test("Those that vanish are these, and numbers that are not there do not matter") func vanishing() {
        var board = board([(5, 1), (6, 2), (7, 3), (8, 4)])
        board.vanish([8, 6, 99])
        #expect(board.posts.map(\.id) == [5, 7])
        board.vanish([])
        #expect(board.posts.map(\.id) == [5, 7])
    }

    /// The posts after each request, as the seed and the rates have it.
    private func days(_ weather: SimulatedWeather, _ lines: [String], posts: Int) async throws -> [[Int]] {
        let simulator = BoardSimulator.one(posts: posts, weather: weather)
        var days: [[Int]] = []
        for line in lines {
            _ = try await SimulatedCaller(simulator: simulator).status(line)
            days.append(simulator.boards[0].posts.map(\.id))
        }
        return days
    }

    @Test("The seed and the request's number say which post goes, before another comes") func weather() async throws {
        let line = "/boards/7/posts"
        let gone = try await days(SimulatedWeather(seed: 1, vanishings: 1), [line, line, line], posts: 6)
        #expect(gone == [[99, 98, 97, 96, 95], [99, 98, 96, 95], [99, 96, 95]])
        let other = try await days(SimulatedWeather(seed: 3, vanishings: 1), [line, line, line], posts: 6)
        #expect(other == [[100, 99, 98, 96, 95], [100, 99, 98, 96], [100, 99, 98]])
        let both = try await days(SimulatedWeather(arrivals: 1, vanishings: 1), [line, line, line, line], posts: 3)
        #expect(both == [[100, 99, 98], [100, 99, 98], [101, 100, 98], [102, 101, 100]])
        let last = try await days(SimulatedWeather(vanishings: 1), [line, line, line], posts: 1)
        #expect(last == [[], [], []])
    }

    @Test("Nothing moves before a request for the boards, for another board or for nothing that the service knows")
    func other() async throws {
        let lines = ["/boards", "/boards/8/posts", "/nowhere", "/boards/7/posts?limit=0"]
        #expect(try await days(SimulatedWeather(arrivals: 1), lines, posts: 1) == [[100], [100], [100], [100]])
        let calm = try await days(.calm, Array(repeating: "/boards/7/posts", count: 20), posts: 1)
        #expect(calm == Array(repeating: [100], count: 20))
    }

    @Test("Rates are how often, neither more nor less, and the one moves nothing of the other") func rates() async throws {
        let lines = Array(repeating: "/boards/7/posts", count: 8)
        let arrived = try await days(SimulatedWeather(seed: 1, arrivals: 0.4), lines, posts: 0).map(\.count)
        #expect(arrived == [0, 0, 0, 0, 1, 2, 3, 4])
        let vanished = try await days(SimulatedWeather(seed: 1, vanishings: 0.5), lines, posts: 9).map(\.count)
        #expect(vanished == [9, 8, 8, 8, 8, 7, 7, 6])
        let both = try await days(SimulatedWeather(seed: 1, arrivals: 0.4, vanishings: 0.5), lines, posts: 9).map(\.count)
        #expect(both == [9, 8, 8, 8, 9, 9, 10, 10])
    }

    @Test("A rate of 0 is never, also where the draw is 0", arguments: [1, 2] as [UInt64]) func never(draw: UInt64) async throws {
        // The number before that from which the draw comes out as 0, for the first request.
        let seed = (0 &- draw &* 0x9E37_79B9_7F4A_7C15) ^ 0xD6E8_FEB8_6659_FD93
        let line = "/boards/7/posts"
        #expect(try await days(SimulatedWeather(seed: seed), [line], posts: 2) == [[100, 99]])
        let least = SimulatedWeather(seed: seed, arrivals: 1e-300, vanishings: 1e-300)
        #expect(try await days(least, [line], posts: 1) == (draw == 1 ? [[101, 100]] : [[]]))
        let link = LinkSimulator(seed: 7, posts: 2, weather: SimulatedWeather(seed: seed))
        _ = try await LinkStranger(simulator: link).received("GET /post")
        #expect(link.posts == LinkSimulator(seed: 7, posts: 2).posts)
    }

    @Test("A seed's boards: numbers seven apart, names that come again with a number, an order of their own") func boards() {
        let boards = BoardSimulator(seed: 7, boards: 18, postsPerBoard: 0).boards
        #expect(boards.map(\.id) == (0..<18).map { 787 + 7 * $0 })
        let names = ["공지사항", "자유게시판", "Engineering", "질문과 답변", "경조사", "Marketplace", "맛집 탐방", "Book club"]
        #expect(boards.map(\.name) == names + names.map { $0 + " 2" } + ["공지사항 3", "자유게시판 3"])
        #expect(boards.map(\.order) == [4, 11, 9, 10, 1, 8, 16, 17, 2, 6, 3, 18, 15, 14, 5, 12, 13, 7])
        #expect(boards.allSatisfy { $0.kind == "normal" && !$0.isFavorite && $0.isWritable && !$0.isManageable })
        let trying = BoardSimulator(seed: 7, boards: 18, postsPerBoard: 0, content: .everything).boards
        #expect(trying.map(\.name) == boards.map(\.name) && trying.map(\.order) == boards.map(\.order))
        let signs = trying.map { ($0.isFavorite ? "f" : "-") + ($0.isWritable ? "w" : "-") + ($0.kind == "gallery" ? "g" : "-") }
        let expected = "--- -wg fw- f-- fw- -wg -wg -wg -w- -w- f-- -w- -w- -w- --g f-- -w- -w-"
        #expect(signs.joined(separator: " ") == expected)
        #expect(Set(trying.map(\.kind)) == ["normal", "gallery"])
    }

    @Test("A seed's posts, whole") func posts() {
        var first = SimulatedPost(
            id: 78_700_002, title: "coffee machine is down again",
            contents: "The server restarts at midnight. The server restarts at midnight.", writerName: "최유나",
            writerAddress: "yuna.choi@example.com", createdAt: 1_772_281_854)
        (first.viewCount, first.commentCount, first.isNew) = (16, 6, true)
        var second = SimulatedPost(
            id: 78_700_001, title: "사내 동호회 🎉", contents: "See the attached minutes. 자세한 내용은 첨부 파일을 확인해 주세요.",
            writerName: "김민수", writerAddress: "minsu.kim@example.com", createdAt: 1_772_272_604)
        (second.viewCount, second.commentCount, second.attachmentCount, second.isNew) = (315, 8, 1, true)
        #expect(BoardSimulator(seed: 7, boards: 1, postsPerBoard: 2).boards.map(\.posts) == [[first, second]])
        #expect(BoardSimulator(postsPerBoard: -1).boards.map(\.posts.count) == [0, 0, 0, 0, 0])
    }

    @Test("Replies and their parents: the one after it in the list, never the last alone") func replies() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let posts = BoardSimulator(seed: seed, boards: 1, postsPerBoard: 6).boards[0].posts
            #expect(posts.last?.parentID == nil)
            for (post, next) in zip(posts, posts.dropFirst()) {
                #expect(post.parentID == nil || post.parentID == next.id)
                #expect(next.hasReply == (post.parentID != nil))
                #expect(
                    (post.type == "reply") == (post.parentID != nil) && post.title.hasPrefix("[Re] ") == (post.parentID != nil))
            }
            #expect(posts.map(\.isNew) == [true, true, true, false, false, false] && posts[0].hasReply == false)
        }
    }
}
