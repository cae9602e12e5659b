import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Rows in doubt are loaded again: only rows that the service deleted disappear.
@Suite("FeedMachine: rows in doubt", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedRereadTests {
    private let former = Array(0..<24)

    /// Returns a completely loaded list, eight rows per page.
    private func desk(_ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> MachineDesk {
        var desk = MachineDesk(change)
        for wish in [FeedRequest<Int>.open, .all] {
            desk.handle(wish)
            desk.answerAll(former, limit: 8)
        }
        return desk
    }

    /// Returns the same list, restored from a snapshot and refreshed.
    private func restored(_ list: [Int], anchor: Int? = nil, refreshPages: Int = 4) throws -> MachineDesk {
        var former = desk()
        former.handle(.scrolled(anchor))
        var desk = MachineDesk(from: try #require(former.machine.snapshot), refreshPages: refreshPages)
        desk.handle(.open)
        desk.answerAll(list, limit: 8)
        return desk
    }

    private func without(_ gone: some Collection<Int>) -> [Int] { former.filter { !gone.contains($0) } }

    @Test("Refreshing an unchanged list takes one request") func quiet() {
        var desk = desk()
        let asked = desk.asked.count
        desk.handle(.refresh)
        desk.answerAll(former, limit: 8)
        #expect(desk.asked.count == asked + 1)
        #expect(desk.ids == former)
    }

    @Test(
        "A refresh removes the rows that the total says are missing",
        arguments: [[10], [10, 11, 12], Array(8..<16), [22, 23], [23]])
    func deleted(_ gone: [Int]) {
        var desk = desk()
        let list = without(gone)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list)
        #expect(desk.state.total == list.count)
        #expect(desk.state.refresh == .idle)
    }

    @Test("A refresh reloads rows within its limit of requests") func bounded() {
        var desk = desk { $0.refreshPages = 1 }
        let asked = desk.asked.count
        desk.handle(.refresh)
        desk.answerAll(without([22]), limit: 8)
        #expect(desk.asked.count == asked + 2)
        #expect(desk.ids == former)
    }

    @Test("Rows in doubt beyond the refresh are checked when they appear") func appearing() {
        var desk = desk { $0.refreshPages = 1 }
        let list = without([22])
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        desk.handle(.rowAppeared(22))
        #expect(desk.load?.ticket.kind == .reread)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list)
        let asked = desk.asked.count
        desk.handle(.rowAppeared(23))
        #expect(desk.asked.count == asked)
    }

    @Test("After a restart the rows around the anchor are reloaded first") func anchored() throws {
        let list = without([14, 15])
        let desk = try restored(list, anchor: 14)
        #expect(desk.ids == list)
        #expect(desk.machine.anchor == 16)
        #expect(desk.state.isStale == false)
    }

    @Test("After a restart the other rows are reloaded when they appear") func others() throws {
        let list = without([10])
        var desk = try restored(list, anchor: 20, refreshPages: 1)
        #expect(desk.ids == former)
        desk.handle(.rowAppeared(10))
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list)
    }

    @Test("Keeps a row when an unreadable element is between its neighbors") func unreadable() throws {
        var desk = try restored(former)
        desk.handle(.refresh)
        desk.answer(former.dropLast(4), limit: 8)
        let broken = [SkippedElement(index: 1, path: "", reason: "")]
        desk.answer(Page(items: [7, 10, 11].map { Ranked(id: $0) }, next: .offset(11), total: 20, skipped: broken))
        #expect(desk.ids == former)
    }

    @Test("A page with a moved row removes nothing") func moved() {
        var desk = desk()
        desk.handle(.refresh)
        desk.answer(without(8..<12), limit: 8)
        desk.answer(.ranked([6, 7, 11, 10, 12], next: .offset(11), total: 20))
        #expect(desk.ids == former)
    }

    @Test("Keeps a row that moved at the service while the total includes it") func elsewhere() throws {
        var desk = MachineDesk(from: try #require(desk().machine.snapshot))
        desk.handle(.open)
        desk.answer(self.former, limit: 8)
        desk.answer(.ranked([7, 8, 10, 11, 12], next: .offset(12), total: 24))
        #expect(desk.ids == self.former)
    }

    @Test("A list with moving items removes no row on its own") func moving() {
        var desk = desk { $0.serviceOrder = .moving }
        let asked = desk.asked.count
        desk.handle(.refresh)
        desk.answerAll(without([10]), limit: 8)
        #expect(desk.ids == former)
        #expect(desk.asked.count == asked + 1)
    }

    @Test("A total below the number of rows costs one comparison only") func rowsMissingFromTotal() {
        var desk = desk()
        func refresh() -> Int {
            let asked = desk.asked.count
            desk.handle(.refresh)
            while let position = desk.load?.position ?? (desk.load == nil ? nil : .offset(0)), case .offset(let start) = position
            {
                let end = min(start + 8, 24)
                desk.answer(.ranked(former[start..<end], next: end < 24 ? .offset(end) : nil, total: 22))
            }
            return desk.asked.count - asked
        }
        #expect(refresh() > 1)
        #expect(refresh() == 1)
        #expect(desk.ids == former)
    }

    @Test("Shows a new row in the place of a deleted one") func twoEdits() {
        var desk = desk()
        var list = without([10, 11])
        list.insert(99, at: 10)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list)
    }

    @Test("A failed check keeps its row in doubt") func failing() {
        var desk = desk()
        let list = without([10])
        desk.handle(.refresh)
        desk.answer(list, limit: 8)
        #expect(desk.state.refresh.isLoading)
        desk.fail()
        #expect(desk.state.refresh == .idle)
        #expect(desk.ids == former)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list)
    }

    @Test("Pinned rows on every page prove nothing about the rows below them") func pinned() throws {
        let list = Array(0..<24)
        func page(_ position: PagePosition?, _ list: [Int]) -> Page<Ranked> {
            let (ids, next) = belowPinned(list, at: position, limit: 6)
            return .ranked(ids, next: next, total: list.count + 2)
        }
        var desk = MachineDesk()
        let now = without([15])
        for (wish, list) in [(FeedRequest<Int>.open, list), (.all, list), (.refresh, now)] {
            desk.handle(wish)
            while let load = desk.load { desk.answer(page(load.position, list)) }
        }
        #expect(Set(desk.ids).isSuperset(of: [-1, -2] + now))
    }

    private func cursorPage(_ list: [Int], _ position: PagePosition?, tellsTotal: Bool = true) -> Page<Ranked> {
        let after = position?.cursor.flatMap { Int($0) } ?? -1
        let left = list.filter { $0 > after }
        let ids = left.prefix(4)
        let next = ids.count < left.count ? ids.last.map { PagePosition.cursor("\($0)") } : nil
        return .ranked(ids, next: next, total: tellsTotal ? list.count : nil)
    }

    @Test("With cursors a deleted row disappears when its page is reloaded") func cursors() {
        var desk = MachineDesk()
        let list = without([12, 13])
        for (wish, list) in [(FeedRequest<Int>.open, former), (.all, former), (.refresh, list)] {
            desk.handle(wish)
            while let load = desk.load { desk.answer(cursorPage(list, load.position)) }
        }
        #expect(desk.ids == list)
    }

    @Test("With cursors a restored list is compared from its head") func keptCursors() throws {
        var former = MachineDesk()
        for wish in [FeedRequest<Int>.open, .all] {
            former.handle(wish)
            while let load = former.load { former.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        }
        let list = without(8..<14)
        var desk = MachineDesk(from: try #require(former.machine.snapshot))
        desk.handle(.open)
        while let load = desk.load { desk.answer(cursorPage(list, load.position, tellsTotal: false)) }
        #expect(desk.ids == list)
    }

    @Test("A cursor list of one page is never continued at an offset") func cursorsOnly() throws {
        let kept = FeedSnapshot(items: [3, 2, 1].map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 3, isAtEnd: true))
        var desk = MachineDesk(from: kept, refreshPages: 1)
        desk.handle(.open)
        desk.answer(.ranked([5, 4], next: .cursor("4")))
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.answer(.ranked([3, 1]))
        desk.handle(.refresh)
        desk.answer(.ranked([5, 4], next: .cursor("4")))
        desk.answer(.ranked([3, 1]))
        #expect(desk.ids == [5, 4, 3, 1])
        #expect(desk.asked == [nil, .cursor("4"), nil, .cursor("4")])
        #expect(desk.state.end == .lastPage)
    }

    @Test("With cursors a stale row below a filled gap is reloaded when it appears") func belowGap() throws {
        let kept = FeedSnapshot(items: [3, 2, 1].map { Ranked(id: $0) }, bookmark: PageBookmark(loaded: 3, isAtEnd: true))
        var desk = MachineDesk(from: kept, refreshPages: 1)
        desk.handle(.open)
        desk.answer(.ranked([5, 4], next: .cursor("4")))
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.answer(.ranked([3, 1]))
        desk.handle(.rowAppeared(2))
        desk.answer(.ranked([3, 1]))
        #expect(desk.ids == [5, 4, 3, 1])
    }

    @Test("After a restart, a stale row is reloaded at the nearest cursor above it") func cursorsKept() throws {
        var former = MachineDesk()
        for wish in [FeedRequest<Int>.open, .all] {
            former.handle(wish)
            while let load = former.load { former.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        }
        let kept = try JSONDecoder().decode(
            FeedSnapshot<Ranked>.self, from: JSONEncoder().encode(#require(former.machine.snapshot)))
        var desk = MachineDesk(from: kept, refreshPages: 1)
        desk.handle(.open)
        while let load = desk.load { desk.answer(cursorPage(self.former, load.position, tellsTotal: false)) }
        desk.handle(.rowAppeared(18))
        #expect(desk.load?.position == .cursor("15"))
    }

    @Test("A list in its own order drops deleted rows") func ordered() {
        var desk = desk { $0.order = { $0.id > $1.id } }
        let list = without([10, 11])
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        #expect(desk.ids == list.reversed())
    }

    /// Loads one more page of a list whose last loaded row was deleted, then refreshes it and lets every row appear.
    private func scrolledPastDeleted(tellsTotal: Bool) -> MachineDesk {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answerAll(former, limit: 8, tellsTotal: tellsTotal)
        let list = without([7])
        desk.handle(.older)
        desk.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        for id in desk.ids {
            desk.handle(.rowAppeared(id))
            desk.answerAll(list, limit: 8, tellsTotal: tellsTotal)
        }
        return desk
    }

    @Test("Removes the last loaded row if it was deleted before the next page", arguments: [true, false])
    func lastLoaded(tellsTotal: Bool) {
        #expect(!scrolledPastDeleted(tellsTotal: tellsTotal).ids.contains(7))
    }

    @Test("The total is that of the service once deleted rows are gone") func totalAfterwards() {
        #expect(scrolledPastDeleted(tellsTotal: true).state.total == 23)
    }

    @Test("A fixed list shows a row that was inserted in the middle") func insertedInTheMiddle() {
        var desk = desk { $0.serviceOrder = .fixed }
        let list = former.prefix(12) + [99] + former.dropFirst(12)
        desk.handle(.refresh)
        desk.answerAll(list, limit: 8)
        for _ in 0..<2 {
            for id in desk.ids {
                desk.handle(.rowAppeared(id))
                desk.answerAll(list, limit: 8)
            }
        }
        #expect(desk.ids == Array(list))
    }
}
