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

    @Test("Each page of a load has its own ticket, and the load has one spinner timer") func pages() {
        var desk = MachineDesk()
        #expect(desk.handle(.open) == [.load(nil, ticket(.refresh, 1)), .wait(0.3, ticket(.refresh, 1))])
        #expect(desk.answer(.ranked([], next: .cursor("a"))) == [.load(.cursor("a"), ticket(.refresh, 1, 1))])
        #expect(desk.answer(.ranked([], next: .cursor("b"))) == [.load(.cursor("b"), ticket(.refresh, 1, 2))])
        #expect(desk.state.refresh == .loading(isSlow: false))
        #expect(!desk.state.isLoaded)
        #expect(desk.answer(.ranked([1], next: .cursor("c"))) == [.cancel(ticket(.refresh, 1, 2))])
        #expect(desk.state.isLoaded)
        #expect(desk.handle(.older) == [.load(.cursor("c"), ticket(.older, 2)), .wait(0.3, ticket(.older, 2))])
        #expect(desk.answer(.ranked([1], next: .cursor("d"))) == [.load(.cursor("d"), ticket(.older, 2, 1))])
        let slow = desk.handle(.waited(ticket(.older, 2)))
        #expect(slow.isEmpty)
        #expect(desk.state.older == .loading(isSlow: true))
        #expect(desk.state.refresh == .idle)
        #expect(desk.answer(.ranked([2], next: .cursor("e"))) == [.cancel(ticket(.older, 2, 1))])
        #expect(desk.state.older == .idle)
        #expect(desk.handle(.all) == [.load(.cursor("e"), ticket(.older, 3)), .wait(0.3, ticket(.older, 3))])
        let next: [Effect] = [.cancel(ticket(.older, 3)), .load(.cursor("f"), ticket(.older, 4)), .wait(0.3, ticket(.older, 4))]
        #expect(desk.answer(.ranked([3], next: .cursor("f"))) == next)
        #expect(desk.state.isLoadingAll)
        desk.handle(.stopAll)
        #expect(desk.answer(.ranked([4], next: .cursor("g"))) == [.cancel(ticket(.older, 4))])
        #expect(!desk.state.isLoadingAll)
        #expect(desk.ids == [1, 2, 3, 4])
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
        #expect(desk.handle(.edited { _ in [.remove(0), .insert(Ranked(id: 50))] }).isEmpty, "it has left before")
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

    /// A screen that records its requests.
    @MainActor private final class Asked: FeedScreen {
        var requests: [FeedRequest<Int>] = []
        let state = FeedState<Numbered>()
        var feed: FeedState<Numbered> { state }
        var states: AsyncStream<FeedState<Numbered>> { AsyncStream { $0.finish() } }
        func observe(_ body: @escaping @MainActor (FeedState<Numbered>) -> Void) -> StateObservation {
            body(state)
            return Listeners().add(body)
        }
        func send(_ request: FeedRequest<Int>) { requests.append(request) }
    }

    @MainActor @Test("Each method of a screen sends its request") func requests() async {
        let screen = Asked()
        let asks: [(Asked) -> Void] = [
            { $0.open() }, { $0.close() }, { $0.refresh() }, { $0.reload() }, { $0.loadOlder() }, { $0.loadAll() },
            { $0.stopLoadingAll() },
            { $0.retry() }, { $0.reset() }, { $0.rowAppeared(3) }, { $0.scrolled(to: 4) }, { $0.scrolled(to: nil) },
        ]
        for ask in asks { ask(screen) }
        await screen.refreshAndWait()
        #expect(
            screen.requests == [
                .open, .close, .refresh, .reload, .older, .all, .stopAll, .retry, .reset, .rowAppeared(3), .scrolled(4),
                .scrolled(nil), .refresh,
            ])
    }

    @MainActor @Test("A feed restores a snapshot, applies changes and edits, and returns a new snapshot")
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
