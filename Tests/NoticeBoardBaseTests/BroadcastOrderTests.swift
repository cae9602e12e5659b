import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

/// Broadcasts on several threads: a slow subscriber blocks no sender, and every subscriber receives values in order.
@Suite("Broadcast under concurrency", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BroadcastOrderTests {
    @Test("Cancelling a subscriber during a send blocks neither side") func cancelledMeanwhile() async throws {
        for _ in 0..<300 {
            let (broadcast, begun, sent, cancelled) = (Broadcast<Int>(), Gate(), Gate(), Gate())
            let stream = broadcast.stream()
            let listener = Task {
                begun.open()
                for await _ in stream {}
            }
            try await begun.pass()
            Thread.detachNewThread {
                for value in 0..<20 { broadcast.send(value) }
                sent.open()
            }
            Thread.detachNewThread {
                listener.cancel()
                cancelled.open()
            }
            try await sent.pass()
            try await cancelled.pass()
            await listener.value
        }
    }

    @Test("A slow subscriber delays no other call")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func slow() async throws {
        let (broadcast, slow) = (Broadcast<Int>(), SlowListener())
        defer { slow.resume() }
        let hearing = try await slow.hearing(broadcast.stream())
        Thread.detachNewThread { broadcast.send(1) }
        try await slow.isBeingTold.pass()
        // A subscriber is blocking the notifying thread; none of these calls may wait for it.
        let done = Gate()
        let late = Locked<AsyncStream<Int>?>(nil)
        Thread.detachNewThread {
            let gone = Task { [stream = broadcast.stream()] in for await _ in stream {} }
            gone.cancel()
            broadcast.keep(2)
            late.withLock { $0 = broadcast.stream() }
            broadcast.notify()
            broadcast.send(3)
            broadcast.finish()
            done.open()
        }
        try await done.pass()
        #expect(!broadcast.hasSubscribers)
        slow.resume()
        let all = await hearing.value
        #expect(all == [1, 3] || all == [1, 2, 3], "\(all)")
        var received: [Int] = []
        for await value in try #require(late.withLock { $0 }) { received.append(value) }
        #expect(received == [3])
    }

    @Test("A kept value reaches subscribers on the next notification and new ones at once") func kept() async {
        let broadcast = Broadcast(0)
        var early = broadcast.stream().makeAsyncIterator()
        #expect(await early.next() == 0)
        broadcast.keep(1)
        var late = broadcast.stream().makeAsyncIterator()
        #expect(await late.next() == 1)
        broadcast.keep(2)
        var last = broadcast.stream(startingWith: 9).makeAsyncIterator()
        broadcast.notify()
        broadcast.notify()
        #expect(await early.next() == 2)
        #expect(await late.next() == 2)
        #expect(await last.next() == 9, "a value kept before the subscription is not delivered")
        broadcast.keep(3)
        broadcast.finish()
        broadcast.keep(4)
        broadcast.notify()
        #expect(await early.next() == 3)
        #expect(await early.next() == nil)
    }
}
