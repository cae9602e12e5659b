import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

@Suite("PageWalk: changing lists", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DriftTests {
    private func walk(overlap: Int = 0) -> PageWalk<Numbered> {
        var rules = PagingRules()
        rules.overlap = overlap
        return PageWalk(rules: rules)
    }

    /// Walks through a list.
    ///
    /// `change` modifies it before each request but the first.
    private func run(
        _ walk: inout PageWalk<Numbered>, _ list: [Int], limit: Int, tellsTotal: Bool = true, change: (Int, inout [Int]) -> Void
    ) -> (ids: [Int], asked: [PagePosition?]) {
        var (list, number) = (list, 0)
        return walk.run { position in
            if number > 0 { change(number, &list) }
            number += 1
            return .of(list, at: position, limit: limit, tellsTotal: tellsTotal)
        }
    }

    @Test("Delivers each item once when items arrive at the head") func arrivals() {
        var walk = walk()
        let (ids, _) = run(&walk, Array(0..<30), limit: 10) { number, list in list.insert(100 + number, at: 0) }
        #expect(ids == Array(0..<30))
    }

    @Test("Moves the offset back by as much as the total shrank") func deletions() {
        var walk = walk()
        let (ids, asked) = run(&walk, Array(0..<30), limit: 10) { number, list in if number == 1 { list.removeFirst(3) } }
        #expect(ids == Array(0..<30))
        #expect(asked == [nil, .offset(10), .offset(7), .offset(17)])
    }

    @Test("A list that becomes empty ends without a request beyond its end") func shrinksToNothing() {
        var walk = walk()
        let (ids, asked) = run(&walk, Array(0..<30), limit: 10) { _, list in list = [] }
        #expect(ids == Array(0..<10))
        #expect(asked == [nil, .offset(10)])
        #expect(walk.end == .lastPage)
    }

    @Test("Finds changes that cancel out in the total only with overlap") func cancellingOut() {
        let change = { (number: Int, list: inout [Int]) in
            guard number == 1 else { return }
            list.removeFirst(2)
            list += [100, 101]
        }
        var blind = walk()
        #expect(Set(0..<20).subtracting(run(&blind, Array(0..<20), limit: 10, change: change).ids) == [10, 11])
        var careful = walk(overlap: 1)
        let (ids, asked) = run(&careful, Array(0..<20), limit: 10, change: change)
        #expect(ids == Array(0..<20) + [100, 101])
        #expect(asked == [nil, .offset(9), .offset(8), .offset(6), .offset(15)])
    }

    @Test("Overlap detects and fills holes even without a total", arguments: [1, 3, 9])
    func holes(overlap: Int) {
        for deleted in 1...25 {
            var walk = walk(overlap: overlap)
            let (ids, _) = run(&walk, Array(0..<60), limit: 10, tellsTotal: false) { number, list in
                if number == 4 { list.removeFirst(deleted) }
            }
            // Items deleted before they were loaded are not missed.
            #expect(ids.filter { $0 >= deleted } == Array(deleted..<60), "\(deleted) deleted")
        }
    }

    @Test("Overlap in an unchanged list needs no extra requests") func quietOverlap() {
        var walk = walk(overlap: 2)
        let (ids, asked) = run(&walk, Array(0..<26), limit: 10) { _, _ in }
        #expect(ids == Array(0..<26))
        #expect(asked == [nil, .offset(8), .offset(16)])
    }

    @Test("Reports a gap at every page boundary if pages have one item") func pagesOfOne() {
        var walk = walk(overlap: 3)
        var gaps: [PageGap<Int>] = []
        let list = [1, 2, 3]
        while let position = walk.upcoming(1).first { gaps += walk.accept(.of(list, at: position, limit: 1))?.gaps ?? [] }
        #expect(gaps == [PageGap(after: 1, before: 2), PageGap(after: 2, before: 3)])
    }

    @Test("Retries a limited number of times in a list that shrinks with every response") func shrinking() {
        var walk = walk(overlap: 0)
        _ = walk.accept(Page(0..<100, next: .offset(100), total: 1_000))
        var answers = 0
        var page: LoadedPage<Numbered>?
        while page == nil, answers < 1000, case .offset(let offset)?? = walk.upcoming(1).first {
            answers += 1
            let total = 1_000 - answers
            page = walk.accept(Page((1000 * answers)..<(1000 * answers + 10), next: .offset(offset + 10), total: total))
        }
        #expect(answers == 33)
        #expect(page?.gaps.count == 1)
        // The gap is reported once, not for every following page.
        let further = Page(90_000..<90_010, next: .offset(1_000), total: 1_000 - answers)
        #expect(walk.accept(further)?.gaps.isEmpty == true)
    }

    @Test("Continues with a reported gap in a list that changes faster than it can be read") func tooFast() {
        var walk = walk(overlap: 2)
        _ = walk.accept(Page(0..<10, next: .offset(10), total: 1_000_000))
        var answers = 0
        var page: LoadedPage<Numbered>?
        while page == nil, answers < 1000, case .offset(let offset)?? = walk.upcoming(1).first {
            answers += 1
            // Everything known disappears before each response, and the position moves down again.
            page = walk.accept(Page((1000 * answers)..<(1000 * answers + 10), next: .offset(offset + 10), total: 1_000_000))
        }
        #expect(answers <= 33)
        #expect(page?.gaps.count ?? 0 <= 1)
        #expect(page?.items.count == 10)
    }

    @Test("Counts new items above the list by the position of its first item")
    func above() {
        var walk = walk()
        _ = walk.accept(Page(0..<4, next: .offset(4), total: 30))
        let page = walk.accept(Page([70, 71, 0, 99], next: .offset(8), total: 36))
        #expect(page?.ids == [70, 71, 99])
        #expect(page?.above == 2)
        #expect(walk.cameAbove == 6)
        // New items above the list do not indicate the next position.
        #expect(page?.bookmark.recent == [0, 1, 2, 3, 99])
        var hollow = self.walk()
        _ = hollow.accept(Page(0..<4, next: .offset(4), total: 30))
        #expect(hollow.accept(Page([], next: .offset(8), total: 36))?.ids == [])
        #expect(hollow.position == .offset(8))
    }

    @Test("A changed total invalidates prefetched pages") func generations() {
        var walk = walk()
        _ = walk.accept(.of(Array(0..<50), at: nil, limit: 10))
        _ = walk.accept(.of(Array(0..<50), at: .offset(10), limit: 10))
        #expect(walk.generation == 0)
        #expect(walk.accept(.of([99] + Array(0..<50), at: .offset(20), limit: 10))?.ids == Array(20..<29))
        #expect(walk.generation == 1)
        #expect(walk.accept(.of(Array(0..<50), at: .offset(30), limit: 10)) == nil)
        #expect(walk.generation == 2)
        #expect(walk.position == .offset(29))
    }

    @Test("Overlap extends past unreadable elements") func brokenAtTheSeam() {
        var walk = walk(overlap: 2)
        let broken = [7, 9].map { SkippedElement(index: $0, path: "", reason: "broken") }
        let page = walk.accept(
            Page(items: [0, 1, 2, 3, 4, 5, 6, 8].map { Numbered($0) }, next: .offset(10), total: 30, skipped: broken))
        #expect(page?.items.count == 8)
        #expect(walk.position == .offset(6))
    }

    @Test("Does not predict positions without a total or overlap") func unwatched() {
        var blind = walk()
        _ = blind.accept(.of(Array(0..<30), at: nil, limit: 10, tellsTotal: false))
        #expect(blind.upcoming(3) == [.offset(10)])
        var careful = walk(overlap: 1)
        _ = careful.accept(.of(Array(0..<30), at: nil, limit: 10, tellsTotal: false))
        #expect(careful.upcoming(3) == [.offset(9), .offset(18), .offset(27)])
    }
}
