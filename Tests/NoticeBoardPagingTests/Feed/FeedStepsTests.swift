import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Checks the effects of loads of several pages, and the public methods of a feed.
@Suite("FeedMachine: steps of a load", .inTurn, .timeLimit(.minutes(1))) struct FeedStepsTests {
    private typealias Effect = MachineDesk.Machine.Effect

    private func ticket(_ kind: FeedTicket.Kind, _ number: Int, _ page: Int = 0) -> FeedTicket {
        FeedTicket(kind: kind, number: number, page: page)
    }

    @Test("Stopping before the first page arrives prevents further pages") func stoppedEarly() {
        var desk = MachineDesk()
        desk.handle(.all)
        desk.handle(.stopAll)
        #expect(desk.answer(.ranked([1], next: .cursor("a"))) == [.cancel(ticket(.refresh, 1))])
        #expect(desk.state.older == .idle)
        #expect(!desk.state.isLoadingAll)
        #expect(desk.ids == [1])
    }

    @Test("A refresh loads up to the configured number of pages, at least one", arguments: [0, 1, 2, 3, 5]) func refreshPages(
        count: Int
    ) {
        var desk = MachineDesk { $0.refreshPages = count }
        desk.handle(.open)
        desk.answer(Array(0..<12))
        desk.handle(.refresh)
        desk.answerAll(Array(20..<80) + Array(0..<12))
        #expect(desk.asked.count == 1 + max(count, 1))
        #expect(desk.ids == Array(20..<20 + 4 * max(count, 1)) + [0, 1, 2, 3])
        #expect(desk.machine.snapshot?.bookmark.position == .offset(64))
    }

    @Test("Removing items while a page loads requests it once at its new position")
    func restarted() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(Array(0..<12))
        desk.handle(.older)
        let again: [Effect] = [.cancel(ticket(.older, 2)), .load(.offset(2), ticket(.older, 3)), .wait(0.3, ticket(.older, 3))]
        #expect(desk.handle(.edited { _ in [.remove(0), .remove(1)] }) == again)
        #expect(desk.state.older == .loading(isSlow: false))
        #expect(desk.handle(.edited { _ in [.remove(0), .insert(Ranked(id: 50))] }).isEmpty, "the item left before")
        desk.answer(Array(2..<12))
        #expect(desk.ids == [50] + Array(2..<8))
        #expect(desk.load == nil)
        #expect(desk.state.newItemCount == 0)
        // No other page is requested while the head loads.
        desk.handle(.refresh)
        #expect(desk.handle(.edited { _ in [.remove(5)] }).isEmpty)
    }

    @Test("An empty first page below the total is a failure if configured") func earlyFailure() {
        var desk = MachineDesk { $0.paging.acceptsEarlyEnd = false }
        desk.handle(.open)
        #expect(desk.answer(.ranked([], total: 9)) == [.cancel(ticket(.refresh, 1))])
        #expect(desk.state.refresh.failure?.code == .endedEarly)
        #expect(!desk.state.isLoaded)
        #expect(desk.state.older == .idle)
        #expect(desk.state.display == (desk.state.failure.map { .failure($0) } ?? .placeholder))
        desk.handle(.retry)
        desk.answer(.ranked(0..<4, next: .offset(4), total: 9))
        desk.handle(.older)
        #expect(desk.answer(.ranked([])) == [.cancel(ticket(.older, 3))])
        #expect(desk.state.older.failure?.code == .endedEarly)
        #expect(desk.state.end == nil)
        #expect(desk.ids == [0, 1, 2, 3])
        desk.handle(.retry)
        desk.answer(.ranked([]))
        #expect(desk.state.end == .early)
        #expect(desk.state.failure == nil)
    }

    @Test("A reset to a snapshot cancels the pending load and never reuses a ticket")
    func resetToMemory() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(Array(0..<12))
        #expect(desk.state.items.contains(id: 3))
        #expect(!desk.state.items.contains(id: 4))
        #expect(!desk.machine.isLoading)
        let memory = desk.machine.snapshot
        var machine = desk.machine
        for event in [FeedRequest<Int>.older, .refresh] {
            var other = machine
            let begun = other.handle(event)
            #expect(begun.count == 2)
            #expect(other.isLoading)
            let kind = if case .older = event { FeedTicket.Kind.older } else { FeedTicket.Kind.refresh }
            #expect(other.reset(to: memory) == [.cancel(ticket(kind, 2))])
            #expect(!other.isLoading)
            #expect(other.state.items.ids == [0, 1, 2, 3])
            #expect(other.state.isStale)
            #expect(!other.state.wasRequested)
            #expect(other.state.isLoaded)
            #expect(other.handle(.open).first == .load(nil, ticket(.refresh, 3)))
        }
        #expect(machine.reset() == [])
        #expect(machine.state == FeedState())
        #expect(machine.handle(.open).first == .load(nil, ticket(.refresh, 2)))
    }

    @Test("A visible row near the end loads pages until the list is closed") func rows() {
        var desk = MachineDesk()
        desk.handle(.open)
        desk.answer(Array(0..<12))
        desk.handle(.rowAppeared(3))
        desk.answer(.ranked([4], next: .offset(5), total: 12))
        #expect(desk.load?.position == .offset(5), "one row below it")
        desk.handle(.close)
        #expect(desk.load == nil)
        #expect(desk.state.older == .idle)
        #expect(desk.handle(.open).count == 2)
        #expect(desk.handle(.rowAppeared(3)).isEmpty)
        desk.answer(.ranked([5], next: .offset(6), total: 12))
        #expect(desk.load == nil, "two rows below it")
    }

    // MARK: - Public methods

    @MainActor @Test("A feed's changes and edits are in its next snapshot")
    func feed() async {
        let (gate, changes) = (Gate(), ChangeBus<Int>())
        let kept = FeedSnapshot(
            items: [1, 2, 3].map { Ranked(id: $0) }, bookmark: PageBookmark(position: .offset(3), recent: [1, 2, 3], loaded: 3),
            anchor: 2)
        let feed = Feed<Ranked>(
            from: kept, changes: changes, translate: { change, shown in shown.contains(id: change) ? [.remove(change)] : [] }
        ) { _ in
            try await gate.pass()
            return .ranked([2, 3, 4])
        }
        #expect(feed.snapshot == kept)
        #expect(feed.anchor == 2)
        #expect(feed[3] == Ranked(id: 3))
        #expect(feed[9] == nil)
        #expect(feed.state.isStale)
        changes.send(9)
        changes.send(1)
        feed.edit { _ in [.patch(2) { $0.version = 5 }] }
        #expect(feed.state.items.ids == [2, 3])
        #expect(feed[2]?.version == 5)
        feed.scrolled(to: 3)
        feed.anchor = 2
        #expect(feed.anchor == 2)
        feed.anchor = nil
        #expect(feed.anchor == nil)
        feed.open()
        await gate.waitForArrivals(1)
        feed.edit { _ in [.remove(4)] }
        gate.open()
        await feed.firstState { !$0.isStale }
        #expect(feed.state.items.ids == [2, 3])
        #expect(feed.state.end == .lastPage)
        feed.reset()
        #expect(feed.snapshot == nil)
        #expect(feed.state == FeedState())
    }

    @MainActor @Test("A reset or a response cancels the spinner timer") func waiting() async {
        let (gate, clock) = (Gate(), ManualClock())
        let feed = Feed<Ranked>(time: clock.time) { _ in
            try await gate.pass()
            return .ranked([1])
        }
        for round in 1...2 {
            feed.open()
            await clock.waitForSleepers(1)
            await gate.waitForArrivals(round)
            feed.reset()
            #expect(clock.pending == [])
            #expect(gate.waiting == 0)
        }
        feed.open()
        await clock.waitForSleepers(1)
        gate.open()
        await feed.firstState { $0.isLoaded }
        #expect(clock.pending == [])
        #expect(clock.asked == [0.3, 0.3, 0.3])
    }

    @MainActor @Test("A failure contains the closure's error") func foreign() async {
        struct Odd: Error {}
        let feed = Feed<Ranked> { _ in throw Odd() }
        await feed.refreshAndWait()
        #expect(feed.state.failure?.underlying is Odd)
        let loader = Loader<Int> { throw Odd() }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.underlying is Odd)
    }
}
