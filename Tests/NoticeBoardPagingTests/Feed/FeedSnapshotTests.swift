import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Limits how much of a list is stored.
@Suite("FeedSnapshot: trimming", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedSnapshotTests {
    private func snapshot(_ count: Int, anchor: Int?, isAtEnd: Bool = false) -> FeedSnapshot<Ranked> {
        let bookmark = PageBookmark<Int>(
            position: .offset(count), recent: [7], loaded: count, total: isAtEnd ? count : 999, isAtEnd: isAtEnd)
        return FeedSnapshot(items: (0..<count).map { Ranked(id: $0) }, bookmark: bookmark, anchor: anchor)
    }

    @Test(
        "Keeps the rows from the head to thirty below the anchor, up to the limit",
        arguments: [
            (0, nil, 0..<0), (29, nil, 0..<29), (30, nil, 0..<30), (400, nil, 0..<30), (31, 1, 0..<31), (60, 29, 0..<59),
            (300, 270, 0..<300), (301, 271, 1..<301), (400, 271, 1..<301), (400, 350, 80..<380), (400, 399, 100..<400),
            (400, 900, 0..<30),
        ] as [(Int, Int?, Range<Int>)])
    func rows(count: Int, anchor: Int?, kept: Range<Int>) {
        let trimmed = snapshot(count, anchor: anchor).trimmed(to: 300)
        #expect(trimmed.items.map(\.id) == Array(kept))
        #expect(trimmed.anchor == anchor)
        #expect(trimmed.bookmark.position == .offset(kept.upperBound))
        #expect(trimmed.gaps.map(\.edges) == (kept.lowerBound > 0 ? [PageGap(after: nil, before: kept.lowerBound)] : []))
    }

    @Test("A trimmed list that was complete continues after its kept rows") func ended() {
        let trimmed = snapshot(400, anchor: 100, isAtEnd: true).trimmed(to: 300)
        #expect(trimmed.bookmark.position == .offset(130))
        #expect(trimmed.bookmark.isAtEnd == false)
        #expect(trimmed.bookmark.recent == Array(100..<130))
    }

    @Test("Restores stored positions and totals of any size", arguments: [0, 1, .max - 1, .max])
    func hostileNumbers(number: Int) {
        for total in [0, 1, .max - 1, .max] {
            var snapshot = snapshot(6, anchor: 3)
            snapshot.bookmark.position = .offset(number)
            snapshot.bookmark.total = total
            let bookmark = PageBookmark<Int>(position: .offset(.max - number), recent: [], loaded: 2, total: .max - total)
            snapshot.gaps = [2, 4].map { FeedSnapshot.Gap(edges: PageGap(after: $0 - 1, before: $0), bookmark: bookmark) }
            var driver = FeedMachineDriver(from: snapshot)
            driver.handle(.open)
            for gap in driver.machine.state.gaps {
                driver.handle(.gap(gap))
                driver.handle(.gap(gap, fromBelow: true))
            }
            for id in 0..<6 { driver.handle(.rowAppeared(id)) }
            #expect(driver.machine.state.items.map(\.id) == Array(0..<6))
        }
    }

    @Test("Without known cursors keeps the last loaded rows") func cursors() {
        var snapshot = snapshot(400, anchor: 100)
        snapshot.bookmark.position = .cursor("400")
        let trimmed = snapshot.trimmed(to: 300)
        #expect(trimmed.items.map(\.id) == Array(100..<400))
        #expect(trimmed.bookmark.position == .cursor("400"))
    }

    @Test("A list of one page asks for it again, since the kind of its positions is unknown") func onePage() {
        var snapshot = snapshot(400, anchor: 100)
        (snapshot.bookmark.position, snapshot.bookmark.isAtEnd) = (nil, true)
        let trimmed = snapshot.trimmed(to: 300)
        #expect(trimmed.items.map(\.id) == Array(0..<130))
        #expect(trimmed.bookmark.position == nil)
        #expect(!trimmed.bookmark.isAtEnd)
        var driver = FeedMachineDriver(from: trimmed)
        for request in [FeedRequest<Int>.open, .all] {
            driver.handle(request)
            while driver.load != nil, driver.asked.count < 10 { driver.answer(.ranked(0..<400)) }
        }
        #expect(driver.ids == Array(0..<400))
        #expect(driver.asked.allSatisfy { $0 == nil })
    }

    @Test("With cursors continues at the next cursor below the anchor") func cursorBelowAnchor() throws {
        var driver = FeedMachineDriver()
        for wish in [FeedRequest<Int>.open, .all] {
            driver.handle(wish)
            while let load = driver.load {
                let start = load.position?.cursor.flatMap { Int($0) } ?? 0
                driver.answer(.ranked(start..<start + 10, next: start < 90 ? .cursor("\(start + 10)") : nil))
            }
        }
        driver.handle(.scrolled(5))
        let trimmed = try #require(driver.machine.snapshot).trimmed(to: 50)
        #expect(trimmed.items.map(\.id) == Array(0..<40))
        #expect(trimmed.anchor == 5)
        #expect(trimmed.bookmark.position == .cursor("40"))
    }

    @Test("A list trimmed at its head loads the missing rows from a refresh and a gap") func middle() {
        let list = Array(0..<400)
        var driver = FeedMachineDriver(from: snapshot(400, anchor: 350).trimmed(to: 300), refreshPages: 1)
        driver.handle(.open)
        driver.answerAll(list, limit: 30)
        #expect(driver.machine.anchor == 350)
        #expect(driver.state.gaps == [PageGap(after: 29, before: 80)])
        while let gap = driver.state.gaps.first, driver.asked.count < 20 {
            driver.handle(.gap(gap))
            driver.answerAll(list, limit: 30)
        }
        #expect(driver.ids == Array(0..<380))
        driver.handle(.all)
        driver.answerAll(list, limit: 30)
        #expect(driver.ids == list)
    }

    @Test("Keeps the anchor's row however few rows are kept") func anchorRow() {
        #expect(snapshot(400, anchor: 100).trimmed(to: 10).items.map(\.id) == Array(100..<110))
    }

    @Test("A list with cursors that is cut above a gap keeps the anchor") func anchorAboveGap() {
        let sequence = PlainSequence(
            .newestFirst, cursors: true, count: 5, pageSize: 4, [.refresh, .answer, .arrive(4), .refresh, .answer])
        var player = PlainPlayer(sequence)
        for act in sequence.acts { player.carryOut(act) }
        var snapshot = player.driver.machine.snapshot
        snapshot?.anchor = 7
        #expect(snapshot?.trimmed(to: 4).items.map(\.id) == [8, 7, 6, 5])
        #expect(snapshot?.trimmed(to: 4).bookmark.position == .cursor("5"))
    }

    @Test("A snapshot has at most twenty stretches") func stretches() throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        var list = Array(0..<8)
        driver.handle(.open)
        driver.answerAll(list)
        for number in 1...24 {
            list = (0..<8).map { number * 10 + $0 } + list
            driver.handle(.refresh)
            driver.answerAll(list)
        }
        let snapshot = try #require(driver.machine.snapshot)
        #expect(snapshot.gaps.count == 19)
        #expect(snapshot.items.map(\.id) == Array(driver.ids.prefix(80)))
    }

    @Test("A dropped stretch loads again from the gap that takes its place, however low the anchor is", arguments: [0, 5, 15])
    func droppedStretches(anchor: Int) throws {
        var driver = FeedMachineDriver { $0.refreshPages = 1 }
        var list = Array(0..<8)
        driver.handle(.open)
        driver.answerAll(list)
        for number in 1...24 {
            list = (0..<8).map { number * 10 + $0 } + list
            driver.handle(.refresh)
            driver.answerAll(list)
        }
        driver.handle(.scrolled(driver.ids[4 * (24 - anchor)]))
        let snapshot = try #require(driver.machine.snapshot)
        #expect(snapshot.gaps.count == 19)
        #expect(snapshot.items.count == 80)
        #expect(snapshot.items.contains { $0.id == driver.machine.anchor })
        var restored = FeedMachineDriver(from: snapshot)
        restored.handle(.open)
        restored.answerAll(list)
        while let gap = restored.state.gaps.first, restored.asked.count < 500 {
            restored.handle(.gap(gap))
            restored.answerAll(list)
        }
        restored.handle(.all)
        restored.answerAll(list)
        #expect(restored.ids == list)
    }

    @Test("A snapshot is trimmed to a number of bytes around its anchor", arguments: [1_000, 5_000, 20_000])
    func bytes(_ bytes: Int) throws {
        let trimmed = try snapshot(400, anchor: 350).trimmed(toBytes: bytes)
        let size = try JSONEncoder().encode(trimmed).count
        #expect(size <= bytes)
        #expect(size > bytes / 3 || trimmed.items.count == 380)
        #expect(trimmed.items.contains { $0.id == 350 })
    }

    @Test("A snapshot keeps one item, however large it is") func oneItem() throws {
        #expect(try snapshot(400, anchor: 100).trimmed(toBytes: 1).items.map(\.id) == [100])
    }

    @Test("A snapshot is trimmed to any number of rows", arguments: [401, .max - 1, .max]) func hugeLimit(limit: Int) {
        var snapshot = snapshot(400, anchor: 100)
        #expect(snapshot.trimmed(to: limit) == snapshot.trimmed(to: 500))
        snapshot.bookmark.position = .cursor("400")
        #expect(snapshot.trimmed(to: limit) == snapshot.trimmed(to: 500))
    }
}
