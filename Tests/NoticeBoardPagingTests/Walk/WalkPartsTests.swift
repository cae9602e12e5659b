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

    // MARK: - Repetition

    /// Returns whether the walk fails at each page; every page names a new offset.
    private func failures(_ pages: [Page<Numbered>]) -> [Bool] {
        var (walk, next) = (PageWalk<Numbered>(), 0)
        return pages.map { page in
            next += 10
            var page = page
            page.next = .offset(next)
            _ = walk.accept(page)
            return walk.takeFailure()?.code == .endlessList
        }
    }

    @Test("Stops after a hundred pages without new items, and again after as many") func quietPages() {
        let quiet = Array(repeating: Page<Numbered>([]), count: 99)
        #expect(failures(quiet + quiet + quiet) == (1...297).map { $0 % 100 == 0 })
        // A new item restarts the count.
        #expect(failures(quiet + [Page([1])] + quiet).allSatisfy { !$0 })
        #expect(failures(quiet + [Page([1])] + quiet + [Page([])]).last == true)
    }

    @Test("Stops at the fourth identical page in a row with one total") func copies() {
        let page = Page<Numbered>(1..<5, total: 900)
        #expect(failures(Array(repeating: page, count: 8)) == [false, false, false, true, false, false, true, false])
        for other in [Page<Numbered>(2..<5, total: 900), Page(1..<4, total: 900), Page(1..<5, total: 899)] {
            let answers = failures([page, page, page, other, page, page, page])
            #expect(answers.allSatisfy { !$0 }, "\(other)")
        }
        #expect(failures(Array(repeating: Page(1..<5), count: 9)).allSatisfy { !$0 }, "without a total")
    }
}
