import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// Lists that are too old, or failed, when the app or the network returns.
@MainActor @Suite("Feed: freshness", .inTurn, .timeLimit(.minutes(1))) struct FeedFreshTests {
    private let list = Locked(Array((0..<40).reversed()))
    private let asked = Notes<PagePosition?>()
    private let clock = ManualClock()
    /// The clock of the app's life, whose sleepers are not those of loads.
    private let lifeClock = ManualClock()
    private let failure = Locked<NoticeBoardError?>(nil)
    /// A proxy's answer, which comes in place of the next page.
    private let wrong = Locked<Page<Numbered>?>(nil)

    private func makeLife(_ network: ManualNetwork? = nil) -> AppLife {
        let now: @Sendable () -> Date = { [clock] in Date(timeIntervalSince1970: clock.now) }
        return AppLife(network: network, now: now, time: lifeClock.time) { 0 }
    }

    private func makeFeed(_ life: AppLife, after age: Double? = nil) -> Feed<Numbered> {
        var rules = FeedRules<Numbered>()
        rules.life = life
        rules.fresh = age.map { Freshness(after: $0) }
        return Feed(rules, time: clock.time) { [list, asked, failure, wrong] position in
            asked.add(position)
            if let error = failure.withLock({ $0 }) { throw error }
            return wrong.take() ?? .of(list.withLock { $0 }, at: position, limit: 10)
        }
    }

    private func makeOpen(_ life: AppLife, after age: Double? = nil) async -> Feed<Numbered> {
        let feed = makeFeed(life, after: age)
        feed.open()
        await feed.firstState { $0.isLoaded && !$0.isLoading }
        return feed
    }

    private func waitUntilRead(_ feed: Feed<Numbered>, _ count: Int) async {
        await asked.waitForCount(count)
        await feed.firstState { !$0.isLoading }
    }

    @Test("Opening a list that is too old loads it again") func reopened() async {
        let feed = await makeOpen(makeLife(), after: 60)
        feed.close()
        clock.advance(by: 59)
        feed.open()
        #expect(asked.count == 1)
        clock.advance(by: 1)
        feed.open()
        await waitUntilRead(feed, 2)
        feed.open()
        #expect(asked.count == 2)
    }

    @Test("A list that is too old is loaded again in the foreground") func foreground() async {
        let life = makeLife()
        let feed = await makeOpen(life, after: 60)
        life.enterBackground()
        clock.advance(by: 60)
        #expect(asked.count == 1)
        list.withLock { $0.insert(40, at: 0) }
        life.enterForeground()
        await waitUntilRead(feed, 2)
        #expect(feed.state.items.first?.id == 40)
    }

    @Test("A list that is young or closed is not loaded again in the foreground", arguments: [true, false])
    func notLoaded(isOpen: Bool) async {
        let life = makeLife()
        let feed = await makeOpen(life, after: 60)
        if !isOpen { feed.close() }
        life.enterBackground()
        clock.advance(by: isOpen ? 59 : 600)
        life.enterForeground()
        #expect(!feed.state.isLoading)
        #expect(asked.count == 1)
    }

    @Test("A list that failed goes on when the network returns") func failed() async {
        let network = ManualNetwork(isOnline: false)
        let life = makeLife(network)
        failure.withLock { $0 = NoticeBoardError(.noNetwork) }
        let feed = makeFeed(life)
        feed.open()
        await feed.firstState { $0.failure != nil }
        failure.withLock { $0 = nil }
        await network.waitForReaders(1)
        network.isOnline = true
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.failure == nil)
    }

    @Test("An older page that failed goes on when the network returns") func failedPage() async {
        let life = makeLife()
        let feed = await makeOpen(life)
        failure.withLock { $0 = NoticeBoardError(.connectionLost) }
        feed.loadMore()
        await feed.firstState { $0.older.failure != nil }
        failure.withLock { $0 = nil }
        life.networkReturned()
        await feed.firstState { $0.items.count == 20 }
        #expect(feed.state.older == .idle)
    }

    @Test("A list that was refused does not go on by itself") func refused() async {
        let life = makeLife()
        failure.withLock { $0 = NoticeBoardError(.sessionOver) }
        let feed = makeFeed(life)
        feed.open()
        await feed.firstState { $0.failure != nil }
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = life.observe { _ in continuation.yield() }
        life.networkReturned()
        await lifeClock.waitForSleepers(1)
        lifeClock.advance(by: 1)
        for await _ in told { break }
        #expect(asked.count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("A list that ended by a proxy's old page goes on when the network returns") func endedByMistake() async {
        let life = makeLife()
        let feed = await makeOpen(life)
        wrong.withLock { $0 = .of(list.withLock { $0 }, at: nil, limit: 10) }
        feed.loadMore()
        await feed.firstState { $0.end == .repeatedPosition }
        life.networkReturned()
        await feed.firstState { $0.items.count == 20 }
        #expect(feed.state.end == nil)
    }

    @Test("A list that is fine asks for nothing when the network returns") func fine() async {
        let life = makeLife()
        let feed = await makeOpen(life, after: 60)
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = life.observe { _ in continuation.yield() }
        life.networkReturned()
        await lifeClock.waitForSleepers(1)
        lifeClock.advance(by: 1)
        for await _ in told { break }
        #expect(asked.count == 1)
        withExtendedLifetime((observation, feed)) {}
    }

    @Test("Ten lists that failed do not ask at the same moment") func tenLists() async {
        let life = makeLife()
        failure.withLock { $0 = NoticeBoardError(.noNetwork) }
        let feeds = (0..<10).map { _ in makeFeed(life) }
        for feed in feeds {
            feed.open()
            await feed.firstState { $0.failure != nil }
        }
        failure.withLock { $0 = nil }
        life.networkReturned()
        await feeds[0].firstState { $0.isLoaded }
        for feed in feeds.dropFirst() {
            #expect(!feed.state.isLoading)
            await lifeClock.waitForSleepers(1)
            lifeClock.advance(by: 0.1)
            await feed.firstState { $0.isLoaded }
        }
        #expect(asked.count == 20)
    }
}
