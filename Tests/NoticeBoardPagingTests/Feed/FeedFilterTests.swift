import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists with a filter that hides some items.
@Suite("FeedMachine: filters", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedFilterTests {
    private let list = Array(0..<40)

    /// Returns a list after its first page of eight items has loaded.
    private func driver(_ list: [Int]? = nil, filter: FeedRules<Ranked>.Filter?) -> FeedMachineDriver {
        var driver = FeedMachineDriver { $0.filter = filter }
        driver.handle(.open)
        driver.answerAll(list ?? self.list, limit: 8)
        return driver
    }

    private static let odd: FeedRules<Ranked>.Filter = { $0.id % 2 == 1 ? .word : $0.id == 0 ? .author : nil }

    @Test("Hidden items are counted by reason and stay part of the total") func counts() {
        let driver = driver(filter: Self.odd)
        #expect(driver.ids == [2, 4, 6])
        #expect(driver.state.hidden == [.word: 4, .author: 1])
        #expect(driver.state.hiddenCount == 5)
        #expect(driver.state.total == 40)
        #expect(driver.state.progress == PageProgress(loaded: 8, total: 40))
    }

    @Test("The filter changes without a request") func changes() {
        var driver = driver(filter: Self.odd)
        let asked = driver.asked.count
        driver.handle(.filtered { $0.id == 3 ? .kind : nil })
        #expect(driver.ids == [0, 1, 2, 4, 5, 6, 7])
        #expect(driver.state.hidden == [.kind: 1])
        driver.handle(.filtered(nil))
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.hidden.isEmpty)
        #expect(driver.asked.count == asked)
    }

    @Test("Hidden items of a reason can be shown and hidden again") func shown() {
        var driver = driver(filter: Self.odd)
        driver.handle(.showHidden([.author]))
        #expect(driver.ids == [0, 2, 4, 6])
        #expect(driver.state.hidden == [.word: 4])
        driver.handle(.showHidden([]))
        #expect(driver.ids == [2, 4, 6])
    }

    @Test("A fully hidden list loads a few pages, then shows as empty with a hidden count") func empty() {
        let driver = driver { _ in .word }
        #expect(driver.state.display == .empty)
        #expect(driver.state.hiddenCount == 40)
        #expect(driver.asked.count == 5)
        #expect(driver.state.end == nil || driver.state.end == .lastPage)
    }

    @Test("Loads at most as many pages as a refresh to find a visible row") func bounded() {
        let driver = driver(Array(0..<400)) { _ in .word }
        #expect(driver.asked.count == 5)
        #expect(driver.state.display == .empty)
        #expect(driver.state.end == nil)
    }

    @Test("The last visible row loads more pages regardless of hidden rows below it") func frontier() {
        var driver = driver { $0.id > 4 && $0.id < 30 ? .read : nil }
        driver.handle(.rowAppeared(4))
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == Array(0...4) + (30..<32))
    }

    @Test("Shows a gap between hidden rows above the next visible row") func gap() throws {
        var driver = FeedMachineDriver { ($0.refreshPages, $0.filter) = (1, { $0.id < 2 ? .word : nil }) }
        driver.handle(.open)
        driver.answer(list, limit: 8)
        driver.handle(.refresh)
        let now = (100..<112).reversed() + list
        driver.answer(now, limit: 8)
        let ids = driver.state.entries.map(\.id)
        #expect(ids == (104..<112).reversed().map { .item($0) } + [.gap(above: 0)] + (2..<8).map { .item($0) })
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.answerAll(now, limit: 8)
        #expect(driver.ids == (100..<112).reversed() + (2..<8))
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A hidden anchor is replaced by the next visible row") func anchor() {
        var driver = driver(filter: nil)
        driver.handle(.scrolled(3))
        driver.handle(.filtered(Self.odd))
        #expect(driver.machine.anchor == 4)
        driver.handle(.filtered(nil))
        #expect(driver.machine.anchor == 3)
    }

    @Test("Filters changed items like loaded ones") func edited() {
        var driver = driver(filter: Self.odd)
        driver.handle(.edited { _ in [.insert(Ranked(id: 51)), .insert(Ranked(id: 52)), .remove(2)] })
        #expect(driver.ids == [52, 4, 6])
        #expect(driver.state.hidden == [.word: 5, .author: 1])
    }

    @Test("A list from a snapshot hides the same items") func kept() throws {
        let memory = try #require(driver(filter: Self.odd).machine.snapshot)
        #expect(memory.items.map(\.id) == Array(0..<8))
        var rules = FeedRules<Ranked>()
        rules.filter = Self.odd
        #expect(FeedMachine(rules, from: memory).state.items.ids == [2, 4, 6])
    }

    @Test("A filter outlives a reset of the list") func reset() {
        var driver = driver(filter: nil)
        driver.handle(.filtered(Self.odd))
        driver.handle(.reset)
        driver.handle(.open)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == [2, 4, 6])
    }

    @Test("Reloads hidden rows in doubt without showing them") func hiddenInDoubt() {
        var driver = FeedMachineDriver { ($0.refreshPages, $0.filter) = (1, { $0.id == 20 ? .read : nil }) }
        for wish in [FeedRequest<Int>.open, .all] {
            driver.handle(wish)
            driver.answerAll(list, limit: 8)
        }
        driver.handle(.refresh)
        driver.answerAll(list.filter { $0 != 20 }, limit: 8)
        driver.handle(.open)
        driver.answerAll(list.filter { $0 != 20 }, limit: 8)
        #expect(driver.state.hidden.isEmpty)
        #expect(driver.ids.count == 39)
    }

    @Test("A list that stopped at hidden pages continues when it is opened again") func opensAgain() {
        var driver = driver { $0.id < 50 ? .word : nil }
        let list = Array(0..<80)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        driver.handle(.open)
        driver.answerAll(list, limit: 8)
        #expect(!driver.ids.isEmpty)
    }
}
