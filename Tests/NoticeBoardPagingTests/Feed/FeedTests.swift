import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Feed", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedTests {
    private let list = Array(0..<95)

    /// Returns a feed of the list that holds each load at the gate.
    private func feed(
        _ gate: Gate, asked: Notes<PagePosition?> = Notes(), time: TimeSource = ManualClock().time
    ) -> Feed<Numbered> {
        let list = list
        return Feed(time: time) { position in
            asked.add(position)
            try await gate.pass()
            return .of(list, at: position, limit: 30)
        }
    }

    private func openGate() -> Gate {
        let gate = Gate()
        gate.open()
        return gate
    }

    @Test("Loads a list in four requests") func wholeList() async throws {
        let asked = Notes<PagePosition?>()
        let feed = feed(openGate(), asked: asked)
        let probe = StateProbe(feed)
        feed.loadAll()
        try await probe.firstState { $0.end != nil }
        #expect(feed.state.items.map(\.id) == list)
        #expect(asked.all == [nil, .offset(30), .offset(60), .offset(90)])
        await feed.refreshAndWait()
        #expect(feed.state.items.map(\.id) == list)
        #expect(feed.state.end == .lastPage)
        #expect(asked.count == 5)
    }

    @Test("Ends without a gap at an empty page of a service without a total", arguments: [3, 19, 20, 21, 25, 40, 41])
    func emptyEnd(count: Int) async throws {
        let feed = Feed<Numbered> { position in
            let offset = if case .offset(let offset)? = position { offset } else { 0 }
            let items = (0..<count).dropFirst(offset).prefix(20)
            return Page(items, next: items.isEmpty ? nil : .offset(offset + items.count))
        }
        let probe = StateProbe(feed)
        feed.loadAll()
        try await probe.firstState { $0.end != nil }
        #expect(feed.state.items.map(\.id) == Array(0..<count))
        #expect(feed.state.end == .lastPage)
        #expect(feed.state.gaps.isEmpty)
    }

    @Test("A refresh of the first page removes a deleted row", arguments: 0..<30) func oneDeleted(row: Int) async {
        let list = Locked(Array(0..<100))
        let feed = Feed<Numbered> { position in .of(list.withLock { $0 }, at: position, limit: 30) }
        feed.open()
        await feed.firstState { $0.isLoaded }
        list.withLock { _ = $0.remove(at: row) }
        await feed.refreshAndWait()
        #expect(feed.state.gaps.isEmpty)
        #expect(feed.state.items.map(\.id) == Array((0..<100).filter { $0 != row }.prefix(feed.state.items.count)))
        #expect(feed.state.total == 99)
    }

    @Test("Cancels a load that is no longer needed", arguments: ["reset", "refresh", "drop"]) func cancelling(how: String) async {
        let (gate, cancelled) = (Gate(), Notes<PagePosition?>())
        let leaving = Gate()
        var feed: Feed<Numbered>? = Feed { position in
            if position == nil { return .of(Array(0..<95), at: position, limit: 30) }
            do { try await gate.pass() } catch {
                cancelled.add(position)
                leaving.open()
                throw error
            }
            return Page([])
        }
        feed?.open()
        feed?.loadMore()
        await gate.waitForArrivals(1)
        switch how {
        case "reset": feed?.reset()
        case "refresh": feed?.refresh()
        default: feed = nil
        }
        try? await leaving.pass()
        #expect(cancelled.all == [.offset(30)])
    }

    @Test("Drops the response of a load that ignores its cancellation") func stubborn() async throws {
        let (gate, gone, asked) = (Gate(), Gate(), Notes<Int>())
        let feed = Feed<Guest> { _ in
            asked.add(1)
            guard asked.count == 1 else { return Page(items: [Guest(id: 2)]) }
            await Task { try? await gate.pass() }.value
            return Page(items: [Guest(id: 1, farewell: Farewell(gone))])
        }
        let probe = StateProbe(feed)
        // If the feed kept the item, it would not be released.
        let observation = feed.observe { if $0.items.contains(where: { $0.id == 1 }) { gone.open() } }
        feed.open()
        await gate.waitForArrivals(1)
        feed.reset()
        feed.open()
        try await probe.firstState { $0.isLoaded }
        gate.open()
        try await gone.pass()
        #expect(probe.states.allSatisfy { !$0.items.contains { $0.id == 1 } })
        #expect(feed.state.items == [Guest(id: 2)])
        observation.cancel()
    }

    /// An item that records whether it is compared on the main queue.
    private struct Weighed: Identifiable, Sendable, Equatable {
        final class Scale: Sendable {
            let compared = Notes<Bool>()
            let isMain = DispatchSpecificKey<Bool>()

            /// The main actor's jobs run on the main queue, on any thread.
            init() { DispatchQueue.main.setSpecific(key: isMain, value: true) }
        }
        final class Body: Sendable { init() {} }
        let id: Int
        let body = Body()
        let scale: Scale

        static func == (left: Self, right: Self) -> Bool {
            if left.body === right.body { return true }
            left.scale.compared.add(DispatchQueue.getSpecific(key: left.scale.isMain) == true)
            return left.id == right.id
        }
    }

    @Test("Compares refreshed items off the main actor")
    func equalItems() async {
        let scale = Weighed.Scale()
        let feed = Feed<Weighed> { _ in Page(items: (0..<30).map { Weighed(id: $0, scale: scale) }) }
        await feed.refreshAndWait()
        let before = feed.state.items.map(\.body)
        await feed.refreshAndWait()
        #expect(scale.compared.count == 30)
        #expect(!scale.compared.all.contains(true))
        #expect(DispatchQueue.getSpecific(key: scale.isMain) == true, "the test itself runs there")
        #expect(zip(before, feed.state.items).allSatisfy { $0 === $1.body })
        #expect(before.count == 30)
    }

    @Test("Releasing a feed ends its streams") func lifetime() async {
        let gate = Gate()
        let changes = ChangeBus<ItemChange<Numbered>>()
        var feed: Feed<Numbered>? = Feed(changes: changes, translate: { change, _ in change.edits() }) { _ in
            try await gate.pass()
            return Page([1])
        }
        weak let held = feed
        let states = feed?.states
        let observation = feed?.observe { _ in }
        feed?.open()
        await gate.waitForArrivals(1)
        feed = nil
        #expect(held == nil)
        var iterator = states?.makeAsyncIterator()
        #expect(await iterator?.next()?.refresh.isLoading == true)
        #expect(await iterator?.next() == nil)
        changes.send(.removed(1))
        _ = observation
    }

    @Test("Releasing a feed cancels its load") func releasedLoad() async {
        let (cancelled, continuation) = AsyncStream.makeStream(of: Bool.self)
        let gate = Gate()
        var feed: Feed<Numbered>? = Feed { _ in
            defer { continuation.yield(Task.isCancelled) }
            try await gate.pass()
            return Page([1])
        }
        feed?.open()
        await gate.waitForArrivals(1)
        feed = nil
        var iterator = cancelled.makeAsyncIterator()
        #expect(await iterator.next() == true)
        gate.open()
    }

    @Test("An observer's request is handled after the current one, so that observers see one order") func nested() async {
        let feed = feed(openGate())
        await feed.refreshAndWait()
        var received: [Int] = []
        let observations = [
            feed.observe { [weak feed] in if $0.items.count == 29 { feed?.edit { _ in [.remove(1)] } } },
            feed.observe { received.append($0.items.count) },
        ]
        feed.edit { _ in [.remove(0)] }
        #expect(received == [30, 29, 28])
        withExtendedLifetime(observations) {}
    }

    @Test("A slow reader of a stream gets only the newest state") func states() async {
        let feed = feed(openGate())
        var iterator = feed.states.makeAsyncIterator()
        #expect(await iterator.next() == FeedState())
        feed.open()
        feed.reset()
        feed.open()
        #expect(await iterator.next()?.refresh == .loading(isSlow: false))
        await feed.refreshAndWait()
        #expect(await iterator.next()?.items.count == 30)
    }

    @Test("An observer gets the current state and each change synchronously until it is cancelled")
    func observing() {
        let feed = feed(Gate())
        var seen: [Bool] = []
        let observation = feed.observe { seen.append($0.refresh.isLoading) }
        #expect(seen == [false])
        feed.open()
        #expect(seen == [false, true])
        feed.open()
        feed.anchor = nil
        #expect(seen == [false, true])
        observation.cancel()
        feed.reset()
        #expect(seen == [false, true])
        #expect(feed.state == FeedState())
    }

    @Test("Shows the spinner only between the delay and the response") func spinnerDelay() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        let feed = feed(gate, time: clock.time)
        let probe = StateProbe(feed)
        feed.open()
        await clock.waitForSleepers(1)
        #expect(clock.pending == [0.3])
        clock.advance(by: 0.3)
        try await probe.firstState { $0.refresh.showsSpinner }
        gate.open()
        try await probe.firstState { $0.isLoaded }
        feed.loadMore()
        try await probe.firstState { $0.items.count == 60 }
        #expect(!probe.states.contains { $0.older.showsSpinner })
    }

    @Test("refreshAndWait returns after the refresh succeeds or fails", arguments: [true, false]) func refreshed(fails: Bool)
        async
    {
        let feed = Feed<Numbered> { _ in
            if fails { throw NoticeBoardError(.unreachable) }
            return Page([1])
        }
        await feed.refreshAndWait()
        #expect(feed.state.refresh == (fails ? .failed(NoticeBoardError(.unreachable)) : .idle))
        #expect(feed.state.isLoaded == !fails)
    }

    @Test("Cancelling refreshAndWait lets the refresh continue") func refreshedCancelled() async throws {
        let gate = Gate()
        let feed = feed(gate)
        let probe = StateProbe(feed)
        let waiter = Task { await feed.refreshAndWait() }
        await gate.waitForArrivals(1)
        waiter.cancel()
        await waiter.value
        #expect(feed.state.refresh.isLoading)
        gate.open()
        try await probe.firstState { $0.isLoaded }
    }

    @Test("A load that throws CancellationError is neither a failure nor repeated") func gaveUp() async {
        let asked = Notes<Int>()
        let feed = Feed<Numbered> { _ in
            asked.add(1)
            throw CancellationError()
        }
        await feed.refreshAndWait()
        #expect(feed.state.refresh == .idle)
        #expect(asked.count == 1)
    }

    @Test("States of lists and loaders do not contain the URL of a system error") func addressInError() async throws {
        let secret = NSError(domain: NSURLErrorDomain, code: -1001, userInfo: ["url": "https://host/search?keyword=SECRET"])
        let feed = Feed<Numbered> { _ in throw secret }
        await feed.refreshAndWait()
        let loader = Loader<Int> { throw secret }
        await loader.refreshAndWait()
        for failure in [feed.state.refresh.failure, loader.state.failure] {
            let underlying = try #require(failure?.underlying) as NSError
            #expect(underlying.code == -1001)
            #expect(underlying.userInfo.isEmpty)
        }
    }

    @Test("An external error shows nothing of its content") func foreignErrors() async throws {
        struct Secret: Error, CustomStringConvertible { let description = "token 12345" }
        let feed = Feed<Numbered> { _ in throw Secret() }
        await feed.refreshAndWait()
        let failure = try #require(feed.state.refresh.failure)
        #expect(failure.code == .external)
        #expect(failure.underlying is Secret)
        for text in ["\(failure)", "\(feed.state)", String(reflecting: failure), failure.localizedDescription] {
            #expect(!text.contains("12345"), "\(text)")
        }
    }

    @Test("Loading never runs on the main actor") func isolation() async {
        let places = Notes<Bool>()
        let feed = Feed<Numbered> { _ in
            places.add(MainActorMark.isHere)
            return Page([1])
        }
        await feed.refreshAndWait()
        #expect(MainActorMark.isHere)
        #expect(places.all == [false])
    }

    @Test("A change reaches all lists in the same order, even if it triggers another change") func changes() async {
        let changes = ChangeBus<ItemChange<Numbered>>()
        let feeds = (0..<3).map { _ in
            Feed<Numbered>(changes: changes, translate: { change, _ in change.edits() }) { _ in Page([1, 2, 3]) }
        }
        for feed in feeds { await feed.refreshAndWait() }
        var received: [[Int]] = [[], []]
        let first = changes.observe { change in
            received[0].append(change.id)
            if change.id == 2 { changes.send(.inserted(Numbered(9))) }
        }
        let second = changes.observe { received[1].append($0.id) }
        changes.send(.removed(2))
        #expect(feeds.allSatisfy { $0.state.items.map(\.id) == [9, 1, 3] })
        #expect(received == [[2, 9], [2, 9]])
        first.cancel()
        second.cancel()
        changes.send(.removed(1))
        #expect(received == [[2, 9], [2, 9]])
    }

    @Test("Keeps an anchor only for a row of the list") func anchor() async {
        let feed = Feed<Numbered> { _ in Page([1, 2, 3]) }
        await feed.refreshAndWait()
        feed.anchor = 2
        #expect(feed.anchor == 2)
        feed.anchor = 50
        #expect(feed.anchor == 2)
    }
}

/// An item that reports when it is released.
private struct Guest: Identifiable, Equatable, Sendable {
    let id: Int
    var farewell: Farewell?

    static func == (one: Guest, other: Guest) -> Bool { one.id == other.id }
}

/// Opens a gate when it is released.
private final class Farewell: Sendable {
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    deinit { gate.open() }
}
