import NoticeBoardBase

/// The calls of one signed-in account, from its sign-in to the end of its session, which ends all of them.
///
/// Also ends what holds data of the account: open streams and cached responses.
final class AccountCalls: Sendable {
    /// The number of sign-ins and sign-outs before.
    let generation: Int
    private let scope: AccountScope

    private struct State: Sendable {
        var isOver = false
        /// The running calls, by increasing numbers.
        var running: [Int: CallTask] = [:]
        var lastNumber = 0
        var dependents: [ObjectIdentifier: Dependent] = [:]
    }

    private struct Dependent: Sendable { weak var object: (any SessionDependent)? }

    private let state = Locked(State())
    /// Why the session ended; sent after the app was notified.
    private let endReason = Broadcast<NoticeBoardError>()

    init(generation: Int, scope: AccountScope) {
        self.generation = generation
        self.scope = scope
    }

    /// Returns the calls of the account that signs in, or of none, after this one.
    func next() -> AccountCalls { AccountCalls(generation: generation + 1, scope: scope) }

    static let over = NoticeBoardError(.sessionOver, "The session ended while the call was on its way.")

    // MARK: Calls

    /// Runs `work`, which the end of the session cancels: in `lent`, in which the caller runs already, or in a task of its own.
    ///
    /// Throws without running it if the session is over.
    func run<Value: Sendable>(
        in lent: CallTask? = nil, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = lent ?? CallTask()
        let number = try add(task)
        let result: Result<Value, any Error>
        do {
            result = .success(try await lent == nil ? task.run(work) : work())
        } catch {
            result = .failure(error)
        }
        let isOver = state.withLock { state in
            state.running[number] = nil
            return state.isOver
        }
        guard isOver else { return try result.get() }
        guard let lent else { throw await reason() }
        // The owner of the task waits for the reason.
        lent.cancel(because: reason)
        throw Self.over
    }

    private func add(_ task: CallTask) throws(NoticeBoardError) -> Int {
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.lastNumber += 1
            state.running[state.lastNumber] = task
            return state.lastNumber
        }
        guard let number else { throw Self.over }
        return number
    }

    /// Returns why the session ended: after the app was notified, unless the caller is cancelled.
    @Sendable private func reason() async -> any Error {
        for await error in endReason.stream() { return error }
        return CancellationError()
    }

    /// Throws if the session is over.
    func checkIsCurrent() throws(NoticeBoardError) {
        if state.withLock({ $0.isOver }) { throw Self.over }
    }

    /// Runs `work`, which puts a file of the account in place; throws if the session is over.
    ///
    /// If the account signs out meanwhile, its data are erased only after `work`.
    func store(_ work: () throws -> Void) throws {
        try scope.store {
            try checkIsCurrent()
            try work()
        }
    }

    /// Ends `dependent` with the session, or at once if it is over; holds it weakly.
    func end(_ dependent: any SessionDependent) {
        let (isOver, others) = state.withLock { state -> (Bool, [any SessionDependent]) in
            guard !state.isOver else { return (true, []) }
            let id = ObjectIdentifier(dependent)
            var others: [any SessionDependent] = []
            if state.dependents[id] == nil {
                others = state.dependents.values.compactMap(\.object)
                state.dependents = [:]
                for other in others { state.dependents[ObjectIdentifier(other)] = Dependent(object: other) }
            }
            state.dependents[id] = Dependent(object: dependent)
            return (false, others)
        }
        // Outside of the lock: one of them may just have been released elsewhere, and a `deinit` may need the lock.
        withExtendedLifetime(others) {}
        if isOver { dependent.sessionEnded() }
    }

    // MARK: The end, in this order

    /// Refuses further calls, and requests of running ones; may be called under the session's lock.
    func close() { state.withLock { $0.isOver = true } }

    /// Cancels every call; requests that were not sent yet are never sent.
    func cancel() {
        let running = state.withLock { $0.running }
        // The newest first: calls that wait for a connection end before one becomes free for them.
        for (_, call) in running.sorted(by: { $0.key > $1.key }) { call.cancel(because: reason) }
    }

    /// Ends the dependent objects.
    func endDependents() {
        let dependents = state.withLock { state in
            defer { state.dependents = [:] }
            return state.dependents
        }
        for dependent in dependents.values { dependent.object?.sessionEnded() }
    }

    /// Throws `error` to the callers of ended calls.
    func finish(because error: NoticeBoardError) { endReason.send(error) }
}

extension AccountCalls: Hashable {
    static func == (left: AccountCalls, right: AccountCalls) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
