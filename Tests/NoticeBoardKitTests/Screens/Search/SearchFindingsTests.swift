import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// Regression tests for faults that users met in the search.
@Suite("Search regressions", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchFindingsTests {
    @Test("Ignores text from the field after the search is cancelled", arguments: ["", " ", "메일", "메일 "])
    func afterCancel(text: String) {
        for var table in [SearchTable(), SearchTable.typing()] {
            table.send(.focus, .type("메일"), .submit)
            table.answer([1])
            table.send(.cancel, .type(text))
            #expect(!table.state.isActive)
            #expect(table.wait == nil)
            #expect(table.loads.isEmpty)
        }
    }

    @Test("Shows the former results when the text returns to the former keyword") func back() {
        var table = SearchTable.typing()
        table.send(.focus, .type("메일"))
        table.pauseOver()
        table.answer([1, 2])
        table.send(.focus, .type("메일ㅎ"), .type("메일"))
        #expect(table.state.mode == .results)
        #expect(table.state.results.items.map(\.id) == [1, 2])
        #expect(!table.state.isBehind)
        #expect(table.wait == nil)
        #expect(table.begun == 1)
    }

    @Test("Shows loaded results again when the same search is submitted") func foundAlready() {
        var table = SearchTable()
        table.send(.focus, .type("메일"), .submit)
        table.answer([1, 2])
        table.send(.results(.request(.scrolled(2))), .focus)
        #expect(table.state.mode == .suggestions)
        table.send(.submit)
        #expect(table.state.mode == .results)
        #expect(table.state.results.items.map(\.id) == [1, 2])
        #expect(table.machine.anchor == 2)
        #expect(table.begun == 2)
    }

    @Test("Matches new posts by the highlighted plain text") func sameRules() {
        var rules = SearchRules()
        rules.marking = .caseSensitive
        var table = SearchTable(rules)
        table.send(.type("div"), .submit)
        table.answer([])
        table.send(.changed(.written(Post(id: 1, title: "a", boardID: 7, contents: "<div>text</div>"))))
        table.send(.changed(.written(Post(id: 2, title: "DIV", boardID: 7))))
        #expect(table.state.results.items.isEmpty)
        table.send(.changed(.written(Post(id: 3, title: "a", boardID: 7, contents: "<p>d<b>iv</b></p>"))))
        #expect(table.state.hits.map { $0.snippet.ranges.count } == [1])
    }

    @Test("Applies changes to the former results while the next search loads") func before() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        table.answer([3, 2, 1])
        table.send(.type("공지"))
        table.pauseOver()
        #expect(table.state.isBehind)
        #expect(table.state.results.items.count == 3)
        table.send(.changed(.deleted(2)), .changed(.edited(Post(id: 1, title: "메일 새로", boardID: 7))))
        #expect(table.state.hits.map(\.title) == ["메일 3", "메일 새로"])
    }

    @Test("Shows the spinner of a slow search over the former results") func spinner() throws {
        var table = SearchTable()
        table.send(.type("메일"), .submit)
        table.answer([1])
        table.send(.choose(.title))
        let load = try #require(table.loads.last)
        #expect(table.state.isBehind)
        #expect(table.state.results.refresh == .loading(isSlow: false))
        table.send(.results(.waited(load.ticket)))
        #expect(table.state.results.refresh.showsSpinner)
        #expect(table.state.results.items.count == 1)
        table.answer([2])
        #expect(table.state.results.refresh == .idle)
    }

    @Test("Shows no empty text before the history is read") func unread() {
        var table = SearchTable()
        table.send(.focus)
        #expect(table.state.emptyText == nil)
        table.send(.history([]))
        #expect(table.state.emptyText?.isEmpty == false)
    }

    @Test("Connects a client with default settings to the simulator") func double() async throws {
        let simulator = BoardSimulator(seed: 3)
        let client = NoticeBoardClient(transport: simulator)
        #expect(try await client.boards().count == simulator.boards.count)
        simulator.expireToken()
        await #expect(throws: NoticeBoardError.self) { try await client.boards() }
    }

    @Test("Keeps a cleared selection empty when the menu refreshes") @MainActor
    func closed() async throws {
        let simulator = BoardSimulator(seed: 3)
        let selection = BoardSelection()
        let menu = BoardMenu(service: try simulator.client(), selection: selection)
        await menu.refreshAndWait()
        #expect(selection.board != nil)
        selection.clear()
        await menu.refreshAndWait()
        #expect(selection.state == .nothing)
        #expect(menu.state.rows.allSatisfy { !$0.isSelected })
        menu.select(simulator.boards[1].id)
        await menu.refreshAndWait()
        #expect(selection.board?.id == simulator.boards[1].id)
    }

    @Test("Repeats a failed save on retry, even after a history update") func failedSave() {
        var table = SearchTable()
        table.send(.focus, .history([]), .type("메일"), .submit)
        table.notChanged(NoticeBoardError(.storageFull))
        table.send(.history([SearchTable.entry("공지")]))
        #expect(table.state.historyFailure?.code == .storageFull)
        table.send(.retry)
        #expect(table.changes == [.save(.init("메일")), .save(.init("메일"))])
        #expect(table.readings == 1)
    }

    @Test("Searches again after a cancelled search when the text returns")
    func givenUp() throws {
        var table = SearchTable.typing()
        table.send(.type("메일"))
        table.pauseOver()
        table.send(.results(.gaveUp(try #require(table.loads.last?.ticket))))
        #expect(table.state.mode == .suggestions)
        #expect(table.state.display == .items)
        table.send(.type("메일함"), .type("메일"))
        table.pauseOver()
        table.answer([1])
        #expect(table.state.hits.map(\.title) == ["메일 1"])
    }

    @Test("Keeps results during a partial syllable until the pause ends") func halfSyllable() {
        var table = SearchTable.typing()
        table.send(.type("메일"))
        table.pauseOver()
        table.answer([1])
        table.send(.type("메일ㅎ"))
        #expect(table.state.mode == .results)
        #expect(table.state.isBehind)
        #expect(table.wait != nil)
        table.pauseOver()
        #expect(table.state.mode == .suggestions)
        #expect(table.state.suggestions.last?.keyword == "메일ㅎ")
        #expect(table.begun == 1)
    }

    @Test("Repeats a failed page when the search is submitted again") func again() {
        var table = SearchTable()
        table.send(.type("메일"), .submit)
        table.answer([3, 2], total: 4, next: 2)
        table.send(.results(.request(.older)))
        table.fail(NoticeBoardError(.timedOut))
        table.send(.submit)
        #expect(table.state.results.items.count == 2)
        #expect(table.loads.count == 1)
        #expect(table.begun == 3)
    }

    @Test("Restores the last removed entries once, until the search ends") func undo() {
        var table = SearchTable()
        let entries = [SearchTable.entry("하나"), SearchTable.entry("둘")]
        table.send(.focus, .history(entries), .undo, .change(.delete([entries[0].id])))
        #expect(table.state.undoable == 0)
        table.changed(removing: [entries[0]])
        #expect(table.state.undoable == 1)
        table.send(.undo, .undo)
        #expect(table.changes.suffix(2) == [.delete([entries[0].id]), .restore([entries[0]])])
        table.notChanged(NoticeBoardError(.historyFull))
        table.send(.retry)
        #expect(table.changes.suffix(2) == [.restore([entries[0]]), .restore([entries[0]])])
        table.changed()
        table.send(.change(.deleteAll(keepingPinned: true)))
        table.changed(removing: entries)
        #expect(table.state.undoable == 2)
        table.send(.cancel)
        #expect(table.state.undoable == 0)
    }

    @Test("Does not repeat a failed save after its entry is deleted", arguments: [true, false]) func overtaken(isClear: Bool) {
        var table = SearchTable()
        table.send(.type("메일"), .submit)
        table.notChanged(NoticeBoardError(.storageFull))
        table.send(.change(isClear ? .deleteAll(keepingPinned: true) : .delete([.init("메일")])))
        table.changed()
        #expect(table.state.historyFailure == nil)
        table.send(.retry)
        #expect(table.changes.count == 2)
    }

    @Test("Repeats a failed pin unless the same entry was pinned or unpinned since", arguments: ["하나", "둘"])
    func pinned(since keyword: String) {
        var table = SearchTable()
        table.send(.change(.pin(.init("하나"), true)))
        table.notChanged(NoticeBoardError(.storageFull))
        table.send(.change(.pin(.init(keyword), false)))
        table.changed()
        #expect((table.state.historyFailure == nil) == (keyword == "하나"))
        table.send(.retry)
        #expect(table.changes.count == (keyword == "하나" ? 2 : 3))
    }

    @Test("Shows an empty text for each recording mode") func recording() {
        var rules = SearchRules()
        rules.historyLimit = 1
        var table = SearchTable(rules)
        table.send(.focus, .history([SearchTable.entry("하나"), SearchTable.entry("둘")]))
        #expect(table.state.history.map(\.keyword) == ["하나"])
        table.send(.history([], .paused))
        #expect(table.state.empty == .historyPaused)
        table.send(.change(.record(.off)))
        table.changed()
        #expect(table.state.empty == .historyOff)
        #expect(table.state.emptyText == EmptyText.historyOff.text(in: .korean))
    }

    @Test("Shows an unreadable history as a failure until it is read") func unreadable() {
        var table = SearchTable()
        table.send(.focus, .historyFailed(NoticeBoardError(.storeDamaged)))
        #expect(table.state.display == .failure(NoticeBoardError(.storeDamaged)))
        table.send(.type("메"))
        #expect(table.readings == 1)
        table.send(.retry)
        #expect(table.readings == 2)
        table.send(.historyFailed(NoticeBoardError(.storeDamaged)), .focus)
        #expect(table.readings == 3)
    }

    @Test("Ignores the field's former text after a sign-out") func echo() {
        var table = SearchTable()
        table.send(.focus, .type("비밀"), .reset, .type("비밀"), .type(""))
        #expect(table.state == SearchTable().state)
        table.send(.type("비"))
        #expect(table.state.isActive)
        #expect(table.state.mode == .suggestions)
        table = SearchTable()
        table.send(.focus, .type("비밀"), .cancel, .reset, .type("비밀"))
        #expect(table.state.text.isEmpty)
        // White space must not open the search for the next account either.
        table = SearchTable()
        table.send(.focus, .reset, .type("  "))
        #expect(table.state == SearchTable().state)
    }

    @Test("Ignores a late answer for the former account") func lateChange() {
        var table = SearchTable()
        table.send(.focus, .change(.deleteAll(keepingPinned: false)), .reset)
        table.changed(removing: [SearchTable.entry("비밀")])
        #expect(table.state.undoable == 0)
        table.send(.change(.pin(.init("새"), true)), .historyNotChanged(NoticeBoardError(.storageFull), 1))
        #expect(table.state.historyFailure == nil)
    }

    @Test("Creates states and rows for previews with their texts") func byHand() {
        var state = SearchScreen.State(target: .title)
        state.builder = SearchTable.builder(.korean)
        state.history = [SearchRow(SearchTable.entry("메일", .title), in: .korean)]
        #expect(state.display == .items)
        #expect(state.history[0].spoken == "이전 검색, 제목: 메일")
        #expect(SearchRow(.writer, keyword: " 메일 ", in: .english).spoken == "Search, Writer: 메일")
        state.history = []
        state.isHistoryRead = true
        #expect(state.display == .empty)
        #expect(state.empty == .noHistory)
    }
}
