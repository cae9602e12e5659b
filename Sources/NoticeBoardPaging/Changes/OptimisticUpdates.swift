public import NoticeBoardBase

/// Values that the user set and the service has not confirmed, such as likes, votes and ratings.
///
/// The state is the wanted value of each key.
///
/// Updates belong to the signed-in session, not to a screen: every list shows them, even one opened later, and no page or refresh
/// undoes them. When the write ends, its result is sent as a change, and then the update is removed.
///
/// ```swift
/// let likes = OptimisticUpdates<Note.ID, Bool, Change>(writes, set: { id, isLiked in … }, fetch: { id in … })
/// likes.want(true, note.id, confirmed: note.likes.contains(me))
/// likes.state[note.id] ?? note.likes.contains(me)      // what a row shows
/// ```
@MainActor
public final class OptimisticUpdates<Key: Hashable & Sendable, Value: Hashable & Sendable, Change: Sendable>: StateForwarding {
    /// Returns the value that the service has now, with the change to send.
    public typealias Fetch = @Sendable (Key) async throws -> (value: Value, change: Change)
    /// Sets a value at the service, and returns its value now, with the change to send.
    public typealias Set = @Sendable (Key, Value) async throws -> (value: Value, change: Change)

    /// A write's key, unique to this set of updates.
    private struct Work: Hashable, Sendable {
        let family: ObjectIdentifier
        let key: Key
    }

    private let writes: WriteQueue<Change>
    private let set: Set
    private let fetch: Fetch
    private let failed: @MainActor (Key, any Error) -> Void
    private var machines: [Key: UpdateMachine<Value>] = [:]
    /// Why the last answer about a key that is not confirmed was lost.
    private var losses: [Key: any Error] = [:]
    private let store = StateStore<[Key: Value]>([:])
    private var ending: StateObservation?

    /// Creates updates for a service.
    ///
    /// - Parameters:
    ///   - writes: The queue that runs the calls, and ends with the session.
    ///   - set: Sets a value, and succeeds if the service has it already; for a service that can only toggle, it toggles.
    ///   - fetch: Fetches the value after a lost answer, or an error that is no `NoticeBoardError`.
    ///   - failed: Called when an update is dropped because it failed.
    public init(
        _ writes: WriteQueue<Change>, set: @escaping Set, fetch: @escaping Fetch,
        failed: @escaping @MainActor (Key, any Error) -> Void = { _, _ in }
    ) {
        self.writes = writes
        self.set = set
        self.fetch = fetch
        self.failed = failed
        ending = writes.observeEnd { [weak self] in self?.reset() }
    }

    /// The wanted values by key.
    public typealias State = [Key: Value]
    /// The source of the state: values that are wanted and not confirmed.
    public var stateSource: some StateSource<[Key: Value]> { store }

    /// Requests a value for a key; `confirmed` is the value that the service reported last.
    public func want(_ value: Value, _ key: Key, confirmed: Value) {
        if !writes.isEnded { handle(.want(value, confirmed: confirmed), key) }
    }

    /// Returns whether the service refused a change.
    ///
    /// Returns `false` if its response may be lost, so that the service is asked again.
    static func refuses(_ error: any Error) -> Bool {
        guard let error = error as? NoticeBoardError else { return false }
        return !error.mayHaveArrived && error.code != .unreachable && error.code != .unexpectedStatus
    }

    private func handle(_ event: UpdateMachine<Value>.Event, _ key: Key) {
        var machine = machines[key] ?? UpdateMachine()
        let effect = machine.handle(event)
        // An idle, confirmed machine equals a new one.
        machines[key] = machine.isAtRest ? nil : machine
        store.state[key] = machine.wanted
        guard let effect else { return }
        let set = set
        let fetch = fetch
        let wanted = machine.wanted
        // Retained until it ends, like every write.
        writes.begin(Work(family: ObjectIdentifier(self), key: key)) {
            if effect == .set, let wanted { try await set(key, wanted) } else { try await fetch(key) }
        } change: {
            $0.change
        } done: { result in
            self.finish(result, key)
        }
    }

    private func finish(_ result: Result<(value: Value, change: Change), any Error>, _ key: Key) {
        let wanted = state[key]
        switch result {
        case .success(let answer):
            handle(.isNow(answer.value), key)
            if let wanted, wanted != answer.value, state[key] == nil {
                failed(
                    key, losses[key] ?? NoticeBoardError(.serverFailure, "The service has another value after three attempts."))
            }
        case .failure(let error):
            losses[key] = error
            handle(Self.refuses(error) ? .refused : .lost, key)
            if wanted != nil, state[key] == nil { failed(key, error) }
        }
        if machines[key] == nil { losses[key] = nil }
    }

    private func reset() {
        (machines, losses) = ([:], [:])
        store.state = [:]
    }
}
