import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

@Suite("The search screen, effect by effect", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchStepsTests {
    private typealias Machine = SearchScreen.Machine

    private let midnight = Date(timeIntervalSince1970: 19_675 * 86_400)

    private func say(_ effect: Machine.Effect) -> String? {
        switch effect {
        case .results(.load, let query): "load \(query.keyword) \(query.target.rawValue) \(query.board)"
        case .results(.cancel, _): "cancel"
        case .results(.wait, _): nil
        case .readHistory: "read"
        case .leaveHistory: "leave"
        case .change(_, let number): "change \(number)"
        case .wait(let seconds, let number): "wait \(seconds) \(number)"
        case .stopWaiting: "stop"
        }
    }

    private func look(_ seconds: Double = 0) -> PostRowBuilder {
        let date = PostDateFormat(timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .korean, namesYesterday: true)
        return PostRowBuilder(style: PostRowStyle(language: .korean, date: date), now: midnight + seconds)
    }

    @Test("What is typed waits, is sent, shown or given up, and what somebody asked for is done at once") func typing() {
        var rules = SearchRules()
        rules.searchesWhileTyping = SearchPace()
        var machine = Machine(rules, look: SearchTable.look(.korean), board: SearchTable.board)
        let steps: [(Machine.Event, [String], SearchScreen.Mode, text: String, isActive: Bool)] = [
            (.focus, ["read"], .history, "", true), (.type("메"), ["wait 0.5 1"], .suggestions, "메", true),
            (.type("메일함"), ["wait 0.3 2"], .suggestions, "메일함", true), (.type("메일ㅎ"), ["stop"], .suggestions, "메일ㅎ", true),
            (.type("메일"), ["wait 0.5 3"], .suggestions, "메일", true), (.paused(2), [], .suggestions, "메일", true),
            (.type("메일 "), [], .suggestions, "메일 ", true), (.paused(3), ["load 메일 all 7"], .results, "메일 ", true),
            (.paused(3), [], .results, "메일 ", true), (.type("메일ㅎ"), ["wait 0.5 4"], .results, "메일ㅎ", true),
            (.paused(4), [], .suggestions, "메일ㅎ", true), (.type("메일"), [], .results, "메일", true),
            (.submit, ["change 1"], .results, "메일", true),
            (.choose(.title), ["change 2", "cancel", "load 메일 title 7"], .results, "메일", true),
            (.focus, [], .results, "메일", true), (.type(""), ["cancel"], .history, "", true),
            (.type("가나다"), ["wait 0.3 5"], .suggestions, "가나다", true), (.cancel, ["stop"], .history, "", false),
            (.type("가나다"), [], .suggestions, "가나다", false), (.type(""), [], .history, "", false),
            (.type("가나"), ["wait 0.5 6"], .suggestions, "가나", true), (.reset, ["stop", "leave"], .history, "", false),
            (.type("가나"), [], .history, "", false), (.focus, ["read"], .history, "", true),
            (.choose(.writer), [], .history, "", true),
            (.type("가"), ["wait 0.5 7"], .suggestions, "가", true),
            (.submit, ["stop", "change 3", "load 가 writer 7"], .results, "가", true),
            (.board(Board(id: 8, name: "")), ["cancel", "load 가 writer 8"], .results, "가", true),
            (.type("가나"), ["wait 0.5 8"], .results, "가나", true),
            (.board(Board(id: 9, name: "")), ["cancel"], .suggestions, "가나", true),
            (.paused(8), ["load 가나 writer 9"], .results, "가나", true), (.board(nil), ["cancel"], .suggestions, "가나", true),
            (.submit, [], .suggestions, "가나", true), (.type("가나다"), [], .suggestions, "가나다", true),
            (.board(SearchTable.board), [], .suggestions, "가나다", true),
        ]
        for (number, step) in steps.enumerated() {
            let effects = machine.handle(step.0).compactMap { say($0) }
            #expect(effects == step.1 && machine.state.mode == step.2, "step \(number)")
            #expect(machine.state.text == step.text && machine.state.isActive == step.isActive, "step \(number)")
        }
    }

    @Test(
        "A post that is written is found in the fields that were searched, as they are shown",
        arguments: [
            (SearchTarget.all, [1, 2, 3, 5]), (.title, [1]), (.contents, [2, 5]), (.writer, [3]),
            (SearchTarget(rawValue: "tags"), []),
        ] as [(SearchTarget, [Int])])
    func found(target: SearchTarget, ids: [Int]) {
        let posts = [
            Post(id: 1, title: "[Re] re 메일", boardID: 7, type: .reply),
            Post(id: 2, title: "a", boardID: 7, contents: "<p>메<b>일</b>"),
            Post(id: 3, title: "a", writer: Writer(name: "메일")),
            Post(id: 4, title: "a", boardID: 7, writer: Writer(name: "메일"), isAnonymous: true),
            Post(id: 5, title: "a", contents: "메&#51068;"), Post(id: 6, title: "메일", boardID: 8),
            Post(id: 7, title: "a", contents: "<p title=메일>b"),
        ]
        var table = SearchTable()
        table.send(.type("메일"), .choose(target))
        table.answer([])
        for post in posts { table.send(.changed(.written(post))) }
        #expect(table.state.results.items.map(\.id).sorted() == ids)
        var other = SearchTable()
        other.send(.type("[re]"), .choose(.title))
        other.answer([])
        other.send(.changed(.written(posts[0])))
        #expect(other.state.results.items.isEmpty, "what is not shown is not found")
    }

    @Test("What was found before follows what changes while the next search is on its way, and shows how that stands")
    func former() {
        var table = SearchTable()
        table.send(.type("메일"), .submit)
        table.answer([3, 2, 1], next: 3)
        table.send(.results(.scrolled(2)), .type("일"))
        #expect(table.state.mode == .suggestions && table.state.results.items.isEmpty)
        var typing = SearchTable.typing()
        typing.send(.type("메일"), .submit)
        typing.answer([3, 2, 1], total: 9, next: 3)
        typing.send(.results(.older))
        typing.send(.type("일"), .submit)
        #expect(typing.state.results.items.map(\.id) == [3, 2, 1] && typing.state.results.refresh.isLoading)
        #expect(typing.state.results.older == .idle && typing.state.results.total == 9 && typing.state.answered?.keyword == "메일")
        typing.send(
            .changed(.deleted(3)), .changed(.edited(Post(id: 2, title: "다른 글", boardID: 7))),
            .changed(.written(Post(id: 9, title: "메일", boardID: 7))))
        #expect(typing.state.results.items.map(\.id) == [9, 1] && typing.state.isBehind)
        typing.send(.type("공지"), .submit)
        #expect(typing.state.results.items.map(\.id) == [9, 1] && typing.state.answered?.keyword == "메일")
        typing.answer([5])
        #expect(typing.state.results.items.map(\.id) == [5] && typing.state.answered?.keyword == "공지" && !typing.state.isBehind)
    }

    @Test("A state that is made by hand says why it shows nothing") func empties() {
        var state = SearchScreen.State()
        (state.isHistoryRead, state.look) = (true, PostRowBuilder(style: PostRowStyle(language: .english)))
        for (recording, empty) in [(.on, .noHistory), (.paused, .historyPaused), (.off, .historyOff)]
            as [(SearchHistoryPolicy.Recording, EmptyText)]
        {
            state.recording = recording
            #expect(state.display == .empty && state.empty == empty && state.emptyText == empty.text(in: .english))
        }
        state.isHistoryRead = false
        #expect(state.display == .placeholder && state.empty == nil)
        state.historyFailure = NoticeBoardError(.storeBusy)
        #expect(state.display == .failure(NoticeBoardError(.storeBusy)) && state.empty == nil)
        state.history = [SearchRow(SearchTable.entry("a"), in: .english)]
        #expect(state.display == .items)
        state.mode = .suggestions
        #expect(state.display == .items && state.empty == nil)
        (state.mode, state.results.isLoaded, state.results.end) = (.results, true, .lastPage)
        #expect(state.display == .empty && state.empty == .noResults)
        state.refusal = NoticeBoardError(.noBoardSelected)
        #expect(state.display == .empty && state.empty == .noBoardSelected)
        state.mode = .history
        #expect(state.display == .empty && state.empty == .noBoardSelected)
    }

    @Test("A row says what choosing it does, in both languages") func rows() {
        let key = SearchHistoryEntry.Key("메일", target: .title)
        let pinned = SearchHistoryEntry(keyword: "메일", target: .title, lastUsed: midnight, isPinned: true)
        let rows: [(SearchRow, String)] = [
            (SearchRow(pinned, in: .korean), "이전 검색, 제목: 메일, 고정됨"),
            (SearchRow(pinned, in: .english), "Earlier search, Title: 메일, pinned"),
            (SearchRow(SearchTable.entry("a"), in: .korean), "이전 검색, 전체: a"),
            (SearchRow(.title, keyword: " 메일 ", in: .korean), "제목에서 검색: 메일"),
            (SearchRow(.writer, keyword: "a", in: .english), "Search, Writer: a"),
        ]
        for (row, spoken) in rows { #expect(row.spoken == spoken && row.highlights.isEmpty) }
        #expect(
            rows.map(\.0.isPinned) == [true, true, false, false, false]
                && rows.map(\.0.isDeletable) == [true, true, true, false, false])
        #expect(
            rows[0].0.id == SearchRow.ID(.history, key) && rows[3].0.id == SearchRow.ID(.target, key) && rows[3].0.keyword == "메일"
        )
        let marked = SearchRow(pinned, in: .korean, typed: Highlighter("일"))
        #expect(marked.highlights.map { marked.keyword[$0] } == ["일"])
        #expect(SearchQuery(" ", target: .all, in: 1) == nil && SearchQuery(" a ", target: .title, in: 2)?.keyword == "a")
    }
}
