import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

@Suite("PageWalk", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PageWalkTests {
    private func rules(_ change: (inout PagingRules) -> Void) -> PagingRules {
        var rules = PagingRules()
        change(&rules)
        return rules
    }

    @Test("Walks offsets to the end given by the total without a request beyond it") func offsets() {
        var walk = PageWalk<Numbered>()
        let list = Array(0..<95)
        let (ids, asked) = walk.run { .of(list, at: $0, limit: 30) }
        #expect(ids == list)
        #expect(asked == [nil, .offset(30), .offset(60), .offset(90)])
        #expect(walk.end == .lastPage)
        #expect(walk.progress == PageProgress(loaded: 95, total: 95))
    }

    @Test("The total ends a list even if the service still returns positions", arguments: [29, 30, 60])
    func endByTotal(total: Int) {
        var walk = PageWalk<Numbered>()
        let (ids, asked) = walk.run { position in
            var page = Page.of(Array(0..<total), at: position, limit: 30)
            page.next = .offset(index(position) + 30)
            return page
        }
        #expect(ids == Array(0..<total))
        #expect(asked.count == (total + 29) / 30)
    }

    private func index(_ position: PagePosition?) -> Int {
        if case .offset(let offset)? = position { offset } else { 0 }
    }

    @Test("Without a total a short page is the last if the rules define a full page") func endByShortPage() {
        var walk = PageWalk<Numbered>(rules: rules { $0.fullPage = 3 })
        #expect(walk.accept(Page(0..<3, next: .offset(3)))?.ids == [0, 1, 2])
        #expect(walk.end == nil)
        #expect(walk.accept(Page(3..<5, next: .offset(5)))?.ids == [3, 4])
        #expect(walk.end == .lastPage)
    }

    @Test("Skipped elements count toward a full page") func skippedCounts() {
        var walk = PageWalk<Numbered>(rules: rules { $0.fullPage = 2 })
        let broken = SkippedElement(index: 1, path: "", reason: "broken")
        let page = walk.accept(Page(items: [Numbered(1)], next: .offset(2), skipped: [broken]))
        #expect(page?.skipped == [broken])
        #expect(walk.position == .offset(2))
    }

    @Test("The end mark as a cursor ends the list") func endMark() {
        var walk = PageWalk<Numbered>(rules: rules { $0.endMark = "0" })
        #expect(walk.accept(Page([1], next: .cursor("a")))?.ids == [1])
        #expect(walk.position == .cursor("a"))
        #expect(walk.accept(Page([2], next: .cursor("0")))?.ids == [2])
        #expect(walk.end == .lastPage)
        #expect(walk.upcoming(3).isEmpty)
    }

    @Test("Continues after an empty page with a next position", arguments: [PagePosition.offset(7), .cursor("b")])
    func emptyPage(next: PagePosition) {
        var walk = PageWalk<Numbered>()
        #expect(walk.accept(Page([], next: next))?.ids == [])
        #expect(walk.end == nil)
        #expect(walk.accept(Page([1]))?.ids == [1])
        #expect(walk.end == .lastPage)
    }

    @Test("An empty list is one page without items") func emptyList() {
        var walk = PageWalk<Numbered>()
        let page = walk.accept(Page([], total: 0))
        #expect(page?.ids == [])
        #expect(page?.progress.fraction == 1)
        #expect(walk.end == .lastPage)
    }

    @Test(
        "A repeated position fails when it is reached",
        arguments: [
            [PagePosition.offset(2), .offset(2)], [.offset(2), .offset(1)], [.cursor("a"), .cursor("a")],
            [.cursor("a"), .cursor("b"), .cursor("a")],
        ])
    func repeatedPosition(next: [PagePosition]) {
        var walk = PageWalk<Numbered>()
        for (number, position) in next.enumerated() {
            #expect(walk.takeFailure() == nil)
            #expect(walk.accept(Page([number], next: position))?.ids == [number])
        }
        #expect(walk.upcoming(1).isEmpty)
        #expect(walk.takeFailure()?.code == .endlessList)
        // The walk keeps its position and requests the page with the repeated position again.
        #expect(walk.end == nil)
        #expect(walk.upcoming(1) == [next[next.count - 2]])
        #expect(walk.accept(Page([9]))?.ids == [9])
    }

    @Test("A repeated position ends the list if configured") func repeatedPositionEnds() {
        var walk = PageWalk<Numbered>(rules: rules { $0.endsAtRepeatedPosition = true })
        _ = walk.accept(Page([1], next: .cursor("a")))
        #expect(walk.accept(Page([2], next: .cursor("a")))?.ids == [2])
        #expect(walk.end == .repeatedPosition)
        #expect(walk.takeFailure() == nil)
    }

    @Test("A service that ignores the offset is an error, not a complete list") func ignoredOffset() {
        var walk = PageWalk<Numbered>()
        let (ids, asked) = walk.run { position in
            Page(0..<10, next: .offset(index(position) + 10), total: 1000)
        }
        #expect(ids == Array(0..<10))
        #expect(asked.count == 4)
        #expect(walk.takeFailure()?.code == .endlessList)
    }

    @Test("Fails after a hundred empty pages") func endlessEmptiness() {
        var walk = PageWalk<Numbered>()
        var number = 0
        let (_, asked) = walk.run { _ in
            number += 1
            return Page([], next: .cursor("\(number)"))
        }
        #expect(asked.count == 100)
        #expect(walk.takeFailure()?.code == .endlessList)
        #expect(!walk.upcoming(1).isEmpty)
    }

    @Test("Stops at the page and item limits and can resume inside a cut page") func limits() {
        var pages = PageWalk<Numbered>(rules: rules { $0.maximumPages = 2 })
        #expect(pages.run { .of(Array(0..<9), at: $0, limit: 3) }.ids == Array(0..<6))
        #expect(pages.end == .limit)
        #expect(pages.bookmark.position == .offset(6))
        #expect(!pages.bookmark.isAtEnd)
        var items = PageWalk<Numbered>(rules: rules { $0.maximumItems = 4 })
        _ = items.accept(.of(Array(0..<9), at: nil, limit: 3))
        let cut = items.accept(.of(Array(0..<9), at: .offset(3), limit: 3))
        #expect(cut?.ids == [3])
        #expect(items.end == .limit)
        var rest = PageWalk<Numbered>(from: cut?.bookmark)
        #expect(rest.run { .of(Array(0..<9), at: $0, limit: 3) }.ids == Array(4..<9))
        #expect(PageWalk<Numbered>(rules: rules { $0.maximumItems = 0 }).end == .limit)
    }

    @Test("Delivers a repeated item only once") func uniqueness() {
        var walk = PageWalk<Numbered>(known: [4])
        #expect(walk.accept(Page([1, 2, 1, 3], next: .cursor("a")))?.ids == [1, 2, 3])
        #expect(walk.accept(Page([3, 4, 5, 2, 6], next: .cursor("b")))?.ids == [5, 6])
        #expect(walk.progress.loaded == 5)
    }

    @Test("Predicts only regular offsets within the total and the limits") func plan() {
        var walk = PageWalk<Numbered>(rules: rules { $0.maximumItems = 75 })
        #expect(walk.upcoming(4) == [nil])
        _ = walk.accept(.of(Array(0..<95), at: nil, limit: 20))
        #expect(walk.upcoming(0).isEmpty)
        #expect(walk.upcoming(2) == [.offset(20), .offset(40)])
        #expect(walk.upcoming(9) == [.offset(20), .offset(40), .offset(60)])
        var all = PageWalk<Numbered>(rules: rules { $0.overlap = 5 })
        _ = all.accept(.of(Array(0..<65), at: nil, limit: 20))
        #expect(all.upcoming(9) == [.offset(15), .offset(30), .offset(45)])
        var cursors = PageWalk<Numbered>()
        _ = cursors.accept(Page([1], next: .cursor("a"), total: 9))
        #expect(cursors.upcoming(5) == [.cursor("a")])
        var far = PageWalk<Numbered>()
        _ = far.accept(Page([1, 2], next: .offset(.max - 1)))
        #expect(far.upcoming(3) == [.offset(.max - 1)])
    }

    @Test("Extreme numbers from a service or a bookmark do not crash", arguments: [Int.min, -1, 0, 1, .max - 1, .max])
    func hostileNumbers(number: Int) {
        for other in [Int.min, -1, 0, 1, Int.max - 1, Int.max] {
            let place = PageBookmark(position: .offset(number), recent: [1, 2], loaded: other, total: other)
            for start in [place, PageBookmark(position: .offset(other)), nil] {
                var walk = PageWalk<Numbered>(rules: rules { $0.overlap = 2 }, from: start)
                for answer in 0..<60 {
                    _ = walk.upcoming(5)
                    let page = Page(
                        [answer * 3, answer * 3 + 1, 3], next: .offset(answer % 2 == 0 ? number : other),
                        total: answer % 3 == 0 ? other : number)
                    _ = walk.accept(page)?.bookmark(after: 1)
                    _ = walk.takeFailure()
                }
                #expect(walk.progress.loaded >= 0)
            }
        }
    }

    @Test("A page at the maximum offset leaves a bookmark there") func farBookmark() {
        var walk = PageWalk<Numbered>(rules: rules { $0.overlap = 10 })
        _ = walk.accept(Page(0..<12, next: .offset(12), total: 13))
        // The page has no known item, and the total implies so many arrivals that the position is searched there.
        for _ in 0..<2 { _ = walk.accept(Page([20, 21], next: .offset(14), total: .max)) }
        #expect(walk.position == .offset(.max - 9))
        #expect(walk.accept(Page([11], total: .max))?.bookmark.position == .offset(.max))
        #expect(walk.end == .lastPage)
    }

    @Test("Numbered pages of a list with the maximum total are handed out") func hugeTotal() {
        var walk = PageWalk<Numbered>()
        for number in 0..<3 { _ = walk.accept(Page([number], next: .page(number + 1), total: .max)) }
        #expect(walk.progress.loaded == 3)
    }

    @Test("Accepts a negative number of pinned items", arguments: [Int.min, -1]) func hostilePins(pinned: Int) {
        var walk = PageWalk<Numbered>()
        for start in [0, 2] {
            var page = Page([start, start + 1], next: .offset(start + 2), total: 9)
            page.pinned = pinned
            #expect(walk.accept(page)?.ids == [start, start + 1])
        }
    }
}
