public import NoticeBoardBase

/// What a person wants and the service has not confirmed: likes, follows.
///
/// Its state is what is wanted of which thing.
///
/// It belongs to the signed-in session and not to a screen, so that every list shows a wish, also one that is opened meanwhile,
/// and no page or refresh undoes it. A wish ends with its write: the answer becomes a change, then the wish goes.
///
/// ```swift
/// let likes = OptimisticUpdates<Note.ID, Change>(writes, toggle: { id in … }, look: { id in … })
/// likes.want(true, note.id, confirmed: note.likes.contains(me))
/// likes.state[note.id] ?? note.likes.contains(me)      // what a row shows
/// ```
@MainActor public final class OptimisticUpdates<Key: Hashable & Sendable, Change: Sendable>: StateForwarding {
    /// Asks the service: what is so now, and the change that tells everybody.
    public typealias Ask = @Sendable (Key) async throws -> (isSo: Bool, change: Change)
    /// Asks a service that can be told what is wanted to make it so.
    public typealias Make = @Sendable (Key, _ isWanted: Bool) async throws -> (isSo: Bool, change: Change)

    /// A write's key that no other family of wishes shares.
    private struct Work: Hashable, Sendable {
        let family: ObjectIdentifier
        let key: Key
    }

    private let writes: WriteQueue<Change>
    private let make: Make
    private let look: Ask
    private let isRefusal: @MainActor (any Error) -> Bool
    private let failed: @MainActor (Key, any Error) -> Void
    private var machines: [Key: WishMachine] = [:]
    private let store = StateStore<[Key: Bool]>([:])
    private var ending: StateObservation?

    /// Updates that are carried out by `writes`.
    ///
    /// - Parameters:
    ///   - writes: What carries them out, and ends with the session.
    ///   - toggle: Makes it so if it is not, and the other way round.
    ///   - look: Says what is so.
    ///   - isRefusal: Whether an error means that nothing happened; after any other one is looked.
    ///   - failed: Hears of a wish that was given up.
    public convenience init(
        _ writes: WriteQueue<Change>, toggle: @escaping Ask, look: @escaping Ask,
        isRefusal: @escaping @MainActor (any Error) -> Bool = { OptimisticUpdates.refuses($0) },
        failed: @escaping @MainActor (Key, any Error) -> Void = { _, _ in }
    ) {
        self.init(writes, make: { key, _ in try await toggle(key) }, look: look, isRefusal: isRefusal, failed: failed)
    }

    /// The same at a service that has a call for each of both: `make` makes it as it is wanted, and takes it for done where it
    /// is so already.
    public init(
        _ writes: WriteQueue<Change>, make: @escaping Make, look: @escaping Ask,
        isRefusal: @escaping @MainActor (any Error) -> Bool = { OptimisticUpdates.refuses($0) },
        failed: @escaping @MainActor (Key, any Error) -> Void = { _, _ in }
    ) {
        (self.writes, self.make, self.look) = (writes, make, look)
        (self.isRefusal, self.failed) = (isRefusal, failed)
        ending = writes.observeEnd { [weak self] in self?.reset() }
    }

    /// The updates by key.
    public typealias State = [Key: Bool]
    /// Where the state comes from: what is wanted and not confirmed.
    public var stateSource: some StateSource<[Key: Bool]> { store }

    /// Wants something to be so, or not; `confirmed` is what the service said last.
    public func want(_ value: Bool, _ key: Key, confirmed: Bool) {
        if !writes.isEnded { handle(.want(value, confirmed: confirmed), key) }
    }

    /// Returns whether the service refused a change.
    ///
    /// False if its answer may have been lost, so that the service is asked again.
    public static func refuses(_ error: any Error) -> Bool {
        guard let error = error as? NoticeBoardError else { return false }
        return !error.mayHaveArrived && error.code != .unreachable && error.code != .unexpectedStatus
    }

    private func handle(_ event: WishMachine.Event, _ key: Key) {
        var machine = machines[key] ?? WishMachine()
        let effect = machine.handle(event)
        // One that is at rest and sure of everything is as good as a new one.
        machines[key] = machine.isAtRest ? nil : machine
        store.state[key] = machine.wanted
        guard let effect else { return }
        let (make, look, isWanted) = (make, look, machine.wanted == true)
        // Held strongly, as a write is.
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
            handle(isRefusal(error) ? .refused : .lost, key)
            if wanted != nil, state[key] == nil { failed(key, error) }
        }
    }

    private func reset() {
        machines = [:]
        store.state = [:]
    }
}
