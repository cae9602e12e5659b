import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// A screen of a value and a list, over a clock that the test turns.
@MainActor private final class CompositeFixture {
    private struct Row: Identifiable, Equatable { let id: Int }

    let clock = ManualClock()
    private let valueLoads = Locked(0)
    private let listLoads = Locked(0)
    private let failsValue = Locked(false)
    let value: Loader<Int>
    let isListLoaded: @MainActor () -> Bool
    let screen: CompositeScreen
    let settle: @MainActor () async -> Void

    init(isShared: Bool = false) {
        let clock = clock
        let now = { @Sendable in Date(timeIntervalSince1970: clock.now) }
        let value = Loader(time: clock.time) { [valueLoads, failsValue] in
            let number = valueLoads.withLock { loads in
                loads += 1
                return loads
            }
            if failsValue.withLock({ $0 }) { throw NoticeBoardError(.noNetwork) }
            return number
        }
        let list = Feed<Row>(time: clock.time) { [listLoads] _ in
            listLoads.withLock { $0 += 1 }
            return Page(items: [Row(id: 1)], total: 1)
        }
        self.value = value
        isListLoaded = { list.state.isLoaded }
        settle = {
            await value.firstState { !$0.phase.isLoading }
            await list.firstState { !$0.isLoading }
        }
        screen = CompositeScreen(
            [ScreenPart(value, isShared: isShared, now: now), ScreenPart(list, now: now)], now: now, time: clock.time)
    }

    var loads: [Int] { [valueLoads.withLock { $0 }, listLoads.withLock { $0 }] }
    func failValue(_ fails: Bool) { failsValue.withLock { $0 = fails } }
}

private struct SharedRow: Identifiable, Equatable { let id: Int }

@MainActor @Suite("CompositeScreen", .inTurn, .timeLimit(.minutes(1))) struct CompositeScreenTests {
    @Test("Opening loads each part once") func opens() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.open()
        await fixture.settle()
        #expect(fixture.loads == [1, 1])
    }

    @Test("A refresh loads every part again") func refreshes() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.refresh()
        await fixture.settle()
        #expect(fixture.loads == [2, 2])
    }

    @Test("A retry repeats only the part that failed") func retries() async {
        let fixture = CompositeFixture()
        fixture.failValue(true)
        fixture.screen.open()
        await fixture.settle()
        fixture.failValue(false)
        fixture.screen.retry()
        await fixture.settle()
        #expect(fixture.loads == [2, 1])
        #expect(fixture.value.state.value == 2)
    }

    @Test("The foreground loads again what is older than a minute") func foreground() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.clock.advance(by: 59)
        fixture.screen.enterForeground()
        await fixture.settle()
        #expect(fixture.loads == [1, 1])
        fixture.clock.advance(by: 1)
        fixture.screen.enterForeground()
        await fixture.settle()
        #expect(fixture.loads == [2, 2])
    }

    @Test("The foreground leaves the part alone that was loaded meanwhile") func ages() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.clock.advance(by: 50)
        fixture.value.refresh()
        await fixture.settle()
        fixture.clock.advance(by: 20)
        fixture.screen.enterForeground()
        await fixture.settle()
        #expect(fixture.loads == [2, 2])
    }

    @Test("A closed screen loads what is old when it is opened") func closed() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.close()
        fixture.clock.advance(by: 90)
        fixture.screen.enterForeground()
        await fixture.settle()
        #expect(fixture.loads == [1, 1])
        fixture.screen.open()
        await fixture.settle()
        #expect(fixture.loads == [2, 2])
    }

    @Test("A part that failed is loaded when the screen is opened after the network returned") func networkReturned() async {
        let fixture = CompositeFixture()
        fixture.failValue(true)
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.close()
        fixture.failValue(false)
        fixture.screen.follow(.networkReturned)
        await fixture.settle()
        #expect(fixture.loads == [1, 1])
        fixture.screen.open()
        await fixture.settle()
        #expect(fixture.loads == [2, 1])
        #expect(fixture.value.state.value == 2)
    }

    @Test("The time advances every minute while the screen is open") func time() async {
        let fixture = CompositeFixture()
        let start = fixture.screen.state
        fixture.screen.open()
        await fixture.settle()
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 60)
        await fixture.screen.firstState { $0 != start }
        #expect(fixture.screen.state.timeIntervalSince(start) == 60)
    }

    @Test("The time stands still while the screen is closed") func closedTime() async {
        let fixture = CompositeFixture()
        let start = fixture.screen.state
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.close()
        fixture.clock.advance(by: 600)
        await letOtherTasksRun()
        #expect(fixture.screen.state == start)
    }

    @Test("A reset empties every part") func resets() async {
        let fixture = CompositeFixture()
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.reset()
        #expect(fixture.value.state.value == nil)
        #expect(!fixture.isListLoaded())
    }

    @Test("A reset keeps a part that other screens show") func shared() async {
        let fixture = CompositeFixture(isShared: true)
        fixture.screen.open()
        await fixture.settle()
        fixture.screen.reset()
        #expect(fixture.value.state.value == 1)
    }

    /// A value that is loaded again every minute while it is open.
    private func makeAgingValue(_ clock: ManualClock, _ loads: Locked<Int>) -> Loader<Int> {
        let life = AppLife(now: { Date(timeIntervalSince1970: clock.now) }, time: clock.time)
        return Loader(fresh: Freshness(every: 60), life: life, time: clock.time) {
            loads.withLock { loads in
                loads += 1
                return loads
            }
        }
    }

    /// Waits until the value waits for its next load.
    private func waitForInterval(_ clock: ManualClock) async {
        // The timer of the load that has ended may sleep a moment longer, so that a number of sleepers says nothing.
        await clock.waitForSleeper(over: 50)
    }

    @Test("Closing ends the reloads of a value") func closesValues() async {
        let clock = ManualClock()
        let value = makeAgingValue(clock, Locked(0))
        let screen = CompositeScreen([ScreenPart(value)], time: ManualClock().time)
        screen.open()
        await waitForInterval(clock)
        screen.close()
        #expect(!clock.pending.contains { $0 > 50 })
    }

    @Test("A value that two screens show is reloaded until both are closed") func sharedValue() async {
        let clock = ManualClock()
        let value = makeAgingValue(clock, Locked(0))
        let part = ScreenPart(value, isShared: true)
        let screens = (0..<2).map { _ in CompositeScreen([part], time: ManualClock().time) }
        for screen in screens { screen.open() }
        await waitForInterval(clock)
        screens[0].close()
        screens[0].close()
        #expect(clock.pending.contains { $0 > 50 })
        screens[1].close()
        #expect(!clock.pending.contains { $0 > 50 })
    }

    @Test("A list that two screens show is paused when both are closed") func sharedList() async {
        let list = Feed<SharedRow> { position in
            let start = position?.page ?? 0
            return Page(items: (start..<start + 10).map { SharedRow(id: $0) }, next: .page(start + 10), total: 100)
        }
        let part = ScreenPart(list, isShared: true)
        let screens = (0..<2).map { _ in CompositeScreen([part]) }
        for screen in screens { screen.open() }
        await list.firstState { $0.isLoaded && !$0.isLoading }
        list.loadAll()
        screens[0].close()
        #expect(list.state.isLoadingAll)
        screens[1].close()
        #expect(!list.state.isLoadingAll)
    }
}
