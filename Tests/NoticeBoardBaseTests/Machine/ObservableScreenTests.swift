import NoticeBoardBase
import Testing

#if canImport(Observation)
    import Observation

    @MainActor @Suite("ObservableScreen", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ObservableScreenTests {
        private final class Lamp: StateSource {
            private let listeners = Listeners<Bool>()
            var state = false { didSet { listeners.notify(state) } }
            var states: AsyncStream<Bool> { AsyncStream { $0.finish() } }
            func observe(_ body: @escaping @MainActor (Bool) -> Void) -> StateObservation { listeners.add(now: state, body) }
        }

        @Test("A change of the state notifies a view that reads it") func tracking() {
            guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
            let lamp = Lamp()
            let screen = ObservableScreen(lamp)
            #expect(!screen.state)
            #expect(screen.screen === lamp)
            let changes = Locked(0)
            let read = withObservationTracking {
                screen.state
            } onChange: {
                changes.withLock { $0 += 1 }
            }
            #expect(!read)
            lamp.state = true
            #expect(screen.state)
            #expect(changes.withLock { $0 } == 1)
        }

        @Test("A released screen is deallocated while its source lives on") func lifetime() {
            guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
            let lamp = Lamp()
            var screen: ObservableScreen<Lamp>? = ObservableScreen(lamp)
            weak let held = screen
            screen = nil
            lamp.state = true
            #expect(held == nil)
            #expect(screen == nil)
        }
    }
#endif
