import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit

/// Regression tests for faults that users met in the search.
@MainActor @Suite("Search regressions", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchFindingsTests {
    @Test("Ignores text from the field after the search is cancelled", arguments: ["", " ", "메일", "메일 "])
    func afterCancel(text: String) async {
        for table in [ScriptedSearch(), ScriptedSearch.typing()] {
            await table.send(.focus, .type("메일"), .submit)
            await table.answer([1])
            await table.send(.cancel, .type(text))
            #expect(!table.state.isActive)
            #expect(await table.wait() == nil)
            #expect(table.loads.isEmpty)
        }
    }

    @Test("Shows the former results when the text returns to the former keyword") func back() async {
        let table = ScriptedSearch.typing()
        await table.send(.focus, .type("메일"))
        await table.endTypingDelay()
        await table.answer([1, 2])
        await table.send(.focus, .type("메일ㅎ"), .type("메일"))
        #expect(table.state.mode == .results)
        #expect(table.state.results.items.map(\.id) == [1, 2])
        #expect(!table.state.showsPreviousResults)
        #expect(await table.wait() == nil)
        #expect(table.begun == 1)
    }

    @Test("Shows loaded results again when the same search is submitted") func foundAlready() async {
        let table = ScriptedSearch()
        await table.send(.focus, .type("메일"), .submit)
        await table.answer([1, 2])
        await table.send(.request(.scrolled(2)), .focus)
        #expect(table.state.mode == .suggestions)
        await table.send(.submit)
        #expect(table.state.mode == .results)
        #expect(table.state.results.items.map(\.id) == [1, 2])
        #expect(table.screen.anchor == 2)
        #expect(table.begun == 2)
    }

    @Test("Matches new posts by the highlighted plain text") func sameRules() async {
        var rules = PostSearchRules()
        rules.highlighting = .caseSensitive
        let table = ScriptedSearch(rules)
        await table.send(.type("div"), .submit)
        await table.answer([])
        await table.send(.changed(.written(Post(id: 1, title: "a", boardID: 7, contents: "<div>text</div>"))))
        await table.send(.changed(.written(Post(id: 2, title: "DIV", boardID: 7))))
        #expect(table.state.results.items.isEmpty)
        await table.send(.changed(.written(Post(id: 3, title: "a", boardID: 7, contents: "<p>d<b>iv</b></p>"))))
        #expect(table.state.hits.map { $0.snippet.ranges.count } == [1])
    }

    @Test("An edited post keeps its place among the former results") func before() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        await table.answer([3, 2, 1])
        await table.send(.type("공지"))
        await table.endTypingDelay()
        #expect(table.state.showsPreviousResults)
        #expect(table.state.results.items.count == 3)
        await table.send(.changed(.deleted(2)), .changed(.edited(Post(id: 1, title: "메일 새로", boardID: 7))))
        #expect(table.state.hits.map(\.title) == ["메일 3", "메일 새로"])
    }

    @Test("Shows the spinner of a slow search over the former results") func spinner() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.choose(.title))
        #expect(table.state.showsPreviousResults)
        #expect(table.state.results.refresh == .loading(isSlow: false))
        await table.spinnerDelayOver()
        #expect(table.state.results.refresh.showsSpinner)
        #expect(table.state.results.items.count == 1)
        await table.answer([2])
        #expect(table.state.results.refresh == .idle)
    }

    @Test("Shows no empty text before the history is read") func unread() async {
        let table = ScriptedSearch()
        table.screen.begin()
        #expect(table.state.display == .placeholder)
        #expect(table.state.emptyText == nil)
        await table.send(.focus)
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

    @Test("Repeats a failed save on retry, even after a history update") func failedSave() async {
        let table = ScriptedSearch()
        await table.send(.focus, .answer(.failure(NoticeBoardError(.storageFull))), .type("메일"), .submit)
        await table.send(.history([ScriptedSearch.entry("공지")]))
        #expect(table.state.historyFailure?.code == .storageFull)
        await table.send(.retry)
        #expect(table.changes == [.save(.init("메일")), .save(.init("메일"))])
        #expect(table.readings == 1)
    }

    @Test("Searches again after a cancelled search when the text returns")
    func givenUp() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"))
        await table.endTypingDelay()
        await table.fail(CancellationError())
        #expect(table.state.mode == .suggestions)
        #expect(table.state.display == .items)
        await table.send(.type("메일함"), .type("메일"))
        await table.endTypingDelay()
        await table.answer([1])
        #expect(table.state.hits.map(\.title) == ["메일 1"])
    }

    @Test("Keeps results during a partial syllable until the pause ends") func halfSyllable() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"))
        await table.endTypingDelay()
        await table.answer([1])
        await table.send(.type("메일ㅎ"))
        #expect(table.state.mode == .results)
        #expect(table.state.showsPreviousResults)
        #expect(await table.wait() != nil)
        await table.endTypingDelay()
        #expect(table.state.mode == .suggestions)
        #expect(table.state.suggestions.last?.keyword == "메일ㅎ")
        #expect(table.begun == 1)
    }

    @Test("Repeats a failed page when the search is submitted again") func again() async {
        let table = ScriptedSearch()
        await table.send(.type("메일"), .submit)
        await table.answer([3, 2], total: 4, next: 2)
        await table.send(.request(.older))
        await table.fail(NoticeBoardError(.timedOut))
        await table.send(.submit)
        #expect(table.state.results.items.count == 2)
        #expect(table.loads.count == 1)
        #expect(table.begun == 3)
    }

    @Test("Restores the last removed entries once, until the search ends") func undo() async {
        let table = ScriptedSearch()
        let entries = [ScriptedSearch.entry("하나"), ScriptedSearch.entry("둘")]
        await table.send(.focus, .history(entries), .undo)
        #expect(table.changes.isEmpty)
        await table.send(.answer(.success([entries[0]])), .change(.delete([entries[0].id])))
        #expect(table.state.undoable == 1)
        await table.send(.answer(.failure(NoticeBoardError(.historyFull))), .undo, .undo)
        #expect(table.changes == [.delete([entries[0].id]), .restore([entries[0]])])
        await table.send(.retry)
        #expect(table.changes.suffix(2) == [.restore([entries[0]]), .restore([entries[0]])])
        await table.send(.answer(.success(entries)), .change(.deleteAll(keepingPinned: true)))
        #expect(table.state.undoable == 2)
        await table.send(.cancel)
        #expect(table.state.undoable == 0)
    }

    @Test("Undoes a deletion that is under way") func undoAtOnce() async {
        let table = ScriptedSearch()
        let entries = [ScriptedSearch.entry("하나"), ScriptedSearch.entry("둘")]
        await table.send(.focus, .history(entries), .answer(.success([entries[0]])))
        table.screen.delete(table.state.history[0])
        table.screen.undo()
        #expect(await eventually { table.changes == [.delete([entries[0].id]), .restore([entries[0]])] })
        #expect(await eventually { table.screen.earlier.isResting })
        #expect(table.state.undoable == 0)
    }

    @Test("Repeats a failed change unless another one was made since", arguments: [true, false])
    func overtaken(isFollowed: Bool) async {
        let table = ScriptedSearch()
        await table.send(.answer(.failure(NoticeBoardError(.storageFull))), .type("메일"), .submit)
        #expect(table.state.historyFailure?.code == .storageFull)
        if isFollowed { await table.send(.change(.pin(.init("둘"), true))) }
        #expect((table.state.historyFailure == nil) == isFollowed)
        await table.send(.retry)
        #expect(table.changes.count == 2)
    }

    @Test("Repeats a failed erasure even after another change") func erasedLater() async {
        let table = ScriptedSearch()
        await table.send(.answer(.failure(NoticeBoardError(.storageFull))), .change(.erase), .type("메일"), .submit)
        #expect(table.state.historyFailure?.code == .storageFull)
        await table.send(.retry)
        #expect(table.changes.last == .erase)
        #expect(table.state.historyFailure == nil)
    }

    @Test("Neither undoes nor repeats a change before an erasure", arguments: [true, false]) func erased(isFailing: Bool) async {
        let table = ScriptedSearch()
        let failure = NoticeBoardError(.storageFull)
        await table.send(.focus, .answer(isFailing ? .failure(failure) : .success([ScriptedSearch.entry("a")])))
        table.screen.earlier.apply(.deleteAll(keepingPinned: false))
        await table.send(.change(.erase), .undo, .retry)
        #expect(table.changes == [.deleteAll(keepingPinned: false), .erase])
    }

    @Test("Shows an empty text for each recording mode") func recording() async {
        var rules = PostSearchRules()
        rules.historyLimit = 1
        let table = ScriptedSearch(rules)
        await table.send(.focus, .history([ScriptedSearch.entry("하나"), ScriptedSearch.entry("둘")]))
        #expect(table.state.history.map(\.keyword) == ["하나"])
        await table.send(.history([], .paused))
        #expect(table.state.emptyReason == .historyPaused)
        await table.send(.change(.record(.off)))
        #expect(table.state.emptyReason == .historyOff)
        #expect(table.state.emptyText == EmptyReason.historyOff.text(in: .korean))
    }

    @Test("Shows an unreadable history as a failure until it is read") func unreadable() async {
        let table = ScriptedSearch()
        await table.send(.historyFails(NoticeBoardError(.storeDamaged)), .focus)
        #expect(table.state.display == .failure(NoticeBoardError(.storeDamaged)))
        await table.send(.type("메"))
        #expect(table.readings == 1)
        await table.send(.retry)
        #expect(table.readings == 2)
        await table.send(.focus)
        #expect(table.readings == 3)
    }

    @Test("Ignores the field's former text after a sign-out") func echo() async {
        for ending in [[ScriptedSearch.Event.reset], [.cancel, .reset]] {
            let table = ScriptedSearch()
            await table.send(.focus, .type("비밀"))
            for event in ending { await table.send(event) }
            // White space must not open the search for the next account either.
            await table.send(.type("비밀"), .type(""), .type("  "))
            #expect(table.state == ScriptedSearch().state)
            await table.send(.type("비"))
            #expect(table.state.isActive)
            #expect(table.state.mode == .suggestions)
        }
    }

    @Test("Ignores a late answer for the former account") func lateChange() async {
        let (table, gate) = (ScriptedSearch(), Gate())
        table.history.hold(at: gate)
        await table.send(.focus, .answer(.success([ScriptedSearch.entry("비밀")])))
        table.screen.earlier.apply(.deleteAll(keepingPinned: false))
        await gate.waitForArrivals(1)
        await table.send(.reset)
        gate.open()
        await letOtherTasksRun()
        #expect(table.state.undoable == 0)
    }

    @Test("Creates states and rows for previews with their texts") func byHand() async {
        var state = PostSearch.State(search: SearchScreen<Post>.State(target: .title, language: .korean))
        state.history = [SearchRow(ScriptedSearch.entry("메일", .title), in: .korean)]
        #expect(state.display == .items)
        #expect(state.history[0].spoken == "이전 검색, 제목: 메일")
        #expect(SearchRow(.writer, keyword: " 메일 ", in: .english).spoken == "Search, Writer: 메일")
        state.history = []
        state.isHistoryLoaded = true
        #expect(state.display == .empty)
        #expect(state.emptyReason == .noHistory)
    }
}
