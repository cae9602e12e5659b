import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Mirror search", .inTurn, .trialLimit(minutes: 1)) struct MirrorSearchTests {
    let folder = ScratchFolder.url("search")

    private func mirror(_ posts: [Post]) async throws -> BoardMirror {
        let boards = ChangingBoards()
        boards.change { $0 = posts }
        let mirror = BoardMirror(service: boards, folder: folder, newest: nil)
        try await mirror.update(1)
        return mirror
    }

    private func found(_ mirror: BoardMirror, _ highlighter: Highlighter, _ target: SearchTarget = .all) async throws -> [Post.ID]
    {
        var ids: [Post.ID] = []
        for try await match in mirror.search(highlighter, target: target) { ids.append(match.post.id) }
        return ids
    }

    @Test("Searches the fields of its target, never markup") func targets() async throws {
        let mirror = try await mirror([
            ChangingBoards.post(4, title: "사과", contents: "<p class=\"strong\">배</p>"),
            ChangingBoards.post(3, title: "배", contents: "<p>사<b>과</b></p>"),
            Post(id: 2, title: "배", writer: Writer(name: "사과"), contents: "배"),
            Post(id: 1, title: "배", writer: Writer(name: "사과"), contents: "배", isAnonymous: true),
        ])
        #expect(try await found(mirror, Highlighter("사과")) == [4, 3, 2])
        #expect(try await found(mirror, Highlighter("사과"), .title) == [4])
        #expect(try await found(mirror, Highlighter("사과"), .contents) == [3])
        #expect(try await found(mirror, Highlighter("사과"), .writer) == [2])
        #expect(try await found(mirror, Highlighter("strong")).isEmpty)
    }

    @Test("Finds characters that JSON escapes", arguments: ["\"둘째\"", "줄\\", "a/b", "\u{7f}", "탭\t", "💚"])
    func escapes(keyword: String) async throws {
        let text = "\"둘째\" 줄\\ a/b \u{7f} 탭\t 💚"
        let mirror = try await mirror([ChangingBoards.post(1, contents: text), ChangingBoards.post(2, contents: "nichts")])
        #expect(try await found(mirror, Highlighter(keyword)) == [1])
    }

    @Test("Finds the same posts as a loop over all posts") func model() async throws {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = [
            "가", "나", "간", "ㄱ", "\u{1100}\u{1161}", "a", "A", "ﬁ", "fi", "ſ", "é", "e\u{301}", "\"", "\\", "\n", "<b>", "</b>",
            "<", " ", "&lt;", "K", "\u{212A}",
        ]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<trials.count(4) {
            let posts = (1...60).reversed().map { ChangingBoards.post($0, title: text(4), contents: text(12)) }
            let mirror = try await mirror(posts)
            for _ in 0..<60 {
                let options: Highlighter.Options =
                    [[], .hangulTyping, .diacriticInsensitive, .caseSensitive].randomElement(using: &random) ?? []
                let target = SearchTarget.wellKnown.randomElement(using: &random) ?? .all
                let highlighter = Highlighter(
                    terms: (0..<Int.random(in: 1...2, using: &random)).map { _ in text(3) }, options: options)
                let expected = posts.filter { post in
                    (target != .writer && target != .contents && highlighter.isMatch(in: post.title))
                        || (target != .writer && target != .title && highlighter.isMatch(in: post.plainContents))
                        || (target != .title && target != .contents && highlighter.isMatch(in: post.writer?.name ?? ""))
                }
                #expect(try await found(mirror, highlighter, target) == expected.map(\.id), "\(highlighter.terms) \(trials)")
            }
            try await mirror.deleteAll()
        }
    }

    @Test("Throws CancellationError when it is cancelled") func cancelled() async throws {
        let mirror = try await mirror((1...50).map { ChangingBoards.post($0) })
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            for try await _ in mirror.search(Highlighter("제목")) { Issue.record("A match after the cancellation") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A list and a search work without a network") func offline() async throws {
        let boards = ChangingBoards(count: 70)
        let mirror = BoardMirror(service: boards, folder: folder)
        try await mirror.update(1)
        try await mirror.updateBoards()
        boards.fail(NoticeBoardError(.noNetwork, "offline"))
        #expect(try await mirror.offlineFallback.boards().map(\.id) == [1])
        let all = try await mirror.offlineFallback.posts(in: 1).loadAll()
        #expect(all == boards.posts())
        let hits = try await mirror.offlineFallback.search("제목 6", in: 1, target: .title, pageSize: 4).loadAll()
        #expect(hits.map(\.id) == [69, 68, 67, 66, 65, 64, 63, 62, 61, 60, 6])
    }

    @Test("Reports the update date of an offline page until a fresh page loads")
    @MainActor func storedAt() async throws {
        let boards = ChangingBoards(count: 40)
        let date = Date(timeIntervalSince1970: 1_000)
        let mirror = BoardMirror(service: boards, folder: folder) { date }
        try await mirror.update(1)
        let feed = Feed<Post> { [service = mirror.offlineFallback] in try await service.postPage(in: 1, at: $0, limit: 30) }
        boards.fail(NoticeBoardError(.noNetwork))
        feed.open()
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.storedAt == date)
        #expect(feed.state.isStale)
        #expect(feed.snapshot?.storedAt == date)
        let found = try await mirror.offlineFallback.searchPage("제목", in: 1, target: .title, offset: 0, limit: 30)
        #expect(found.storedAt == date)
        boards.fail(nil)
        await feed.refreshAndWait()
        #expect(feed.state.storedAt == nil)
        #expect(!feed.state.isStale)
    }

    @Test("Throws the network's error for a board that is not mirrored") func notKept() async throws {
        let boards = ChangingBoards(count: 3)
        let mirror = BoardMirror(service: boards, folder: folder)
        boards.fail(NoticeBoardError(.noNetwork, "offline"))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        }
        #expect(error?.code == .noNetwork)
    }

    @Test("Throws the server's error status instead of showing stored posts") func refused() async throws {
        let boards = ChangingBoards(count: 3)
        let mirror = BoardMirror(service: boards, folder: folder)
        try await mirror.update(1)
        boards.fail(NoticeBoardError(.forbidden, "no"))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        }
        #expect(error?.code == .forbidden)
    }
}
