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
}
