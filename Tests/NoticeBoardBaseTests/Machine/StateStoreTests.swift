import NoticeBoardBase
import Testing

@Suite("StateStore", .timeLimit(.minutes(1))) @MainActor struct StateStoreTests {
    private final class Sidebar: StateForwarding {
        private let store = StateStore(false)
        var stateSource: some StateSource<Bool> { store }
        func toggle() { store.state.toggle() }
    }

    @Test("Notifies an observer of the current state and of each change") func observing() {
        let store = StateStore(1)
        var received: [Int] = []
        let observation = store.observe { received.append($0) }
        store.state = 2
        #expect(received == [1, 2])
        observation.cancel()
        store.state = 3
        #expect(received == [1, 2])
    }

    @Test("An observation ends when it is released") func released() {
        let store = StateStore(1)
        var received: [Int] = []
        var observation: StateObservation? = store.observe { received.append($0) }
        store.state = 2
        observation = nil
        store.state = 3
        #expect(received == [1, 2])
        #expect(observation == nil)
    }

    @Test("An ended observation releases everything its closure captures") func closure() {
        final class Holder { var observation: StateObservation? }
        for end in [{ $0.observation?.cancel() }, { $0.observation = nil }] as [(Holder) -> Void] {
            weak var store: StateStore<Int>?
            weak var holder: Holder?
            do {
                let (source, owner) = (StateStore(1), Holder())
                owner.observation = source.observe { _ in withExtendedLifetime((source, owner)) {} }
                (store, holder) = (source, owner)
                end(owner)
            }
            #expect(store == nil)
            #expect(holder == nil)
        }
    }

    @Test("A new observer gets the current state and the changes it causes") func first() {
        let store = StateStore(1)
        var received: [Int] = []
        let observation = store.observe { state in
            received.append(state)
            if state == 1 { store.state = 2 }
        }
        #expect(received == [1, 2])
        withExtendedLifetime(observation) {}
    }

    @Test("An observer that is added while states are delivered gets no older state") func late() {
        let store = StateStore(1)
        var received: [Int] = []
        var late: StateObservation?
        let observation = store.observe { state in
            guard state == 2 else { return }
            store.state = 3
            store.state = 4
            late = store.observe { received.append($0) }
        }
        store.state = 2
        #expect(received == [4])
        store.state = 5
        #expect(received == [4, 5])
        withExtendedLifetime((observation, late)) {}
    }

    @Test("Notifying an observer often adds no stack depth") func often() {
        let listeners = Listeners<Int>()
        var sum = 0
        let observation = listeners.add { sum += $0 }
        // Wrapping the observer at each call would overflow the stack.
        for _ in 0..<100_000 { listeners.notify(1) }
        #expect(sum == 100_000)
        observation.cancel()
    }

    @Test("An equal state notifies no observer") func equal() {
        let store = StateStore(1)
        var received: [Int] = []
        let observation = store.observe { received.append($0) }
        store.state = 1
        store.update { _ in }
        #expect(received == [1])
        withExtendedLifetime(observation) {}
    }

    @Test("An update of several parts notifies observers once") func update() {
        let store = StateStore([1, 2])
        var received: [[Int]] = []
        let observation = store.observe { received.append($0) }
        store.update { state in
            state[0] = 3
            state[1] = 4
        }
        #expect(received == [[1, 2], [3, 4]])
        withExtendedLifetime(observation) {}
    }

    @Test("A state that an observer assigns reaches every observer in the same order") func nested() {
        let store = StateStore(0)
        var (first, second): ([Int], [Int]) = ([], [])
        let observations = [
            store.observe { state in
                first.append(state)
                if state == 1 { store.state = 2 }
            },
            store.observe { second.append($0) },
        ]
        store.state = 1
        #expect(first == [0, 1, 2])
        #expect(second == [0, 1, 2])
        withExtendedLifetime(observations) {}
    }

    @Test("A stream begins with the current state") func stream() async {
        var store: StateStore<Int>? = StateStore(7)
        let states = store?.states
        store = nil
        var received: [Int] = []
        if let states { for await state in states { received.append(state) } }
        #expect(received == [7])
    }

    @Test("An app's own source forwards the state of its store") func forwarding() {
        let sidebar = Sidebar()
        var received: [Bool] = []
        let observation = sidebar.observe { received.append($0) }
        sidebar.toggle()
        #expect(received == [false, true])
        #expect(sidebar.state)
        withExtendedLifetime(observation) {}
    }
}
