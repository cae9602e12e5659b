import Foundation
import NoticeBoardSearch
import Testing

@testable import NoticeBoardKit

@MainActor @Suite("Kept matches of a search", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MatchCacheTests {
    private let rules = SearchHighlighting(Highlighter("메일"))

    private func post(_ id: Int, _ contents: String = "메일", views: Int = 0) -> Post {
        Post(id: id, title: "메일", contents: contents, viewCount: views)
    }

    private func find(_ ids: some Sequence<Int>, bytes: Int = 10) {
        let contents = String(repeating: "a", count: bytes)
        for id in ids { _ = rules.matches(in: post(id, contents), length: 80) }
    }

    @Test("Keeps the matches of at most 2,000 posts, and of the latest thousand for certain") func posts() {
        find(0..<5_000)
        #expect(rules.kept.posts <= MatchCache.mostPosts)
        #expect(rules.kept.posts >= MatchCache.mostPosts / 2)
    }

    @Test("Keeps matches of at most eight megabytes of posts") func bytes() {
        find(0..<600, bytes: 20_000)
        #expect(rules.kept.bytes <= MatchCache.mostBytes)
        #expect(rules.kept.bytes >= MatchCache.mostBytes / 4)
    }

    @Test("Keeps the matches of one post of any size") func largePost() {
        find([1], bytes: 9_000_000)
        #expect(rules.kept.posts == 1)
        find(2..<600, bytes: 20_000)
        #expect(rules.kept.bytes <= MatchCache.mostBytes)
    }

    @Test("Keeps the matches of a post that is asked for again and again") func repeated() {
        find([1])
        for id in 2..<10_000 {
            find([id])
            #expect(rules.keeps(post(1, String(repeating: "a", count: 10))))
        }
    }

    @Test("Keeps the matches of a post whose views change, and not of one whose contents change") func changed() {
        _ = rules.matches(in: post(1), length: 80)
        #expect(rules.keeps(post(1, views: 7)))
        #expect(!rules.keeps(post(1, "메일 메일")))
        _ = rules.matches(in: post(1, "다른 글"), length: 80)
        #expect(rules.kept.posts == 1)
    }

    @Test("Finds the matches of a changed post once for the search and its row") func length() {
        #expect(rules.finds(post(1), length: 60))
        let first = rules.matches(in: post(1), length: 60)
        #expect(rules.finds(post(1), length: 80))
        #expect(rules.keeps(post(1)))
        #expect(first.length == 60)
        #expect(rules.kept.posts == 1)
    }

    @Test("Keeps one post after the end of the search") func ended() {
        find(0..<100)
        rules.end()
        #expect(rules.kept.posts == 0)
        find(0..<100)
        #expect(rules.kept.posts == 1)
    }

    @Test("A search frees its matches when it ends") func search() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([3, 2, 1])
        let highlighting = table.state.builder.highlighting
        #expect(highlighting?.kept.posts == 3)
        await table.send(.cancel)
        #expect(highlighting?.kept.posts == 0)
    }

    @Test("The rows of the same search on another board keep their matches") func otherBoard() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([3, 2, 1])
        await table.send(.board(Board(id: 8, name: "공지")))
        await table.answer([6, 5])
        #expect(table.state.results.items.map(\.id) == [6, 5])
        #expect(table.state.builder.highlighting?.kept.posts == 2)
    }
}
