public import NoticeBoardBase

/// Changes that the user made and the service has not confirmed, such as likes and follows.
///
/// The state is the wanted value of each key.
///
/// Updates belong to the signed-in session, not to a screen: every list shows them, even one opened later, and no page or refresh
/// undoes them. When the write ends, its result is sent as a change, and then the update is removed.
///
/// ```swift
/// let likes = OptimisticUpdates<Note.ID, Change>(writes, make: { id, isWanted in … }, look: { id in … })
/// likes.want(true, note.id, confirmed: note.likes.contains(me))
/// likes.state[note.id] ?? note.likes.contains(me)      // what a row shows
/// ```
@MainActor public final class OptimisticUpdates<Key: Hashable & Sendable, Change: Sendable>: StateForwarding {
    /// Calls the service, and returns the value it has now, with the change to send.
    public typealias Ask = @Sendable (Key) async throws -> (isSo: Bool, change: Change)
    /// Sets a value at the service, and returns its value now, with the change to send.
    public typealias Make = @Sendable (Key, _ isWanted: Bool) async throws -> (isSo: Bool, change: Change)

    /// A write's key, unique to this set of updates.
    private struct Work: Hashable, Sendable {
        let family: ObjectIdentifier
        let key: Key
    }

    private let writes: WriteQueue<Change>
    private let make: Make
    private let look: Ask
    private let failed: @MainActor (Key, any Error) -> Void
    private var machines: [Key: ToggleMachine] = [:]
    private let store = StateStore<[Key: Bool]>([:])
    private var ending: StateObservation?

    /// Creates updates for a service.
    ///
    /// - Parameters:
    ///   - writes: The queue that runs the calls, and ends with the session.
    ///   - make: Sets the wanted value, and succeeds if the service has it already; a service that can only toggle ignores it.
    ///   - look: Fetches the value after a lost answer, or an error that is no `NoticeBoardError`.
    ///   - failed: Called when an update is dropped because it failed.
    public init(
        _ writes: WriteQueue<Change>, make: @escaping Make, look: @escaping Ask,
        failed: @escaping @MainActor (Key, any Error) -> Void = { _, _ in }
    ) {
        (self.writes, self.make, self.look, self.failed) = (writes, make, look, failed)
        ending = writes.observeEnd { [weak self] in self?.reset() }
    }

    /// The wanted values by key.
    public typealias State = [Key: Bool]
    /// The source of the state: values that are wanted and not confirmed.
    public var stateSource: some StateSource<[Key: Bool]> { store }

    /// Requests a value for a key; `confirmed` is the value that the service reported last.
    public func want(_ value: Bool, _ key: Key, confirmed: Bool) {
        if !writes.isEnded { handle(.want(value, confirmed: confirmed), key) }
    }

    /// Returns whether the service refused a change.
    ///
    /// Returns `false` if its response may be lost, so that the service is asked again.
    static func refuses(_ error: any Error) -> Bool {
        guard let error = error as? NoticeBoardError else { return false }
        return !error.mayHaveArrived && error.code != .unreachable && error.code != .unexpectedStatus
    }

    private func handle(_ event: ToggleMachine.Event, _ key: Key) {
        var machine = machines[key] ?? ToggleMachine()
        let effect = machine.handle(event)
        // An idle, confirmed machine equals a new one.
        machines[key] = machine.isAtRest ? nil : machine
        store.state[key] = machine.wanted
        guard let effect else { return }
        let (make, look, isWanted) = (make, look, machine.wanted == true)
        // Retained until it ends, like every write.
        writes.begin(Work(family: ObjectIdentifier(self), key: key)) {
            effect == .look ? try await look(key) : try await make(key, isWanted)
        } change: {
            $0.change
        } done: { result in
            self.finish(result, key)
        }
    }

    private func finish(_ result: Result<(isSo: Bool, change: Change), any Error>, _ key: Key) {
        let wanted = state[key]
        switch result {
        case .success(let answer):
            handle(.isSo(answer.isSo), key)
            if let wanted, wanted != answer.isSo, state[key] == nil {
                failed(key, NoticeBoardError(.serverFailure, "The service was asked three times, and it is not so."))
            }
        case .failure(let error):
            handle(Self.refuses(error) ? .refused : .lost, key)
            if wanted != nil, state[key] == nil { failed(key, error) }
        }
    }

    private func reset() {
        machines = [:]
        store.state = [:]
    }
}
