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
    private let store: StateStore<Loaded<Value>>
    private let spinnerDelay: Double
    private let time: TimeSource
    private let load: @Sendable () async throws -> Value
    /// What the value does by itself; `nil` if it does nothing.
    private var upkeep: LoaderUpkeep<Value>?
    /// The running load and the timer of its spinner.
    private var work: [Task<Void, Never>] = []
    /// The number of the current load; a result with another number is dropped.
    private(set) var number = 0
    /// The number of the last load that succeeded.
    private(set) var lastSuccess = 0
    /// Whether the running load takes so long that a refresh may replace it.
    private var isHanging = false
    /// Changes made during the load, which its value may not include.
    private var missed: [(inout Value) -> Void] = []
    private var observation: StateObservation?

    /// Creates a loader of the value that `load` returns; shows a stored value until then.
    ///
    /// With `fresh` it is loaded again when it is too old, with `life` when the app or the network returns. `time` measures slow
    /// loads; tests pass a manual clock.
    public init(
        from kept: Value? = nil, fresh: Freshness? = nil, life: AppLife? = nil, spinnerDelay: Double = 0.3,
        time: TimeSource = .system, load: @escaping @Sendable () async throws -> Value
    ) {
        store = StateStore(Loaded(kept, isStale: kept != nil))
        self.spinnerDelay = spinnerDelay
        self.time = time
        self.load = load
        guard fresh != nil || life != nil else { return }
        let upkeep = upkeepNeeded(fresh, life)
        upkeep.observation = life?.observe { [weak self] in self?.lifeChanged($0) }
    }

    /// Creates a loader that follows changes; `patch` applies a change to the value.
    ///
    /// `patch` runs again over a value that was loading at the time, so it must set values, never add differences.
    public convenience init<Change: Sendable>(
        from kept: Value? = nil, fresh: Freshness? = nil, life: AppLife? = nil, spinnerDelay: Double = 0.3,
        changes: ChangeBus<Change>, patch: @escaping @Sendable (Change, inout Value) -> Void, time: TimeSource = .system,
        load: @escaping @Sendable () async throws -> Value
    ) {
        self.init(from: kept, fresh: fresh, life: life, spinnerDelay: spinnerDelay, time: time, load: load)
        observation = changes.observe { [weak self] change in self?.apply { patch(change, &$0) } }
    }

    /// The number of seconds after which a load may be replaced by another one.
    private static var patience: Double { 3 }

    deinit { for task in work { task.cancel() } }

    /// The value and its phase.
    public typealias State = Loaded<Value>
    /// The source of the state.
    public var stateSource: some StateSource<Loaded<Value>> { store }

    /// Shows a stored value until the value is loaded; does nothing if one is shown.
    package func restore(_ kept: Value) {
        guard state.value == nil else { return }
        store.update {
            $0.value = kept
            $0.isStale = true
        }
    }

    /// Call when the screen appears: loads the value, unless it is fresh or failed.
    public func open() {
        upkeep?.isOpen = true
        if upkeep?.isTooOld == true || state.phase == .idle && (state.value == nil || state.isStale) { refresh() }
        keepFresh()
    }

    /// Call when the screen disappears: the value is no longer loaded again by itself; a running load goes on.
    ///
    /// Only a value with `fresh` or `life` needs it.
    public func close() {
        upkeep?.isOpen = false
        keepFresh()
    }

    /// Loads the value again; the shown value stays until then.
    ///
    /// Does nothing while a load is running, unless that takes longer than three seconds: then it replaces that load.
    public func refresh() {
        guard !state.phase.isLoading || isHanging else { return }
        reload()
    }

    /// Loads the value again, and cancels a running load.
    public func reload() {
        stop()
        upkeep?.noteLoad()
        work = [
            Task { [weak self, number, load, shown = state.value] in
                let result = await Self.result(of: load, shown)
                self?.finish(result, number)
            },
            Task { [weak self, number, time, spinnerDelay] in
                guard await time.over(spinnerDelay), self?.number == number else { return }
                self?.store.state.phase = .loading(isSlow: true)
                if await time.over(max(Self.patience - spinnerDelay, 0)), self?.number == number { self?.isHanging = true }
            },
        ]
        store.state.phase = .loading(isSlow: false)
        keepFresh()
    }

    /// Loads the value again if the last load failed or brought no value.
    public func retry() {
        if state.failure != nil || state.value == nil { refresh() }
    }

    /// Removes the value, as if it had never been requested: it is not loaded by itself until it is opened or refreshed.
    public func reset() {
        stop()
        upkeep?.noteReset()
        store.state = Loaded()
        keepFresh()
    }

    /// Loads the value again and waits until that ends, for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.phase.isLoading }
    }

    /// Runs a load off the main actor; a value equal to `shown` is replaced by the shown instance.
    private nonisolated static func result(
        of load: @Sendable () async throws -> Value, _ shown: Value?
    ) async -> Result<Value, any Error> {
        do {
            let value = try await load()
            return .success(shown.flatMap { $0 == value ? $0 : nil } ?? value)
        } catch {
            return .failure(error)
        }
    }

    private func finish(_ result: Result<Value, any Error>, _ number: Int) {
        guard number == self.number else { return }
        var new = state
        new.phase = .idle
        switch result {
        case .success(var value):
            upkeep?.replaceByNewest(&value)
            for change in missed { change(&value) }
            lastSuccess = number
            // Keep the stored instance of an equal value.
            if new.value != value { new.value = value }
            new.isStale = false
        case .failure(is CancellationError): break
        case .failure(let error): new.phase = .failed(NoticeBoardError(wrapping: error))
        }
        stop()
        // An observer may begin another load, which has a request of its own.
        let publish = upkeep?.endRequest()
        store.state = new
        if case .success = result, let value = new.value { publish?(value) }
        keepFresh()
    }

    private func apply(_ change: @escaping (inout Value) -> Void) {
        if state.phase.isLoading { missed.append(change) }
        guard var value = state.value else { return }
        change(&value)
        store.state.value = value
    }

    private func stop() {
        number += 1
        isHanging = false
        for task in work { task.cancel() }
        work = []
        missed = []
    }

    // MARK: - By itself

    private func upkeepNeeded(_ fresh: Freshness? = nil, _ life: AppLife? = nil) -> LoaderUpkeep<Value> {
        if let upkeep { return upkeep }
        let new = LoaderUpkeep<Value>(fresh, life, time) { [weak self] input in self?.keepFresh(input) }
        upkeep = new
        return new
    }

    /// Loads the value again when its interval is over.
    private func keepFresh(_ input: FollowMachine.Input? = nil) {
        let reads = FollowMachine.Reads(
            begun: number, running: state.phase.isLoading ? number : nil, succeeded: lastSuccess)
        if upkeep?.follow(input, reads) == true { refresh() }
    }

    /// Lets a value that is too old or failed go on.
    private func lifeChanged(_ event: AppLife.Event) {
        keepFresh(.life(event))
        guard event != .background, let upkeep, upkeep.isInUse, !state.phase.isLoading else { return }
        if upkeep.isTooOld || state.failure?.mayPass == true { refresh() }
    }

    /// Shows fresher copies of an item in the value, which lists with the same bus load, and shows this one's copy there.
    ///
    /// The item's type must be one that the bus shares: `loader.share(\.topic, by: changes)`, or `\.self` if the value is the item.
    public func share<Item: Identifiable & Equatable & Sendable, Change: Sendable>(
        _ item: WritableKeyPath<Value, Item>, by changes: ChangeBus<Change>
    ) where Item.ID: Sendable {
        guard let exchange = changes.exchange(of: Item.self) else { return }
        upkeepNeeded().share(item, exchange) { [weak self] copies in
            guard let self, var value = state.value, let copy = copies.first(where: { $0.id == value[keyPath: item].id })
            else { return }
            value[keyPath: item] = copy
            store.state.value = value
        }
    }
}
