import Testing

@testable import NoticeBoardPaging

@Suite("Page", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PageTests {
    @Test(
        "The loaded fraction is between 0 and 1",
        arguments: [
            (0, nil, nil), (7, nil, nil), (0, 0, 1), (3, 0, 1), (0, 4, 0), (1, 4, 0.25), (3, 4, 0.75), (4, 4, 1), (5, 4, 1),
            (0, -2, 1),
            (1, 1, 1), (0, 1, 0),
        ] as [(Int, Int?, Double?)])
    func fraction(loaded: Int, total: Int?, share: Double?) {
        #expect(PageProgress(loaded: loaded, total: total).fraction == share)
    }

    @Test("Uses the larger overlap of the rules with and without a total, never below zero")
    func overlaps() {
        for (overlap, without, known, unknown) in [
            (0, 0, 0, 0), (2, 0, 2, 2), (0, 3, 0, 3), (4, 3, 4, 4), (2, 3, 2, 3), (-1, -2, 0, 0),
        ] {
            var rules = PagingRules()
            (rules.overlap, rules.overlapWithoutTotal) = (overlap, without)
            #expect(rules.overlap(knowing: 9) == known, "\(overlap), \(without)")
            #expect(rules.overlap(knowing: 0) == known, "\(overlap), \(without)")
            #expect(rules.overlap(knowing: nil) == unknown, "\(overlap), \(without)")
        }
    }
}
