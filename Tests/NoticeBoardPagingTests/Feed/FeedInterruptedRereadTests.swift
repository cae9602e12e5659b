import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// The reload of a row that another act interrupts.
@Suite("FeedMachine: interrupted reloads of rows", .inTurn, .timeLimit(.minutes(1))) struct FeedInterruptedRereadTests {
    private let list = Array(0..<24).filter { $0 != 22 }

    /// Returns a list in which the deleted row 22 is being loaded again.
    private func makeRereading() -> FeedMachineDriver {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        for request in [FeedRequest<Int>.open, .all] {
            driver.handle(request)
            driver.answerAll(0..<24, limit: 8)
        }
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        driver.handle(.rowAppeared(22))
        return driver
    }

    @Test("A row that is loaded again when the list is closed is loaded when it is opened") func closed() {
        var driver = makeRereading()
        #expect(driver.load?.ticket.kind == .reread)
        driver.handle(.close)
        #expect(driver.load == nil)
        driver.handle(.open)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
    }

    @Test("A row that is loaded again when a gap is tapped is loaded after the gap") func gap() {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        for request in [FeedRequest<Int>.open, .all] {
            driver.handle(request)
            driver.answerAll(100..<124, limit: 8)
        }
        // More rows arrive than a refresh reads, and a row below the gap is deleted.
        let list = Array(90..<124).filter { $0 != 114 }
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        driver.handle(.rowAppeared(114))
        #expect(driver.load?.ticket.kind == .reread)
        guard let gap = driver.state.gaps.first else {
            Issue.record("no gap")
            return
        }
        driver.handle(.gap(gap))
        #expect(driver.load?.ticket.kind == .gap)
        driver.answerAll(list, limit: 8)
        #expect(!driver.ids.contains(114))
    }
}
