import NoticeBoardKit
import Testing

@MainActor @Suite("BoardSelection", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardSelectionTests {
    private let boards = [Board(id: 1, name: "공지사항"), Board(id: 2, name: "News"), Board(id: 3, name: "Q&A")]

    @Test("Follows the expected state after every event") func table() {
        let failure = NoticeBoardError(.noNetwork)
        let renamed = [Board(id: 3, name: "Q&A"), Board(id: 2, name: "Old news")]
        let table: [(BoardSelection.Machine.Event, BoardSelection.State)] = [
            (.settle(nil), .nothing), (.reset, .signedOut), (.listed(boards, opensFirst: false), .nothing),
            (.select(boards[1]), .open(boards[1])),
            (.listed(renamed, opensFirst: true), .open(renamed[1])), (.settle(nil), .open(renamed[1])),
            (.listed(boards, opensFirst: false), .open(boards[1])), (.clear, .nothing), (.settle(nil), .nothing),
            (.listed(boards, opensFirst: true), .nothing), (.reset, .signedOut), (.settle(nil), .nothing),
            (.listed(boards, opensFirst: true), .open(boards[0])), (.listed(renamed, opensFirst: false), .nothing),
            (.select(boards[0]), .open(boards[0])), (.listed(renamed, opensFirst: true), .open(renamed[0])),
            (.listed([], opensFirst: true), .noBoards),
            (.loading(isSlow: false), .loading(isSlow: false)), (.loading(isSlow: true), .loading(isSlow: true)),
            (.settle(failure), .failed(failure)), (.listed(boards, opensFirst: false), .nothing),
            (.loading(isSlow: false), .nothing),
            (.settle(failure), .nothing),
        ]
        var machine = BoardSelection.Machine()
        #expect(machine.state == .pending)
        for (event, state) in table {
            _ = machine.handle(event)
            #expect(machine.state == state, "\(event)")
        }
    }

    @Test("Notifies observers once per change before the call returns") func following() {
        let selection = BoardSelection()
        var seen: [BoardSelection.State] = []
        let observation = selection.observe { seen.append($0) }
        selection.select(boards[1])
        selection.select(boards[1])
        #expect(seen == [.pending, .open(boards[1])] && selection.board == boards[1])
        selection.clear()
        selection.reset()
        selection.update(with: boards)
        #expect(seen == [.pending, .open(boards[1]), .nothing, .signedOut, .open(boards[0])])
        observation.cancel()
        selection.update(with: [], opensFirst: false)
        #expect(seen.count == 5 && selection.state == .noBoards)
    }

    @Test("Opens no board after it is settled without boards") func settled() {
        let selection = BoardSelection()
        selection.settle()
        #expect(selection.state == .nothing)
    }

    @Test("Starts its stream with the current state") func stream() async {
        let selection = BoardSelection()
        selection.select(boards[2])
        var states = selection.states.makeAsyncIterator()
        #expect(await states.next() == .open(boards[2]))
        selection.clear()
        #expect(await states.next() == .nothing)
    }
}
