import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists with a filter that hides some items.
@Suite("FeedMachine: filters", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedFilterTests {
    private let list = Array(0..<40)

    /// Returns a list after its first page of eight items has loaded.
    private func desk(_ list: [Int]? = nil, filter: FeedRules<Ranked>.Filter?) -> MachineDesk {
        var desk = MachineDesk { $0.filter = filter }
        desk.handle(.open)
        desk.answerAll(list ?? self.list, limit: 8)
        return desk
    }

    private static let odd: FeedRules<Ranked>.Filter = { $0.id % 2 == 1 ? .word : $0.id == 0 ? .author : nil }

    @Test("Hidden items are counted by reason and stay part of the total") func counts() {
        let desk = desk(filter: Self.odd)
        #expect(desk.ids == [2, 4, 6])
        #expect(desk.state.hidden == [.word: 4, .author: 1])
        #expect(desk.state.hiddenCount == 5)
        #expect(desk.state.total == 40)
        #expect(desk.state.progress == PageProgress(loaded: 8, total: 40))
    }

    @Test("The filter changes without a request") func changes() {
        var desk = desk(filter: Self.odd)
        let asked = desk.asked.count
        desk.handle(.filtered { $0.id == 3 ? .kind : nil })
        #expect(desk.ids == [0, 1, 2, 4, 5, 6, 7])
        #expect(desk.state.hidden == [.kind: 1])
        desk.handle(.filtered(nil))
        #expect(desk.ids == Array(0..<8))
        #expect(desk.state.hidden.isEmpty)
        #expect(desk.asked.count == asked)
    }

    @Test("Hidden items of a reason can be shown and hidden again") func shown() {
        var desk = desk(filter: Self.odd)
        desk.handle(.showHidden([.author]))
        #expect(desk.ids == [0, 2, 4, 6])
        #expect(desk.state.hidden == [.word: 4])
        desk.handle(.showHidden([]))
        #expect(desk.ids == [2, 4, 6])
    }

    @Test("A fully hidden list loads a few pages, then shows as empty with a hidden count") func empty() {
        let desk = desk { _ in .word }
        #expect(desk.state.display == .empty)
        #expect(desk.state.hiddenCount == 40)
        #expect(desk.asked.count == 5)
        #expect(desk.state.end == nil || desk.state.end == .lastPage)
    }

    @Test("Loads at most as many pages as a refresh to find a visible row") func bounded() {
        let desk = desk(Array(0..<400)) { _ in .word }
        #expect(desk.asked.count == 5)
        #expect(desk.state.display == .empty)
        #expect(desk.state.end == nil)
    }

    @Test("The last visible row loads more pages regardless of hidden rows below it") func frontier() {
        var desk = desk { $0.id > 4 && $0.id < 30 ? .read : nil }
        desk.handle(.rowAppeared(4))
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == Array(0...4) + (30..<32))
    }

    @Test("Shows a gap between hidden rows above the next visible row") func gap() throws {
        var desk = MachineDesk { ($0.refreshPages, $0.filter) = (1, { $0.id < 2 ? .word : nil }) }
        desk.handle(.open)
        desk.answer(list, limit: 8)
        desk.handle(.refresh)
        let now = (100..<112).reversed() + list
        desk.answer(now, limit: 8)
        let ids = desk.state.entries.map(\.id)
        #expect(ids == (104..<112).reversed().map { .item($0) } + [.gap(above: 0)] + (2..<8).map { .item($0) })
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.answerAll(now, limit: 8)
        #expect(desk.ids == (100..<112).reversed() + (2..<8))
        #expect(desk.state.gaps.isEmpty)
    }

    @Test("A hidden anchor is replaced by the next visible row") func anchor() {
        var desk = desk(filter: nil)
        desk.handle(.scrolled(3))
        desk.handle(.filtered(Self.odd))
        #expect(desk.machine.anchor == 4)
        desk.handle(.filtered(nil))
        #expect(desk.machine.anchor == 3)
    }

    @Test("Filters changed items like loaded ones") func edited() {
        var desk = desk(filter: Self.odd)
        desk.handle(.edited { _ in [.insert(Ranked(id: 51)), .insert(Ranked(id: 52)), .remove(2)] })
        #expect(desk.ids == [52, 4, 6])
        #expect(desk.state.hidden == [.word: 5, .author: 1])
    }

    @Test("A list from a snapshot hides the same items") func kept() throws {
        let memory = try #require(desk(filter: Self.odd).machine.snapshot)
        #expect(memory.items.map(\.id) == Array(0..<8))
        var rules = FeedRules<Ranked>()
        rules.filter = Self.odd
        #expect(FeedMachine(rules, from: memory).state.items.ids == [2, 4, 6])
    }

    @Test("A filter outlives a reset of the list") func reset() {
        var desk = desk(filter: nil)
        desk.handle(.filtered(Self.odd))
        desk.handle(.reset)
        desk.handle(.open)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == [2, 4, 6])
    }

    @Test("Reloads hidden rows in doubt without showing them") func hiddenInDoubt() {
        var desk = MachineDesk { ($0.refreshPages, $0.filter) = (1, { $0.id == 20 ? .read : nil }) }
        for wish in [FeedRequest<Int>.open, .all] {
            desk.handle(wish)
            desk.answerAll(list, limit: 8)
        }
        desk.handle(.refresh)
        desk.answerAll(list.filter { $0 != 20 }, limit: 8)
        #expect(desk.state.hidden.isEmpty)
        #expect(desk.ids.count == 39)
    }

    @Test("A list that stopped at hidden pages continues when it is opened again") func opensAgain() {
        var desk = desk { $0.id < 50 ? .word : nil }
        let list = Array(0..<80)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        desk.handle(.open)
        desk.answerAll(list, limit: 8)
        #expect(!desk.ids.isEmpty)
    }
}
