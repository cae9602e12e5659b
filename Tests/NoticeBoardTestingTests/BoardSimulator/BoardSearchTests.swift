import NoticeBoardTesting
import Testing

@Suite("Searching BoardSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardSearchTests {
    /// The word is in the title of post 1, the contents of 2, the writer's name of 3 and the anonymous writer's name of 4.
    private var simulator: BoardSimulator {
        var board = SimulatedBoard(
            id: 7, name: "b", order: 1,
            posts: [
                SimulatedPost(id: 1, title: "a wOrd"), SimulatedPost(id: 2, title: "", contents: "Word b"),
                SimulatedPost(id: 3, title: "-", writerName: "woRD"), SimulatedPost(id: 4, title: "-", writerName: "word"),
                SimulatedPost(id: 5, title: "title", contents: "contents", writerName: "writer"),
            ])
        board.posts[3].isAnonymous = true
        return BoardSimulator(boards: [SimulatedBoard(id: 6, name: "a", order: 2), board])
    }

    private func found(_ keyword: String, _ target: String) async throws -> [Int] {
        try await SimulatedCaller(simulator: simulator).posts("/boards/7/posts?search=\(keyword)&searchTarget=\(target)")
    }

    @Test(
        "Finds a word only in the requested fields",
        arguments: [
            ("all", [1, 2, 3]), ("title", [1]), ("contents", [2]), ("writer", [3]),
        ] as [(String, [Int])])
    func fields(target: String, ids: [Int]) async throws {
        for word in ["word", "WORD", "or", "d", "Wor"] { #expect(try await found(word, target).filter { $0 < 5 } == ids) }
        for word in ["wordy", "xword", "w%20o", "worde"] { #expect(try await found(word, target) == []) }
    }

    @Test("Finds a keyword anywhere in a text but nothing longer than the text") func places() async throws {
        for word in ["title", "t", "tit", "itl", "tle", "e"] { #expect(try await found(word, "title").contains(5), "\(word)") }
        for word in ["titles", "ttitle", "tt", "te"] { #expect(try await found(word, "title") == [], "\(word)") }
        #expect(try await found("contents", "contents") == [5])
        #expect(try await found("contents", "title") == [])
        #expect(try await found("writer", "writer") == [5])
        #expect(try await found("writer", "contents") == [])
    }
}
