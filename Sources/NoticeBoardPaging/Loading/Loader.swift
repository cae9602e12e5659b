public import NoticeBoardBase

/// A value on a screen that is loaded as a whole: a profile, a post with its replies.
///
/// ```swift
/// let profile = Loader(changes: session.changes, patch: { change, profile in … }) { try await service.profile(id) }
/// profile.open()
/// ```
///
/// It belongs to the main actor; the closure that loads runs outside of it. What is under way is cancelled with it.
@MainActor public final class Loader<Value: Sendable & Equatable>: StateForwarding {
    private let driver: MachineDriver<LoadMachine<Value>, LoadWork>
    private var observation: StateObservation?

    /// A value that `load` brings; one that is kept from an earlier run is shown until then.
    ///
    /// `time` is the clock for what is slow; a test turns it by hand.
    public init(
        from kept: Value? = nil, spinnerDelay: Double = 0.3, time: TimeSource = .system,
        load: @escaping @Sendable () async throws -> Value
    ) {
        driver = MachineDriver(LoadMachine(from: kept, spinnerDelay: spinnerDelay)) { effect, state in
            effect.chore(load, shown: state.value, time: time, event: { $0 }, key: { $0 })
        }
    }

    /// The same for a value that follows changes: `patch` does to it what one says, and may be run twice for it.
    public convenience init<Change: Sendable>(
        from kept: Value? = nil, spinnerDelay: Double = 0.3, changes: ChangeBus<Change>,
        patch: @escaping @Sendable (Change, inout Value) -> Void, time: TimeSource = .system,
        load: @escaping @Sendable () async throws -> Value
    ) {
        self.init(from: kept, spinnerDelay: spinnerDelay, time: time, load: load)
        observation = changes.observe { [weak driver] change in driver?.handle(.changed { patch(change, &$0) }) }
    }

    /// What the list shows.
    public typealias State = Loaded<Value>
    /// Where the state comes from.
    public var stateSource: some StateSource<Loaded<Value>> { driver }

    /// It came into sight: the value is loaded, unless it was before, or failed.
    public func open() { driver.handle(.open) }
    /// Asks for the value again; what is shown stays until it comes.
    public func refresh() { driver.handle(.refresh) }
    /// Tries again what failed.
    public func retry() { driver.handle(.retry) }
    /// Lets the value go, as if it had never been asked for.
    public func reset() { driver.handle(.reset) }

    /// Asks for the value again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.phase.isLoading }
    }
}
