import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

@Suite("PageBookmark", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct BookmarkTests {
    /// Returns the bookmark of a walk that has taken `count` items of a list in pages of ten.
    private func bookmark(after count: Int, of list: [Int], limit: Int = 10, tellsTotal: Bool = true) -> PageBookmark<Int> {
        var walk = PageWalk<Numbered>()
        while let position = walk.upcoming(1).first {
            guard let page = walk.accept(.of(list, at: position, limit: limit, tellsTotal: tellsTotal)) else { continue }
            if page.progress.loaded >= count { return page.bookmark(after: count - (page.progress.loaded - page.items.count)) }
        }
        return walk.bookmark
    }

    private func rest(
        from bookmark: PageBookmark<Int>, of list: [Int], limit: Int = 10, tellsTotal: Bool = true
    ) -> (ids: [Int], asked: [PagePosition?]) {
        var walk = PageWalk<Numbered>(from: bookmark)
        return walk.run { .of(list, at: $0, limit: limit, tellsTotal: tellsTotal) }
    }

    @Test("A walk resumed from a bookmark delivers exactly the rest", arguments: 0...45)
    func exactlyTheRest(count: Int) throws {
        let list = Array(0..<45)
        let stored = try JSONEncoder().encode(bookmark(after: count, of: list))
        let read = try JSONDecoder().decode(PageBookmark<Int>.self, from: stored)
        #expect(rest(from: read, of: list).ids == Array(count..<45))
    }

    private func pinned(_ list: [Int], at position: PagePosition?) -> Page<Numbered> {
        let (ids, next) = belowPinned(list, at: position, limit: 4)
        var page = Page(ids, next: next)
        page.pinned = 2
        return page
    }

    @Test("Pinned rows are neither used to find the position nor delivered again", arguments: 8...40)
    func pinned(count: Int) throws {
        let list = Array(0..<60)
        var walk = PageWalk<Numbered>()
        while walk.progress.loaded < count + 2 { _ = walk.accept(pinned(list, at: walk.position)) }
        let (before, after) = ((walk.progress.loaded - 2), walk.bookmark)
        #expect(after.pinned == [-1, -2])
        #expect(!after.recent.contains { $0 < 0 })
        let stored = try JSONDecoder().decode(PageBookmark<Int>.self, from: try JSONEncoder().encode(after))
        #expect(stored == after)
        for now in [list, Array(list[(before - 1)...]), Array(list[(before / 2)...]), Array(100..<130) + list] {
            var later = PageWalk<Numbered>(from: stored)
            #expect(later.run { pinned(now, at: $0) }.ids == Array(before..<60), "\(now.prefix(3))")
        }
    }

    @Test("Resuming after arrivals repeats no item", arguments: [1, 7, 10, 33, 200])
    func arrivals(arrived: Int) {
        let list = Array(0..<45)
        for count in [1, 10, 15, 30, 44] {
            for tellsTotal in [true, false] {
                let place = bookmark(after: count, of: list, tellsTotal: tellsTotal)
                let (ids, asked) = rest(from: place, of: (1000..<(1000 + arrived)) + list, tellsTotal: tellsTotal)
                #expect(ids == Array(count..<45), "\(count) taken, total \(tellsTotal)")
                if tellsTotal { #expect(asked.count <= 2 + (45 - count + 8 + 9) / 10) }
            }
        }
    }

    @Test("Resuming after deletions loses no item", arguments: [1, 7, 14, 25])
    func deletions(deleted: Int) {
        let list = Array(0..<45)
        let place = bookmark(after: 30, of: list)
        #expect(rest(from: place, of: Array(list.dropFirst(deleted))).ids == Array(30..<45))
        #expect(rest(from: place, of: Array(list[..<(30 - deleted)] + list[30...])).ids == Array(30..<45))
        let unknown = bookmark(after: 30, of: list, tellsTotal: false)
        #expect(rest(from: unknown, of: Array(list.dropFirst(deleted)), tellsTotal: false).ids == Array(30..<45))
    }

    @Test("Resuming fails when all items of the bookmark were deleted") func lost() {
        let place = bookmark(after: 20, of: Array(0..<45))
        var walk = PageWalk<Numbered>(from: place)
        let other = Array(100..<145)
        for _ in 1...2 {
            #expect(walk.run { .of(other, at: $0, limit: 10) }.ids == [])
            #expect(walk.end == nil)
            #expect(walk.takeFailure()?.code == .placeLost)
        }
        #expect(walk.run { .of(Array(0..<45), at: $0, limit: 10) }.ids == Array(20..<45))
    }

    @Test("Finds the position in a list that grows during the search, even without a total") func growing() {
        // The position is above the bookmark's offset until more and more items arrive above it.
        let place = PageBookmark(position: .offset(50), recent: Array(0..<30), loaded: 30)
        var (walk, list, answers) = (PageWalk<Numbered>(from: place), Array(0..<60), 0)
        let (ids, _) = walk.run { position in
            answers += 1
            if 2...9 ~= answers { list = (answers * 100..<answers * 100 + 10) + list }
            return .of(list, at: position, limit: 10, tellsTotal: false)
        }
        #expect(ids == Array(30..<60))
        #expect(walk.takeFailure() == nil)
    }

    @Test("Finds a position that moved to the head by the row below it") func toTheHead() {
        let place = PageBookmark(position: .offset(2), recent: [2], loaded: 2)
        let (ids, asked) = rest(from: place, of: Array(2..<6), tellsTotal: false)
        #expect(ids == [3, 4, 5])
        #expect(asked == [.offset(1), .offset(0)])
    }

    @Test("An empty list has no rest") func empty() {
        var walk = PageWalk<Numbered>(from: bookmark(after: 20, of: Array(0..<45)))
        #expect(walk.run { .of([], at: $0, limit: 10) }.ids == [])
        #expect(walk.end == .lastPage)
        #expect(walk.takeFailure() == nil)
    }

    @Test("A bookmark at the end sends no request") func atEnd() {
        let place = bookmark(after: 45, of: Array(0..<45))
        #expect(place.isAtEnd)
        #expect(rest(from: place, of: Array(0..<90)).asked.isEmpty)
    }

    @Test("Resuming inside a page after a cursor loads that page again without repeats") func cursor() {
        var walk = PageWalk<Numbered>()
        _ = walk.accept(Page(0..<10, next: .cursor("a")))
        let page = walk.accept(Page(10..<60, next: .cursor("b")))
        var rest = PageWalk<Numbered>(from: page?.bookmark(after: 45))
        #expect(rest.position == .cursor("a"))
        #expect(rest.accept(Page(10..<60, next: .cursor("b")))?.ids == Array(55..<60))
        #expect(page?.bookmark(after: 50).position == .cursor("b"))
        #expect(page?.bookmark(after: 0).position == .cursor("a"))
    }

    @Test("A bookmark created from stored items works like one of a walk") func handMade() {
        let list = Array(0..<45)
        let place = PageBookmark(position: .offset(20), recent: Array(0..<20), loaded: 20)
        #expect(rest(from: place, of: [100, 101] + list).ids == Array(20..<45))
    }
}
