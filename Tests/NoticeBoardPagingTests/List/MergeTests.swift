import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Pages against rows, without items and positions: rows are numbers in the service's order.
@Suite("Merge", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MergeTests {
    @Test("Random pages remove no living row and show no row twice") func trials() {
        let trials = RandomTrials()
        let count = trials.count(10_000)
        var faults: [String: Int] = [:]
        var falseLinks = 0
        for number in 0..<count {
            let seed = trials.seed &+ UInt64(number)
            var trial = MergeTrial(seed)
            let described = trial
            for fault in trial.faults() {
                faults[fault, default: 0] += 1
                if faults.count < 4 { Issue.record("\(fault) \(RandomTrials(seed: seed)) \(described)") }
            }
            falseLinks += trial.falseLinks
        }
        print("merges: \(trials), \(count) pages, \(falseLinks) links that claim too much")
        #expect(faults.isEmpty, "\(trials): \(faults)")
        // Links of deleted rows do not count: a page cannot tell whether a row that it does not show is deleted or elsewhere.
        #expect(falseLinks == 0, "\(trials)")
    }

    // MARK: - Faults that were found

    @Test("A loaded row that moved above the page of a gap removes no row") func movedAboveGap() {
        let merge = MergeExample.merged(
            MergeExample.rows([10, 11, 12, 14, 15, 17, 18]), MergeExample.page([13, 14, 15, 17, 18]), as: .gap(1), arrivals: [13])
        #expect(merge.gone.isEmpty)
        #expect(merge.rows.map(\.slot) == [10, 11, 12, 13, 14, 15, 17, 18])
    }

    @Test(
        "A row at the upper edge of a page, beside an undecodable element, has no neighbor above",
        arguments: [FeedOrder.newestFirst, .fixed])
    func upperEdge(_ order: FeedOrder) throws {
        let merge = MergeExample.merged(MergeExample.rows([10, 12, 14]), MergeExample.page([nil, ~5, 14]), as: .reread, order)
        let new = try #require(merge.rows.first { $0.slot == ~5 })
        #expect(!new.isAdjacent)
    }

    @Test("New rows are in order, and no neighbors, if another element is between them", arguments: [10, nil])
    func betweenNewRows(_ element: Int?) {
        let page = MergeExample.page([~5, element, ~6], below: element == nil ? nil : 14)
        let merge = MergeExample.merged(MergeExample.rows([10, 12, 14]), page, as: .older)
        #expect(merge.rows.map(\.slot) == [10, 12, 14, ~5, ~6])
        #expect(merge.rows.link(of: ~6) == .below)
    }

    @Test("A new row below a row from beyond a gap is no neighbor of the row that the page follows")
    func belowRowOfOtherStretch() {
        let page = MergeExample.page([8, ~16], below: 12)
        let merge = MergeExample.merged(MergeExample.rows([10, 12]), page, as: .older, .fixed)
        #expect(merge.rows.map(\.slot) == [10, 12, ~16])
        #expect(merge.rows.link(of: ~16) == .unknown)
    }

    // MARK: - Rows that may be elsewhere

    /// Returns rows of which some were shown since the last refresh; the order of row 20 with the row above, or below, is unknown.
    private func rows(_ slots: [Int], shown: Set<Int>, unknown: Int) -> [FeedRow] {
        var rows = MergeExample.rows(slots, unknown: [unknown])
        for index in rows.indices where shown.contains(rows[index].slot) { rows[index].existence = .confirmed }
        return rows
    }

    @Test("A row that is not between two rows rises past those that were shown side by side since the last refresh")
    func risesPastConfirmed() {
        let rows = rows([8, 9, 10, 11, 20, 12], shown: [10, 11, 12], unknown: 20)
        let merge = MergeExample.merged(rows, MergeExample.page([11, 12]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [8, 20, 9, 10, 11, 12])
    }

    @Test("A row that has no place left between the rows above is gone") func risesPastTop() {
        let rows = rows([9, 10, 11, 20, 12], shown: [9, 10, 11, 12], unknown: 20)
        let merge = MergeExample.merged(rows, MergeExample.page([11, 12]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [9, 10, 11, 12])
        #expect(merge.gone == [20])
    }

    @Test("A row that is not between two rows sinks past those that were shown side by side since the last refresh")
    func sinksPastConfirmed() {
        let rows = rows([10, 20, 11, 12, 13, 14], shown: [10, 11, 12, 13], unknown: 11)
        let merge = MergeExample.merged(rows, MergeExample.page([10, 11]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [10, 11, 12, 13, 20, 14])
    }

    @Test("Where rows enter at the head, a row that has no place left above sinks") func sinksFromTop() {
        let rows = rows([9, 10, 11, 20, 12, 13], shown: [9, 10, 11], unknown: 20)
        let merge = MergeExample.merged(rows, MergeExample.page([11, 12]), as: .reread, .newestFirst)
        #expect(merge.rows.map(\.slot) == [9, 10, 11, 12, 13, 20])
        #expect(merge.gone.isEmpty)
    }

    // MARK: - Places

    @Test("Each element of an older page has one place") func placements() {
        let page = MergeExample.page([~1, 10, ~2, 12, 14, ~3])
        let comparison = MergeExample.compared(MergeExample.rows([10, 12, 14]), page, as: .older, .fixed)
        #expect(comparison.placements == [.aboveAll, .at(0), .at(1), .at(1), .at(2), .belowAll])
        #expect(Merge(comparison).rows.map(\.slot) == [10, ~2, 12, 14, ~3])
    }

    @Test("A new row takes over the order of the row beside it") func inheritance() throws {
        let merge = MergeExample.merged(MergeExample.rows([10, 12]), MergeExample.page([10, ~5]), as: .reread, .fixed)
        #expect(merge.rows.map(\.slot) == [10, ~5, 12])
        let pushed = try #require(merge.rows.last)
        #expect(pushed.link == .below)
    }

    @Test("Where rows only enter at the head, a new row is below all neighbors of the row above it") func run() {
        let merge = MergeExample.merged(
            MergeExample.rows([10, 12, 14, 16], unknown: [16]), MergeExample.page([10, ~5]), as: .reread)
        #expect(merge.rows.map(\.slot) == [10, 12, 14, ~5, 16])
    }

    @Test("A row of unknown order sinks below the rows that the page shows") func sinks() {
        let merge = MergeExample.merged(
            MergeExample.rows([10, 13, 12, 14], unknown: [13, 12]), MergeExample.page([10, 12, 14]), as: .reread, .fixed)
        #expect(merge.gone.isEmpty)
        #expect(merge.rows.map(\.slot) != [10, 13, 12, 14])
    }

    @Test("An older page of a list where rows only enter at the head removes none") func olderRemovesNothing() {
        #expect(MergeExample.merged(MergeExample.rows([10, 11, 12]), MergeExample.page([10, 12, ~3]), as: .older).gone.isEmpty)
        #expect(
            MergeExample.merged(MergeExample.rows([10, 11, 12]), MergeExample.page([10, 12, ~3]), as: .older, .fixed).gone == [11]
        )
    }
}
