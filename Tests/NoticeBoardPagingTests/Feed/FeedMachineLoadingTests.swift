import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedMachine: loading", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedMachineLoadingTests {
    private let list = Array(0..<10)

    @Test("Opening requests the first page once") func opening() throws {
        var desk = MachineDesk()
        #expect(desk.state.display == .placeholder)
        #expect(!desk.state.wasRequested)
        let effects = desk.handle(.open)
        let ticket = try #require(desk.load?.ticket)
        #expect(effects == [.load(nil, ticket), .wait(0.3, ticket)])
        #expect(desk.handle(.open).isEmpty)
        #expect(desk.handle(.refresh).isEmpty)
        #expect(desk.state.refresh == .loading(isSlow: false))
        #expect(desk.state.display == .placeholder)
        #expect(desk.answer(.ranked(0..<4, next: .offset(4), total: 10)) == [.cancel(ticket)])
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.display == .items)
        #expect(desk.state.refresh == .idle)
        #expect(desk.handle(.open).isEmpty)
    }

    @Test("A row near the end requests the next page once") func rows() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        for far in [0, 1, 99] { #expect(desk.handle(.rowAppeared(far)).isEmpty) }
        #expect(!desk.handle(.rowAppeared(2)).isEmpty)
        #expect(desk.handle(.rowAppeared(3)).isEmpty)
        #expect(desk.handle(.older).isEmpty)
        #expect(desk.asked == [nil, .offset(4)])
        desk.answer(list)
        #expect(desk.ids == Array(0..<8))
        #expect(desk.load == nil)
    }

    @Test("Loads another page if the row is still near the end") func shortPages() {
        var desk = MachineDesk { $0.prefetchDistance = 5 }
        desk.handle(.open)
        desk.answer(list, limit: 3)
        desk.handle(.rowAppeared(2))
        // A row further up does not replace the one below.
        desk.handle(.rowAppeared(0))
        desk.answer(list, limit: 1)
        #expect(desk.asked == [nil, .offset(3), .offset(4)])
        desk.answerAll(list, limit: 4)
        #expect(desk.ids == Array(0..<8))
    }

    @Test("A retry repeats a failed first load") func firstFailure() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.fail()
        #expect(desk.state.display == .failure(NoticeBoardError(.unreachable)))
        #expect(!desk.handle(.retry).isEmpty)
        #expect(desk.state.display == .placeholder)
        #expect(desk.asked == [nil, nil])
        desk.answer(list)
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.state.refresh == .idle)
    }

    @Test("A failed page is requested again only by retry") func failedPage() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.rowAppeared(3))
        desk.fail(.timedOut)
        #expect(desk.state.older.failure?.code == .timedOut)
        #expect(desk.state.display == .items)
        #expect(desk.handle(.rowAppeared(2)).isEmpty)
        #expect(desk.handle(.open).isEmpty)
        desk.handle(.retry)
        #expect(desk.asked == [nil, .offset(4), .offset(4)])
        #expect(desk.state.refresh == .idle)
        desk.answer(list)
        #expect(desk.ids == Array(0..<8))
        #expect(desk.state.older == .idle)
        #expect(desk.handle(.retry).isEmpty)
    }

    @Test("A cancelled page is not requested again automatically") func gaveUp() {
        var desk = MachineDesk()
        desk.handle(.open)
        #expect(desk.giveUp().count == 1)
        #expect(desk.state.refresh == .idle)
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.all)
        #expect(desk.giveUp().count == 1)
        #expect(desk.load == nil)
        #expect(desk.state.older == .idle)
        #expect(!desk.state.isLoadingAll)
        desk.handle(.rowAppeared(3))
        #expect(desk.load?.position == .offset(4))
    }

    @Test("Continues after an empty page that is not the last") func emptyPages() {
        var desk = MachineDesk()
        desk.handle(.open)
        for number in 1...3 {
            desk.answer(.ranked([], next: .cursor("\(number)")))
            #expect(desk.state.display == .placeholder)
            #expect(desk.load?.position == .cursor("\(number)"))
        }
        desk.answer(.ranked([7], next: .cursor("8")))
        #expect(desk.ids == [7])
        #expect(desk.load == nil)
        desk.handle(.older)
        desk.answer(.ranked([], next: .cursor("9")))
        #expect(desk.load?.position == .cursor("9"))
        #expect(desk.state.older.isLoading)
    }

    @Test("Shows the spinner after the delay, even across several pages") func spinnerDelay() throws {
        var desk = MachineDesk { $0.spinnerDelay = 2 }
        let effects = desk.handle(.open)
        let ticket = try #require(desk.load?.ticket)
        #expect(effects.contains(.wait(2, ticket)))
        #expect(!desk.state.refresh.showsSpinner)
        desk.answer(.ranked([], next: .cursor("a")))
        desk.handle(.waited(ticket))
        #expect(desk.state.refresh.showsSpinner)
        desk.answer(.ranked([1], next: .cursor("b")))
        desk.handle(.waited(ticket))
        #expect(desk.state.refresh == .idle)
        desk.handle(.older)
        desk.handle(.waited(try #require(desk.load?.ticket)))
        #expect(desk.state.older.showsSpinner)
        #expect(!desk.state.refresh.isLoading)
    }

    @Test("Drops responses from before a reset or refresh and duplicate responses") func lateAnswers() throws {
        var desk = MachineDesk()
        desk.handle(.open)
        let old = try #require(desk.load?.ticket)
        #expect(desk.handle(.reset) == [.cancel(old)])
        #expect(desk.handle(.loaded(.ranked([66]), old)).isEmpty)
        #expect(desk.state == FeedState())
        desk.handle(.open)
        let first = try #require(desk.load?.ticket)
        desk.answer(list)
        desk.handle(.older)
        let more = try #require(desk.load?.ticket)
        desk.handle(.refresh)
        #expect(desk.cancelled == [old, more])
        let before = desk.state
        let late: [MachineDesk.Machine.Event] = [
            .loaded(.ranked([66]), more), .failed(NoticeBoardError(.timedOut), more), .gaveUp(more), .waited(more),
            .loaded(.ranked([66]), first),
        ]
        for event in late {
            #expect(desk.handle(event).isEmpty, "\(event)")
            #expect(desk.state == before, "\(event)")
        }
    }

    @Test("Continues to load everything after a failure") func all() {
        var desk = MachineDesk()
        desk.handle(.all)
        desk.answer(list)
        #expect(desk.state.isLoadingAll)
        #expect(desk.state.progress == PageProgress(loaded: 4, total: 10))
        desk.fail()
        #expect(desk.state.isLoadingAll)
        #expect(desk.load == nil)
        desk.handle(.retry)
        desk.answerAll(list)
        #expect(desk.ids == list)
        #expect(desk.state.end == .lastPage)
        #expect(!desk.state.isLoadingAll)
        #expect(desk.state.progress.fraction == 1)
        for wish in [FeedRequest<Int>.all, .older, .rowAppeared(9)] { #expect(desk.handle(wish).isEmpty) }
    }

    @Test("Loads more or everything after a failed first load", arguments: [true, false])
    func wishesAfterFailure(wantsAll: Bool) {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.fail()
        desk.handle(wantsAll ? .all : .older)
        desk.answerAll(list)
        #expect(desk.ids == (wantsAll ? list : [0, 1, 2, 3]))
    }

    @Test("Ends the list if the service ignores the offset", arguments: [1000, nil]) func ignoredOffset(total: Int?) {
        var desk = MachineDesk()
        desk.handle(.all)
        while desk.load != nil, desk.asked.count < 500 {
            desk.answer(.ranked(0..<4, next: .offset(desk.asked.count * 4), total: total))
        }
        #expect(desk.state.end == .repeatedPosition)
        #expect(desk.ids == [0, 1, 2, 3])
        #expect(desk.load == nil)
        #expect(desk.state.older == .idle)
        #expect(desk.asked.count <= (total == nil ? 102 : 5))
    }

    @Test("Shows the items of a page with a repeated cursor beside the failure") func circle() {
        var desk = MachineDesk { $0.paging.endsAtRepeatedPosition = false }
        desk.handle(.open)
        desk.answer(.ranked([1], next: .cursor("a")))
        desk.handle(.older)
        desk.answer(.ranked([2], next: .cursor("a")))
        #expect(desk.ids == [1, 2])
        #expect(desk.state.older.failure?.code == .endlessList)
        desk.handle(.retry)
        #expect(desk.load?.position == .cursor("a"))
        desk.answer(.ranked([3]))
        #expect(desk.ids == [1, 2, 3])
        #expect(desk.state.end == .lastPage)
    }

    @Test("Shows a first page that repeats its position with the failure below it") func circleAtOnce() {
        var desk = MachineDesk { $0.paging.endsAtRepeatedPosition = false }
        desk.handle(.open)
        desk.answer(.ranked([1], next: .offset(0)))
        #expect(desk.ids == [1])
        #expect(desk.state.refresh == .idle)
        #expect(desk.state.older.failure?.code == .endlessList)
    }

    @Test("A shrunken total ends the list") func shrinkingTotal() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(list)
        desk.handle(.all)
        desk.answer(.ranked([4, 5], next: .offset(6), total: 3))
        desk.answerAll(Array(0..<3))
        #expect(desk.state.end == .lastPage)
        #expect(desk.load == nil)
        #expect(desk.state.total == 3)
    }

    private static let endings: [(pages: Int?, items: Int?, count: Int)] = [(2, nil, 8), (nil, 5, 5)]

    @Test("The list ends where the rules say", arguments: endings)
    func limits(pages: Int?, items: Int?, count: Int) {
        var desk = MachineDesk { ($0.paging.maximumPages, $0.paging.maximumItems) = (pages, items) }
        desk.handle(.all)
        desk.answerAll(list)
        #expect(desk.ids == Array(0..<count))
        #expect(desk.state.end == .limit)
        // A refresh adds the new rows and loads nothing beyond the limit.
        desk.handle(.refresh)
        desk.answerAll([20, 21] + list)
        desk.handle(.all)
        #expect(desk.load == nil)
        #expect(desk.state.end == .limit)
        #expect(desk.ids == [20, 21] + Array(0..<count))
    }

    @Test("A refresh does not count skipped elements twice") func skipped() {
        var desk = MachineDesk()
        let broken = SkippedElement(index: 0, path: "", reason: "broken")
        desk.handle(.open)
        desk.answer(Page(items: [Ranked(id: 1)], next: .offset(2), total: 4, skipped: [broken]))
        desk.handle(.older)
        desk.answer(Page(items: [Ranked(id: 2)], total: 4, skipped: [broken]))
        #expect(desk.state.skipped == 2)
        #expect(desk.ids == [1, 2])
        desk.handle(.refresh)
        desk.answer(Page(items: [Ranked(id: 1)], next: .offset(2), total: 4, skipped: [broken]))
        #expect(desk.state.skipped == 2)
    }

    @Test("Reports possible gaps until they are loaded") func gaps() {
        // Pages of one item cannot confirm each other's position.
        var desk = MachineDesk { $0.paging.overlap = 2 }
        desk.handle(.open)
        desk.answer(list, limit: 1)
        for _ in 0..<2 {
            desk.handle(.older)
            desk.answer(list, limit: 1)
        }
        let (first, second) = (PageGap(after: 0, before: 1), PageGap(after: 1, before: 2))
        #expect(desk.ids == [0, 1, 2])
        #expect(desk.state.gaps == [first, second])
        desk.handle(.refresh)
        desk.answer(list, limit: 1)
        #expect(desk.state.gaps == [first, second])
        desk.handle(.refresh)
        desk.answer(list, limit: 2)
        #expect(desk.state.gaps == [second])
        desk.handle(.refresh)
        desk.answerAll([20, 21] + list, limit: 1)
        #expect(desk.ids == [20, 21, 0, 1, 2])
        #expect(desk.state.gaps == [PageGap(after: 20, before: 21), PageGap(after: 21, before: 0), second])
        desk.handle(.refresh)
        desk.answer(.ranked([5, 6]))
        #expect(desk.state.gaps.isEmpty)
    }
}
