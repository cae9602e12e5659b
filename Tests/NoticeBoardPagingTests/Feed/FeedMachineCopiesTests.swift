import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Copies and changes that arrive while a list is loading.
@Suite("FeedMachine: copies from elsewhere", .inTurn, .timeLimit(.minutes(1))) struct FeedMachineCopiesTests {
    private func makeLoaded(_ list: [Int], _ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        driver.handle(.open)
        driver.answer(list)
        return driver
    }

    @Test("A fresher copy that arrives between two pages of a refresh stays") func betweenPages() {
        var driver = makeLoaded([3, 2, 1, 0])
        let list = [7, 6, 5, 4, 3, 2, 1, 0]
        driver.handle(.refresh)
        driver.answer(list)
        driver.handle(.fresher([Ranked(id: 6, version: 1)]))
        driver.answer(list)
        #expect(driver.ids == list)
        #expect(driver.state.items[id: 6]?.version == 1)
    }

    @Test("A list whose rows are hidden by fresher copies loads older ones") func hidden() {
        var driver = makeLoaded([7, 6, 5, 4, 3, 2, 1, 0]) { rules in
            rules.filter = { $0.version > 0 ? HiddenReason("edited") : nil }
        }
        #expect(driver.load == nil)
        driver.handle(.fresher((4...7).map { Ranked(id: $0, version: 1) }))
        #expect(driver.load?.position == .offset(4))
    }

    @Test("A change made while stored rows are read stays when they are shown") func restored() throws {
        let snapshot = try #require(makeLoaded([3, 2, 1, 0]).machine.snapshot)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.handle(.changed(.removed(2)))
        driver.handle(.restored(snapshot))
        #expect(driver.ids == [3, 1, 0])
    }
}
