import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// A row that can be encoded.
private struct KeptRow: Identifiable, Sendable, Hashable, Codable { let id: Int }

/// Lists with a gap, because more items arrived than a refresh loads.
@Suite("FeedMachine: gaps", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedGapTests {
    private let former = Array(0..<12)
    private let now = Array(20..<40) + Array(0..<12)

    /// Returns a list of eight rows, refreshed after twenty more arrived.
    private func desk(order: (@Sendable (Ranked, Ranked) -> Bool)? = nil) -> MachineDesk {
        var desk = MachineDesk { ($0.refreshPages, $0.order) = (2, order) }
        desk.handle(.open)
        desk.answer(former)
        desk.handle(.older)
        desk.answer(former)
        desk.handle(.scrolled(6))
        desk.handle(.refresh)
        desk.answerAll(now)
        return desk
    }

    @Test("Keeps the scroll anchor when more items arrive than a refresh loads") func anchor() {
        let desk = desk()
        #expect(desk.machine.anchor == 6)
        #expect(desk.ids == Array(20..<28) + former.prefix(8))
    }

    @Test("A gap is loaded page by page until it is gone") func loading() throws {
        var desk = desk()
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        #expect(desk.load?.position == .offset(8))
        desk.answer(now)
        #expect(desk.ids == Array(20..<32) + former.prefix(8))
        #expect(desk.state.gaps == [PageGap(after: 31, before: 0)])
        while let gap = desk.state.gaps.first, desk.asked.count < 20 {
            desk.handle(.gap(gap))
            desk.answerAll(now)
        }
        #expect(desk.ids == Array(20..<40) + former.prefix(8))
        #expect(desk.asked.count == 8)
    }

    @Test("A list with a filled gap continues at its end") func goesOn() {
        var desk = desk()
        while let gap = desk.state.gaps.first, desk.asked.count < 20 {
            desk.handle(.gap(gap))
            desk.answerAll(now)
        }
        desk.handle(.all)
        desk.answerAll(now)
        #expect(desk.ids == now)
        #expect(desk.state.end == .lastPage)
    }

    @Test("A gap that failed to load shows the error and can be retried") func failing() throws {
        var desk = desk()
        let gap = try #require(desk.state.gaps.first)
        desk.handle(.gap(gap))
        #expect(desk.state.gapPhases == [gap: .loading(isSlow: false)])
        desk.fail()
        #expect(desk.state.gapPhases == [gap: .failed(NoticeBoardError(.unreachable))])
        desk.handle(.retry)
        desk.answer(now)
        #expect(desk.state.gapPhases.isEmpty)
        #expect(desk.ids.count == 20)
    }

    @Test("A gap for which the service has no more items shows an error and can be retried") func endedGap() throws {
        var desk = desk()
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.answer(.ranked(28..<32, next: .offset(8), total: now.count))
        let phase = try #require(desk.state.gaps.first.flatMap { desk.state.gapPhases[$0] })
        #expect(phase.failure?.code == .endedEarly)
        desk.handle(.retry)
        while let gap = desk.state.gaps.first, desk.asked.count < 20 {
            desk.answerAll(now)
            desk.handle(.gap(gap))
        }
        #expect(desk.ids == Array(20..<40) + former.prefix(8))
    }

    @Test("The walk into a gap that lost its place takes no rows from above the gap") func anew() throws {
        var desk = desk()
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        let list = Array(1_000..<1_968) + now
        // A search that fails: none of its ten pages shows a row that is known.
        for number in 1...10 {
            guard case .offset(let offset)? = desk.load?.position else { return }
            desk.answer(.ranked(10_000 * number..<10_000 * number + 4, next: .offset(offset + 4), total: list.count))
        }
        while let gap = desk.state.gaps.first, desk.asked.count < 400 {
            desk.answerAll(list)
            desk.handle(.gap(gap))
        }
        #expect(desk.ids == Array(20..<40) + former.prefix(8))
    }

    @Test("Loading everything continues after a gap failed") func allAfterFailure() throws {
        var desk = desk()
        desk.handle(.all)
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.fail()
        #expect(desk.state.isLoadingAll)
        #expect(desk.load?.ticket.kind == .older)
        desk.answerAll(now)
        #expect(!desk.state.isLoadingAll)
        #expect(desk.state.end == .lastPage)
    }

    @Test("A refresh comes before the page of a gap") func refreshing() throws {
        var desk = desk()
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        desk.handle(.refresh)
        #expect(desk.cancelled.map(\.kind) == [.gap])
    }

    @Test("Requests a cancelled page again after the gap is loaded") func olderAfterwards() throws {
        var desk = desk()
        desk.handle(.older)
        desk.handle(.gap(try #require(desk.state.gaps.first)))
        #expect(desk.cancelled.map(\.kind) == [.older])
        desk.answer(now)
        #expect(desk.load?.ticket.kind == .older)
    }

    @Test("A gap keeps its position when an adjacent row is deleted", arguments: [27, 0]) func deletedEdge(id: Int) throws {
        var desk = desk()
        desk.handle(.edited { _ in [.remove(id)] })
        let gap = try #require(desk.state.gaps.first)
        #expect(gap == (id == 27 ? PageGap(after: 26, before: 0) : PageGap(after: 27, before: 1)))
        desk.handle(.gap(gap))
        let list = now.filter { $0 != id }
        while desk.load != nil || !desk.state.gaps.isEmpty, desk.asked.count < 20 {
            desk.answerAll(list)
            if let gap = desk.state.gaps.first { desk.handle(.gap(gap)) }
        }
        #expect(desk.ids == Array(list.prefix(27)))
    }

    @Test("Entries contain the items and the gap between them") func entries() {
        let desk = desk()
        let gap = PageGap(after: 27, before: 0)
        let ids: [FeedEntry<Ranked>.ID] =
            (20..<28).map { .item($0) } + [.gap(above: 0)] + former.prefix(8).map { .item($0) }
        #expect(desk.state.entries.map(\.id) == ids)
        #expect(desk.state.entries[8] == .gap(gap))
    }

    @Test("A snapshot keeps its gaps") func snapshot() throws {
        var kept = FeedSnapshot(
            items: [KeptRow(id: 1), KeptRow(id: 2)], bookmark: PageBookmark(loaded: 2), anchor: 2)
        kept.gaps = [.init(edges: PageGap(after: 1, before: 2), bookmark: PageBookmark(position: .cursor("a")))]
        let data = try JSONEncoder().encode(kept)
        #expect(try JSONDecoder().decode(FeedSnapshot<KeptRow>.self, from: data) == kept)
    }

    @Test("A restored list keeps its gap and can load it") func restored() throws {
        var other = MachineDesk(from: try #require(desk().machine.snapshot))
        #expect(other.state.gaps == [PageGap(after: 27, before: 0)])
        #expect(other.machine.anchor == 6)
        while let gap = other.state.gaps.first, other.asked.count < 20 {
            other.handle(.gap(gap))
            other.answerAll([99] + now)
        }
        #expect(other.ids == Array(20..<40) + former.prefix(8))
        other.handle(.all)
        other.answerAll([99] + now)
        #expect(other.ids == now)
    }

    @Test("Each burst of new items leaves a gap without losing rows") func bursts() {
        var desk = desk()
        var list = now
        for burst in 1...3 {
            list = (0..<20).map { 100 * burst + $0 } + list
            desk.handle(.refresh)
            desk.answerAll(list)
        }
        #expect(desk.state.gaps.count == 4)
        #expect(desk.machine.anchor == 6)
        // Load the gaps one by one, starting with the lowest.
        while let gap = desk.state.gaps.last, desk.asked.count < 100 {
            desk.handle(.gap(gap))
            desk.answerAll(list)
        }
        #expect(desk.ids == Array(list.prefix(88)))
        desk.handle(.all)
        desk.answerAll(list)
        #expect(desk.ids == list)
    }

    @Test("Loading below a gap never appends rows of the gap", arguments: [true, false])
    func onBelow(tellsTotal: Bool) {
        var desk = MachineDesk { $0.refreshPages = 2 }
        desk.handle(.open)
        desk.answer(former, limit: 3, tellsTotal: tellsTotal)
        desk.handle(.refresh)
        desk.answerAll(now, limit: 3, tellsTotal: tellsTotal)
        // Rows in and above the gap were deleted, so the next page begins inside the gap.
        let list = now.filter { $0 < 20 || $0 > 24 }
        desk.handle(.all)
        desk.answerAll(list, limit: 3, tellsTotal: tellsTotal)
        let below = desk.ids.drop { $0 > 12 }
        #expect(Array(below) == former)
        #expect(desk.state.gaps.count == 1)
    }

    @Test("A list continues at the gap when all rows below it are deleted") func nothingBelow() {
        var desk = desk()
        desk.handle(.edited { _ in (0..<8).map { .remove($0) } })
        #expect(desk.state.gaps.isEmpty)
        desk.handle(.all)
        let list = now.filter { !(0..<8).contains($0) }
        desk.answerAll(list)
        #expect(desk.ids == list)
    }

    @Test("Rows below a gap that were deleted while it was filled go as they appear") func deletedWhileFilled() throws {
        var desk = desk()
        let left = now.filter { $0 != 0 && $0 != 1 }
        while let gap = desk.state.gaps.first, desk.asked.count < 60 {
            desk.handle(.gap(gap))
            desk.answerAll(left)
        }
        #expect(desk.ids.contains(0))
        desk.handle(.rowAppeared(0))
        desk.answerAll(left)
        #expect(desk.ids == Array(left.prefix(desk.ids.count)))
    }

    @Test("Two gaps become one when all rows between them are deleted") func nothingBetween() {
        var desk = desk()
        var list = (0..<20).map { 100 + $0 } + now
        desk.handle(.refresh)
        desk.answerAll(list)
        #expect(desk.state.gaps == [PageGap(after: 107, before: 20), PageGap(after: 27, before: 0)])
        desk.handle(.edited { _ in (20..<28).map { .remove($0) } })
        list.removeAll { (20..<28).contains($0) }
        #expect(desk.state.gaps == [PageGap(after: 107, before: 0)])
        while let gap = desk.state.gaps.first, desk.asked.count < 40 {
            desk.handle(.gap(gap))
            desk.answerAll(list)
        }
        #expect(desk.ids == Array(list.prefix(40)))
    }

    @Test("Rows that fill a gap are placed in the list's own order") func ordered() throws {
        var desk = desk { $0.id < $1.id }
        while let gap = desk.state.gaps.first, desk.asked.count < 20 {
            desk.handle(.gap(gap))
            desk.answerAll(now)
        }
        #expect(desk.ids == Array(0..<8) + Array(20..<40))
    }

    @Test("A list's own order does not cross a gap") func ownOrder() throws {
        let desk = desk { $0.id > $1.id }
        #expect(desk.ids == (20..<28).reversed() + (0..<8).reversed())
        #expect(desk.state.entries[8] == .gap(try #require(desk.state.gaps.first)))
    }

    @Test("Without a total, a list continues below a gap where it was") func unchangedBelowGap() throws {
        let list = Array(0..<900)
        var former = MachineDesk()
        for _ in 0..<20 {
            former.handle(former.asked.isEmpty ? .open : .older)
            former.answerAll(list, limit: 30, tellsTotal: false)
        }
        former.handle(.scrolled(200))
        let kept = try #require(former.machine.snapshot).trimmed(to: 100)
        var desk = MachineDesk(from: kept, refreshPages: 2)
        desk.handle(.open)
        desk.answerAll(list, limit: 30, tellsTotal: false)
        let (asked, last) = (desk.asked.count, try #require(desk.ids.last))
        desk.handle(.rowAppeared(last))
        desk.answerAll(list, limit: 30, tellsTotal: false)
        #expect(desk.ids.contains(last + 1))
        #expect(desk.asked.count <= asked + 3)
    }
}
