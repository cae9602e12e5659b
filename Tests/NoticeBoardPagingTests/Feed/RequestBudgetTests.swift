import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// The requests that one act may cost, whatever the service answers.
@Suite("Requests of one act", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RequestBudgetTests {
    /// Returns how many requests an event and the answers to it cause.
    private func requests(
        _ driver: inout FeedMachineDriver, _ list: [Int], limit: Int = 4, _ event: FeedRequest<Int>
    ) -> Int {
        let before = driver.asked.count
        driver.handle(event)
        driver.answerAll(list, limit: limit)
        return driver.asked.count - before
    }

    /// Creates a list that is loaded to its end.
    private func makeLoaded(_ list: [Int], _ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.all)
        driver.answerAll(list)
        return driver
    }

    @Test("A pull reloads stale rows only with the requests that the head has left", arguments: 1...4)
    func pull(refreshPages: Int) {
        let list = Array(0..<80)
        var driver = makeLoaded(list) { $0.refreshPages = refreshPages }
        driver.handle(.scrolled(60))
        let count = requests(&driver, list.filter { !$0.isMultiple(of: 3) }, .refresh)
        #expect(count <= refreshPages)
    }

    @Test("A launch reloads a row at the anchor, however long the head is") func launch() throws {
        let list = Array(0..<80)
        var driver = makeLoaded(list)
        driver.handle(.scrolled(60))
        driver = FeedMachineDriver(from: try #require(driver.machine.snapshot))
        #expect(requests(&driver, Array(100..<113) + list, .open) == 5)
        #expect(!driver.machine.content.isInDoubt(60))
    }

    @Test("A row that appears costs two requests although the pages below show known rows only") func knownRows() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .cursor("1")))
        var asked = 0
        driver.handle(.rowAppeared(3))
        while driver.load != nil, asked < 20 {
            asked += 1
            driver.answer(.ranked(0..<4, next: .cursor("\(asked + 1)")))
        }
        #expect(asked == 2)
        #expect(!driver.state.isLoading)
    }

    @Test("The next row continues where the last one stopped") func continued() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .cursor("1")))
        driver.handle(.rowAppeared(3))
        driver.answer(.ranked(0..<4, next: .cursor("2")))
        driver.answer(.ranked(0..<4, next: .cursor("3")))
        #expect(driver.load == nil)
        driver.handle(.rowAppeared(3))
        #expect(driver.load?.position == .cursor("3"))
        driver.answer(.ranked(4..<8, next: nil))
        #expect(driver.ids == Array(0..<8))
    }

    @Test("Loading all has no limit") func all() {
        let list = Array(0..<200)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        #expect(requests(&driver, list, .all) == 49)
        #expect(driver.ids == list)
    }

    @Test("Rows that appear during a load share their requests") func shared() {
        let list = Array(0..<200)
        var driver = makeLoaded(list)
        driver.handle(.refresh)
        driver.answerAll(list)
        let before = driver.asked.count
        for id in 20..<60 { driver.handle(.rowAppeared(id)) }
        driver.answerAll(list)
        #expect(driver.asked.count - before <= 6)
    }

    @Test("A gap that meets nothing new stops after two pages") func gap() throws {
        let list = Array(0..<20)
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked(list.prefix(4), next: .cursor("3")))
        driver.handle(.refresh)
        driver.answer(.ranked(100..<104, next: .cursor("a")))
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.gap(gap))
        driver.answer(.ranked([], next: .cursor("b")))
        driver.answer(.ranked([], next: .cursor("c")))
        #expect(driver.load == nil)
        #expect(driver.state.gaps == [gap])
        driver.handle(.gap(gap))
        #expect(driver.load?.position == .cursor("c"))
    }

    @Test("A gap from below brings a page of rows although the list has moved") func fromBelow() throws {
        let list = Array(0..<60)
        var driver = FeedMachineDriver()
        driver.handle(.openAt(.offset(40)))
        driver.answer(list, limit: 10)
        let gap = try #require(driver.state.gaps.first)
        // Eight rows go above, and as many come at the end.
        let moved = list.filter { !(10..<18).contains($0) } + Array(60..<68)
        #expect(requests(&driver, moved, limit: 10, .gap(gap, fromBelow: true)) == 2)
        #expect(driver.ids.filter { $0 < 40 }.count >= 9)
    }

    @Test("A list that a change has emptied loads its head again") func emptied() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<4), limit: 1)
        driver.handle(.changed(.removed(0)))
        #expect(driver.load?.ticket.kind == .refresh)
        driver.answer(Array(1..<4))
        #expect(driver.ids == [1, 2, 3])
    }

    @Test("A total that is too small does not end a list whose page names a next one") func smallTotal() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 4))
        driver.handle(.rowAppeared(3))
        driver.answer(.ranked(4..<6, next: nil, total: 4))
        #expect(driver.ids == Array(0..<6))
        #expect(driver.state.end == .lastPage)
    }
}
