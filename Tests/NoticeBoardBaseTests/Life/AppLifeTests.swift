import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

/// The foreground, the background and the network's returns of an app.
@MainActor @Suite("AppLife", .inTurn, .timeLimit(.minutes(1))) struct AppLifeTests {
    private let clock = ManualClock()

    private func makeLife(network: (any NetworkStatus)? = nil, random: Double = 0.5) -> AppLife {
        AppLife(network: network, time: clock.time) { random }
    }

    @Test("Tells of the background and the foreground once") func places() {
        let life = makeLife()
        var events: [AppLife.Event] = []
        let observation = life.observe { events.append($0) }
        life.enterForeground()
        life.enterBackground()
        life.enterBackground()
        life.enterForeground()
        #expect(events == [.background, .foreground])
        observation.cancel()
        life.enterBackground()
        #expect(events.count == 2)
    }

    @Test("A return of the network is told in order, over a second") func spread() async {
        let life = makeLife()
        let (told, continuation) = AsyncStream.makeStream(of: Int.self)
        let observations = (0..<4).map { number in life.observe { _ in continuation.yield(number) } }
        var iterator = told.makeAsyncIterator()
        life.networkReturned()
        for number in 0..<4 {
            await clock.waitForSleepers(1)
            clock.advanceToNext()
            #expect(await iterator.next() == number)
        }
        #expect(clock.asked == [0.125, 0.25, 0.25, 0.25])
        withExtendedLifetime(observations) {}
    }

    @Test("A return of the network in the background is not told") func background() {
        let life = makeLife()
        let observation = life.observe { if $0 == .networkReturned { Issue.record("the app is in the background") } }
        life.enterBackground()
        life.networkReturned()
        #expect(clock.pending.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("Going to the background ends what was not told yet") func interrupted() async {
        let life = makeLife()
        let observation = life.observe { if $0 == .networkReturned { Issue.record("the app is in the background") } }
        life.networkReturned()
        await clock.waitForSleepers(1)
        life.enterBackground()
        clock.advance(by: 2)
        #expect(clock.pending.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("Follows a network status while somebody observes, in the foreground") func network() async {
        let network = ManualNetwork(isOnline: false)
        let life = makeLife(network: network)
        #expect(network.readers == 0)
        let (told, continuation) = AsyncStream.makeStream(of: AppLife.Event.self)
        let observation = life.observe { continuation.yield($0) }
        await network.waitForReaders(1)
        network.isOnline = true
        await clock.waitForSleepers(1)
        clock.advanceToNext()
        var iterator = told.makeAsyncIterator()
        #expect(await iterator.next() == .networkReturned)
        life.enterBackground()
        await network.waitForNoReaders()
        life.enterForeground()
        await network.waitForReaders(1)
        withExtendedLifetime(observation) {}
    }

    @Test("Does not read the network once every observation has ended", arguments: [true, false])
    func ended(onMain: Bool) async {
        let network = ManualNetwork(isOnline: false)
        let life = makeLife(network: network)
        let first = life.observe { _ in }
        let second = life.observe { _ in }
        await network.waitForReaders(1)
        first.cancel()
        #expect(network.readers == 1)
        if onMain { second.cancel() } else { await Task.detached { second.cancel() }.value }
        await network.waitForNoReaders()
        let third = life.observe { _ in }
        await network.waitForReaders(1)
        withExtendedLifetime(third) {}
    }

    @Test(
        "Follows the system's notifications",
        arguments: [
            ("UIApplicationDidEnterBackgroundNotification", "UIApplicationWillEnterForegroundNotification"),
            ("WKApplicationDidEnterBackgroundNotification", "WKApplicationWillEnterForegroundNotification"),
            ("NSApplicationDidHideNotification", "NSApplicationDidUnhideNotification"),
        ])
    func system(background: String, foreground: String) async {
        let center = NotificationCenter()
        let life = makeLife()
        life.followSystem(center)
        let (told, continuation) = AsyncStream.makeStream(of: AppLife.Event.self)
        let observation = life.observe { continuation.yield($0) }
        var iterator = told.makeAsyncIterator()
        center.post(name: Notification.Name(background), object: nil)
        #expect(await iterator.next() == .background)
        center.post(name: Notification.Name(foreground), object: nil)
        #expect(await iterator.next() == .foreground)
        withExtendedLifetime(observation) {}
    }
}
