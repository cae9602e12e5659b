import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Rules and pages with numbers near the limits of `Int`.
@Suite("FeedMachine: extreme numbers", .inTurn, .timeLimit(.minutes(1))) struct FeedExtremeNumbersTests {
    @Test("A list may read as many pages as there are") func unlimitedPages() {
        var driver = FeedMachineDriver { $0.refreshPages = .max }
        driver.handle(.open)
        driver.answer([3, 2, 1, 0])
        driver.handle(.rowAppeared(0))
        driver.handle(.refresh)
        driver.answerAll([4, 3, 2, 1, 0])
        #expect(driver.ids == [4, 3, 2, 1, 0])
    }

    @Test("A row is looked for on pages whose next positions are far apart", arguments: 3..<10) func farApart(row: Int) {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        driver.handle(.open)
        driver.answer(.ranked(0..<8, next: .offset(8), total: 24))
        driver.handle(.all)
        driver.answer(.ranked(8..<16, next: .offset(16), total: 24))
        driver.handle(.stopAll)
        driver.answer(.ranked(16..<22, next: .offset(22), total: 24))
        driver.handle(.refresh)
        driver.answer(.ranked([30, 0], next: .offset(2), total: 24))
        driver.handle(.older)
        while let offset = driver.load?.position?.offsetOrPage, driver.load?.ticket.kind == .older {
            driver.answer(.ranked((offset - 1)..<24, next: .offset(.max), total: 24))
        }
        driver.handle(.rowAppeared(row))
        #expect(driver.load?.ticket.kind == .reread)
        driver.answer(.ranked(22..<24, next: .offset(5), total: 24))
        #expect(driver.ids.contains(row))
    }
}

extension PagePosition {
    fileprivate var offsetOrPage: Int? { if case .offset(let offset) = self { offset } else { page } }
}
