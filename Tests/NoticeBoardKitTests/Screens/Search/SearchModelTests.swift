import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// Sends random events and checks the invariants after each.
@MainActor @Suite("Search screen with random events", .serialized, .inTurn, .trialLimit(minutes: 3))
struct SearchModelTests {
    @Test("Results always belong to the search that the state names, after any events") func invariants() async {
        let trials = RandomTrials()
        var random = trials.random
        var counts = Counts()
        for _ in 0..<trials.count(120) {
            var run = Run(isTyping: .random(using: &random), hasBoard: .random(in: 0..<4, using: &random) > 0)
            for _ in 0..<60 {
                await run.step(&random, &counts)
                let violation = run.violation
                #expect(violation == nil, "\(trials)")
                if violation != nil { return }
            }
        }
        // The generator must have produced every kind of event often.
        #expect(counts.searches > 300 || trials.effort < 1, "\(trials): \(counts)")
        #expect(counts.late > 150 || trials.effort < 1, "\(trials): \(counts)")
        #expect(counts.previousResults > 40 || trials.effort < 1, "\(trials): \(counts)")
        #expect(counts.resultChanges > 300 || trials.effort < 1, "\(trials): \(counts)")
        print("search screens: \(trials), \(counts)")
    }

    struct Counts { var (searches, late, previousResults, resultChanges) = (0, 0, 0, 0) }

    /// One screen with a service that answers at any time.
    @MainActor private struct Run {
        private let table: ScriptedSearch
        private var board: Board?
        /// How often the user requested a valid search.
        private var requestedSearches = 0
        private var before: PostSearch.State

        init(isTyping: Bool, hasBoard: Bool) {
            var rules = PostSearchRules()
            if isTyping { rules.typingDelay = 0.3 }
            board = hasBoard ? ScriptedSearch.board : nil
            table = ScriptedSearch(rules, board: board)
            before = table.state
        }

        mutating func step(_ random: inout SeededRandom, _ counts: inout Counts) async {
            before = table.state
            let texts = ["", " ", "메", "메일", " 메일", "공ㅈ", "공지", "abc", "메일함"]
            let text = texts[.random(in: 0..<texts.count, using: &random)]
            let target = SearchTarget.wellKnown[.random(in: 0..<4, using: &random)]
            let isBlank = before.text.allSatisfy(\.isWhitespace)
            switch Int.random(in: 0..<16, using: &random) {
            case 0: await table.send(.focus)
            case 1...3: await table.send(.type(text))
            case 4, 5:
                if !isBlank, board != nil { requestedSearches += 1 }
                await table.send(Bool.random(using: &random) ? .submit : .choose(target))
            case 6:
                if board != nil { requestedSearches += 1 }
                await table.send(.reopen(.init("공지", target: target)))
            case 7: await table.endTypingDelay()
            case 8: await table.send(.cancel)
            case 9:
                board = [nil, ScriptedSearch.board, Board(id: 8, name: "둘")][.random(in: 0..<3, using: &random)]
                // A search without a board waits for one.
                if board != nil, before.refusal != nil { requestedSearches += 1 }
                await table.send(.board(board))
            case 10: await table.send(.retry)
            case 11:
                let requests: [FeedRequest<Int>] = [.refresh, .older, .all, .rowAppeared(1)]
                await table.send(.request(requests[.random(in: 0..<4, using: &random)]))
            case 12: await table.fail(NoticeBoardError(.timedOut))
            case 13: await table.answer(.random(in: 0..<5, using: &random) == 0 ? [] : [3, 2, 1])
            default:
                guard let load = table.everything.randomElement(using: &random) else { break }
                if load.isCancelled { counts.late += 1 }
                await table.finish(load, .success(ScriptedSearch.page([9, 8], for: load.query)))
            }
            counts.searches += (table.state.query != before.query ? 1 : 0)
            counts.previousResults += table.state.showsPreviousResults ? 1 : 0
            counts.resultChanges += table.state.results != before.results ? 1 : 0
        }

        var violation: String? {
            let state = table.state
            if table.loads.count > 1 { return "two loads of one search" }
            if table.changes.count != requestedSearches { return "\(table.changes.count) recorded of \(requestedSearches)" }
            for item in state.results.items {
                guard let answered = state.resultsQuery else { return "results without a query" }
                guard item.boardID == answered.board, item.title.hasPrefix(answered.keyword) else {
                    return "results of another search"
                }
            }
            if let answered = state.resultsQuery, answered.board != board?.id { return "results of another board" }
            if state.mode == .results {
                let typed = board.flatMap { SearchQuery(state.text, target: state.target, in: $0.id) }
                if state.query == nil { return "results of no search" }
                if let answered = state.resultsQuery, state.showsPreviousResults != (answered != typed) {
                    return "showsPreviousResults is wrong"
                }
                if case .empty = state.results.display, !state.results.isLoaded { return "empty before it was answered" }
            } else if state.showsPreviousResults || state.title != nil {
                return "previous results without results"
            }
            if state.mode == .history, !state.text.allSatisfy(\.isWhitespace) { return "history under a text" }
            return nil
        }
    }
}
