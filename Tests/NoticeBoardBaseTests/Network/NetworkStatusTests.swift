import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Network status", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NetworkStatusTests {
    /// Counts the elements of a stream.
    private func counted(_ stream: AsyncStream<Void>) -> (count: Locked<Int>, task: Task<Void, Never>) {
        let count = Locked(0)
        return (count, Task { for await _ in stream { count.withLock { $0 += 1 } } })
    }

    @Test("Only a return after a missing network is told") func returns() async {
        let network = NetworkReports()
        let (count, task) = counted(network.returns())
        network.report(true)
        network.report(true)
        #expect(network.isOnline == true)
        network.report(false)
        #expect(count.withLock { $0 } == 0)
        network.report(true)
        #expect(await eventually { count.withLock { $0 } == 1 })
        task.cancel()
        await task.value
    }

    @Test("A reader that has ended is forgotten") func forgotten() async {
        let network = NetworkReports()
        let (_, task) = counted(network.returns())
        #expect(network.readers == 1)
        task.cancel()
        await task.value
        #expect(await eventually { network.readers == 0 })
    }

    @Test("A slow reader gets one element for several returns") func slow() async {
        let network = NetworkReports(isOnline: false)
        let stream = network.returns()
        for _ in 0..<5 {
            network.report(true)
            network.report(false)
        }
        let (count, task) = counted(stream)
        #expect(await eventually { count.withLock { $0 } == 1 })
        task.cancel()
        await task.value
        #expect(count.withLock { $0 } == 1)
    }

    @Test("The streams end with the network") func ended() async {
        var network: NetworkReports? = NetworkReports()
        let task = network.map { counted($0.returns()).task }
        network = nil
        await task?.value
    }

    @Test("The device's network is watched from the first use") func system() {
        #if os(Linux)
            // A container may have no route beyond the machine; that it knows is what counts.
            #expect(SystemNetwork.shared.isOnline != nil)
        #endif
    }

    @Test("A manual network tells its readers like the system's") func manual() async {
        let network = ManualNetwork(isOnline: nil)
        let (count, task) = counted(network.returns())
        await network.waitForReaders(1)
        network.isOnline = true
        network.isOnline = false
        #expect(count.withLock { $0 } == 0)
        network.isOnline = true
        #expect(await eventually { count.withLock { $0 } == 1 })
        task.cancel()
        await task.value
        #expect(await eventually { network.readers == 0 })
    }
}
