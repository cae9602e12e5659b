import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Checks the effects of loads of several pages, and the public methods of a feed.
@Suite("FeedMachine: steps of a load", .inTurn, .timeLimit(.minutes(1))) struct FeedStepsTests {
    private typealias Effect = FeedMachineDriver.Machine.Effect

    private func ticket(_ kind: FeedTicket.Kind, _ number: Int, _ page: Int = 0) -> FeedTicket {
        FeedTicket(kind: kind, number: number, page: page)
    }

    @Test("Stopping before the first page arrives prevents further pages") func stoppedEarly() {
        var driver = FeedMachineDriver()
        driver.handle(.all)
        driver.handle(.stopAll)
        #expect(driver.answer(.ranked([1], next: .cursor("a"))) == [.cancel(ticket(.refresh, 1))])
        #expect(driver.state.older == .idle)
        #expect(!driver.state.isLoadingAll)
        #expect(driver.ids == [1])
    }

    @Test("A refresh loads up to the configured number of pages, at least one", arguments: [0, 1, 2, 3, 5]) func refreshPages(
        count: Int
    ) {
        var driver = FeedMachineDriver { $0.refreshPages = count }
        driver.handle(.open)
        driver.answer(Array(0..<12))
        driver.handle(.refresh)
        driver.answerAll(Array(20..<80) + Array(0..<12))
        #expect(driver.asked.count == 1 + max(count, 1))
        #expect(driver.ids == Array(20..<20 + 4 * max(count, 1)) + [0, 1, 2, 3])
        #expect(driver.machine.snapshot?.bookmark.position == .offset(64))
    }

    @Test("Removing items while a page loads requests it once at its new position")
    func restarted() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<12))
        driver.handle(.older)
        let again: [Effect] = [.cancel(ticket(.older, 2)), .load(.offset(2), ticket(.older, 3)), .wait(0.3, ticket(.older, 3))]
        #expect(driver.handle(.edited { _ in [.remove(0), .remove(1)] }) == again)
        #expect(driver.state.older == .loading(isSlow: false))
        #expect(driver.handle(.edited { _ in [.remove(0), .insert(Ranked(id: 50))] }).isEmpty, "the item left before")
        driver.answer(Array(2..<12))
        #expect(driver.ids == [50] + Array(2..<8))
        #expect(driver.load == nil)
        #expect(driver.state.newItemCount == 0)
        // No other page is requested while the head loads.
        driver.handle(.refresh)
        #expect(driver.handle(.edited { _ in [.remove(5)] }).isEmpty)
    }

    @Test("An empty first page below the total is a failure if configured") func earlyFailure() {
        var driver = FeedMachineDriver { $0.paging.acceptsEarlyEnd = false }
        driver.handle(.open)
        #expect(driver.answer(.ranked([], total: 9)) == [.cancel(ticket(.refresh, 1))])
        #expect(driver.state.refresh.failure?.code == .endedEarly)
        #expect(!driver.state.isLoaded)
        #expect(driver.state.older == .idle)
        #expect(driver.state.display == (driver.state.failure.map { .failure($0) } ?? .placeholder))
        driver.handle(.retry)
        driver.answer(.ranked(0..<4, next: .offset(4), total: 9))
        driver.handle(.older)
        #expect(driver.answer(.ranked([])) == [.cancel(ticket(.older, 3))])
        #expect(driver.state.older.failure?.code == .endedEarly)
        #expect(driver.state.end == nil)
        #expect(driver.ids == [0, 1, 2, 3])
        driver.handle(.retry)
        driver.answer(.ranked([]))
        #expect(driver.state.end == .early)
        #expect(driver.state.failure == nil)
    }

    @Test("A reset to a snapshot cancels the pending load and never reuses a ticket")
    func resetToMemory() {
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<12))
        #expect(driver.state.items.contains(id: 3))
        #expect(!driver.state.items.contains(id: 4))
        #expect(!driver.machine.isLoading)
        let memory = driver.machine.snapshot
        var machine = driver.machine
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
        var driver = FeedMachineDriver()
        driver.handle(.open)
        driver.answer(Array(0..<12))
        driver.handle(.rowAppeared(3))
        driver.answer(.ranked([4], next: .offset(5), total: 12))
        #expect(driver.load?.position == .offset(5), "one row below it")
        driver.handle(.close)
        #expect(driver.load == nil)
        #expect(driver.state.older == .idle)
        #expect(driver.handle(.open).count == 2)
        #expect(driver.handle(.rowAppeared(3)).isEmpty)
        driver.answer(.ranked([5], next: .offset(6), total: 12))
        #expect(driver.load == nil, "two rows below it")
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
