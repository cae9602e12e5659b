public import NoticeBoardBase

/// A value on a screen that is loaded as a whole: a profile, a post with its replies.
///
/// ```swift
/// let profile = Loader(changes: session.changes, patch: { change, profile in … }) { try await service.profile(id) }
/// profile.open()
/// ```
///
/// Isolated to the main actor; the load closure runs off it. A running load is cancelled with the loader.
@MainActor public final class Loader<Value: Sendable & Equatable>: StateForwarding {
    private let driver: MachineDriver<LoadMachine<Value>, LoadWork>
    private var observation: StateObservation?

    /// Creates a loader of the value that `load` returns; shows a stored value until then.
    ///
    /// `time` measures slow loads; tests pass a manual clock.
    public init(
        from kept: Value? = nil, spinnerDelay: Double = 0.3, time: TimeSource = .system,
        load: @escaping @Sendable () async throws -> Value
    ) {
        driver = MachineDriver(LoadMachine(from: kept, spinnerDelay: spinnerDelay)) { effect, state in
            effect.chore(load, shown: state.value, time: time, event: { $0 }, key: { $0 })
        }
    }

    /// Creates a loader that follows changes; `patch` applies a change to the value, and may run twice for it.
    public convenience init<Change: Sendable>(
        from kept: Value? = nil, spinnerDelay: Double = 0.3, changes: ChangeBus<Change>,
        patch: @escaping @Sendable (Change, inout Value) -> Void, time: TimeSource = .system,
        load: @escaping @Sendable () async throws -> Value
    ) {
        self.init(from: kept, spinnerDelay: spinnerDelay, time: time, load: load)
        observation = changes.observe { [weak driver] change in driver?.handle(.changed { patch(change, &$0) }) }
    }

    /// The value and its phase.
    public typealias State = Loaded<Value>
    /// The source of the state.
    public var stateSource: some StateSource<Loaded<Value>> { driver }

    /// Call when the screen appears: loads the value, unless it is fresh or failed.
    public func open() { driver.handle(.open) }
    /// Loads the value again; the shown value stays until then.
    public func refresh() { driver.handle(.refresh) }
    /// Loads the value again if the last load failed or brought no value.
    public func retry() { driver.handle(.retry) }
    /// Removes the value, as if it had never been requested.
    public func reset() { driver.handle(.reset) }

    /// Loads the value again and waits until that ends, for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.phase.isLoading }
    }
}
