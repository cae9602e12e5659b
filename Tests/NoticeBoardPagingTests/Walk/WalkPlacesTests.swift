import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks where a walk starts and continues, and the bookmarks that it returns.
@Suite("PageWalk: positions", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WalkPlacesTests {
    private typealias Walk = PageWalk<Numbered>

    private func rules(_ change: (inout PagingRules) -> Void) -> PagingRules {
        var rules = PagingRules()
        change(&rules)
        return rules
    }

    @Test("Repairs invalid values of a stored bookmark") func stored() {
        let starts: [(PageBookmark<Int>, PagePosition?, loaded: Int, total: Int?, PageEnd?)] = [
            (PageBookmark(), nil, 0, nil, nil), (PageBookmark(position: .offset(-1)), nil, 0, nil, nil),
            (PageBookmark(position: .offset(0)), .offset(0), 0, nil, nil),
            (PageBookmark(position: .offset(7), loaded: 5, total: 9), .offset(7), 5, 9, nil),
            (PageBookmark(position: .offset(-1), recent: [1], loaded: -5, total: -1), nil, 0, nil, nil),
            (PageBookmark(position: .cursor("a"), recent: [1, 2], loaded: 2, total: 0), .cursor("a"), 2, 0, nil),
            (PageBookmark(recent: [1, 2], loaded: .max), nil, .max / 2, nil, nil),
            (PageBookmark(position: .offset(9), recent: [1, 2, 3], loaded: 1, isAtEnd: true), .offset(6), 1, nil, .lastPage),
            (PageBookmark(position: .offset(40), recent: Array(1...30), loaded: 40, total: 41), .offset(32), 40, 41, nil),
        ]
        for (bookmark, position, loaded, total, end) in starts {
            let walk = Walk(from: bookmark)
            #expect(walk.position == position, "\(bookmark)")
            #expect(walk.end == end, "\(bookmark)")
            #expect(walk.progress == PageProgress(loaded: loaded, total: total), "\(bookmark)")
            #expect(walk.recent == bookmark.recent)
            #expect(walk.lastID == bookmark.recent.last)
            #expect(walk.seen == Set(bookmark.recent))
        }
        #expect(Walk(from: PageBookmark(recent: [1, 2]), known: [2, 7]).seen == [1, 2, 7])
        let place = PageBookmark(position: .offset(40), recent: Array(1...30), loaded: 40, total: 41)
        #expect(Walk(from: place).bookmark == place, "the anchors are not part of the walk")
    }

    @Test(
        "Items already loaded count toward the limits",
        arguments: [
            (nil, nil, nil), (1, nil, nil), (0, nil, .limit), (-1, nil, .limit), (nil, 6, nil), (nil, 5, .limit),
            (nil, 4, .limit),
            (1, 5, .limit), (0, 6, .limit),
        ] as [(Int?, Int?, PageEnd?)])
    func limits(pages: Int?, items: Int?, end: PageEnd?) {
        let rules = rules { ($0.maximumPages, $0.maximumItems) = (pages, items) }
        #expect(Walk(rules: rules, from: PageBookmark(position: .offset(5), loaded: 5)).end == end)
    }

    @Test("A bookmark inside a page follows its last taken item") func middle() {
        var walk = Walk(rules: rules { $0.remembered = 3 })
        let first = walk.accept(Page(0..<5, next: .offset(5), total: 8))
        let last = walk.accept(Page(5..<8, total: 8))
        let whole = PageBookmark(position: .offset(5), recent: [2, 3, 4], loaded: 5, total: 8)
        let none = PageBookmark<Int>(position: .offset(0), loaded: 0, total: 8)
        for (count, place) in [(-1, none), (0, none), (5, whole), (6, whole)] { #expect(first?.bookmark(after: count) == place) }
        #expect(
            first?.bookmark(after: 2) == PageBookmark(position: .offset(2), recent: [0, 1], loaded: 2, total: 8))
        #expect(first?.bookmark(after: 4) == PageBookmark(position: .offset(4), recent: [1, 2, 3], loaded: 4, total: 8))
        #expect(last?.bookmark(after: 0) == PageBookmark(position: .offset(5), recent: [2, 3, 4], loaded: 5, total: 8))
        #expect(last?.bookmark(after: 2) == PageBookmark(position: .offset(7), recent: [4, 5, 6], loaded: 7, total: 8))
        #expect(
            last?.bookmark(after: 3) == PageBookmark(position: .offset(5), recent: [5, 6, 7], loaded: 8, total: 8, isAtEnd: true))
        #expect(last?.bookmark(after: 3) == last?.bookmark)
        #expect(last?.bookmark == walk.bookmark)
    }

    @Test("A bookmark inside a page without an offset remembers all items taken from it") func whole() {
        var cursors = Walk(rules: rules { $0.remembered = 2 })
        _ = cursors.accept(Page(0..<3, next: .cursor("a")))
        let page = cursors.accept(Page(3..<7, next: .cursor("b")))
        let place = PageBookmark(position: .cursor("a"), recent: [1, 2, 3, 4, 5], loaded: 6)
        #expect(page?.bookmark(after: 3) == place)
        #expect(page?.bookmark(after: 4) == PageBookmark(position: .cursor("b"), recent: [5, 6], loaded: 7))
        var single = Walk()
        #expect(single.accept(Page(0..<3))?.bookmark(after: 1) == PageBookmark(recent: [0], loaded: 1))
        #expect(single.bookmark == PageBookmark(recent: [0, 1, 2], loaded: 3, isAtEnd: true))
    }

    @Test("A bookmark inside a page with repeated items counts from the new ones") func repeated() {
        var walk = Walk()
        _ = walk.accept(Page(0..<5, next: .offset(5), total: 20))
        // Two items arrived above.
        let page = walk.accept(Page([3, 4, 5, 6, 7], next: .offset(10), total: 22))
        #expect(page?.ids == [5, 6, 7])
        #expect(page?.progress == PageProgress(loaded: 8, total: 22))
        #expect(page?.above == 0)
        #expect(page?.bookmark(after: 1) == PageBookmark(position: .offset(8), recent: Array(0...5), loaded: 6, total: 22))
        #expect(walk.bookmark == PageBookmark(position: .offset(10), recent: Array(0...7), loaded: 8, total: 22))
    }

    @Test("A bookmark remembers the configured number of items, at least one", arguments: [-1, 0, 1, 3, 4, 5, 9])
    func remembered(count: Int) {
        var walk = Walk(rules: rules { $0.remembered = count })
        var (all, next) = ([Int](), 0)
        for (number, size) in [2, 1, 4, 0, 3].enumerated() {
            _ = walk.accept(Page(next..<(next + size), next: .offset(10 * (number + 1))))
            (all, next) = (all + Array(next..<(next + size)), next + size)
            #expect(walk.bookmark.recent == all.suffix(max(count, 1)), "\(size)")
        }
    }

    @Test("Predicted positions end exactly at the total and the limits") func guesses() {
        func plan(_ total: Int?, pages: Int? = nil, items: Int? = nil, overlap: Int = 0, count: Int = 9) -> [PagePosition?] {
            var walk = Walk(rules: rules { ($0.maximumPages, $0.maximumItems, $0.overlap) = (pages, items, overlap) })
            _ = walk.accept(Page(0..<10, next: .offset(10), total: total))
            return walk.upcoming(count)
        }
        func offsets(_ first: Int...) -> [PagePosition?] { first.map { .offset($0) } }
        #expect(plan(30) == offsets(10, 20))
        #expect(plan(31) == offsets(10, 20, 30))
        #expect(plan(11) == offsets(10))
        #expect(plan(90, pages: 3) == offsets(10, 20))
        #expect(plan(90, pages: 4) == offsets(10, 20, 30))
        #expect(plan(90, pages: 2) == offsets(10))
        #expect(plan(90, items: 20) == offsets(10))
        #expect(plan(90, items: 21) == offsets(10, 20))
        #expect(plan(90, items: 11) == offsets(10))
        #expect(plan(90, items: 30) == offsets(10, 20))
        #expect(plan(90, items: 31) == offsets(10, 20, 30))
        #expect(plan(90, count: 1) == offsets(10))
        #expect(plan(90, count: 2) == offsets(10, 20))
        #expect(plan(90, count: 0) == [])
        // The third page of a list of 26 would contain only the two overlapping items.
        #expect(plan(26, overlap: 2) == offsets(8, 16))
        #expect(plan(27, overlap: 2) == offsets(8, 16, 24))
        #expect(plan(nil, overlap: 9, count: 3) == offsets(1, 2, 3))
        #expect(plan(nil, count: 3) == offsets(10))
    }

    @Test("Predicts no position during a search or before a failure is thrown") func noGuesses() {
        var hunting = Walk()
        _ = hunting.accept(Page(0..<10, next: .offset(10), total: 90))
        #expect(hunting.accept(Page(12..<22, next: .offset(20), total: 88)) == nil)
        #expect(hunting.upcoming(4) == [.offset(8)])
        var searching = Walk()
        _ = searching.accept(Page(0..<10, next: .offset(10), total: 90))
        #expect(searching.accept(Page(100..<110, next: .offset(20), total: 140)) == nil)
        #expect(searching.upcoming(4) == [.offset(2)])
        var failed = Walk()
        _ = failed.accept(Page(0..<10, next: .offset(0), total: 90))
        #expect(failed.upcoming(4) == [])
        #expect(failed.takeFailure() != nil)
        #expect(failed.takeFailure() == nil)
        #expect(failed.upcoming(4) == [nil])
    }
}
