import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Rows in doubt are loaded again: only rows that the service deleted disappear.
@Suite("FeedMachine: rows in doubt", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedRereadTests {
    private let former = Array(0..<24)

    /// Returns a completely loaded list, eight rows per page.
    private func driver(_ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> FeedMachineDriver {
        var driver = FeedMachineDriver(change)
        for wish in [FeedRequest<Int>.open, .all] {
            driver.handle(wish)
            driver.answerAll(former, limit: 8)
        }
        return driver
    }

    /// Returns the same list, restored from a snapshot and refreshed.
    private func restored(_ list: [Int], anchor: Int? = nil, refreshPages: Int = 4) throws -> FeedMachineDriver {
        var former = driver()
        former.handle(.scrolled(anchor))
        var driver = FeedMachineDriver(from: try #require(former.machine.snapshot), refreshPages: refreshPages)
        driver.handle(.open)
        driver.answerAll(list, limit: 8)
        return driver
    }

    private func without(_ gone: some Collection<Int>) -> [Int] { former.filter { !gone.contains($0) } }

    @Test("Refreshing an unchanged list takes one request") func quiet() {
        var driver = driver()
        let asked = driver.asked.count
        driver.handle(.refresh)
        driver.answerAll(former, limit: 8)
        #expect(driver.asked.count == asked + 1)
        #expect(driver.ids == former)
    }

    @Test(
        "A refresh removes the rows that the total says are missing",
        arguments: [[10], [10, 11, 12], Array(8..<16), [22, 23], [23]])
    func deleted(_ gone: [Int]) {
        var driver = driver()
        let list = without(gone)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
        #expect(driver.state.total == list.count)
        #expect(driver.state.refresh == .idle)
    }

    @Test("A refresh reloads rows within its limit of requests") func bounded() {
        var driver = driver { $0.refreshPages = 1 }
        let asked = driver.asked.count
        driver.handle(.refresh)
        driver.answerAll(without([22]), limit: 8)
        #expect(driver.asked.count == asked + 1)
        #expect(driver.ids == former)
    }

    @Test("Rows in doubt beyond the refresh are checked when they appear") func appearing() {
        var driver = driver { $0.refreshPages = 1 }
        let list = without([22])
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        driver.handle(.rowAppeared(22))
        #expect(driver.load?.ticket.kind == .reread)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
        let asked = driver.asked.count
        driver.handle(.rowAppeared(23))
        #expect(driver.asked.count == asked)
    }

    @Test("After a restart the rows around the anchor are reloaded first") func anchored() throws {
        let list = without([14, 15])
        let driver = try restored(list, anchor: 14)
        #expect(driver.ids == list)
        #expect(driver.machine.anchor == 16)
        #expect(driver.state.isStale == false)
    }

    @Test("After a restart the other rows are reloaded when they appear") func others() throws {
        let list = without([10])
        var driver = try restored(list, anchor: 20, refreshPages: 1)
        #expect(driver.ids == former)
        driver.handle(.rowAppeared(10))
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
    }

    @Test("Keeps a row when an unreadable element is between its neighbors") func unreadable() throws {
        var driver = try restored(former)
        driver.handle(.refresh)
        driver.answer(former.dropLast(4), limit: 8)
        let broken = [SkippedElement(index: 1, path: "", reason: "")]
        driver.answer(Page(items: [7, 10, 11].map { Ranked(id: $0) }, next: .offset(11), total: 20, skipped: broken))
        #expect(driver.ids == former)
    }

    @Test("A page with a moved row removes nothing") func moved() {
        var driver = driver()
        driver.handle(.refresh)
        driver.answer(without(8..<12), limit: 8)
        driver.answer(.ranked([6, 7, 11, 10, 12], next: .offset(11), total: 20))
        #expect(driver.ids == former)
    }

    @Test("A list with moving items removes no row on its own") func moving() {
        var driver = driver { $0.serviceOrder = .moving }
        let asked = driver.asked.count
        driver.handle(.refresh)
        driver.answerAll(without([10]), limit: 8)
        #expect(driver.ids == former)
        #expect(driver.asked.count == asked + 1)
    }

    @Test("A total below the number of rows costs one comparison only") func rowsMissingFromTotal() {
        var driver = driver()
        func refresh() -> Int {
            let asked = driver.asked.count
            driver.handle(.refresh)
            while let position = driver.load?.position ?? (driver.load == nil ? nil : .offset(0)),
                case .offset(let start) = position
            {
                let end = min(start + 8, 24)
                driver.answer(.ranked(former[start..<end], next: end < 24 ? .offset(end) : nil, total: 22))
            }
            return driver.asked.count - asked
        }
        #expect(refresh() > 1)
        #expect(refresh() == 1)
        #expect(driver.ids == former)
    }

    @Test("Shows a new row in the place of a deleted one") func twoEdits() {
        var driver = driver()
        var list = without([10, 11])
        list.insert(99, at: 10)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
    }

    @Test("A failed check keeps its row in doubt") func failing() {
        var driver = driver()
        let list = without([10])
        driver.handle(.refresh)
        driver.answer(list, limit: 8)
        #expect(driver.state.refresh.isLoading)
        driver.fail()
        #expect(driver.state.refresh == .idle)
        #expect(driver.ids == former)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list)
    }

    @Test("Pinned rows on every page prove nothing about the rows below them") func pinned() throws {
        let list = Array(0..<24)
        func page(_ position: PagePosition?, _ list: [Int]) -> Page<Ranked> {
            let (ids, next) = belowPinned(list, at: position, limit: 6)
            var page = Page.ranked(ids, next: next, total: list.count + 2)
            page.pinned = 2
            return page
        }
        var driver = FeedMachineDriver()
        let now = without([15])
        for (wish, list) in [(FeedRequest<Int>.open, list), (.all, list), (.refresh, now)] {
            driver.handle(wish)
            while let load = driver.load { driver.answer(page(load.position, list)) }
        }
        #expect(Set(driver.ids).isSuperset(of: [-1, -2] + now))
    }

    private func cursorPage(_ list: [Int], _ position: PagePosition?, tellsTotal: Bool = true) -> Page<Ranked> {
        let after = position?.cursor.flatMap { Int($0) } ?? -1
        let left = list.filter { $0 > after }
        let ids = left.prefix(4)
        let next = ids.count < left.count ? ids.last.map { PagePosition.cursor("\($0)") } : nil
        return .ranked(ids, next: next, total: tellsTotal ? list.count : nil)
    }

    @Test("With cursors a deleted row disappears when its page is reloaded") func cursors() {
        var driver = FeedMachineDriver()
        let list = without([12, 13])
        for (wish, list) in [(FeedRequest<Int>.open, former), (.all, former), (.refresh, list)] {
            driver.handle(wish)
            while let load = driver.load { driver.answer(cursorPage(list, load.position)) }
        }
        #expect(driver.ids == list)
    }

    @Test("With cursors a restored list is compared from its head") func keptCursors() throws {
        var former = FeedMachineDriver()
        for wish in [FeedRequest<Int>.open, .all] {
            former.handle(wish)
            while let load = former.load { former.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        }
        let list = without(8..<14)
        var driver = FeedMachineDriver(from: try #require(former.machine.snapshot))
        driver.handle(.open)
        while let load = driver.load { driver.answer(cursorPage(list, load.position, tellsTotal: false)) }
        #expect(driver.ids == list)
    }

    @Test("A cursor list of one page is never continued at an offset") func cursorsOnly() throws {
        let kept = FeedSnapshot(items: [3, 2, 1].map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 3, isAtEnd: true))
        var driver = FeedMachineDriver(from: kept, refreshPages: 1)
        driver.handle(.open)
        driver.answer(.ranked([5, 4], next: .cursor("4")))
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.answer(.ranked([3, 1]))
        driver.handle(.refresh)
        driver.answer(.ranked([5, 4], next: .cursor("4")))
        #expect(driver.ids == [5, 4, 3, 1])
        #expect(driver.asked == [nil, .cursor("4"), nil])
        #expect(driver.state.end == .lastPage)
    }

    @Test("A reloaded page continues a list that has grown at its end") func grownAtEnd() {
        let kept = FeedSnapshot(items: [1, 2, 3].map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 3, isAtEnd: true))
        var driver = FeedMachineDriver(from: kept, order: .fixed)
        driver.handle(.open)
        driver.answer(.ranked([1, 2], next: .cursor("2")))
        driver.answer(.ranked([3, 4, 5], next: .cursor("5")))
        #expect(driver.ids == [1, 2, 3, 4, 5])
        driver.handle(.older)
        driver.answer(.ranked([6]))
        #expect(driver.ids == [1, 2, 3, 4, 5, 6])
        #expect(driver.state.end == .lastPage)
    }

    @Test("With cursors a stale row below a filled gap is reloaded when it appears") func belowGap() throws {
        let kept = FeedSnapshot(items: [3, 2, 1].map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 3, isAtEnd: true))
        var driver = FeedMachineDriver(from: kept, refreshPages: 1)
        driver.handle(.open)
        driver.answer(.ranked([5, 4], next: .cursor("4")))
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.answer(.ranked([3, 1]))
        driver.handle(.rowAppeared(2))
        driver.answer(.ranked([3, 1]))
        #expect(driver.ids == [5, 4, 3, 1])
    }

    @Test("After a restart, a stale row is reloaded at the nearest cursor above it") func cursorsKept() throws {
        var former = FeedMachineDriver()
        for wish in [FeedRequest<Int>.open, .all] {
            former.handle(wish)
            while let load = former.load { former.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        }
        let kept = try JSONDecoder().decode(
            FeedSnapshot<Ranked>.self, from: JSONEncoder().encode(#require(former.machine.snapshot)))
        var driver = FeedMachineDriver(from: kept, refreshPages: 1)
        driver.handle(.open)
        while let load = driver.load { driver.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        driver.handle(.rowAppeared(18))
        #expect(driver.load?.position == .cursor("15"))
    }

    @Test("A list in its own order drops deleted rows") func ordered() {
        var driver = driver { $0.order = { $0.id > $1.id } }
        let list = without([10, 11])
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        #expect(driver.ids == list.reversed())
    }

    /// Loads one more page of a list whose last loaded row was deleted, then refreshes it and lets every row appear.
    private func scrolledPastDeleted(tellsTotal: Bool) -> FeedMachineDriver {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answerAll(former, limit: 8, tellsTotal: tellsTotal)
        let list = without([7])
        driver.handle(.older)
        driver.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        for id in driver.ids {
            driver.handle(.rowAppeared(id))
            driver.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        }
        return driver
    }

    @Test("Removes the last loaded row if it was deleted before the next page", arguments: [true, false])
    func lastLoaded(tellsTotal: Bool) {
        #expect(!scrolledPastDeleted(tellsTotal: tellsTotal).ids.contains(7))
    }

    @Test("The total is that of the service once deleted rows are gone") func totalAfterwards() {
        #expect(scrolledPastDeleted(tellsTotal: true).state.total == 23)
    }

    @Test("A fixed list shows a row that was inserted in the middle") func insertedInTheMiddle() {
        var driver = driver { $0.serviceOrder = .fixed }
        let list = former.prefix(12) + [99] + former.dropFirst(12)
        driver.handle(.refresh)
        driver.answerAll(list, limit: 8)
        for _ in 0..<2 {
            for id in driver.ids {
                driver.handle(.rowAppeared(id))
                driver.answerAll(list, limit: 8)
            }
        }
        #expect(driver.ids == Array(list))
    }
}
