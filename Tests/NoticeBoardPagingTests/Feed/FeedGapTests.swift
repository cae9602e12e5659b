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
    private func driver(order: (@Sendable (Ranked, Ranked) -> Bool)? = nil) -> FeedMachineDriver {
        var driver = FeedMachineDriver { ($0.refreshPages, $0.order) = (2, order) }
        driver.handle(.open)
        driver.answer(former)
        driver.handle(.older)
        driver.answer(former)
        driver.handle(.scrolled(6))
        driver.handle(.refresh)
        driver.answerAll(now)
        return driver
    }

    @Test("Keeps the scroll anchor when more items arrive than a refresh loads") func anchor() {
        let driver = driver()
        #expect(driver.machine.anchor == 6)
        #expect(driver.ids == Array(20..<28) + former.prefix(8))
    }

    @Test("A gap is loaded page by page until it is gone") func loading() throws {
        var driver = driver()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        #expect(driver.load?.position == .offset(8))
        driver.answer(now)
        #expect(driver.ids == Array(20..<32) + former.prefix(8))
        #expect(driver.state.gaps == [PageGap(after: 31, before: 0)])
        while let gap = driver.state.gaps.first, driver.asked.count < 20 {
            driver.handle(.gap(gap))
            driver.answerAll(now)
        }
        #expect(driver.ids == Array(20..<40) + former.prefix(8))
        #expect(driver.asked.count == 8)
    }

    @Test("A list with a filled gap continues at its end") func goesOn() {
        var driver = driver()
        while let gap = driver.state.gaps.first, driver.asked.count < 20 {
            driver.handle(.gap(gap))
            driver.answerAll(now)
        }
        driver.handle(.all)
        driver.answerAll(now)
        #expect(driver.ids == now)
        #expect(driver.state.end == .lastPage)
    }

    @Test("A gap that failed to load shows the error and can be retried") func failing() throws {
        var driver = driver()
        let gap = try #require(driver.state.gaps.first)
        driver.handle(.gap(gap))
        #expect(driver.state.gapPhases == [gap: .loading(isSlow: false)])
        driver.fail()
        #expect(driver.state.gapPhases == [gap: .failed(NoticeBoardError(.unreachable))])
        driver.handle(.retry)
        driver.answer(now)
        #expect(driver.state.gapPhases.isEmpty)
        #expect(driver.ids.count == 20)
    }

    @Test("A gap for which the service has no more items shows an error and can be retried") func endedGap() throws {
        var driver = driver()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.answer(.ranked(28..<32, next: .offset(8), total: now.count))
        let phase = try #require(driver.state.gaps.first.flatMap { driver.state.gapPhases[$0] })
        #expect(phase.failure?.code == .endedEarly)
        driver.handle(.retry)
        while let gap = driver.state.gaps.first, driver.asked.count < 20 {
            driver.answerAll(now)
            driver.handle(.gap(gap))
        }
        #expect(driver.ids == Array(20..<40) + former.prefix(8))
    }

    @Test("The walk into a gap that lost its place takes no rows from above the gap") func anew() throws {
        var driver = driver()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        let list = Array(1_000..<1_968) + now
        // A search that fails: none of its ten pages shows a row that is known.
        for number in 1...10 {
            guard case .offset(let offset)? = driver.load?.position else { return }
            driver.answer(.ranked(10_000 * number..<10_000 * number + 4, next: .offset(offset + 4), total: list.count))
        }
        while let gap = driver.state.gaps.first, driver.asked.count < 400 {
            driver.answerAll(list)
            driver.handle(.gap(gap))
        }
        #expect(driver.ids == Array(20..<40) + former.prefix(8))
    }

    @Test("Loading everything continues after a gap failed") func allAfterFailure() throws {
        var driver = driver()
        driver.handle(.all)
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.fail()
        #expect(driver.state.isLoadingAll)
        #expect(driver.load?.ticket.kind == .older)
        driver.answerAll(now)
        #expect(!driver.state.isLoadingAll)
        #expect(driver.state.end == .lastPage)
    }

    @Test("A refresh comes before the page of a gap") func refreshing() throws {
        var driver = driver()
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        driver.handle(.refresh)
        #expect(driver.cancelled.map(\.kind) == [.gap])
    }

    @Test("Requests a cancelled page again after the gap is loaded") func olderAfterwards() throws {
        var driver = driver()
        driver.handle(.older)
        driver.handle(.gap(try #require(driver.state.gaps.first)))
        #expect(driver.cancelled.map(\.kind) == [.older])
        driver.answer(now)
        #expect(driver.load?.ticket.kind == .older)
    }

    @Test("A gap keeps its position when an adjacent row is deleted", arguments: [27, 0]) func deletedEdge(id: Int) throws {
        var driver = driver()
        driver.handle(.edited { _ in [.remove(id)] })
        let gap = try #require(driver.state.gaps.first)
        #expect(gap == (id == 27 ? PageGap(after: 26, before: 0) : PageGap(after: 27, before: 1)))
        driver.handle(.gap(gap))
        let list = now.filter { $0 != id }
        while driver.load != nil || !driver.state.gaps.isEmpty, driver.asked.count < 20 {
            driver.answerAll(list)
            if let gap = driver.state.gaps.first { driver.handle(.gap(gap)) }
        }
        #expect(driver.ids == Array(list.prefix(27)))
    }

    @Test("Entries contain the items and the gap between them") func entries() {
        let driver = driver()
        let gap = PageGap(after: 27, before: 0)
        let ids: [FeedEntry<Ranked>.ID] =
            (20..<28).map { .item($0) } + [.gap(above: 0)] + former.prefix(8).map { .item($0) }
        #expect(driver.state.entries.map(\.id) == ids)
        #expect(driver.state.entries[8] == .gap(gap))
    }

    @Test("A snapshot keeps its gaps") func snapshot() throws {
        var kept = FeedSnapshot(
            items: [KeptRow(id: 1), KeptRow(id: 2)], bookmark: PageBookmark(loaded: 2), anchor: 2)
        kept.gaps = [.init(edges: PageGap(after: 1, before: 2), bookmark: PageBookmark(position: .cursor("a")))]
        let data = try JSONEncoder().encode(kept)
        #expect(try JSONDecoder().decode(FeedSnapshot<KeptRow>.self, from: data) == kept)
    }

    @Test("A restored list keeps its gap and can load it") func restored() throws {
        var other = FeedMachineDriver(from: try #require(driver().machine.snapshot))
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
        var driver = driver()
        var list = now
        for burst in 1...3 {
            list = (0..<20).map { 100 * burst + $0 } + list
            driver.handle(.refresh)
            driver.answerAll(list)
        }
        #expect(driver.state.gaps.count == 4)
        #expect(driver.machine.anchor == 6)
        // Load the gaps one by one, starting with the lowest.
        while let gap = driver.state.gaps.last, driver.asked.count < 100 {
            driver.handle(.gap(gap))
            driver.answerAll(list)
        }
        #expect(driver.ids == Array(list.prefix(88)))
        driver.handle(.all)
        driver.answerAll(list)
        #expect(driver.ids == list)
    }

    @Test("Loading below a gap never appends rows of the gap", arguments: [true, false])
    func onBelow(tellsTotal: Bool) {
        var driver = FeedMachineDriver { $0.refreshPages = 2 }
        driver.handle(.open)
        driver.answer(former, limit: 3, tellsTotal: tellsTotal)
        driver.handle(.refresh)
        driver.answerAll(now, limit: 3, tellsTotal: tellsTotal)
        // Rows in and above the gap were deleted, so the next page begins inside the gap.
        let list = now.filter { $0 < 20 || $0 > 24 }
        driver.handle(.all)
        driver.answerAll(list, limit: 3, tellsTotal: tellsTotal)
        let below = driver.ids.drop { $0 > 12 }
        #expect(Array(below) == former)
        #expect(driver.state.gaps.count == 1)
    }

    @Test("A list continues at the gap when all rows below it are deleted") func nothingBelow() {
        var driver = driver()
        driver.handle(.edited { _ in (0..<8).map { .remove($0) } })
        #expect(driver.state.gaps.isEmpty)
        driver.handle(.all)
        let list = now.filter { !(0..<8).contains($0) }
        driver.answerAll(list)
        #expect(driver.ids == list)
    }

    @Test("Filling a gap removes the rows below it that were deleted since") func deletedWhileFilled() throws {
        var driver = driver()
        let left = now.filter { $0 != 0 && $0 != 1 }
        while let gap = driver.state.gaps.first, driver.asked.count < 60 {
            driver.handle(.gap(gap))
            driver.answerAll(left)
        }
        #expect(driver.ids.contains(2))
        #expect(driver.ids == Array(left.prefix(driver.ids.count)))
    }

    @Test("Two gaps become one when all rows between them are deleted") func nothingBetween() {
        var driver = driver()
        var list = (0..<20).map { 100 + $0 } + now
        driver.handle(.refresh)
        driver.answerAll(list)
        #expect(driver.state.gaps == [PageGap(after: 107, before: 20), PageGap(after: 27, before: 0)])
        driver.handle(.edited { _ in (20..<28).map { .remove($0) } })
        list.removeAll { (20..<28).contains($0) }
        #expect(driver.state.gaps == [PageGap(after: 107, before: 0)])
        while let gap = driver.state.gaps.first, driver.asked.count < 40 {
            driver.handle(.gap(gap))
            driver.answerAll(list)
        }
        #expect(driver.ids == Array(list.prefix(40)))
    }

    @Test("Rows that fill a gap are placed in the list's own order") func ordered() throws {
        var driver = driver { $0.id < $1.id }
        while let gap = driver.state.gaps.first, driver.asked.count < 20 {
            driver.handle(.gap(gap))
            driver.answerAll(now)
        }
        #expect(driver.ids == Array(0..<8) + Array(20..<40))
    }

    @Test("A list's own order does not cross a gap") func ownOrder() throws {
        let driver = driver { $0.id > $1.id }
        #expect(driver.ids == (20..<28).reversed() + (0..<8).reversed())
        #expect(driver.state.entries[8] == .gap(try #require(driver.state.gaps.first)))
    }

    @Test("Without a total, a list continues below a gap where it was") func unchangedBelowGap() throws {
        let list = Array(0..<900)
        var former = FeedMachineDriver()
        for _ in 0..<20 {
            former.handle(former.asked.isEmpty ? .open : .older)
            former.answerAll(list, limit: 30, tellsTotal: false)
        }
        former.handle(.scrolled(200))
        let kept = try #require(former.machine.snapshot).trimmed(to: 100)
        var driver = FeedMachineDriver(from: kept, refreshPages: 2)
        driver.handle(.open)
        driver.answerAll(list, limit: 30, tellsTotal: false)
        let (asked, last) = (driver.asked.count, try #require(driver.ids.last))
        driver.handle(.rowAppeared(last))
        driver.answerAll(list, limit: 30, tellsTotal: false)
        #expect(driver.ids.contains(last + 1))
        #expect(driver.asked.count <= asked + 3)
    }
}
