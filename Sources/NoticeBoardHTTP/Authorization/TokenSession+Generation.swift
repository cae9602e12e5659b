import NoticeBoardBase

extension TokenSession {
    /// The credentials of a call.
    struct Lease: Sendable {
        let credentials: Credentials
        let generation: Int
        /// Changes with the tokens; an account or expiry date that changes while a renewal runs does not count.
        let number: Int
        /// Whether the expiry date is trusted: a date already past on arrival means a wrong clock.
        let trustsExpiryDate: Bool

        /// Whether its token will have expired on arrival, by its own date.
        var looksExpired: Bool { trustsExpiryDate && credentials.isExpiring }
    }

    struct Content: Sendable {
        struct Dependent { weak var object: (any SessionDependent)? }

        /// The credentials for calls while an account is signed in.
        var lease: Lease?
        /// Increased when the account changes: results that one generation requested are not stored in another one.
        var generation = 0
        /// Why no account is signed in, if the server ended the session.
        var end: NoticeBoardError?
        /// Cancels a running call of this generation, by increasing numbers.
        var running: [Int: @Sendable () -> Void] = [:]
        /// Counts calls and leases together, so every number is unique.
        var lastNumber = 0
        /// Why this generation is over; sent after all listeners have been notified.
        var over = Broadcast<NoticeBoardError>()
        /// The objects that end with this generation.
        var dependents: [ObjectIdentifier: Dependent] = [:]
        /// Changes not yet sent to listeners, each with the generation that it ended, and whether a thread is sending them.
        var news: [(state: State, ended: Broadcast<NoticeBoardError>?)] = []
        var isNotifying = false

        var state: State {
            if let lease { return .signedIn(account: lease.credentials.account) }
            return end.map { .ended($0) } ?? .signedOut
        }

        /// Uses `credentials` for calls from now on.
        mutating func use(_ credentials: Credentials?) {
            guard let credentials else { return lease = nil }
            var number = nextNumber()
            if let lease, lease.generation == generation, lease.credentials.accessToken == credentials.accessToken,
                lease.credentials.refreshToken == credentials.refreshToken
            {
                number = lease.number
            }
            lease = Lease(
                credentials: credentials, generation: generation, number: number, trustsExpiryDate: !credentials.isExpiring)
        }

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        mutating func nextNews() -> (state: State, ended: Broadcast<NoticeBoardError>?)? {
            isNotifying = !news.isEmpty
            return news.isEmpty ? nil : news.removeFirst()
        }
    }

    static let over = NoticeBoardError(.sessionOver, "The session ended while the call was on its way.")

    /// Returns the current lease of the same generation: the given one unless it was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        guard let now = content.withLock({ $0.lease }), now.generation == lease.generation else { throw Self.over }
        return now
    }

    /// Runs `work` in a task that the end of `generation` cancels.
    ///
    /// A separate task, because a sign-out cancels it from outside before it returns: requests not sent yet are never sent. Like
    /// a child, it is awaited and cancelled with the caller.
    func whileCurrent<Value: Sendable>(
        _ generation: Int, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (number, task, over) = try content.withLock { content in
            guard content.generation == generation else { throw Self.over }
            let (number, task) = (content.nextNumber(), Task(operation: work))
            content.running[number] = { task.cancel() }
            return (number, task, content.over)
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isCurrent = content.withLock { content in
            content.running[number] = nil
            return content.generation == generation
        }
        if isCurrent { return try result.get() }
        // Listeners are notified first, unless the caller is cancelled.
        for await why in over.stream() { throw why }
        throw CancellationError()
    }
}

/// The account that a call is made for: results may be kept while it is signed in, and are erased with it.
struct CallOwner: Sendable {
    let session: TokenSession
    let generation: Int

    /// Throws if the account has changed.
    func checkIsCurrent() throws(NoticeBoardError) {
        guard session.generation == generation else { throw TokenSession.over }
    }

    /// Runs `work`, which puts a file of the account in place; throws if the account has changed.
    ///
    /// If the account signs out meanwhile, its data are erased only after `work`.
    func store(_ work: () throws -> Void) throws {
        try session.scope.store {
            try checkIsCurrent()
            try work()
        }
    }

    /// Ends `dependent` with the session, or at once if the session is over; holds it weakly.
    func end(_ dependent: any SessionDependent) {
        let isOver = session.content.withLock { content in
            guard content.generation == generation else { return true }
            let id = ObjectIdentifier(dependent)
            if content.dependents[id] == nil { content.dependents = content.dependents.filter { $0.value.object != nil } }
            content.dependents[id] = .init(object: dependent)
            return false
        }
        if isOver { dependent.sessionEnded() }
    }
}

/// An object that holds or receives data of a session, such as an open stream or cached responses.
package protocol SessionDependent: AnyObject, Sendable {
    /// Stops work and drops all data.
    func sessionEnded()
}
