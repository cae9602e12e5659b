import NoticeBoardBase
import NoticeBoardSearch
import Testing

@testable import NoticeBoardKit

@Suite("Failed and undone history changes", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct EarlierSearchesTests {
    private typealias Effect = SearchScreen.Machine.Effect

    private static let (a, b) = (SearchHistoryEntry.Key("a"), SearchHistoryEntry.Key("b"))
    private let one = SearchTable.entry("a")
    private let two = SearchTable.entry("b")
    private let full = NoticeBoardError(.storageFull)

    @Test(
        "Does not repeat a failed change that a later one overrides",
        arguments: [
            (.save(a), .save(a), true), (.save(a), .save(b), false), (.save(a), .delete([a]), true),
            (.save(a), .delete([b, a]), true),
            (.save(a), .delete([b]), false), (.pin(a, true), .delete([a]), true), (.pin(a, true), .delete([b]), false),
            (.pin(a, true), .pin(a, false), true), (.pin(a, true), .pin(b, true), false), (.pin(a, true), .save(a), false),
            (.save(a), .pin(a, true), false), (.save(a), .deleteAll(keepingPinned: true), true),
            (.pin(a, true), .deleteAll(keepingPinned: true), true),
            (.restore([]), .deleteAll(keepingPinned: false), true), (.delete([a]), .deleteAll(keepingPinned: true), false),
            (.deleteAll(keepingPinned: true), .deleteAll(keepingPinned: false), false),
            (.record(.off), .record(.on), true), (.record(.off), .erase, false),
            (.erase, .record(.off), false), (.obey(.init()), .erase, false), (.deleteAll(keepingPinned: true), .erase, true),
            (.record(.off), .deleteAll(keepingPinned: true), false), (.save(a), .erase, true),
            (.restore([]), .erase, true), (.save(a), .record(.off), false),
            (.delete([a]), .delete([b]), false), (.deleteExpired, .restore([]), false),
            (.save(a), .deleteEverywhere(keyword: "a"), false),
        ] as [(SearchHistoryChange, SearchHistoryChange, Bool)])
    func overtaken(change: SearchHistoryChange, later: SearchHistoryChange, isOvertaken: Bool) {
        var earlier = EarlierSearches()
        _ = earlier.ask(change)
        _ = earlier.refused(1, full)
        #expect(earlier.ask(later) == [.change(later, 2)])
        #expect(earlier.retry() == (isOvertaken ? [] : [.change(change, 3)]))
    }

    @Test(
        "Restores the entries removed by a change once",
        arguments: [
            (.delete([a]), true), (.deleteEverywhere(keyword: "a"), true), (.deleteAll(keepingPinned: true), true),
            (.erase, false),
            (.save(a), false), (.pin(a, true), false), (.restore([]), false), (.deleteExpired, false),
            (.add([], source: "x"), false),
        ] as [(SearchHistoryChange, Bool)])
    func undoing(change: SearchHistoryChange, isRemoval: Bool) {
        var earlier = EarlierSearches()
        #expect(earlier.undo().isEmpty)
        #expect(earlier.ask(change).count == 1)
        _ = earlier.carriedOut(1, removing: [one, two])
        _ = earlier.carriedOut(1, removing: [one])
        #expect(earlier.removed == (isRemoval ? [one, two] : []))
        _ = earlier.ask(change)
        _ = earlier.carriedOut(2, removing: [])
        #expect(earlier.removed == (isRemoval ? [one, two] : []), "a change that removes nothing leaves the undo")
        #expect(earlier.undo() == (isRemoval ? [.change(.restore([one, two]), 3)] : []))
        #expect(earlier.removed.isEmpty)
        #expect(earlier.undo().isEmpty)
    }
}
