import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// Lists that follow a service, with a stream that breaks when the test says so.
@MainActor @Suite("Feed: following a service", .inTurn, .timeLimit(.minutes(1))) struct FeedFollowTests {
    private enum Change: Sendable {
        case new(Int), gone(Int), unreadable
    }

    private let live = ManualLive<Change>()
    private let list = Locked(Array((0..<20).reversed()))
    private let asked = Notes<PagePosition?>()
    private let clock = ManualClock()

    private func makeFeed(
        life: AppLife? = nil, pageSize: Int = 10, gate: Gate? = nil, fresh: Freshness? = nil
    ) -> Feed<Numbered> {
        var rules = FeedRules<Numbered>()
        rules.life = life
        rules.fresh = fresh
        return Feed(rules, time: clock.time) { [list, asked] position in
            asked.add(position)
            let page = Page.of(list.withLock { $0 }, at: position, limit: pageSize)
            try await gate?.pass()
            return page
        }
    }

    private func follow(_ feed: Feed<Numbered>) {
        feed.follow(live.steps()) { change, _ in
            switch change {
            case .new(let id): [.insert(Numbered(id))]
            case .gone(let id): [.remove(id)]
            case .unreadable: throw NoticeBoardError(.unreadableResponse)
            }
        }
    }

    /// Returns an open list that follows the stream, and has read its head.
    private func makeFollowing(life: AppLife? = nil) async -> Feed<Numbered> {
        let feed = makeFeed(life: life)
        follow(feed)
        feed.open()
        await feed.firstState { $0.isLoaded }
        await live.waitForReaders(1)
        live.connect()
        await feed.firstState { $0.live == .following }
        return feed
    }

    /// Waits until somebody sleeps for about so many seconds.
    private func waitForSleep(of seconds: Double) async {
        // The timers of a load that has ended may sleep a moment longer, so that a number of sleepers says nothing.
        while !clock.pending.contains(where: { abs($0 - seconds) <= seconds * 0.11 }) { await Task.yield() }
    }

    @Test("A list that does not follow says nothing of it") func notFollowing() async {
        let feed = makeFeed()
        await feed.refreshAndWait()
        #expect(feed.state.live == nil)
    }

    @Test("Nothing is connected before the list is opened") func beforeOpening() {
        let feed = makeFeed()
        follow(feed)
        #expect(live.opened == 0)
        #expect(feed.state.live == nil)
    }

    @Test("Events change the list") func events() async {
        let feed = await makeFollowing()
        live.send(.new(20))
        live.send(.gone(18))
        await feed.firstState { !$0.items.contains(id: 18) }
        #expect(feed.state.items.ids.prefix(3) == [20, 19, 17])
    }

    @Test("Rows that came during a break are there after it") func afterBreak() async {
        let feed = await makeFollowing()
        live.cut()
        await feed.firstState { if case .behind = $0.live { true } else { false } }
        list.withLock { $0.insert(contentsOf: [21, 20], at: 0) }
        let reads = asked.count
        live.connect()
        await feed.firstState { $0.live == .following }
        #expect(feed.state.items.ids.prefix(3) == [21, 20, 19])
        #expect(asked.count == reads + 1)
    }

    @Test("More rows than a refresh reads become a gap") func longBreak() async {
        let feed = await makeFollowing()
        live.cut()
        list.withLock { $0.insert(contentsOf: (20..<90).reversed(), at: 0) }
        live.connect()
        await feed.firstState { $0.live == .following && $0.items.first?.id == 89 }
        #expect(feed.state.gaps.count == 1)
    }

    @Test("An event that arrives during the read is applied after it") func duringRead() async {
        let gate = Gate()
        let feed = makeFeed(gate: gate)
        follow(feed)
        gate.open(for: 1)
        feed.open()
        await feed.firstState { $0.isLoaded }
        await live.waitForReaders(1)
        live.connect()
        await gate.waitForArrivals(1)
        live.send(.gone(19))
        await feed.firstState { !$0.items.contains(id: 19) }
        gate.open()
        await feed.firstState { $0.live == .following }
        #expect(feed.state.items.first?.id == 18)
    }

    @Test("An undecodable event is counted, and leads to a read") func unreadable() async {
        let feed = await makeFollowing()
        list.withLock { $0.insert(20, at: 0) }
        live.send(.unreadable)
        await feed.firstState { $0.items.first?.id == 20 }
        #expect(feed.state.unreadableEvents == 1)
        #expect(feed.state.failure == nil)
    }

    @Test("A closed list reads and follows nothing") func closed() async {
        let feed = await makeFollowing()
        feed.close()
        await live.waitForReaders(0)
        let reads = asked.count
        live.connect()
        live.send(.new(20))
        #expect(asked.count == reads)
        #expect(feed.state.items.first?.id == 19)
        feed.open()
        await live.waitForReaders(1)
        live.connect()
        await feed.firstState { $0.live == .following }
        #expect(asked.count == reads + 1)
    }

    @Test("Ends with the list") func ends() async {
        var feed: Feed<Numbered>? = await makeFollowing()
        #expect(feed?.state.isLoaded == true)
        feed = nil
        await live.waitForReaders(0)
        #expect(live.readers == 0)
    }

    @Test("Ends when it is stopped") func stopped() async {
        let feed = await makeFollowing()
        feed.stopFollowing()
        await live.waitForReaders(0)
        #expect(feed.state.live == nil)
    }

    @Test("A lost stream is opened again") func lost() async {
        let feed = await makeFollowing()
        live.end(throwing: NoticeBoardError(.connectionLost))
        await feed.firstState { $0.liveFailure?.code == .connectionLost }
        await waitForSleep(of: 2)
        clock.advance(by: 3)
        await live.waitForOpened(2)
        live.connect()
        await feed.firstState { $0.live == .following }
        #expect(feed.state.liveFailure == nil)
    }

    @Test("Nothing is connected in the background") func background() async {
        let life = AppLife(time: clock.time)
        let feed = await makeFollowing(life: life)
        life.enterBackground()
        await live.waitForReaders(0)
        guard case .behind = feed.state.live else {
            Issue.record("the list says \(String(describing: feed.state.live))")
            return
        }
        life.enterForeground()
        await live.waitForReaders(1)
        #expect(live.opened == 2)
    }

    @Test("Reads at an interval without a stream, and not in the background") func interval() async {
        let life = AppLife(time: clock.time)
        let feed = makeFeed(life: life)
        feed.follow(every: 60)
        feed.open()
        await feed.firstState { $0.live == .following }
        #expect(asked.count == 1)
        list.withLock { $0.insert(20, at: 0) }
        await waitForSleep(of: 60)
        clock.advance(by: 53)
        #expect(asked.count == 1)
        clock.advance(by: 14)
        await feed.firstState { $0.items.first?.id == 20 }
        await feed.firstState { !$0.isLoading }
        #expect(asked.count == 2)
        await waitForSleep(of: 60)
        life.enterBackground()
        clock.advance(by: 600)
        #expect(clock.pending.isEmpty)
        #expect(asked.count == 2)
    }

    @Test("The rules' interval needs no other call") func intervalOfRules() async {
        let feed = makeFeed(fresh: Freshness(every: 60))
        feed.open()
        await feed.firstState { $0.live == .following }
        list.withLock { $0.insert(20, at: 0) }
        await waitForSleep(of: 60)
        clock.advance(by: 67)
        await feed.firstState { $0.items.first?.id == 20 }
        #expect(asked.count == 2)
    }

    @Test("A following list that is too old is loaded again when it is opened") func tooOld() async {
        let now: @Sendable () -> Date = { [clock] in Date(timeIntervalSince1970: clock.now) }
        let feed = makeFeed(life: AppLife(now: now, time: clock.time), fresh: Freshness(after: 60))
        feed.follow(every: 600)
        feed.open()
        await feed.firstState { $0.live == .following }
        feed.close()
        clock.advance(by: 60)
        feed.open()
        #expect(feed.state.refresh.isLoading)
        await feed.firstState { !$0.isLoading }
        #expect(asked.count == 2)
    }

    @Test("A following list that failed is loaded again in the foreground") func failedInForeground() async {
        let life = AppLife(time: clock.time)
        let isBroken = Locked(false)
        var rules = FeedRules<Numbered>()
        rules.life = life
        let feed = Feed(rules, time: clock.time) { [list, asked] position in
            asked.add(position)
            if isBroken.withLock({ $0 }) { throw NoticeBoardError(.noNetwork) }
            return Page.of(list.withLock { $0 }, at: position, limit: 10)
        }
        feed.follow(every: 600)
        feed.open()
        await feed.firstState { $0.live == .following }
        isBroken.withLock { $0 = true }
        await feed.refreshAndWait()
        #expect(feed.state.refresh.failure != nil)
        isBroken.withLock { $0 = false }
        life.enterBackground()
        life.enterForeground()
        await feed.firstState { !$0.isLoading }
        #expect(feed.state.refresh.failure == nil)
    }
}
