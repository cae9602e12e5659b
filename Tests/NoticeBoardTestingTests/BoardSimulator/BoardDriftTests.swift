import NoticeBoardTesting
import Testing

@Suite("Arriving and vanishing posts of a BoardSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardDriftTests {
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

    @Test("Arriving posts come first, each a minute newer than the newest") func arriving() {
        var board = board([(5, 100), (9, 3_999_999_999), (7, 4_000_000_000), (8, 9_000_000_000)])
        let before = board.posts
        #expect(board.arrive(2) == [10, 11])
        #expect(board.posts == [arrival(11, 4_000_000_059), arrival(10, 4_000_000_059)] + before)
        var old = self.board([(5, -100), (6, 200)])
        #expect(old.arrive() == [7])
        #expect(old.arrive(0) == [])
        #expect(old.arrive(-1) == [])
        #expect(old.posts.first == arrival(7, 260))
        #expect(old.posts.count == 3)
        var empty = self.board([])
        #expect(empty.arrive(3) == [700_001, 700_002, 700_003])
        #expect(empty.posts == [arrival(700_003, 180), arrival(700_002, 120), arrival(700_001, 60)])
    }

    @Test("Exactly the named posts vanish") func vanishing() {
        var board = board([(5, 1), (6, 2), (7, 3), (8, 4)])
        board.vanish([8, 6, 99])
        #expect(board.posts.map(\.id) == [5, 7])
        board.vanish([])
        #expect(board.posts.map(\.id) == [5, 7])
    }

    /// Returns the posts after each request, which the seed and the rates determine.
    private func days(_ weather: SimulatedWeather, _ lines: [String], posts: Int) async throws -> [[Int]] {
        let simulator = BoardSimulator.one(posts: posts, weather: weather)
        var days: [[Int]] = []
        for line in lines {
            _ = try await SimulatedCaller(simulator: simulator).status(line)
            days.append(simulator.boards[0].posts.map(\.id))
        }
        return days
    }

    @Test("Only requests for a board's posts move its posts")
    func other() async throws {
        let lines = ["/boards", "/boards/8/posts", "/nowhere", "/boards/7/posts?limit=0"]
        #expect(try await days(SimulatedWeather(arrivals: 1), lines, posts: 1) == [[100], [100], [100], [100]])
        let calm = try await days(.calm, Array(repeating: "/boards/7/posts", count: 20), posts: 1)
        #expect(calm == Array(repeating: [100], count: 20))
    }

    @Test("A reply's parent is the next post of the list") func replies() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let posts = BoardSimulator(seed: seed, boards: 1, postsPerBoard: 6).boards[0].posts
            #expect(posts.last?.parentID == nil)
            for (post, next) in zip(posts, posts.dropFirst()) {
                #expect(post.parentID == nil || post.parentID == next.id)
                #expect(next.hasReply == (post.parentID != nil))
                #expect((post.type == "reply") == (post.parentID != nil))
                #expect(post.title.hasPrefix("[Re] ") == (post.parentID != nil))
            }
            #expect(posts.map(\.isNew) == [true, true, true, false, false, false])
            #expect(posts[0].hasReply == false)
        }
    }
}
