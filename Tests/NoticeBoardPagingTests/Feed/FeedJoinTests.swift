import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// A refresh that joins the list: the resulting items and the position after them.
@Suite("FeedMachine: position after a refresh", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedJoinTests {
    private let list = Array(0..<12)

    /// Returns a list after the given number of pages of four has loaded.
    private func driver(pages: Int, tellsTotal: Bool = true, _ change: (inout FeedRules<Ranked>) -> Void = { _ in })
        -> FeedMachineDriver
    {
        var driver = FeedMachineDriver {
            $0.paging.overlapWithoutTotal = 0
            change(&$0)
        }
        driver.handle(.open)
        driver.answer(list, tellsTotal: tellsTotal)
        for _ in 1..<pages {
            driver.handle(.older)
            driver.answer(list, tellsTotal: tellsTotal)
        }
        return driver
    }

    private func place(_ offset: Int, _ recent: [Int], of total: Int?, loaded: Int? = nil, isAtEnd: Bool = false) -> PageBookmark<
        Int
    > {
        PageBookmark(position: .offset(offset), recent: recent, loaded: loaded ?? recent.count, total: total, isAtEnd: isAtEnd)
    }

    private static let heads: [([Int], total: Int?, shown: [Int], offset: Int, recent: [Int]?)] = [
        ([0, 1, 2, 3], 12, Array(0..<8), 8, nil), ([20, 0, 1, 2], 13, [20] + Array(0..<8), 9, nil),
        ([0, 2, 3, 4], 11, [0] + Array(2..<8), 7, nil), ([20, 21, 2, 3], 12, [20, 21] + Array(2..<8), 8, nil),
        // Unless as many rows were removed as are missing above, the rest is loaded again, because rows may have moved.
        ([0, 2, 3, 4], 12, [0] + Array(2..<8), 4, [0, 2, 3, 4]), ([0, 2, 3, 4], 10, [0] + Array(2..<8), 4, [0, 2, 3, 4]),
        ([0, 3, 4, 5], 11, [0] + Array(3..<8), 4, [0, 3, 4, 5]), ([6, 0, 1, 2], 12, [6, 0, 1, 2, 3, 4, 5, 7], 8, nil),
        ([0, 1, 2, 3], nil, Array(0..<8), 8, nil), ([0, 2, 3, 4], nil, [0] + Array(2..<8), 4, [0, 2, 3, 4]),
    ]

    @Test("An unfinished list continues at its shifted position", arguments: heads.indices) func moved(number: Int) {
        let (head, total, shown, offset, recent) = Self.heads[number]
        var driver = driver(pages: 2)
        driver.handle(.refresh)
        #expect(driver.answer(.ranked(head, next: .offset(4), total: total)).count == 1)
        #expect(driver.ids == shown)
        #expect(driver.machine.snapshot?.bookmark == place(offset, recent ?? shown, of: total, loaded: shown.count))
        #expect(driver.state.total == total)
        #expect(driver.state.end == nil)
        #expect(driver.state.gaps.isEmpty)
        #expect(driver.state.newItemCount == 0)
    }

    @Test(
        "Without a total the position shifts by the change in length",
        arguments: [
            ([20, 0, 1, 2], 9, nil), ([0, 1, 2, 3], 8, nil), ([0, 2, 3, 4], 4, [0, 2, 3, 4]), ([20, 21, 0, 1], 10, nil),
        ] as [([Int], Int, [Int]?)])
    func withoutTotal(head: [Int], offset: Int, recent: [Int]?) {
        var driver = driver(pages: 2, tellsTotal: false)
        driver.handle(.refresh)
        driver.answer(.ranked(head, next: .offset(4)))
        #expect(driver.machine.snapshot?.bookmark == place(offset, recent ?? driver.ids, of: nil, loaded: driver.ids.count))
    }

    @Test("Searches for rows missing above even if as many new rows arrived") func asManyCame() {
        let list = Array(0..<40)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        for _ in 0..<5 {
            driver.answer(list)
            driver.handle(.older)
        }
        driver.answer([70, 71] + list)
        #expect(driver.ids == Array(0..<22))
        #expect(driver.state.newItemCount == 2)
        let now = [70, 71, 2, 3, 0, 1] + list[4...]
        driver.handle(.refresh)
        driver.answerAll(now)
        #expect(driver.ids == [70, 71] + Array(2..<22))
        driver.handle(.all)
        driver.answerAll(now)
        #expect(Set(driver.ids) == Set(now), "\(driver.ids)")
    }

    private func pinned(_ list: [Int], at position: PagePosition?, limit: Int = 6) -> Page<Ranked> {
        let (ids, next) = belowPinned(list, at: position, limit: limit)
        var page = Page.ranked(ids, next: next)
        page.pinned = 2
        return page
    }

    @Test("Never appends items that arrived above while the position was searched") func burstAbove() {
        let list = Array(0..<40)
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(list, limit: 9, tellsTotal: false)
        driver.handle(.refresh)
        driver.answer([49] + list, limit: 9, tellsTotal: false)
        let shown = [49] + Array(0..<9)
        #expect(driver.ids == shown)
        driver.handle(.older)
        for newest in [61, 61, 74, 74] {
            driver.answer((49...newest).reversed() + list, limit: 9, tellsTotal: false)
            #expect(driver.ids == shown)
        }
        for wish in [FeedRequest<Int>.refresh, .all] {
            driver.handle(wish)
            while driver.load != nil { driver.answer((49...74).reversed() + list, limit: 9, tellsTotal: false) }
        }
        #expect(driver.ids == (49...74).reversed() + list)
        #expect(driver.state.gaps.isEmpty)
    }

    @Test("A growing list with pinned rows on every page keeps all rows", arguments: 1...8, 0...3)
    func pinnedRows(pages: Int, coming: Int) {
        let list = Array(0..<60)
        var (now, driver) = (list, FeedMachineDriver())
        driver.handle(.open)
        for _ in 0..<pages {
            while let load = driver.load {
                driver.answer(pinned(now, at: load.position))
                now = (0..<coming).map { 100 + now.count + $0 }.reversed() + now
            }
            driver.handle(.older)
        }
        for wish in [FeedRequest<Int>.refresh, .all] {
            while let load = driver.load { driver.answer(pinned(now, at: load.position)) }
            driver.handle(wish)
        }
        while let load = driver.load { driver.answer(pinned(now, at: load.position)) }
        // More arrived than a refresh loads: the list is reloaded to be complete.
        for wish in [FeedRequest<Int>.reload, .all] where !driver.state.gaps.isEmpty || driver.state.end == nil {
            driver.handle(wish)
            while let load = driver.load { driver.answer(pinned(now, at: load.position)) }
        }
        #expect(Set(driver.ids) == Set([-1, -2] + now), "\(driver.ids)")
        #expect(driver.state.gaps.isEmpty, "\(driver.ids)")
    }

    @Test("Does not use pinned rows of a refresh to find the position") func pinnedFoundOut() {
        let list = Array(0..<60)
        var (now, driver) = (Array(100..<112) + list, FeedMachineDriver())
        driver.handle(.open)
        driver.answer(pinned(list, at: nil, limit: 12))
        driver.handle(.refresh)
        while let load = driver.load { driver.answer(pinned(now, at: load.position, limit: 12)) }
        #expect(driver.ids == [-1, -2] + now.prefix(24))
        // No change event reports these deletions.
        now.removeFirst(12)
        driver.handle(.all)
        while let load = driver.load { driver.answer(pinned(now, at: load.position, limit: 12)) }
        #expect(Set(driver.ids).isSuperset(of: list), "\(driver.ids)")
    }

    @Test(
        "A finished list stays finished unless the total grew or is unknown",
        arguments: [
            (13, true), (14, false), (nil, false),
        ] as [(Int?, Bool)])
    func ended(total: Int?, staysEnded: Bool) {
        var driver = driver(pages: 3, tellsTotal: total != nil)
        #expect(driver.state.end == .lastPage)
        #expect(driver.ids == list)
        driver.handle(.refresh)
        driver.answer(.ranked([20, 0, 1, 2], next: .offset(4), total: total))
        #expect(driver.ids == [20] + list)
        #expect(driver.state.end == (staysEnded ? .lastPage : nil))
        #expect(driver.state.total == total.map { max($0, 13) })
        #expect(
            driver.machine.snapshot?.bookmark
                == (staysEnded ? place(8, list, of: 12, isAtEnd: true) : place(13, [20] + list, of: total)))
        // Known rows are not shown a second time.
        driver.handle(.older)
        #expect((driver.load == nil) == staysEnded)
    }

    @Test("A refresh reopens a list that ended early")
    func otherEnds() {
        var early = driver(pages: 1)
        early.handle(.older)
        early.answer(.ranked([]))
        #expect(early.state.end == .early)
        early.handle(.refresh)
        early.answer(.ranked(0..<4, next: .offset(4), total: 12))
        #expect(early.state.end == nil)
        #expect(early.machine.snapshot?.bookmark == place(4, [0, 1, 2, 3], of: 12))
        var cursors = FeedMachineDriver()
        cursors.handle(.open)
        cursors.answer(.ranked([1, 2], next: .cursor("a")))
        cursors.handle(.older)
        cursors.answer(.ranked([3, 4]))
        #expect(cursors.state.end == .lastPage)
        cursors.handle(.refresh)
        cursors.answer(.ranked([9, 1], next: .cursor("b")))
        #expect(cursors.ids == [9, 1, 2, 3, 4])
        #expect(cursors.state.end == .lastPage)
        var limited = driver(pages: 2) { $0.paging.maximumItems = 6 }
        #expect(limited.state.end == .limit)
        #expect(limited.ids == Array(0..<6))
        limited.handle(.refresh)
        limited.answer(.ranked(0..<4, next: .offset(4), total: 12))
        #expect(limited.state.end == .limit)
        #expect(limited.ids == Array(0..<6))
    }

    @Test("A refresh keeps the rows of a limited list below the new ones") func limit() {
        var driver = driver(pages: 2) { $0.paging.maximumItems = 6 }
        driver.handle(.refresh)
        driver.answer(.ranked([20, 21, 0, 1], next: .offset(4), total: 14))
        #expect(driver.ids == [20, 21] + Array(0..<6))
        #expect(driver.state.end == .limit)
    }

    @Test("With cursors a list continues at its next cursor after a refresh") func cursors() {
        var driver = FeedMachineDriver { $0.paging.remembered = 3 }
        driver.handle(.open)
        driver.answer(.ranked([1, 2, 3, 4], next: .cursor("4"), total: 9))
        driver.handle(.refresh)
        driver.answer(.ranked([8, 9, 1, 2], next: .cursor("2"), total: 11))
        let bookmark = PageBookmark(position: .cursor("4"), recent: [2, 3, 4], loaded: 6, total: 11)
        #expect(driver.ids == [8, 9, 1, 2, 3, 4])
        #expect(driver.machine.snapshot?.bookmark == bookmark)
    }

    @Test("A list in its own order joins a refresh by the service's order") func ordered() {
        var driver = FeedMachineDriver { $0.order = { $0.rank < $1.rank } }
        let ranks = { (rows: [(Int, Int)], next: Int, total: Int) in
            Page(items: rows.map { Ranked(id: $0.0, rank: $0.1) }, next: .offset(next), total: total)
        }
        driver.handle(.open)
        driver.answer(ranks([(1, 1), (2, 0), (3, 2), (4, 1)], 4, 12))
        #expect(driver.ids == [2, 1, 4, 3])
        driver.handle(.scrolled(1))
        driver.handle(.refresh)
        driver.answer(ranks([(7, 1), (2, 2), (3, 2)], 3, 12))
        // The first row has left and one has arrived; the second row has another rank.
        #expect(driver.ids == [7, 4, 2, 3])
        #expect(driver.machine.snapshot?.items.map(\.id) == [7, 2, 3, 4])
        #expect(driver.machine.anchor == 4)
        #expect(driver.state.items[id: 2]?.rank == 2)
        #expect(driver.machine.snapshot?.bookmark == place(4, [7, 2, 3, 4], of: 12))
    }

    @Test("Below a gap a list may have another order, for example without raised notices") func orderedBelowGaps() throws {
        var driver = FeedMachineDriver {
            $0.refreshPages = 1
            $0.order = { ($0.rank, -$0.id) < ($1.rank, -$1.id) }
            $0.orderBelowGaps = { $0.id > $1.id }
        }
        let page = { (ids: [Int], next: Int, total: Int) in
            Page(items: ids.map { Ranked(id: $0, rank: $0 % 3 == 0 ? 0 : 1) }, next: .offset(next), total: total)
        }
        driver.handle(.open)
        driver.answer(page([13, 12, 11, 10], 4, 13))
        #expect(driver.ids == [12, 13, 11, 10])
        driver.handle(.refresh)
        driver.answer(page([40, 39, 38, 37], 4, 40))
        #expect(driver.ids == [39, 40, 38, 37, 13, 12, 11, 10])
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.gap(gap))
        driver.answer(page([36, 35, 13, 12], 8, 40))
        #expect(driver.ids == [39, 36, 12, 40, 38, 37, 35, 13, 11, 10])
    }

    @Test("The total is what the service said, also if more rows are loaded") func honestTotal() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(.ranked(0..<8, next: .offset(8), total: 20))
        driver.handle(.older)
        while driver.load != nil { driver.answer(.ranked([], total: 5)) }
        #expect(driver.ids == Array(0..<8))
        #expect(driver.state.total == 5)
        driver.handle(.edited { _ in [.insert(Ranked(id: 99))] })
        #expect(driver.state.total == 6)
        driver.handle(.edited { _ in (0..<8).map { .remove($0) } })
        #expect(driver.state.total == 0)
    }

    @Test("New items above a restored list are not counted or appended below it") func keptHint() {
        let memory = FeedSnapshot(items: [1, 2].map { Ranked(id: $0) }, bookmark: place(2, [1, 2], of: 3))
        var machine = FeedMachineDriver.Machine(from: memory)
        let ticket = FeedTicket(kind: .older, number: 1, page: 0)
        #expect(machine.handle(.older) == [.load(.offset(0), ticket), .wait(0.3, ticket)])
        #expect(machine.handle(.loaded(.ranked([9, 1, 2, 3], total: 4), ticket)) == [.cancel(ticket)])
        #expect(machine.state.items.ids == [1, 2, 3])
        #expect(machine.state.newItemCount == 0)
        #expect(machine.state.total == 4)
        #expect(machine.state.isStale)
        #expect(machine.state.end == .lastPage)
        #expect(machine.snapshot?.items.map(\.id) == [1, 2, 3])
    }

    @Test("A fixed list shows a row that was inserted between loaded rows, although others follow") func insertedBetween() {
        var driver = FeedMachineDriver { $0.serviceOrder = .fixed }
        let former = Array(0..<40)
        for request in [FeedRequest<Int>.open, .older, .older, .older] {
            driver.handle(request)
            driver.answerAll(former)
        }
        let list = former[..<9] + [100] + former[9...]
        driver.handle(.refresh)
        driver.answerAll(list)
        for id in [8, 9] {
            driver.handle(.rowAppeared(id))
            driver.answerAll(list)
        }
        #expect(driver.ids == Array(list.prefix(driver.ids.count)))
    }
}
