import NoticeBoardKit
import Testing

@MainActor @Suite("BoardSelection", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardSelectionTests {
    private let boards = [Board(id: 1, name: "공지사항"), Board(id: 2, name: "News"), Board(id: 3, name: "Q&A")]

    @Test("Follows the expected state after every call") func table() {
        let failure = NoticeBoardError(.noNetwork)
        let renamed = [Board(id: 3, name: "Q&A"), Board(id: 2, name: "Old news")]
        let selection = BoardSelection()
        #expect(selection.state == .pending)
        func expect(_ state: BoardSelection.State, line: UInt = #line, after call: () -> Void) {
            call()
            #expect(selection.state == state, "line \(line)")
        }
        expect(.nothing) { selection.update(loading: .idle) }
        expect(.signedOut) { selection.reset() }
        expect(.nothing) { selection.update(with: boards, opensFirst: false) }
        expect(.open(boards[1])) { selection.select(boards[1]) }
        expect(.open(renamed[1])) { selection.update(with: renamed) }
        expect(.open(renamed[1])) { selection.update(loading: .idle) }
        expect(.nothing) { selection.clear() }
        expect(.nothing) { selection.update(with: boards) }
        expect(.signedOut) { selection.reset() }
        expect(.open(boards[0])) { selection.update(with: boards) }
        expect(.nothing) { selection.update(with: renamed, opensFirst: false) }
        expect(.open(renamed[0])) { selection.update(with: renamed) }
        expect(.noBoards) { selection.update(with: []) }
        expect(.loading(isSlow: false)) { selection.update(loading: .loading(isSlow: false)) }
        expect(.loading(isSlow: true)) { selection.update(loading: .loading(isSlow: true)) }
        expect(.failed(failure)) { selection.update(loading: .failed(failure)) }
        expect(.nothing) { selection.update(with: boards, opensFirst: false) }
        expect(.nothing) { selection.update(loading: .loading(isSlow: false)) }
        expect(.nothing) { selection.update(loading: .failed(failure)) }
    }

    @Test("Notifies observers once per change before the call returns") func following() {
        let selection = BoardSelection()
        var seen: [BoardSelection.State] = []
        let observation = selection.observe { seen.append($0) }
        selection.select(boards[1])
        selection.select(boards[1])
        #expect(seen == [.pending, .open(boards[1])])
        #expect(selection.board == boards[1])
        selection.clear()
        selection.reset()
        selection.update(with: boards)
        #expect(seen == [.pending, .open(boards[1]), .nothing, .signedOut, .open(boards[0])])
        observation.cancel()
        selection.update(with: [], opensFirst: false)
        #expect(seen.count == 5)
        #expect(selection.state == .noBoards)
    }

    @Test("Opens no board after it is settled without boards") func settled() {
        let selection = BoardSelection()
        selection.update(loading: .idle)
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
