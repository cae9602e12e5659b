import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Values that are too old, or failed, when the app or the network returns.
@MainActor @Suite("Loader: freshness", .inTurn, .timeLimit(.minutes(1))) struct LoaderFreshTests {
    private let clock = ManualClock()
    private let answer = Locked<Result<Int, NoticeBoardError>>(.success(1))
    private let asked = Notes<Int>()

    private func makeLife() -> AppLife {
        let now: @Sendable () -> Date = { [clock] in Date(timeIntervalSince1970: clock.now) }
        return AppLife(now: now, time: clock.time) { 0 }
    }

    private func makeLoader(_ life: AppLife, _ fresh: Freshness?) async -> Loader<Int> {
        let loader = Loader(fresh: fresh, life: life, time: clock.time) { [answer, asked] in
            asked.add(1)
            return try answer.withLock { $0 }.get()
        }
        loader.open()
        await loader.firstState { !$0.phase.isLoading }
        return loader
    }

    @Test("Opening a value that is too old loads it again") func reopened() async {
        let loader = await makeLoader(makeLife(), Freshness(after: 60))
        clock.advance(by: 59)
        loader.open()
        #expect(asked.count == 1)
        clock.advance(by: 1)
        loader.open()
        await loader.firstState { !$0.phase.isLoading }
        #expect(asked.count == 2)
    }

    @Test("A value that is too old is loaded again in the foreground") func foreground() async {
        let life = makeLife()
        let loader = await makeLoader(life, Freshness(after: 60))
        life.enterBackground()
        clock.advance(by: 60)
        answer.withLock { $0 = .success(2) }
        life.enterForeground()
        await loader.firstState { $0.value == 2 }
        #expect(asked.count == 2)
    }

    @Test("A closed value is not loaded again by itself") func closed() async {
        let life = makeLife()
        let loader = await makeLoader(life, Freshness(after: 60, every: 60))
        loader.close()
        life.enterBackground()
        clock.advance(by: 600)
        life.enterForeground()
        #expect(!loader.state.phase.isLoading)
        #expect(clock.pending.isEmpty)
        #expect(asked.count == 1)
    }

    @Test("An open value is loaded again at its interval") func interval() async {
        let loader = await makeLoader(makeLife(), Freshness(every: 60))
        answer.withLock { $0 = .success(2) }
        // The timer of the load that has ended may sleep a moment longer, so that a number of sleepers says nothing.
        await clock.waitForSleeper(over: 50)
        clock.advance(by: 67)
        await loader.firstState { $0.value == 2 }
        #expect(asked.count == 2)
    }

    @Test("A value that failed is loaded again when the network returns") func failed() async {
        let life = makeLife()
        answer.withLock { $0 = .failure(NoticeBoardError(.noNetwork)) }
        let loader = await makeLoader(life, nil)
        answer.withLock { $0 = .success(2) }
        life.networkReturned()
        await loader.firstState { $0.value == 2 }
        #expect(loader.state.failure == nil)
    }

    @Test("A value that was reset asks for nothing") func reset() async {
        let life = makeLife()
        let loader = await makeLoader(life, Freshness(after: 60, every: 60))
        loader.reset()
        life.enterBackground()
        clock.advance(by: 600)
        life.enterForeground()
        #expect(!loader.state.phase.isLoading)
        #expect(asked.count == 1)
    }

    @Test("A value that was reset is loaded again at its interval once it is refreshed") func refreshedAfterReset() async {
        let loader = await makeLoader(makeLife(), Freshness(every: 60))
        loader.reset()
        loader.refresh()
        await loader.firstState { $0.value == 1 }
        answer.withLock { $0 = .success(2) }
        // The timer of the load that has ended may sleep a moment longer, so that a number of sleepers says nothing.
        await clock.waitForSleeper(over: 50)
        clock.advance(by: 67)
        await loader.firstState { $0.value == 2 }
        #expect(asked.count == 3)
    }
}
