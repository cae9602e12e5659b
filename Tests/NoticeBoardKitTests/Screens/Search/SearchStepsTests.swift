import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import Testing

@MainActor @Suite("Search matches and rows", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchStepsTests {
    private let midnight = Date(timeIntervalSince1970: 19_675 * 86_400)

    @Test(
        "Matches a new post in the searched fields as displayed",
        arguments: [
            (SearchTarget.all, [1, 2, 3, 5]), (.title, [1]), (.contents, [2, 5]), (.writer, [3]),
            (SearchTarget(rawValue: "tags"), []),
        ] as [(SearchTarget, [Int])])
    func found(target: SearchTarget, ids: [Int]) async {
        let posts = [
            Post(id: 1, title: "[Re] re 메일", boardID: 7, type: .reply),
            Post(id: 2, title: "a", boardID: 7, contents: "<p>메<b>일</b>"),
            Post(id: 3, title: "a", writer: Writer(name: "메일")),
            Post(id: 4, title: "a", boardID: 7, writer: Writer(name: "메일"), isAnonymous: true),
            Post(id: 5, title: "a", contents: "메&#51068;"), Post(id: 6, title: "메일", boardID: 8),
            Post(id: 7, title: "a", contents: "<p title=메일>b"),
        ]
        let table = ScriptedSearch()
        await table.send(.type("메일"), .choose(target))
        await table.answer([])
        for post in posts { await table.send(.changed(.written(post))) }
        #expect(table.state.results.items.map(\.id).sorted() == ids)
        let other = ScriptedSearch()
        await other.send(.type("[re]"), .choose(.title))
        await other.answer([])
        await other.send(.changed(.written(posts[0])))
        #expect(other.state.results.items.isEmpty, "hidden contents are not searched")
    }

    @Test("Applies changes to the former results while the next search loads")
    func former() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([3, 2, 1], next: 3)
        await table.send(.request(.scrolled(2)), .type("일"))
        #expect(table.state.mode == .suggestions)
        #expect(table.state.results.items.isEmpty)
        let typing = ScriptedSearch.typing()
        await typing.send(.type("메일"), .submit)
        await typing.answer([3, 2, 1], total: 9, next: 3)
        await typing.send(.request(.older))
        await typing.send(.type("일"), .submit)
        #expect(typing.state.results.items.map(\.id) == [3, 2, 1])
        #expect(typing.state.results.refresh.isLoading)
        #expect(typing.state.results.older == .idle)
        #expect(typing.state.results.total == 9)
        #expect(typing.state.resultsQuery?.keyword == "메일")
        await typing.send(
            .changed(.deleted(3)), .changed(.edited(Post(id: 2, title: "다른 글", boardID: 7))),
            .changed(.written(Post(id: 9, title: "메일", boardID: 7))))
        #expect(typing.state.results.items.map(\.id) == [9, 1])
        #expect(typing.state.showsPreviousResults)
        await typing.send(.type("공지"), .submit)
        #expect(typing.state.results.items.map(\.id) == [9, 1])
        #expect(typing.state.resultsQuery?.keyword == "메일")
        await typing.answer([5])
        #expect(typing.state.results.items.map(\.id) == [5])
        #expect(typing.state.resultsQuery?.keyword == "공지")
        #expect(!typing.state.showsPreviousResults)
    }

    @Test("Speaks the action of a row in both languages") func rows() async {
        let key = SearchHistoryEntry.Key("메일", target: .title)
        let pinned = SearchHistoryEntry(keyword: "메일", target: .title, lastUsed: midnight, isPinned: true)
        let rows: [(SearchRow, String)] = [
            (SearchRow(pinned, in: .korean), "이전 검색, 제목: 메일, 고정됨"),
            (SearchRow(pinned, in: .english), "Earlier search, Title: 메일, pinned"),
            (SearchRow(ScriptedSearch.entry("a"), in: .korean), "이전 검색, 전체: a"),
            (SearchRow(.title, keyword: " 메일 ", in: .korean), "제목에서 검색: 메일"),
            (SearchRow(.writer, keyword: "a", in: .english), "Search, Writer: a"),
        ]
        for (row, spoken) in rows {
            #expect(row.spoken == spoken)
            #expect(row.highlights.isEmpty)
        }
        #expect(rows.map(\.0.isPinned) == [true, true, false, false, false])
        #expect(rows.map(\.0.kind) == [.earlier, .earlier, .earlier, .target, .target])
        #expect(rows[0].0.id == SearchRow.ID(key, .earlier))
        #expect(rows[3].0.id == SearchRow.ID(key, .target))
        #expect(rows[3].0.keyword == "메일")
        let marked = SearchRow(pinned, in: .korean, typed: Highlighter("일"))
        #expect(marked.highlights.map { marked.keyword[$0] } == ["일"])
        #expect(SearchQuery(" ", target: .all, in: 1) == nil)
        #expect(SearchQuery(" a ", target: .title, in: 2)?.keyword == "a")
    }
}
