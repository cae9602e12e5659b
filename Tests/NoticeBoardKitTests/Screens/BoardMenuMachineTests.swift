import NoticeBoardKit
import Testing

@Suite("BoardMenu as a value") struct BoardMenuMachineTests {
    private let news = Board(id: 1, name: "News", order: 3)
    private let talk = Board(id: 2, name: "Talk", order: 1)
    private let late = Board(id: 3, name: "Late")
    private let failure = NoticeBoardError(.unreachable)

    /// The ticket of the load that the effects begin.
    private func ticket(_ effects: [BoardMenu.Machine.Effect]) throws -> FeedTicket {
        let tickets = effects.compactMap { effect -> FeedTicket? in
            if case .feed(.load(nil, let ticket)) = effect { ticket } else { nil }
        }
        try #require(tickets.count == 1)
        return tickets[0]
    }

    private func answered(_ boards: [Board], _ machine: inout BoardMenu.Machine) throws -> [BoardMenu.Machine.Effect] {
        let ticket = try ticket(machine.handle(.feed(.refresh)))
        return machine.handle(.feed(.loaded(Page(items: boards), ticket)))
    }

    @Test("Boards stand in menu order, and the first opens by itself", arguments: BoardPolicy.allCases)
    func answer(policy: BoardPolicy) throws {
        var machine = BoardMenu.Machine(policy: policy, language: .english)
        #expect(machine.state.display == .placeholder)
        let ticket = try ticket(machine.handle(.feed(.open)))
        #expect(machine.state.refresh == .loading(isSlow: false) && machine.state.display == .placeholder)
        _ = machine.handle(.feed(.waited(ticket)))
        #expect(machine.state.refresh.showsSpinner)
        let boards = [late, news, talk]
        let effects = machine.handle(.feed(.loaded(Page(items: boards), ticket)))
        #expect(effects.contains(.selection(.listed([talk, news, late], policy))))
        #expect(machine.state.rows.map(\.name) == ["Talk", "News", "Late"])
        #expect(machine.state.rows.map(\.isSelected) == [policy == .first, false, false])
        #expect(machine.state.display == .items && machine.state.refresh == .idle)
        #expect(machine.handle(.feed(.open)).isEmpty)
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
        let first = try ticket(machine.handle(.feed(.open)))
        #expect(machine.handle(.feed(.failed(failure, first))).contains(.selection(.settle)))
        #expect(machine.state.display == .failure(failure) && machine.state.selection == .nothing)
        let second = try ticket(machine.handle(.feed(.retry)))
        _ = machine.handle(.feed(.loaded(Page(items: [news]), second)))
        #expect(machine.state.selection == .open(news))
        let third = try ticket(machine.handle(.feed(.refresh)))
        #expect(machine.state.display == .items)
        #expect(!machine.handle(.feed(.failed(failure, third))).contains(.selection(.settle)))
        #expect(machine.state.display == .items && machine.state.refresh == .failed(failure))
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
        let old = try ticket(machine.handle(.feed(.open)))
        #expect(machine.handle(.feed(.open)).isEmpty && machine.handle(.feed(.refresh)).isEmpty)
        #expect(machine.handle(.feed(.reset)) == [.feed(.cancel(old))])
        #expect(machine.handle(.feed(.loaded(Page(items: [news]), old))).isEmpty)
        #expect(machine.state == BoardMenu.State(language: .korean))
        _ = try answered([], &machine)
        #expect(machine.state.display == .empty(.noBoards) && machine.state.emptyText == "게시판이 없습니다.")
        #expect(machine.state.selection == .nothing)
        _ = try answered([news, news], &machine)
        #expect(machine.state.rows.count == 1)
        #expect(machine.handle(.feed(.reset)) == [.selection(.reset)])
        #expect(machine.state == BoardMenu.State(language: .korean))
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
