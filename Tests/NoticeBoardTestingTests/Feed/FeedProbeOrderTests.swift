import NoticeBoardBase
import NoticeBoardTesting
import Testing

@MainActor @Suite("FeedProbe, state by state", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedProbeOrderTests {
    /// Tells numbers as a screen tells its states.
    private final class Source: StateSource {
        private(set) var state: Int
        private let listeners = Listeners<Int>()
        let states = AsyncStream<Int> { $0.finish() }

        init(_ state: Int) { self.state = state }

        func observe(_ body: @escaping @MainActor (Int) -> Void) -> StateObservation { listeners.add(now: state, body) }

        func send(_ numbers: Int...) {
            for number in numbers {
                state = number
                listeners.notify(number)
            }
        }
    }

    @Test("Of several that meet the condition it is the first, from the one on that is there") func first() async throws {
        let source = Source(7)
        let probe = FeedProbe(source)
        source.send(1, 5)
        #expect(probe.states == [7, 1, 5])
        #expect(try await probe.firstState { $0 > 4 } == 5)
        let asked = Gate()
        let waiter = Task {
            try await probe.firstState { number in
                asked.open()
                return number > 5
            }
        }
        try await asked.pass()
        source.send(2, 8, 9, 3)
        #expect(try await waiter.value == 8)
        #expect(probe.states == [7, 1, 5, 2, 8, 9, 3])
    }

    @Test("One that did not come is told of with the number of those that did, and the last of them") func never() async {
        let source = Source(1)
        let probe = FeedProbe(source)
        source.send(2)
        let asked = Gate()
        let waiter = Task {
            try await probe.firstState { _ in
                asked.open()
                return false
            }
        }
        try? await asked.pass()
        source.send(3, 4)
        waiter.cancel()
        let error = await #expect(throws: StateNeverCame.self) { try await waiter.value }
        #expect(error?.description == "None of 3 states was the one that was waited for. The last was: 4")
    }
}
