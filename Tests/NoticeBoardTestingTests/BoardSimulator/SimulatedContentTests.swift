import Foundation
import NoticeBoardTesting
import Testing

@Suite("Content of simulated boards", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SimulatedContentTests {
    private func posts(_ content: SimulatedContent, seed: UInt64 = 1, count: Int = 400) -> [SimulatedPost] {
        BoardSimulator(seed: seed, boards: 2, postsPerBoard: count, content: content).boards.flatMap(\.posts)
    }

    @Test("Boards of any size have unique numbers and the newest post first", arguments: [0, 1, 95, 12_000]) func sizes(
        count: Int
    ) {
        let boards = BoardSimulator(seed: 3, boards: 3, postsPerBoard: count).boards
        #expect(boards.map(\.posts.count) == [count, count, count])
        #expect(Set(boards.flatMap(\.posts).map(\.id)).count == 3 * count)
        #expect(boards.allSatisfy { zip($0.posts, $0.posts.dropFirst()).allSatisfy { $0.createdAt > $1.createdAt } })
        #expect(BoardSimulator(boards: 0).boards.isEmpty)
        #expect(BoardSimulator(boards: -1, postsPerBoard: -1).boards.isEmpty)
    }

    @Test("Everyday boards hold Korean and English, notices, replies and anonymous writers") func everyday() {
        let posts = posts(.everyday)
        #expect(Set(posts.map(\.type)) == ["normal", "notice", "reply"])
        #expect(posts.contains { $0.title.contains("안내") })
        #expect(posts.contains { $0.title.contains("update") })
        #expect(posts.contains { $0.isAnonymous })
        #expect(posts.contains { $0.writerName.hasPrefix("Zoë") })
        #expect(posts.allSatisfy { !$0.isBroken && $0.title == $0.title.precomposedStringWithCanonicalMapping })
        let replies = posts.filter { $0.type == "reply" }
        #expect(replies.allSatisfy { reply in posts.contains { $0.id == reply.parentID && $0.hasReply } })
        #expect(replies.allSatisfy { $0.title.hasPrefix("[Re] ") })
    }

    @Test("Boards with everything contain hostile and broken posts") func everything() {
        let posts = posts(.everything)
        func isInParts(_ text: String) -> Bool {
            Array(text.unicodeScalars) != Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        }
        #expect(posts.contains { isInParts($0.title) })
        #expect(Set(posts.map(\.type)).isSuperset(of: ["normal", "notice", "reply", "survey", "NOTICE"]))
        #expect(posts.contains { $0.title.isEmpty })
        #expect(posts.contains { $0.title.contains("\u{202E}") })
        #expect(posts.contains { $0.title.utf8.count > 2000 })
        #expect(posts.contains { $0.contents.contains("<script>") })
        #expect(posts.contains { $0.isBroken })
        #expect(Set(posts.map(\.dateForm)) == Set(SimulatedDate.Form.allCases))
        #expect(posts.contains { $0.createdAt < 0 })
        #expect(posts.contains { $0.createdAt > 4_000_000_000 })
    }

    @Test("The same seed gives the same boards for each kind of content", arguments: SimulatedContent.allCases) func seeds(
        content: SimulatedContent
    ) {
        #expect(posts(content, seed: 5, count: 50) == posts(content, seed: 5, count: 50))
        #expect(posts(content, seed: 5, count: 50) != posts(content, seed: 6, count: 50))
    }

    @Test("Both kinds of content share IDs and anonymous writers") func underneath() {
        #expect(zip(posts(.everyday), posts(.everything)).allSatisfy { $0.id == $1.id && $0.isAnonymous == $1.isAnonymous })
    }

    @Test("An independent parser reads back titles and dates in every format", arguments: [1, 2] as [UInt64]) func written(
        seed: UInt64
    ) async throws {
        let simulator = BoardSimulator(seed: seed, boards: 1, postsPerBoard: 200, content: .everything)
        let board = simulator.boards[0]
        let list = try #require(
            try await SimulatedCaller(simulator: simulator).object("/boards/\(board.id)/posts?offset=0&limit=1000")["value"]
                as? [[String: Any]])
        #expect(list.count == board.posts.count)
        for (json, post) in zip(list, board.posts) {
            // Foundation on Linux treats U+FEFF at the beginning of a string as a byte order mark.
            let title = post.title.unicodeScalars.drop { $0 == "\u{FEFF}" }
            #expect((json["title"] as? String).map { Array($0.unicodeScalars.drop { $0 == "\u{FEFF}" }) } == Array(title))
        }
        let formatter = ISO8601DateFormatter()
        for (json, post) in zip(list, board.posts) where post.createdAt > 0 {
            formatter.formatOptions =
                post.dateForm == .fraction ? [.withInternetDateTime, .withFractionalSeconds] : .withInternetDateTime
            let text = try #require(json["createdDateTime"] as? String)
            #expect(formatter.date(from: text)?.timeIntervalSince1970 == Double(post.createdAt), "\(text)")
        }
    }

    @Test("A search matches decomposed text by its composed form") func search() async throws {
        var board = SimulatedBoard(id: 7, name: "b", order: 1)
        board.posts = [SimulatedPost(id: 1, title: "\u{1106}\u{1166}\u{110B}\u{1175}\u{11AF}", writerName: "김민수")]
        board.posts.append(SimulatedPost(id: 2, title: "x", writerName: "김민수"))
        board.posts[1].isAnonymous = true
        let caller = SimulatedCaller(simulator: BoardSimulator(boards: [board]))
        #expect(try await caller.posts("/boards/7/posts?search=%EB%A9%94%EC%9D%BC&searchTarget=title&offset=0&limit=9") == [1])
        #expect(try await caller.posts("/boards/7/posts?search=%EA%B9%80&searchTarget=writer&offset=0&limit=9") == [1])
        // Only the first separator of its kind separates; later ones belong to the value.
        for rest in ["=1", "?1"] { #expect(try await caller.posts("/boards/7/posts?search=x\(rest)&searchTarget=all") == []) }
    }

    @Test(
        "Rejects malformed queries with 400",
        arguments: [
            "offset=0&offset=30", "offset=%2B1", "limit=%+F", "search=%20&searchTarget=all", "searchTarget=all",
            "search=a&searchTarget=tags",
            "search=%E",
        ])
    func strict(query: String) async throws {
        #expect(try await SimulatedCaller(simulator: .one(posts: 1)).status("/boards/7/posts?\(query)") == 400)
    }

    @Test("The simulator's sources do not name the code under test") func independence() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "Sources/NoticeBoardTesting")
        let folders = ["BoardSimulator", "Simulator"].map { sources.appendingPathComponent($0) }
        let files = try folders.flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
            .filter { $0.lastPathComponent != "SimulatorScript.swift" }
        #expect(files.count > 10)
        let words = [
            "NoticeBoardKit", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardBase", "RFC3339", "PercentEncoding",
            "PathTemplate",
            "Query", "RequestBuilder", "Encoder", "Decoder", "JSONSerialization", "LossyList", "Envelope", "composed",
        ]
        for file in files {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                !$0.drop { $0 == " " }.hasPrefix("//")
            }.joined(separator: "\n").replacingOccurrences(of: "decomposedString", with: "")
            for word in words where code.contains(word) { Issue.record("\(file.lastPathComponent) names \(word)") }
        }
    }
}
