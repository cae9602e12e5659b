import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Probed network", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ProbedNetworkTests {
    private let clock = ManualClock()

    /// A network whose probe gives these answers, and the last one for ever.
    private func network(_ answers: Bool...) -> (ProbedNetwork, asked: Locked<Int>) {
        let asked = Locked(0)
        let network = ProbedNetwork(every: 5, time: clock.time) {
            asked.withLock { number in
                defer { number += 1 }
                return answers[min(number, answers.count - 1)]
            }
        }
        return (network, asked)
    }

    @Test("Is asked at intervals until the network is there") func intervals() async {
        let (network, asked) = network(false, false, true)
        let waiting = Task { for await _ in network.returns() { return } }
        for number in 1...2 {
            await clock.waitForSleepers(1)
            #expect(asked.withLock { $0 } == number)
            #expect(network.isOnline == false)
            clock.advance(by: 5)
        }
        await waiting.value
        #expect(network.isOnline == true)
    }

    @Test("Is not asked while nobody waits") func idle() async {
        let (network, asked) = network(false)
        #expect(network.isOnline == nil)
        let waiting = Task { for await _ in network.returns() {} }
        await clock.waitForSleepers(1)
        waiting.cancel()
        await waiting.value
        #expect(await eventually { clock.pending.isEmpty })
        clock.advance(by: 100)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("A network that is there is told with the first answer") func atOnce() async {
        let (network, asked) = network(true)
        for await _ in network.returns() { break }
        #expect(asked.withLock { $0 } == 1)
        #expect(network.isOnline == true)
    }

    @Test("Several readers share the probe") func shared() async {
        let (network, asked) = network(false, true)
        let readers = (0..<3).map { _ in Task { for await _ in network.returns() { return } } }
        await clock.waitForSleepers(1)
        #expect(await eventually { asked.withLock { $0 } == 1 })
        clock.advance(by: 5)
        for reader in readers { await reader.value }
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("The first answer reaches a reader, however soon it comes") func soon() async {
        let (network, _) = network(true)
        for _ in 0..<5_000 {
            for await _ in network.returns() { break }
        }
    }
}
