import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: loading", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineLoadingTests {
    private let list = Array(0..<10)

    @Test("Opening requests the first page once") func opening() throws {
        var driver = FeedMachineDriver()
        #expect(driver.state.display == .placeholder)
        #expect(!driver.state.wasRequested)
        let effects = driver.handle(.open)
        let ticket = try #require(driver.load?.ticket)
        #expect(effects == [.load(nil, ticket), .wait(0.3, ticket)])
        #expect(driver.handle(.open).isEmpty)
        #expect(driver.handle(.refresh).isEmpty)
        #expect(driver.state.refresh == .loading(isSlow: false))
        #expect(driver.state.display == .placeholder)
        #expect(driver.answer(.ranked(0..<4, next: .offset(4), total: 10)) == [.cancel(ticket)])
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.display == .items)
        #expect(driver.state.refresh == .idle)
        #expect(driver.handle(.open).isEmpty)
    }

    @Test("A row near the end requests the next page once") func rows() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        for far in [0, 1, 99] { #expect(driver.handle(.rowAppeared(far)).isEmpty) }
        #expect(!driver.handle(.rowAppeared(2)).isEmpty)
        #expect(driver.handle(.rowAppeared(3)).isEmpty)
        #expect(driver.handle(.older).isEmpty)
        #expect(driver.asked == [nil, .offset(4)])
        driver.answer(list)
        #expect(driver.ids == Array(0..<8))
        #expect(driver.load == nil)
    }

    @Test("Loads another page if the row is still near the end") func shortPages() {
        var driver = FeedMachineDriver { $0.prefetchDistance = 5 }
        driver.handle(.open)
        driver.answer(list, limit: 3)
        driver.handle(.rowAppeared(2))
        // A row further up does not replace the one below.
        driver.handle(.rowAppeared(0))
        driver.answer(list, limit: 1)
        #expect(driver.asked == [nil, .offset(3), .offset(4)])
        driver.answerAll(list, limit: 4)
        #expect(driver.ids == Array(0..<8))
    }

    @Test("A retry repeats a failed first load") func firstFailure() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.fail()
        #expect(driver.state.display == .failure(NoticeBoardError(.unreachable)))
        #expect(!driver.handle(.retry).isEmpty)
        #expect(driver.state.display == .placeholder)
        #expect(driver.asked == [nil, nil])
        driver.answer(list)
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.state.refresh == .idle)
    }

    @Test("A failed page is requested again only by retry") func failedPage() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.rowAppeared(3))
        driver.fail(.timedOut)
        #expect(driver.state.older.failure?.code == .timedOut)
        #expect(driver.state.display == .items)
        #expect(driver.handle(.rowAppeared(2)).isEmpty)
        #expect(driver.handle(.open).isEmpty)
        driver.handle(.retry)
        #expect(driver.asked == [nil, .offset(4), .offset(4)])
        #expect(driver.state.refresh == .idle)
        driver.answer(list)
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.older == .idle)
        #expect(driver.handle(.retry).isEmpty)
    }

    @Test("A cancelled page is not requested again automatically") func gaveUp() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        #expect(driver.giveUp().count == 1)
        #expect(driver.state.refresh == .idle)
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.all)
        #expect(driver.giveUp().count == 1)
        #expect(driver.load == nil)
        #expect(driver.state.older == .idle)
        #expect(!driver.state.isLoadingAll)
        driver.handle(.rowAppeared(3))
        #expect(driver.load?.position == .offset(4))
    }

    @Test("Continues after an empty page that is not the last") func emptyPages() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        for number in 1...3 {
            driver.answer(.ranked([], next: .cursor("\(number)")))
            #expect(driver.state.display == .placeholder)
            #expect(driver.load?.position == .cursor("\(number)"))
        }
        driver.answer(.ranked([7], next: .cursor("8")))
        #expect(driver.ids == [7])
        #expect(driver.load == nil)
        driver.handle(.older)
        driver.answer(.ranked([], next: .cursor("9")))
        #expect(driver.load?.position == .cursor("9"))
        #expect(driver.state.older.isLoading)
    }

    @Test("Shows the spinner after the delay, even across several pages") func spinnerDelay() throws {
        var driver = FeedMachineDriver { $0.spinnerDelay = 2 }
        let effects = driver.handle(.open)
        let ticket = try #require(driver.load?.ticket)
        #expect(effects.contains(.wait(2, ticket)))
        #expect(!driver.state.refresh.showsSpinner)
        driver.answer(.ranked([], next: .cursor("a")))
        driver.handle(.waited(ticket))
        #expect(driver.state.refresh.showsSpinner)
        driver.answer(.ranked([1], next: .cursor("b")))
        driver.handle(.waited(ticket))
        #expect(driver.state.refresh == .idle)
        driver.handle(.older)
        driver.handle(.waited(try #require(driver.load?.ticket)))
        #expect(driver.state.older.showsSpinner)
        #expect(!driver.state.refresh.isLoading)
    }

    @Test("Drops responses from before a reset or refresh and duplicate responses") func lateAnswers() throws {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        let old = try #require(driver.load?.ticket)
        #expect(driver.handle(.reset) == [.cancel(old)])
        #expect(driver.handle(.loaded(.ranked([66]), old)).isEmpty)
        #expect(driver.state == FeedState())
        driver.handle(.open)
        let first = try #require(driver.load?.ticket)
        driver.answer(list)
        driver.handle(.older)
        let more = try #require(driver.load?.ticket)
        driver.handle(.refresh)
        #expect(driver.cancelled == [old, more])
        let before = driver.state
        let late: [FeedMachineDriver.Machine.Event] = [
            .loaded(.ranked([66]), more), .failed(NoticeBoardError(.timedOut), more), .gaveUp(more), .waited(more),
            .loaded(.ranked([66]), first),
        ]
        for event in late {
            #expect(driver.handle(event).isEmpty, "\(event)")
            #expect(driver.state == before, "\(event)")
        }
    }

    @Test("Continues to load everything after a failure") func all() {
        var driver = FeedMachineDriver()
        driver.handle(.all)
        driver.answer(list)
        #expect(driver.state.isLoadingAll)
        #expect(driver.state.progress == PageProgress(loaded: 4, total: 10))
        driver.fail()
        #expect(driver.state.isLoadingAll)
        #expect(driver.load == nil)
        driver.handle(.retry)
        driver.answerAll(list)
        #expect(driver.ids == list)
        #expect(driver.state.end == .lastPage)
        #expect(!driver.state.isLoadingAll)
        #expect(driver.state.progress.fraction == 1)
        for wish in [FeedRequest<Int>.all, .older, .rowAppeared(9)] { #expect(driver.handle(wish).isEmpty) }
    }

    @Test("Loads more or everything after a failed first load", arguments: [true, false])
    func wishesAfterFailure(wantsAll: Bool) {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.fail()
        driver.handle(wantsAll ? .all : .older)
        driver.answerAll(list)
        #expect(driver.ids == (wantsAll ? list : [0, 1, 2, 3]))
    }

    @Test("Ends the list if the service ignores the offset", arguments: [1000, nil]) func ignoredOffset(total: Int?) {
        var driver = FeedMachineDriver()
        driver.handle(.all)
        while driver.load != nil, driver.asked.count < 500 {
            driver.answer(.ranked(0..<4, next: .offset(driver.asked.count * 4), total: total))
        }
        #expect(driver.state.end == .repeatedPosition)
        #expect(driver.ids == [0, 1, 2, 3])
        #expect(driver.load == nil)
        #expect(driver.state.older == .idle)
        #expect(driver.asked.count <= (total == nil ? 102 : 5))
    }

    @Test("Shows the items of a page with a repeated cursor beside the failure") func circle() {
        var driver = FeedMachineDriver { $0.paging.endsAtRepeatedPosition = false }
        driver.handle(.open)
        driver.answer(.ranked([1], next: .cursor("a")))
        driver.handle(.older)
        driver.answer(.ranked([2], next: .cursor("a")))
        #expect(driver.ids == [1, 2])
        #expect(driver.state.older.failure?.code == .endlessList)
        driver.handle(.retry)
        #expect(driver.load?.position == .cursor("a"))
        driver.answer(.ranked([3]))
        #expect(driver.ids == [1, 2, 3])
        #expect(driver.state.end == .lastPage)
    }

    @Test("Shows a first page that repeats its position with the failure below it") func circleAtOnce() {
        var driver = FeedMachineDriver { $0.paging.endsAtRepeatedPosition = false }
        driver.handle(.open)
        driver.answer(.ranked([1], next: .offset(0)))
        #expect(driver.ids == [1])
        #expect(driver.state.refresh == .idle)
        #expect(driver.state.older.failure?.code == .endlessList)
    }

    @Test("A shrunken total ends the list") func shrinkingTotal() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list)
        driver.handle(.all)
        driver.answer(.ranked([4, 5], next: .offset(6), total: 3))
        driver.answerAll(Array(0..<3))
        #expect(driver.state.end == .lastPage)
        #expect(driver.load == nil)
        #expect(driver.state.total == 3)
    }

    private static let endings: [(pages: Int?, items: Int?, count: Int)] = [(2, nil, 8), (nil, 5, 5)]

    @Test("The list ends where the rules say", arguments: endings)
    func limits(pages: Int?, items: Int?, count: Int) {
        var driver = FeedMachineDriver { ($0.paging.maximumPages, $0.paging.maximumItems) = (pages, items) }
        driver.handle(.all)
        driver.answerAll(list)
        #expect(driver.ids == Array(0..<count))
        #expect(driver.state.end == .limit)
        // A refresh adds the new rows and loads nothing beyond the limit.
        driver.handle(.refresh)
        driver.answerAll([20, 21] + list)
        driver.handle(.all)
        #expect(driver.load == nil)
        #expect(driver.state.end == .limit)
        #expect(driver.ids == [20, 21] + Array(0..<count))
    }

    @Test("A refresh does not count skipped elements twice") func skipped() {
        var driver = FeedMachineDriver()
        let broken = SkippedElement(index: 0, path: "", reason: "broken")
        driver.handle(.open)
        driver.answer(Page(items: [Ranked(id: 1)], next: .offset(2), total: 4, skipped: [broken]))
        driver.handle(.older)
        driver.answer(Page(items: [Ranked(id: 2)], total: 4, skipped: [broken]))
        #expect(driver.state.skipped == 2)
        #expect(driver.ids == [1, 2])
        driver.handle(.refresh)
        driver.answer(Page(items: [Ranked(id: 1)], next: .offset(2), total: 4, skipped: [broken]))
        #expect(driver.state.skipped == 2)
    }

    @Test("Reports possible gaps until they are loaded") func gaps() {
        // Pages of one item cannot confirm each other's position.
        var driver = FeedMachineDriver { $0.paging.overlap = 2 }
        driver.handle(.open)
        driver.answer(list, limit: 1)
        for _ in 0..<2 {
            driver.handle(.older)
            driver.answer(list, limit: 1)
        }
        let (first, second) = (PageGap(after: 0, before: 1), PageGap(after: 1, before: 2))
        #expect(driver.ids == [0, 1, 2])
        #expect(driver.state.gaps == [first, second])
        driver.handle(.refresh)
        driver.answer(list, limit: 1)
        #expect(driver.state.gaps == [first, second])
        driver.handle(.refresh)
        driver.answer(list, limit: 2)
        #expect(driver.state.gaps == [second])
        driver.handle(.refresh)
        driver.answerAll([20, 21] + list, limit: 1)
        #expect(driver.ids == [20, 21, 0, 1, 2])
        #expect(driver.state.gaps == [PageGap(after: 20, before: 21), PageGap(after: 21, before: 0), second])
        driver.handle(.refresh)
        driver.answer(.ranked([5, 6]))
        #expect(driver.state.gaps.isEmpty)
    }
}
