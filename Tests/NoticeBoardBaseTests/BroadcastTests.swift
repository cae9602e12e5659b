import NoticeBoardBase
import Testing

@Suite("Broadcast", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct BroadcastTests {
    @Test("Each subscriber gets the current value first, then the later ones")
    func currentFirst() async {
        let broadcast = Broadcast(1)
        var early = broadcast.stream().makeAsyncIterator()
        #expect(await early.next() == 1)
        broadcast.send(2)
        var late = broadcast.stream().makeAsyncIterator()
        #expect(await early.next() == 2)
        #expect(await late.next() == 2)
    }

    @Test("A slow subscriber gets only the newest value")
    func newestOnly() async {
        let broadcast = Broadcast(0)
        var slow = broadcast.stream().makeAsyncIterator()
        for value in 1...100 { broadcast.send(value) }
        #expect(await slow.next() == 100)
    }

    @Test("Without a stored value, a stream starts with its own value or the first one sent")
    func withoutValue() async {
        let broadcast = Broadcast<Int>()
        var plain = broadcast.stream().makeAsyncIterator()
        var own = broadcast.stream(startingWith: 7).makeAsyncIterator()
        #expect(await own.next() == 7)
        broadcast.send(8)
        #expect(await plain.next() == 8)
    }

    @Test("Streams end when the broadcast finishes or is released")
    func ends() async {
        var broadcast: Broadcast<Int>? = Broadcast(1)
        var stream = broadcast?.stream().makeAsyncIterator()
        #expect(await stream?.next() == 1)
        broadcast = nil
        #expect(await stream?.next() == nil)
        let finished = Broadcast(1)
        finished.finish()
        var late = finished.stream().makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    @Test("Cancelling a subscriber's task removes the subscriber")
    func cancelled() async {
        let broadcast = Broadcast(1)
        let stream = broadcast.stream()
        #expect(broadcast.hasSubscribers)
        let task = Task { for await _ in stream {} }
        task.cancel()
        await task.value
        #expect(!broadcast.hasSubscribers)
    }
}
