import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import TestSupport
import Testing

/// Does random things to a board menu and compares it with a simple model.
@MainActor @Suite("BoardMenu with random events", .serialized, .inTurn, .trialLimit(minutes: 3)) struct BoardMenuRandomTests {
    @Test("Matches a simple model after every event")
    func sequences() async {
        let trials = RandomTrials()
        var counts = MenuTrial.Counts()
        for run in 0..<trials.count(100) {
            let trial = MenuTrial(seed: trials.seed &+ UInt64(run))
            for step in 0..<60 {
                let event = await trial.step(&counts)
                let broken = trial.broken
                #expect(broken.isEmpty, "\(trials), run \(run), step \(step), \(event): \(broken)")
                if !broken.isEmpty { return }
            }
            trial.end()
        }
        // The generator must have produced every kind of event.
        guard trials.effort >= 1 else { return }
        let all = [counts.answered, counts.failed, counts.late, counts.chosen, counts.moved, counts.renamed, counts.gone]
        #expect(all.allSatisfy { $0 > 20 }, "\(trials): \(counts)")
    }
}

/// A service whose calls a test answers at any time, even cancelled ones.
private final class AnsweredService: NoticeBoardService {
    private let calls = WatchedValue<[CheckedContinuation<[Board], any Error>?]>([])

    func boards() async throws -> [Board] {
        try await withCheckedThrowingContinuation { call in calls.update { $0.append(call) } }
    }
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> { Page(items: []) }
    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }

    /// Waits until so many calls have been made.
    func waitForCalls(_ count: Int) async { await calls.firstValue { $0.count >= count } }

    func answer(_ number: Int, _ result: Result<[Board], any Error>) {
        calls.update { $0[number].take() }?.resume(with: result)
    }
}

@MainActor private final class MenuTrial {
    struct Counts { var (answered, failed, late, chosen, moved, renamed, gone) = (0, 0, 0, 0, 0, 0, 0) }

    private var random: SeededRandom
    private let opensFirst: Bool
    private let menu: BoardMenu
    /// The selection, which the menu and other screens change.
    private let selection = BoardSelection()
    private let service = AnsweredService()
    private var served: [Board] = []
    private var begun = 0
    private var flying: Int?
    private var stale: [Int] = []

    // The model.
    private var boards: [Board] = []
    private var open = BoardSelection.State.pending
    private var isAnswered = false
    private var hasFailed = false
    /// Whether the user closed the board, so that none opens automatically.
    private var isClosed = false
    /// The board that was chosen before the boards were loaded.
    private var early: Board.ID?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        opensFirst = Bool.random(using: &random)
        menu = BoardMenu(
            service: service, selection: selection, opensFirst: opensFirst, language: .english, time: ManualClock().time)
    }

    /// Answers every call, so that no task waits for one.
    func end() { for number in 0..<begun { service.answer(number, .failure(CancellationError())) } }

    // MARK: - Events

    /// Does something random and returns its description.
    func step(_ counts: inout Counts) async -> String {
        switch below(16) {
        case 0:
            menu.open()
            await begin(if: boards.isEmpty && !isAnswered && !hasFailed)
            return "open"
        case 1, 2:
            menu.refresh()
            await begin(if: true)
            return "refresh"
        case 3:
            menu.retry()
            await begin(if: hasFailed || !isAnswered)
            return "retry"
        case 4 where below(3) == 0:
            (boards, open, isAnswered, hasFailed, isClosed, early) = ([], .signedOut, false, false, false, nil)
            if let flying { stale.append(flying) }
            flying = nil
            menu.reset()
            return "reset"
        case 4, 5:
            let id = below(8)
            if let board = boards.first(where: { $0.id == id }) {
                (open, isClosed) = (.open(board), false)
                counts.chosen += 1
            }
            if !isAnswered { early = id }
            menu.select(id)
            return "choose \(id)"
        case 6:
            counts.moved += 1
            let before = open
            if below(2) == 0 {
                (open, isClosed) = (.nothing, true)
                selection.clear()
            } else {
                let other = board(below(8))
                (open, isClosed) = (.open(other), false)
                selection.select(other)
            }
            // A choice that changes nothing is announced to nobody.
            if open != before { early = nil }
            return "another screen moves the selection"
        case 7:
            served = (0..<8).filter { _ in below(3) > 0 }.shuffled(using: &random).map { board($0) }
            return "the service changes"
        case 8: return stale.randomElement(using: &random).map { answerInVain($0, &counts) } ?? "-"
        default:
            guard let number = flying else { return "-" }
            return await answer(number, &counts)
        }
    }

    /// Waits for the load that a request begins, unless one is under way.
    private func begin(if isNeeded: Bool) async {
        guard isNeeded, flying == nil else { return }
        flying = begun
        begun += 1
        hasFailed = false
        if isWaiting { open = .loading(isSlow: false) }
        await service.waitForCalls(begun)
    }

    private func answer(_ number: Int, _ counts: inout Counts) async -> String {
        flying = nil
        guard below(3) > 0 else {
            counts.failed += 1
            let failure = NoticeBoardError(.unreachable)
            hasFailed = true
            if isWaiting { open = .failed(failure) }
            return await answer(number, .failure(failure))
        }
        counts.answered += 1
        isAnswered = true
        boards = [0, 1, 2, nil].flatMap { order in served.filter { $0.order == order } }
        if let board = boards.first(where: { $0.id == early }) { (open, isClosed) = (.open(board), false) }
        early = nil
        if let old = open.board {
            let new = boards.first { $0.id == old.id }
            if new == nil { counts.gone += 1 } else if new != old { counts.renamed += 1 }
            open = new.map { .open($0) } ?? fallback
        } else {
            open = fallback
        }
        // A board that is listed twice appears once.
        return await answer(number, .success(served + served.prefix(1)))
    }

    private func answer(_ number: Int, _ result: Result<[Board], any Error>) async -> String {
        service.answer(number, result)
        await menu.firstState { !$0.boards.phase.isLoading }
        return "\(result)"
    }

    private func answerInVain(_ number: Int, _ counts: inout Counts) -> String {
        counts.late += 1
        service.answer(number, below(2) == 0 ? .success([board(9)]) : .failure(NoticeBoardError(.timedOut)))
        return "a late answer"
    }

    private var fallback: BoardSelection.State {
        if opensFirst, !isClosed, let first = boards.first { return .open(first) }
        return boards.isEmpty ? .noBoards : .nothing
    }

    /// Whether no board is open because none has loaded.
    private var isWaiting: Bool { open.board == nil && open != .nothing }

    private func board(_ id: Int) -> Board {
        Board(id: id, name: "\(id), version \(below(3))", order: id == 7 ? nil : id % 3)
    }

    private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    // MARK: - Invariants

    /// Descriptions of the broken invariants.
    var broken: [String] {
        let state = menu.state
        let selected = state.rows.filter(\.isSelected).map(\.id)
        let claims: [(Bool, String)] = [
            (state.boards.value ?? [] == boards, "the rows are the last answer's, in menu order"),
            (state.rows.map(\.name) == boards.map(\.name), "rows have the boards' names"),
            (state.selection == open, "\(open) is open, and not \(state.selection)"),
            (selection.state == open, "the selection was told"),
            (selected == boards.map(\.id).filter { $0 == open.board?.id }, "the open board is marked, and no other"),
            (state.boards.phase.isLoading == (flying != nil), "it says whether it loads"),
            (
                (state.display == .empty) == (isAnswered && boards.isEmpty || !isAnswered && open == .signedOut),
                "empty when an answer said so"
            ),
        ]
        return claims.filter { !$0.0 }.map(\.1)
    }
}
