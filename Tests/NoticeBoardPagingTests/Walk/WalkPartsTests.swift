import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

@Suite("Parts of a PageWalk", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WalkPartsTests {
    @Test(
        "Addition clamps on overflow",
        arguments: [
            (1, 2, 3), (5, -8, -3), (.max, 0, .max), (.max, 1, .max), (.max - 1, 1, .max), (.max, .max, .max), (.min, -1, .min),
            (.min + 1, -1, .min), (.min, .min, .min), (.max, .min, -1),
        ])
    func sums(one: Int, other: Int, sum: Int) {
        #expect(one.clampedAdding(other) == sum)
    }

    // MARK: - PageSeam

    @Test(
        "A page overlaps the given number of readable items and still advances",
        arguments: [
            (0, 10, 10, [], 10), (2, 10, 10, [], 8), (3, 10, 3, [], 8), (2, 10, 2, [], 9), (2, 10, 1, [], 10), (2, 10, 0, [], 10),
            (2, 10, 10, [7, 9], 6), (2, 10, 10, [6, 8], 7), (2, 10, 10, [8, 9], 6), (1, 10, 3, [1, 2], 10),
            (1, 10, 4, [2, 3], 7),
            (1, 10, 3, [0, 1, 2], 10), (3, 1, 5, [], 0), (3, 3, 5, [], 0), (3, 4, 5, [], 1), (1, 5, 5, [0], 4),
        ] as [(Int, Int, Int, [Int], Int)])
    func joins(overlap: Int, end: Int, count: Int, broken: [Int], place: Int) {
        var seam = PageSeam()
        seam.overlap = overlap
        #expect(seam.join(at: end, after: count, broken: broken) == place)
        if end >= 10 { #expect(seam.lead == end - place) }
    }

    private func joint(_ start: Int, isProved: Bool = false, isEmptyButNotLast: Bool = false, shrunkBy: Int = 0) -> Joint {
        Joint(start: start, isProved: isProved, isEmptyButNotLast: isEmptyButNotLast, shrunkBy: shrunkBy)
    }

    @Test("Without overlap moves the page back by as much as the total shrank") func byTotal() {
        let cases: [(Joint, PageSeam.Verdict)] = [
            (joint(10), .fits), (joint(10, isProved: true), .fits), (joint(10, shrunkBy: -3), .fits),
            (joint(10, isEmptyButNotLast: true), .fits),
            (joint(10, shrunkBy: 1), .back(to: 9)), (joint(10, shrunkBy: 3), .back(to: 7)), (joint(3, shrunkBy: 3), .back(to: 0)),
            (joint(2, shrunkBy: 3), .back(to: 0)), (joint(0, shrunkBy: 3), .fits),
            (joint(10, isProved: true, shrunkBy: 2), .back(to: 8)), (joint(10, isEmptyButNotLast: true, shrunkBy: 3), .gap),
        ]
        for (joint, verdict) in cases {
            var seam = PageSeam()
            #expect(seam.judge(joint) == verdict, "\(joint)")
            let goesBack = if case .back = verdict { true } else { false }
            #expect(seam.isHunting == goesBack, "\(joint)")
        }
    }

    @Test("With overlap confirms a page boundary or searches twice as far up each time") func byOverlap() {
        var seam = PageSeam()
        seam.overlap = 2
        #expect(seam.judge(joint(20, isProved: true)) == .fits)
        #expect(seam.judge(joint(0)) == .fits)
        #expect(!seam.isHunting)
        // Without overlapping items nothing can be confirmed, unless the total reveals deletions.
        #expect(seam.judge(joint(20)) == .gap)
        #expect(seam.judge(joint(20, shrunkBy: -1)) == .gap)
        #expect(seam.judge(joint(20, shrunkBy: 1)) == .back(to: 19))
        #expect(seam.isHunting)
        #expect(seam.judge(joint(19)) == .gap)
        #expect(!seam.isHunting)
        #expect(seam.join(at: 100, after: 10, broken: []) == 98)
        #expect(seam.judge(joint(98)) == .back(to: 96))
        #expect(seam.judge(joint(96)) == .back(to: 92))
        #expect(seam.judge(joint(92)) == .back(to: 84))
        #expect(seam.judge(joint(84, shrunkBy: 50)) == .back(to: 34))
        #expect(seam.judge(joint(34)) == .back(to: 0))
        #expect(seam.judge(joint(0)) == .fits)
        #expect(!seam.isHunting)
        #expect(seam.judge(joint(90)) == .back(to: 88), "the next hole is looked for from the seam on")
        seam.rest()
        #expect(!seam.isHunting)
        #expect(seam.judge(joint(90)) == .back(to: 88))
        #expect(seam.judge(joint(88, isEmptyButNotLast: true)) == .gap)
        #expect(!seam.isHunting)
        #expect(seam.judge(joint(88, isProved: true, isEmptyButNotLast: true)) == .fits)
    }

    @Test("Searches at most 32 times without progress, and again as often after progress", arguments: [0, 1])
    func spinnerDelay(overlap: Int) {
        var seam = PageSeam()
        seam.overlap = overlap
        for _ in 0..<2 {
            for number in 1...32 { #expect(seam.judge(joint(1_000, shrunkBy: 1)) != .gap, "\(number)") }
            for _ in 0..<2 {
                #expect(seam.judge(joint(1_000, shrunkBy: 1)) == .gap)
                #expect(!seam.isHunting)
            }
            seam.progressed()
        }
    }

    // MARK: - RepetitionDetector

    /// Whether each page, given by first, last, count, total and whether anything is new, completes a circle.
    private func rounds(_ pages: [(Int?, Int?, Int, Int?, Bool)], _ watch: inout RepetitionDetector<Int>) -> [Bool] {
        pages.map { watch.isRepeating(first: $0.0, last: $0.1, count: $0.2, total: $0.3, isNew: $0.4) }
    }

    @Test("Stops after a hundred pages without new items") func quietPages() {
        var watch = RepetitionDetector<Int>()
        let quiet = (nil, nil, 0, nil, false) as (Int?, Int?, Int, Int?, Bool)
        let ninetyNine = Array(repeating: quiet, count: 99)
        for _ in 0..<2 {
            #expect(rounds(ninetyNine, &watch).allSatisfy { !$0 })
            #expect(rounds([quiet], &watch) == [true])
        }
        // A new item restarts the count.
        #expect(rounds(ninetyNine + [(1, 1, 1, nil, true)] + ninetyNine, &watch).allSatisfy { !$0 })
        #expect(rounds([quiet, quiet], &watch) == [true, false])
    }

    @Test("Stops at the fourth identical page in a row") func copies() {
        let page = (1, 4, 4, 9, false) as (Int?, Int?, Int, Int?, Bool)
        var watch = RepetitionDetector<Int>()
        #expect(rounds(Array(repeating: page, count: 8), &watch) == [false, false, false, true, false, false, true, false])
        let others: [(Int?, Int?, Int, Int?, Bool)] = [
            (2, 4, 4, 9, false), (1, 5, 4, 9, false), (1, 4, 5, 9, false), (1, 4, 4, 8, false), (1, 4, 4, 9, true),
            (nil, 4, 4, 9, false), (1, nil, 4, 9, false), (1, 4, 4, nil, false),
        ]
        for other in others {
            watch = RepetitionDetector()
            let answers = rounds([page, page, page, other, page, page, page], &watch)
            // A page with new items counts as a copy for the identical pages after it.
            #expect(answers == Array(repeating: false, count: 6) + [other.4], "\(other)")
        }
        watch = RepetitionDetector()
        #expect(rounds(Array(repeating: (1, 4, 4, nil, false), count: 9), &watch).allSatisfy { !$0 }, "without a total")
    }

    // MARK: - AnchorSearch

    @Test(
        "Searches first on a page with up to eight anchors",
        arguments: [
            (30, 50, 42), (8, 50, 42), (7, 50, 43), (1, 50, 49), (30, 8, 0), (30, 9, 1), (30, 3, 0), (2, 1, 0), (3, 0, 0),
        ])
    func starts(anchors: Int, index: Int, start: Int) {
        let search = AnchorSearch(Array(0..<anchors), before: index, total: nil)
        #expect(search.start == start)
        #expect(search.index == index)
    }

    /// The verdicts for pages without an anchor, in order.
    private func verdicts(
        _ search: AnchorSearch<Int>, _ pages: [(offset: Int, next: Int?, total: Int?)]
    ) -> [AnchorSearch<Int>.Verdict] {
        var search = search
        return pages.map { search.judge([900, 901], at: $0.offset, next: $0.next, total: $0.total) }
    }

    @Test("Searches at the old position, then to the end, then from the head")
    func withoutTotal() {
        let search = AnchorSearch([1, 2, 3], before: 20, total: nil)
        #expect(
            verdicts(search, [(17, 19, nil), (19, 21, nil), (21, nil, nil), (0, 2, nil), (2, 900, nil), (900, nil, nil)])
                == [.ask(19), .ask(21), .ask(0), .ask(2), .ask(900), .lost])
        #expect(verdicts(search, [(17, nil, nil), (0, nil, nil)]) == [.ask(0), .lost])
        #expect(verdicts(search, [(17, 17, nil), (0, 0, nil)]) == [.ask(0), .lost])
        #expect(verdicts(search, [(17, 18, nil), (18, 17, nil)]) == [.ask(18), .ask(0)])
        // After the head the search ends.
        #expect(verdicts(AnchorSearch([1, 2], before: 2, total: nil), [(0, 2, nil), (2, nil, nil)]) == [.ask(2), .lost])
        #expect(verdicts(AnchorSearch([1, 2], before: 2, total: 5), [(0, nil, nil)]) == [.lost])
    }

    @Test("Searches first where the changed total says the anchors moved") func moved() {
        let search = AnchorSearch([1, 2, 3], before: 20, total: 30)
        #expect(
            verdicts(search, [(17, 19, 35), (22, 24, 35), (24, 26, 35), (19, 21, 35), (21, nil, 35), (0, 2, 35)])
                == [.ask(22), .ask(24), .ask(19), .ask(21), .ask(0), .ask(2)])
        #expect(verdicts(search, [(17, nil, 35), (22, 24, 35)]) == [.ask(22), .ask(24)])
        #expect(verdicts(search, [(17, 19, 13), (0, nil, 13), (19, nil, 13)]) == [.ask(0), .ask(19), .ask(0)], "the very head")
        #expect(verdicts(search, [(17, 19, 12)]) == [.ask(19)], "above the head")
        #expect(verdicts(search, [(17, 19, 30)]) == [.ask(19)], "where they were")
        #expect(verdicts(AnchorSearch([1], before: 20, total: 19), [(19, 21, 19)]) == [.ask(21)])
        // The anchors moved beyond the end, where no page can be requested.
        #expect(verdicts(AnchorSearch([1], before: 20, total: 10), [(19, 21, 20), (21, nil, 20)]) == [.ask(21), .ask(0)])
        #expect(verdicts(AnchorSearch([1], before: 20, total: 19), [(19, 21, 20)]) == [.ask(21)], "the end itself")
        #expect(verdicts(AnchorSearch([1], before: 20, total: 21), [(19, 21, 22)]) == [.ask(20)], "the last of all")
    }

    @Test("Searches from the head only as far as arrivals can have moved the anchors") func fromTheHead() {
        // Ten items arrived: the anchors are at 27 at most.
        let search = AnchorSearch([1, 2, 3], before: 20, total: 30)
        let toTheHead: [(offset: Int, next: Int?, total: Int?)] = [(17, nil, 40), (27, nil, 40)]
        #expect(verdicts(search, toTheHead + [(0, 27, 40), (27, 28, 40)]) == [.ask(27), .ask(0), .ask(27), .lost])
        #expect(verdicts(search, toTheHead + [(0, 28, 40)]) == [.ask(27), .ask(0), .lost])
        // In a list that shrank, the search ends at the old position.
        #expect(verdicts(search, [(17, nil, 30), (0, 17, 25), (17, 18, 25)]) == [.ask(0), .ask(17), .lost])
        #expect(verdicts(search, [(17, nil, 30), (0, 18, 25)]) == [.ask(0), .lost])
    }

    @Test("The first anchor found on a page is the position") func found() {
        var search = AnchorSearch([1, 2], before: 20, total: 30)
        #expect(search.judge([3, 9, 2, 1], at: 18, next: 22, total: 40) == .found(2))
        #expect(search.judge([3, 9], at: 18, next: 20, total: nil) == .ask(20))
        #expect(AnchorSearch([1, 2, 3], before: 20, total: nil).start == 17)
    }

    @Test("Ignores pinned rows as anchors unless all are pinned") func apart() {
        #expect(PageWalk<Numbered>.apart([1, 2, 3], from: [3, 7]) == [1, 2])
        #expect(PageWalk<Numbered>.apart([1, 2], from: [1, 2, 3]) == [1, 2])
        #expect(PageWalk<Numbered>.apart([1, 2], from: []) == [1, 2])
    }

    @Test("A restarted search begins at the old position again") func restarted() {
        var search = AnchorSearch([1, 2, 3], before: 20, total: nil)
        #expect(search.judge([9], at: 17, next: 18, total: nil) == .ask(18))
        #expect(search.judge([9], at: 18, next: nil, total: nil) == .ask(0))
        search.restart()
        #expect(search.judge([9], at: 17, next: 18, total: nil) == .ask(18))
        #expect(search.judge([9], at: 18, next: nil, total: nil) == .ask(0))
        #expect(search.judge([9], at: 0, next: nil, total: nil) == .lost)
    }

    // MARK: - ItemFilter

    @Test("Removes known and repeated items and passes new ones in order") func itemFilter() {
        let itemFilter = ItemFilter<Numbered>()
        let cases: [([Int], begin: Int, seen: Set<Int>, passed: [Int])] = [
            ([1, 2, 3], 0, [], [1, 2, 3]), ([1, 2, 3], 1, [], [2, 3]), ([1, 2, 3], 3, [], []), ([], 0, [1], []),
            ([1, 2, 3, 4], 0, [1], [2, 3, 4]), ([1, 2, 3, 4], 0, [2, 4], [1, 3]), ([1, 2, 3, 4], 0, [3], [1, 2, 4]),
            ([1, 2, 1, 3, 2], 0, [], [1, 2, 3]), ([1, 2, 3, 4], 1, [3], [2, 4]), ([1, 2], 0, [1, 2], []),
        ]
        for (ids, begin, before, passed) in cases {
            var seen = before
            #expect(itemFilter.pass(ids.map { Numbered($0) }, begin, &seen).map(\.id) == passed, "\(ids)")
            #expect(seen == before.union(passed))
        }
    }
}

/// What a page shows of its connection to the previous one.
private struct Joint {
    let start: Int
    let isProved, isEmptyButNotLast: Bool
    let shrunkBy: Int
}

extension PageSeam {
    fileprivate mutating func judge(_ joint: Joint) -> Verdict {
        judge(at: joint.start, isProved: joint.isProved, isEmptyButNotLast: joint.isEmptyButNotLast, shrunkBy: joint.shrunkBy)
    }
}
