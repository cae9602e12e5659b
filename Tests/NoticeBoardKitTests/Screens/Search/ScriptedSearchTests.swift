import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import Testing

/// Tests the search screen with a service, a history and a clock that are answered by hand.
@MainActor @Suite("Search screen step by step", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchTableTests {
    private let older = ScriptedSearch.entry("공지", .title, age: 20)
    private let newer = ScriptedSearch.entry("메일함", .all, age: 10)

    @Test("Lists the history newest first on focus") func focus() async {
        let table = ScriptedSearch()
        await table.send(.focus)
        #expect(table.state.isActive)
        #expect(table.state.mode == .history)
        #expect(table.state.display == .empty)
        #expect(table.state.emptyReason == .noHistory)
        #expect(table.state.emptyText == "게시글의 제목, 내용 또는 작성자에 포함된 단어 또는 문장을 검색해 주세요.")
        #expect(table.state.placeholder == "자유게시판에서 검색")
        await table.send(.history([newer, older]), .focus)
        #expect(table.readings == 1)
        #expect(table.state.history.map(\.keyword) == ["메일함", "공지"])
        #expect(table.state.history.map(\.label) == ["전체", "제목"])
        #expect(table.state.emptyText == nil)
    }

    @Test("Lists matching earlier searches and then the four targets while typing") func typing() async {
        let table = ScriptedSearch()
        await table.send(.focus, .history([newer, older]), .type(" 메 "))
        #expect(table.state.mode == .suggestions)
        #expect(table.state.suggestions.map(\.kind) == [.earlier, .target, .target, .target, .target])
        #expect(table.state.suggestions.map(\.keyword) == ["메일함", "메", "메", "메", "메"])
        #expect(table.state.suggestions.map(\.label) == ["전체", "전체", "제목", "내용", "작성자"])
        let first = table.state.suggestions[0]
        #expect(first.highlights.map { first.keyword[$0] } == ["메"])
        #expect(Set(table.state.suggestions.map(\.id)).count == 5)
        #expect(table.loads.isEmpty)
        #expect(table.changes.isEmpty)
    }

    @Test("Suggests an earlier search for a partial syllable or leading consonants", arguments: ["곡", "고", "ㄱㅈ", "공ㅈ"])
    func halfTyped(text: String) async {
        let table = ScriptedSearch()
        await table.send(.history([ScriptedSearch.entry("공지"), ScriptedSearch.entry("메일")]), .type(text))
        let earlier = table.state.suggestions.filter { $0.kind == .earlier }.map(\.keyword)
        #expect(earlier == (text == "곡" ? [] : ["공지"]))
    }

    @Test("Limits the earlier searches above the targets") func fewSuggestions() async {
        var rules = PostSearchRules()
        (rules.suggestionLimit, rules.targets) = (2, [.title, .writer])
        let table = ScriptedSearch(rules)
        await table.send(.history((1...9).map { ScriptedSearch.entry("메일\($0)") }), .type("메일"))
        #expect(table.state.suggestions.map(\.keyword) == ["메일1", "메일2", "메일", "메일"])
    }

    @Test("Returns to the history when the field is cleared", arguments: ["", "  ", "\n"])
    func clearing(text: String) async {
        let table = ScriptedSearch()
        await table.send(.history([newer]), .type("메일"), .choose(.title), .type(text))
        #expect(table.state.mode == .history)
        #expect(table.state.suggestions.isEmpty)
        #expect(table.state.query == nil)
        #expect(table.loads.isEmpty)
    }

    @Test("Ignores an unchanged text from the field", arguments: ["메일", "메일 "]) func sameText(text: String) async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.type(text))
        #expect(table.state.mode == .results)
        #expect(table.state.results.items.count == 1)
        await table.send(.focus, .type(text))
        #expect(table.state.mode == .suggestions)
    }

    @Test("Records a search of a chosen target") func choosing() async throws {
        let table = ScriptedSearch()
        await table.send(.focus, .type(" 메일 "), .choose(.title))
        #expect(table.changes == [.save(.init("메일", target: .title))])
        #expect(table.loads.map(\.query) == [try #require(SearchQuery("메일", target: .title, in: 7))])
        #expect(table.state.mode == .results)
        #expect(table.state.results.display == .placeholder)
        #expect(table.state.title == "제목 : 메일")
        await table.answer([3, 2])
        #expect(table.state.results.items.map(\.id) == [3, 2])
        #expect(table.state.hits.allSatisfy { $0.titleHighlights.count == 1 })
        #expect(!table.state.showsPreviousResults)
        #expect(table.state.text == "메일")
    }

    @Test("Repeats an earlier search in its own target") func reopening() async {
        let table = ScriptedSearch()
        await table.send(.history([newer, older]), .focus, .reopen(older.id))
        #expect(table.changes == [.save(older.id)])
        #expect(table.state.query?.keyword == "공지")
        #expect(table.state.query?.target == .title)
        #expect(table.state.text == "공지")
        #expect(table.state.target == .title)
    }

    @Test("Searches the last chosen target on submit") func submitting() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit, .type("공지"), .choose(.writer), .type("글"), .submit)
        #expect(
            table.changes == [
                .save(.init("메일", target: .all)), .save(.init("공지", target: .writer)), .save(.init("글", target: .writer)),
            ])
    }

    @Test("Does not search for white space", arguments: ["", "   ", "\u{3000}\t"]) func blank(text: String) async {
        let table = ScriptedSearch.typing()
        await table.send(.type(text), .submit, .choose(.title))
        #expect(table.changes.isEmpty)
        #expect(table.loads.isEmpty)
        #expect(await table.wait() == nil)
        #expect(table.state.mode == .history)
    }

    @Test("Treats canonically equivalent keywords as one search") func composed() async {
        let table = ScriptedSearch()
        await table.send(.type("메일".decomposedStringWithCanonicalMapping), .submit)
        #expect(table.state.query == SearchQuery("메일", target: .all, in: 7))
        #expect(table.state.text.unicodeScalars.count == 2)
    }

    @Test("Reports a missing board without recording the search") func noBoard() async {
        let table = ScriptedSearch(board: nil)
        await table.send(.focus, .type("메일"), .submit)
        #expect(table.state.refusal?.code == .noBoardSelected)
        #expect(table.state.refusal?.text(in: .korean) == "검색할 게시판을 먼저 선택해주세요.")
        #expect(table.state.emptyText == "검색할 게시판을 먼저 선택해주세요.")
        #expect(table.changes.isEmpty)
        #expect(table.loads.isEmpty)
        await table.send(.board(ScriptedSearch.board))
        #expect(table.state.refusal == nil)
        #expect(table.loads.map(\.query.keyword) == ["메일"])
        #expect(table.changes == [.save(SearchHistoryEntry.Key("메일"))])
    }

    @Test("Forgets a search that waits for a board when the user types, cancels or taps the field")
    func forgottenWaiting() async {
        for event in [ScriptedSearch.Event.type("메"), .type(""), .cancel, .focus, .reset] {
            let table = ScriptedSearch(board: nil)
            await table.send(.focus, .type("메일"), .submit, event)
            await table.send(.board(ScriptedSearch.board))
            #expect(table.loads.isEmpty)
        }
    }

    @Test("Shows a failed search's error and an empty search's text") func endings() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.fail(NoticeBoardError(.timedOut))
        #expect(table.state.results.display == .failure(NoticeBoardError(.timedOut)))
        await table.send(.retry)
        await table.answer([])
        #expect(table.state.results.display == .empty)
        #expect(table.state.emptyText == "검색 결과가 없습니다. 다른 검색어를 입력해보세요.")
        #expect(table.changes.count == 1)
    }

    @Test("Clears its state when the search is cancelled") func cancelling() async {
        let table = ScriptedSearch()
        await table.send(.history([newer]), .focus, .type("메일"), .choose(.title), .cancel)
        #expect(!table.state.isActive)
        #expect((table.state.mode, table.state.text, table.state.target) == (.history, "", .all))
        #expect(table.loads.isEmpty)
        #expect(table.state.query == nil)
        #expect(table.state.title == nil)
        #expect(table.state.history.count == 1)
    }

    @Test("Keeps the results when the board is renamed") func renamed() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.board(Board(id: 7, name: "새 이름")))
        #expect(table.state.results.items.map(\.id) == [1])
        #expect(table.state.placeholder == "새 이름에서 검색")
    }

    @Test("Reads a failed history again on the next focus") func historyAgain() async {
        let table = ScriptedSearch()
        await table.send(.historyFails(NoticeBoardError(.storeDamaged)), .focus, .cancel, .historyFails(nil), .focus)
        #expect(table.readings == 2)
        await table.send(.cancel, .focus)
        #expect(table.readings == 2)
    }

    @Test("Keeps the former highlights until the next search answers") func marks() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.type("일함"), .submit)
        #expect(table.state.hits.map { row in row.titleHighlights.map { row.title[$0] } } == [["메일"]])
        await table.answer([2])
        #expect(table.state.hits.map { row in row.titleHighlights.map { row.title[$0] } } == [["일함"]])
    }

    @Test("Shows the snippet around a hit in the contents") func contents() async {
        let table = ScriptedSearch()
        await table.send(.type("찾는"), .choose(.contents))
        guard let load = table.loads.last else { return }
        let text = String(repeating: "앞에 있는 말 ", count: 100) + "찾는 말"
        await table.finish(load, .success(Page(items: [Post(id: 1, title: "a", boardID: 7, contents: text)], total: 1)))
        let snippet = table.state.hits[0].snippet
        #expect(snippet.ranges.map { snippet.text[$0] } == ["찾는"])
        #expect(snippet.isCutAtStart)
    }

    @Test("Keeps a changed post only while it matches") func changed() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .choose(.title))
        await table.answer([3, 2, 1])
        await table.send(.changed(.edited(Post(id: 2, title: "다른 글", boardID: 7))))
        #expect(table.state.results.items.map(\.id) == [3, 1])
        await table.send(.changed(.edited(Post(id: 1, title: "새 메일", boardID: 7))))
        #expect(table.state.hits.map(\.title) == ["메일 3", "새 메일"])
        await table.send(.changed(.written(Post(id: 9, title: "메일!", boardID: 7))))
        await table.send(.changed(.written(Post(id: 10, title: "메일!", boardID: 8))))
        await table.send(.changed(.deleted(3)))
        #expect(table.state.results.items.map(\.id) == [9, 1])
    }

    @Test("Keeps a changed post that the service matched, unless it moves to another board")
    func foundOtherwise() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .choose(.title))
        await table.answer([1], titled: "e-mail")
        for board in [7, nil] {
            await table.send(.changed(.edited(Post(id: 1, title: "E-Mail \(board ?? 0)", boardID: board))))
            #expect(table.state.hits.map(\.title) == ["E-Mail \(board ?? 0)"])
        }
        await table.send(.changed(.edited(Post(id: 1, title: "E-Mail", boardID: 8))))
        #expect(table.state.results.items.isEmpty)
    }

    @Test("Updates every row for another language, including pages still loading") func restyled() async {
        let table = ScriptedSearch()
        await table.send(.history([older]), .type("메일"), .choose(.all))
        await table.send(.language(.english))
        #expect(table.state.title == "All : 메일")
        #expect(table.state.history.map(\.label) == ["Title"])
        await table.answer([1])
        #expect(table.state.hits.first?.spoken.contains("0 views") == true)
        await table.send(.language(.korean))
        #expect(table.state.hits.first?.spoken.contains("조회 0") == true)
    }

    @Test("Hides the typed text in every description") func secrets() async throws {
        let secret = "비밀검색어"
        let table = ScriptedSearch()
        await table.send(.history([ScriptedSearch.entry(secret)]), .type(secret), .submit)
        var texts: [String] = []
        for value in [table.state, table.state.query as Any, table.state.suggestions] as [Any] {
            texts += [String(describing: value), String(reflecting: value)]
            var dumped = ""
            dump(value, to: &dumped)
            texts.append(dumped)
        }
        #expect(!texts.contains { $0.contains(secret) })
    }
}
