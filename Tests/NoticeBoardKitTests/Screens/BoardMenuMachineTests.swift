import NoticeBoardKit
import Testing

@Suite("BoardMenu as a value", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardMenuMachineTests {
    private let news = Board(id: 1, name: "News", order: 3)
    private let talk = Board(id: 2, name: "Talk", order: 1)
    private let late = Board(id: 3, name: "Late")
    private let failure = NoticeBoardError(.unreachable)

    /// The number of the load that the effects begin.
    private func number(_ effects: [BoardMenu.Machine.Effect]) throws -> Int {
        let numbers = effects.compactMap { effect -> Int? in
            if case .boards(.load(let number)) = effect { number } else { nil }
        }
        try #require(numbers.count == 1)
        return numbers[0]
    }

    private func answered(_ boards: [Board], _ machine: inout BoardMenu.Machine) throws -> [BoardMenu.Machine.Effect] {
        let number = try number(machine.handle(.boards(.refresh)))
        return machine.handle(.boards(.loaded(boards, number)))
    }

    @Test("Boards stand in menu order, and the first opens by itself", arguments: BoardPolicy.allCases)
    func answer(policy: BoardPolicy) throws {
        var machine = BoardMenu.Machine(policy: policy, language: .english)
        #expect(machine.state.display == .placeholder)
        let number = try number(machine.handle(.boards(.open)))
        #expect(machine.state.boards.phase == .loading(isSlow: false) && machine.state.display == .placeholder)
        _ = machine.handle(.boards(.waited(number)))
        #expect(machine.state.boards.phase.showsSpinner)
        let boards = [late, news, talk]
        let effects = machine.handle(.boards(.loaded(boards, number)))
        #expect(effects.contains(.selection(.listed([talk, news, late], policy))))
        #expect(machine.state.rows.map(\.name) == ["Talk", "News", "Late"])
        #expect(machine.state.rows.map(\.isSelected) == [policy == .first, false, false])
        #expect(machine.state.display == .items && machine.state.boards.phase == .idle)
        #expect(machine.handle(.boards(.open)).isEmpty)
    }

    @Test("Choosing tells the selection; what is not in the menu, or open already, tells nothing") func choosing() throws {
        var machine = BoardMenu.Machine(policy: .none)
        #expect(machine.handle(.choose(1)).isEmpty)
        _ = try answered([news, talk], &machine)
        #expect(machine.handle(.choose(1)) == [.selection(.select(news))])
        #expect(machine.handle(.choose(1)).isEmpty && machine.handle(.choose(9)).isEmpty)
        #expect(machine.state.rows.map(\.isSelected) == [false, true])
        #expect(machine.handle(.selected(.open(talk))).isEmpty)
        #expect(machine.state.rows.map(\.isSelected) == [true, false])
    }

    @Test("A failure says so; under a failed refresh the boards stay, and the open one too") func failing() throws {
        var machine = BoardMenu.Machine()
        let first = try number(machine.handle(.boards(.open)))
        #expect(machine.handle(.boards(.failed(failure, first))).contains(.selection(.settle(failure))))
        #expect(machine.state.display == .failure(failure) && machine.state.selection == .failed(failure))
        let second = try number(machine.handle(.boards(.retry)))
        _ = machine.handle(.boards(.loaded([news], second)))
        #expect(machine.state.selection == .open(news))
        let third = try number(machine.handle(.boards(.refresh)))
        #expect(machine.state.display == .items)
        #expect(!machine.handle(.boards(.failed(failure, third))).contains(.selection(.settle(failure))))
        #expect(machine.state.display == .items && machine.state.boards.phase == .failed(failure))
        #expect(machine.state.selection == .open(news))
    }

    @Test("A renamed board gets its name, one that is gone gives way to the policy", arguments: BoardPolicy.allCases)
    func renewed(policy: BoardPolicy) throws {
        var machine = BoardMenu.Machine(policy: policy, selection: .open(news))
        let renamed = Board(id: news.id, name: "Old news")
        _ = try answered([talk, renamed], &machine)
        #expect(machine.state.selection == .open(renamed))
        _ = try answered([talk, late], &machine)
        #expect(machine.state.selection == (policy == .first ? .open(talk) : .nothing))
    }

    @Test("One load is under way at a time, and what comes after signing out is dropped") func dropping() throws {
        var machine = BoardMenu.Machine(language: .korean)
        let old = try number(machine.handle(.boards(.open)))
        #expect(machine.handle(.boards(.open)).isEmpty && machine.handle(.boards(.refresh)).isEmpty)
        #expect(machine.handle(.boards(.reset)) == [.boards(.cancel(old)), .selection(.reset)])
        #expect(machine.handle(.boards(.loaded([news], old))).isEmpty)
        #expect(machine.state == BoardMenu.State(selection: .signedOut, language: .korean))
        #expect(machine.state.empty == .signedOut)
        _ = try answered([], &machine)
        #expect(machine.state.display == .empty && machine.state.emptyText == "게시판이 없습니다.")
        #expect(machine.state.selection == .noBoards)
        _ = try answered([news, news], &machine)
        #expect(machine.state.rows.count == 1)
        #expect(machine.handle(.boards(.reset)) == [.selection(.reset)])
        #expect(machine.state == BoardMenu.State(selection: .signedOut, language: .korean))
    }

    @Test("A row has everything to draw and to speak") func row() {
        let board = Board(
            id: 7, name: "공지사항", isFavorite: true, hasNewPosts: true, capability: Board.Capability(isWritable: true))
        let row = BoardRow(board, isSelected: true, in: .korean)
        #expect(row.id == 7 && row.name == "공지사항" && row.isSelected)
        #expect(row.isFavorite && row.hasNewPosts && row.isWritable)
        #expect(row.spoken == "공지사항, 새 글 있음, 즐겨찾기")
        #expect(BoardRow(board, in: .english).spoken == "공지사항, new posts, favorite")
        #expect(BoardRow(news, in: .english).spoken == "News" && !BoardRow(news).isSelected)
    }
}
