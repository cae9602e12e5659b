import NoticeBoardBase
import NoticeBoardSearch
import Testing

@testable import NoticeBoardKit

@Suite("What a search screen knows of earlier searches", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct EarlierSearchesTests {
    private typealias Effect = SearchScreen.Machine.Effect

    private static let (a, b) = (SearchHistoryEntry.Key("a"), SearchHistoryEntry.Key("b"))
    private let one = SearchTable.entry("a")
    private let two = SearchTable.entry("b")
    private let full = NoticeBoardError(.storageFull)
    private let busy = NoticeBoardError(.storeBusy)

    @Test("They are read once, again after a failure, and known when a list came or the reading ended") func reading() {
        var earlier = EarlierSearches()
        #expect(earlier.retry().isEmpty && earlier.follow().map(Effect.init) == [.readHistory] && earlier.follow().isEmpty)
        #expect(!earlier.isRead && earlier.failure == nil)
        earlier.endReading(full)
        #expect(!earlier.isRead && earlier.failure == full)
        #expect(earlier.retry().map(Effect.init) == [.readHistory] && earlier.retry().isEmpty && earlier.failure == full)
        earlier.list([one])
        #expect(earlier.isRead && earlier.failure == nil && earlier.entries == [one])
        earlier.endReading(nil)
        #expect(earlier.isRead && earlier.follow().isEmpty)
        earlier.endReading(busy)
        #expect(earlier.isRead && earlier.failure == busy && earlier.follow().map(Effect.init) == [.readHistory])
        var other = EarlierSearches()
        other.endReading(nil)
        #expect(other.isRead && other.follow().isEmpty)
    }

    @Test("What failed is repeated in its order, and what failed last is told") func failing() {
        var earlier = EarlierSearches()
        #expect(earlier.ask(.save(Self.a)).map(Effect.init) == [.change(.save(Self.a), 1)])
        #expect(earlier.ask(.pin(Self.b, true)).map(Effect.init) == [.change(.pin(Self.b, true), 2)])
        earlier.refused(2, busy)
        earlier.refused(1, full)
        earlier.refused(1, busy)
        earlier.refused(9, busy)
        #expect(earlier.failure == full)
        earlier.endReading(busy)
        #expect(earlier.failure == full, "what somebody asked for counts more")
        #expect(
            earlier.retry().map(Effect.init) == [.readHistory, .change(.pin(Self.b, true), 3), .change(.save(Self.a), 4)])
        #expect(earlier.retry().isEmpty && earlier.failure == busy)
        earlier.carriedOut(3, removing: [])
        earlier.refused(4, full)
        earlier.refused(3, busy)
        #expect(earlier.retry().map(Effect.init) == [.change(.save(Self.a), 5)])
        earlier.refused(5, full)
        earlier.leave()
        #expect(earlier.retry().isEmpty && earlier.failure == busy)
    }

    @Test(
        "What failed is not repeated where a later wish makes it mean nothing",
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
        earlier.refused(1, full)
        #expect(earlier.ask(later).map(Effect.init) == [.change(later, 2)])
        #expect(earlier.retry().map(Effect.init) == (isOvertaken ? [] : [.change(change, 3)]))
    }

    @Test(
        "What a wish removed can be brought back once, and what others gave back cannot",
        arguments: [
            (.delete([a]), true), (.deleteEverywhere(keyword: "a"), true), (.deleteAll(keepingPinned: true), true),
            (.erase, false),
            (.save(a), false), (.pin(a, true), false), (.restore([]), false), (.deleteExpired, false),
            (.add([], source: "x"), false),
        ] as [(SearchHistoryChange, Bool)])
    func undoing(change: SearchHistoryChange, isRemoval: Bool) {
        var earlier = EarlierSearches()
        #expect(earlier.undo().isEmpty && earlier.ask(change).count == 1)
        earlier.carriedOut(1, removing: [one, two])
        earlier.carriedOut(1, removing: [one])
        #expect(earlier.removed == (isRemoval ? [one, two] : []))
        _ = earlier.ask(change)
        earlier.carriedOut(2, removing: [])
        #expect(earlier.removed == (isRemoval ? [one, two] : []), "what removed nothing changes nothing")
        #expect(earlier.undo().map(Effect.init) == (isRemoval ? [.change(.restore([one, two]), 3)] : []))
        #expect(earlier.removed.isEmpty && earlier.undo().isEmpty)
    }

    @Test("Whether searches are recorded is known once that was carried out") func recording() {
        var earlier = EarlierSearches()
        #expect(earlier.recording == .on)
        _ = earlier.ask(.record(.paused))
        #expect(earlier.recording == .on)
        earlier.carriedOut(1, removing: [])
        #expect(earlier.recording == .paused)
        _ = earlier.ask(.record(.off))
        earlier.refused(2, full)
        earlier.carriedOut(2, removing: [])
        #expect(earlier.recording == .paused)
    }

    @Test("At a sign-out everything is forgotten, what is followed or asked for is let go, and no number comes twice")
    func forgetting() {
        var earlier = EarlierSearches()
        #expect(earlier.forget().isEmpty)
        _ = earlier.follow()
        #expect(earlier.forget().map(Effect.init) == [.leaveHistory] && earlier.forget().isEmpty)
        _ = earlier.ask(.save(Self.a))
        earlier.list([one])
        #expect(earlier.forget().map(Effect.init) == [.leaveHistory] && earlier.forget().isEmpty)
        #expect(earlier.entries.isEmpty && !earlier.isRead && earlier.failure == nil)
        earlier.refused(1, full)
        #expect(earlier.failure == nil && earlier.ask(.save(Self.b)).map(Effect.init) == [.change(.save(Self.b), 2)])
        earlier.carriedOut(2, removing: [])
        #expect(earlier.forget().isEmpty, "nothing is under way any more")
        _ = earlier.ask(.deleteAll(keepingPinned: true))
        earlier.carriedOut(3, removing: [one])
        earlier.leave()
        #expect(earlier.removed.isEmpty && earlier.undo().isEmpty)
    }
}
