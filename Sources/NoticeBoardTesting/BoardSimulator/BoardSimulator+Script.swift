/// What a test lets happen.
extension BoardSimulator {
    /// Changes the board of this number: now, or when the request of the number `request` has come and before it is answered.
    ///
    /// ```swift
    /// simulator.change(7) { $0.arrive(2) }
    /// simulator.change(7, before: 3) { $0.posts.removeFirst() }
    /// ```
    ///
    /// Requests are counted from 1. There must be such a board now, and the request must be still to come. Nothing else
    /// happens at the service while `change` runs, so it must not ask the simulator itself for anything.
    public func change(_ board: Int, before request: Int? = nil, _ change: @escaping @Sendable (inout SimulatedBoard) -> Void) {
        let apply: @Sendable (inout [SimulatedBoard]) -> Void = { boards in
            if let index = boards.firstIndex(where: { $0.id == board }) { change(&boards[index]) }
        }
        state.update { state in
            // A change that never happens would let a test pass that proves nothing.
            precondition(state.boards.contains { $0.id == board }, "the simulator has no board \(board)")
            guard let request else { return apply(&state.boards) }
            state.step(request) { $0.changes.append(apply) }
        }
    }

    /// Gives the request of this number, counted from 1 and still to come, `answer` instead of the service's own.
    public func answer(_ request: Int, with answer: StubAnswer) {
        state.update { state in state.step(request) { $0.answer = answer } }
    }

    /// Holds the request of this number, counted from 1 and still to come, at `gate`; what it is answered with is what the
    /// service holds when the gate opens.
    public func hold(_ request: Int, at gate: Gate) {
        state.update { state in state.step(request) { $0.gate = gate } }
    }

    /// Lets the token open `count` more times, and then no more until ``renewToken()``.
    public func expireToken(after count: Int = 0) { state.update { $0.token.expire(after: count) } }

    /// Hands out a new token and forgets the one before.
    @discardableResult
    public func renewToken() -> String {
        state.update { state in
            state.token.renew()
            return state.token.text
        }
    }
}

/// What a test reads.
extension BoardSimulator {
    /// The requests so far, whole, in the order in which they came; of very many, the last 10,000.
    public var requests: RecordedRequests { RecordedRequests(state.value.log.kept.map(\.request)) }

    /// The requests so far as the service read them, each with the status of its answer; of very many, the last 10,000.
    public var log: [SimulatedRequest] { state.value.log.kept.map(\.note) }

    /// Waits until `count` requests have come in all.
    ///
    /// Returns at once when the task is cancelled.
    public func waitForRequests(_ count: Int) async { await state.until { $0.log.count >= count } }
}

extension SimulatedState {
    fileprivate mutating func step(_ request: Int, _ change: (inout Step) -> Void) {
        // Likewise: nothing can be said any more about a request that has come.
        precondition(request > log.count, "request \(request) has come already")
        change(&script[request, default: Step()])
    }
}
