import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Sends random events to a board menu and compares it with a simple model.
@Suite("BoardMenu with random events", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct BoardMenuRandomTests {
    @Test("Matches a simple model after every event")
    func sequences() {
        let trials = RandomTrials()
        var counts = MenuTrial.Counts()
        for run in 0..<trials.count(150) {
            var trial = MenuTrial(seed: trials.seed &+ UInt64(run))
            for step in 0..<60 {
                let event = trial.step(&counts)
                let broken = trial.broken
                #expect(broken.isEmpty, "\(trials), run \(run), step \(step), \(event): \(broken)")
                if !broken.isEmpty { return }
            }
        }
        // The generator must have produced every kind of event.
        guard trials.effort >= 1 else { return }
        let all = [counts.answered, counts.failed, counts.late, counts.chosen, counts.moved, counts.renamed, counts.gone]
        #expect(all.allSatisfy { $0 > 20 }, "\(trials): \(counts)")
    }
}

private struct MenuTrial {
    struct Counts { var (answered, failed, late, chosen, moved, renamed, gone) = (0, 0, 0, 0, 0, 0, 0) }

    private var random: SeededRandom
    private let opensFirst: Bool
    private var machine: BoardMenu.Machine
    /// The selection that the menu changes and that other screens move.
    private var selection = BoardSelection.Machine()
    private var service: [Board] = []
    private var (flying, stale): ([Int], [Int]) = ([], [])

    // The model.
    private var boards: [Board] = []
    private var open = BoardSelection.State.pending
    private var isAnswered = false
    /// Whether the user closed the board, so that none opens automatically.
    private var isClosed = false

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        opensFirst = Bool.random(using: &random)
        machine = BoardMenu.Machine(opensFirst: opensFirst, language: .english)
    }

    // MARK: - Events

    /// Sends a random event and returns its description.
    mutating func step(_ counts: inout Counts) -> String {
        switch below(16) {
        case 0: return send(.boards(.open))
        case 1, 2: return send(.boards(.refresh))
        case 3: return send(.boards(.retry))
        case 4 where below(3) == 0:
            (boards, open, isAnswered, isClosed) = ([], .signedOut, false, false)
            return send(.boards(.reset))
        case 4, 5:
            let id = below(8)
            if let board = boards.first(where: { $0.id == id }) {
                (open, isClosed) = (.open(board), false)
                counts.chosen += 1
            }
            return send(.choose(id))
        case 6:
            // Another screen moves the selection, and the menu is notified.
            counts.moved += 1
            open = [.pending, .nothing, .open(board(below(8)))][below(3)]
            selection = BoardSelection.Machine(open)
            isClosed = open == .nothing
            return send(.selected(open))
        case 7:
            service = (0..<8).filter { _ in below(3) > 0 }.shuffled(using: &random).map { board($0) }
            return "the service changes"
        case 8: return stale.randomElement(using: &random).map { answerInVain($0, &counts) } ?? "-"
        default: return flying.popLast().map { answer($0, &counts) } ?? "-"
        }
    }

    private mutating func answer(_ number: Int, _ counts: inout Counts) -> String {
        stale.append(number)
        guard below(3) > 0 else {
            counts.failed += 1
            let failure = below(2) == 0 ? NoticeBoardError(.unreachable) : nil
            if isWaiting { open = failure.map(BoardSelection.State.failed) ?? .nothing }
            return send(.boards(failure.map { .failed($0, number) } ?? .gaveUp(number)))
        }
        counts.answered += 1
        isAnswered = true
        boards = [0, 1, 2, nil].flatMap { order in service.filter { $0.order == order } }
        if let old = open.board {
            let new = boards.first { $0.id == old.id }
            if new == nil { counts.gone += 1 } else if new != old { counts.renamed += 1 }
            open = new.map { .open($0) } ?? fallback
        } else {
            open = fallback
        }
        // A board that is listed twice appears once.
        return send(.boards(.loaded(service + service.prefix(1), number)))
    }

    private var fallback: BoardSelection.State {
        if opensFirst, !isClosed, let first = boards.first { return .open(first) }
        return boards.isEmpty ? .noBoards : .nothing
    }

    /// Whether no board is open because none has loaded.
    private var isWaiting: Bool { open.board == nil && open != .nothing }

    private mutating func answerInVain(_ number: Int, _ counts: inout Counts) -> String {
        counts.late += 1
        let late = [board(9)]
        return send(.boards(below(2) == 0 ? .loaded(late, number) : .failed(NoticeBoardError(.timedOut), number)))
    }

    private mutating func send(_ event: BoardMenu.Machine.Event) -> String {
        for effect in machine.handle(event) {
            switch effect {
            case .boards(.load(let number)):
                flying.append(number)
                if isWaiting { open = .loading(isSlow: false) }
            case .boards(.cancel(let number)):
                stale += flying.filter { $0 == number }
                flying.removeAll { $0 == number }
            case .boards(.wait): break
            case .selection(let received):
                _ = selection.handle(received)
                // As in the driver: subscribers to the selection are notified.
                _ = machine.handle(.selected(selection.state))
            }
        }
        return "\(event)"
    }

    private mutating func board(_ id: Int) -> Board {
        Board(id: id, name: "\(id), version \(below(3))", order: id == 7 ? nil : id % 3)
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    // MARK: - Invariants

    /// Descriptions of the broken invariants.
    var broken: [String] {
        let state = machine.state
        let selected = state.rows.filter(\.isSelected).map(\.id)
        let claims: [(Bool, String)] = [
            (state.boards.value ?? [] == boards, "the rows are the last answer's, in menu order"),
            (state.rows.map(\.name) == boards.map(\.name), "rows have the boards' names"),
            (state.selection == open, "\(open) is open, and not \(state.selection)"),
            (selection.state == open, "the selection was told"),
            (selected == boards.map(\.id).filter { $0 == open.board?.id }, "the open board is marked, and no other"),
            (flying.count <= 1, "one load at a time"),
            (state.boards.phase.isLoading == !flying.isEmpty, "it says whether it loads"),
            (
                (state.display == .empty) == (isAnswered && boards.isEmpty || !isAnswered && open == .signedOut),
                "empty when an answer said so"
            ),
        ]
        return claims.filter { !$0.0 }.map(\.1)
    }
}
