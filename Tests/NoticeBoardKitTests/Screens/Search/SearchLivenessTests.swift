import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@testable import NoticeBoardKit

/// Compares random schedules of typing, cancelling, responses, pauses and errors with a simple model.
@MainActor @Suite("Search screen liveness", .serialized, .inTurn, .trialLimit(minutes: 3))
struct SearchLivenessTests {
    @Test("Has searched or shows the typed text once all work is done", arguments: [true, false])
    func liveness(isTyping: Bool) async {
        let trials = RandomTrials()
        var random = trials.random
        var counts = LivenessRun.Counts()
        for _ in 0..<trials.count(150) {
            var run = LivenessRun(isTyping: isTyping)
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 1...5, using: &random) { await run.step(&random) }
                await run.settle(&random, &counts)
                let complaint = run.complaint
                #expect(complaint == nil, "\(trials), after \(run.past.suffix(12))")
                if complaint != nil { return }
            }
        }
        let isOften = counts.searched > 200 && counts.shown > 200 && counts.idle > 50
        #expect(isOften || trials.effort < 1, "\(trials): \(counts)")
    }
}

/// One screen and the model of its expected state.
@MainActor private struct LivenessRun {
    struct Counts { var (searched, shown, idle) = (0, 0, 0) }

    private let isTyping: Bool
    private let table: ScriptedSearch
    private(set) var past: [String] = []
    // The model.
    private var board: Board? = ScriptedSearch.board
    private var (isActive, field, echo) = (false, "", nil as String?)
    /// The search that must happen.
    private var owed: (keyword: String, target: SearchTarget)?

    init(isTyping: Bool) {
        self.isTyping = isTyping
        table = isTyping ? .typing() : ScriptedSearch()
    }

    mutating func step(_ random: inout SeededRandom) async {
        let texts = ["", " ", "메", "메일", "메일 ", "메일ㅎ", "메일함", "공ㅈ", "공지", "abc"]
        let text = texts.randomElement(using: &random) ?? ""
        let target = SearchTarget.wellKnown.randomElement(using: &random) ?? .all
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 1:
            isActive = true
            if !isTyping { owed = nil }
            await send(.focus)
        case 2...6: await type(text)
        case 7: await ask(field, table.state.target, .submit)
        case 8: await ask(field, target, .choose(target))
        case 9: await ask("공지", target, .reopen(.init("공지", target: target)))
        case 10: past.append("time over"); await table.endTypingDelay()
        case 11:
            if isActive || !field.isEmpty { echo = field }
            (isActive, field, owed) = (false, "", nil)
            await send(.cancel)
        case 12:
            let other = [nil, ScriptedSearch.board, Board(id: 8, name: "둘")][.random(in: 0..<3, using: &random)]
            // Without a board no search runs, and the typed text stays.
            if other?.id != board?.id, other == nil { owed = nil }
            board = other
            await send(.board(other))
        case 13: await send(.retry)
        case 14: await send(.request([.refresh, .older, .reload, .open].randomElement(using: &random) ?? .open))
        case 15: await giveUp()
        default: await answer(&random)
        }
    }

    private mutating func send(_ event: ScriptedSearch.Event) async {
        past.append("\(event)")
        await table.send(event)
    }

    private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

    private mutating func type(_ text: String) async {
        let keyword = trimmed(text)
        let isIgnored = !isActive && (keyword.isEmpty || keyword == echo)
        if !isIgnored, !isActive || keyword != field {
            (isActive, field) = (true, keyword)
            let isWhole = keyword.last.map { !"ㅎㅈ".contains($0) } ?? false
            owed = isTyping && isWhole && board != nil ? (keyword, table.state.target) : nil
        }
        past.append("type \(text)")
        await table.send(.type(text))
    }

    private mutating func ask(_ keyword: String, _ target: SearchTarget, _ event: ScriptedSearch.Event) async {
        (isActive, field) = (true, keyword)
        owed = board == nil || keyword.isEmpty ? nil : (keyword, target)
        await send(event)
    }

    private mutating func giveUp() async {
        guard !table.loads.isEmpty else { return }
        // The user may request it again; the screen doesn't.
        owed = nil
        past.append("give up")
        await table.fail(CancellationError())
    }

    private mutating func answer(_ random: inout SeededRandom) async {
        past.append("answer")
        switch Int.random(in: 0..<4, using: &random) {
        case 0: await table.fail(NoticeBoardError(.timedOut))
        case 1: await table.answer([])
        default: await table.answer([3, 2, 1])
        }
    }

    /// Completes all pending work.
    mutating func settle(_ random: inout SeededRandom, _ counts: inout Counts) async {
        while table.screen.delay != nil || !table.loads.isEmpty {
            if table.screen.delay != nil { await table.endTypingDelay() } else { await answer(&random) }
        }
        counts.searched += owed == nil ? 0 : 1
        counts.shown += isActive && owed == nil ? 1 : 0
        counts.idle += isActive ? 0 : 1
    }

    /// The broken invariant, if any.
    var complaint: String? {
        let state = table.state
        guard state.isActive == isActive else { return isActive ? "nobody searches" : "it opened by itself" }
        guard trimmed(state.text) == field else { return "the field's text is lost" }
        guard isActive else { return state.mode == .results ? "results of nobody" : nil }
        let typed = board.flatMap { SearchQuery(field, target: state.target, in: $0.id) }
        if let owed, typed?.keyword != owed.keyword || typed?.target != owed.target || state.mode != .results {
            return "\(owed) was not searched, but \(state.mode) \(typed?.keyword ?? "nothing")"
        }
        switch state.mode {
        case .history: return field.isEmpty ? nil : "the history stands under a text"
        case .suggestions:
            let offered = state.suggestions.filter { $0.kind == .target }.map(\.keyword)
            return offered == Array(repeating: field, count: 4) ? nil : "what is typed is not offered"
        case .results:
            let isAnswer =
                state.resultsQuery == typed && typed != nil && state.display != .placeholder && !state.showsPreviousResults
            return isAnswer ? nil : "what is shown answers something else"
        }
    }
}
