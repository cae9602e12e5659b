/// A gate that a test opens by hand to decide what happens first, instead of sleeping.
///
/// ```swift
/// let gate = Gate()
/// let client = NoticeBoardClient(transport: StubTransport { _ in
///     try await gate.pass()
///     return .json(#"{"value": []}"#)
/// })
/// let boards = Task { try await client.boards() }
/// await gate.waitForArrivals(1)       // the request is on its way, and goes no further
/// boards.cancel()             // or gate.open()
/// ```
///
/// An opened gate stays open. Safe to use from any task and thread.
public final class Gate: Sendable {
    private final class Ticket: Sendable {}

    /// A waiting call; it is resumed with `false` if it was cancelled.
    private struct Visitor {
        let ticket: Ticket
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isOpen = false
        /// The number of calls that may pass while the gate is closed.
        var permits = 0
        var arrivals = 0
        var queue: [Visitor] = []
    }

    private let state = Watched(State())

    /// Creates a closed gate.
    public init() {}

    /// Whether the gate is open for all calls.
    public var isOpen: Bool { state.value.isOpen }
    /// The number of calls that have arrived, passed or not.
    public var arrivals: Int { state.value.arrivals }
    /// The number of calls that wait.
    public var waiting: Int { state.value.queue.count }

    /// Waits until the gate is open; calls pass in order.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled, even if the gate is open.
    public func pass(isolation: isolated (any Actor)? = #isolation) async throws {
        let ticket = Ticket()
        let isAdmitted = await withTaskCancellationHandler {
            // Naming the actor keeps this closure on it, and so keeps the order of calls.
            await withCheckedContinuation(isolation: isolation) { continuation in
                enter(Visitor(ticket: ticket, continuation: continuation))
            }
        } onCancel: {
            leave(ticket)
        }
        guard isAdmitted else { throw CancellationError() }
    }

    /// Opens the gate for good, for all current and later calls.
    public func open() {
        let visitors = state.update { state in
            state.isOpen = true
            defer { state.queue = [] }
            return state.queue
        }
        for visitor in visitors { visitor.continuation.resume(returning: true) }
    }

    /// Lets `count` calls pass: the waiting ones in order, then later ones.
    public func open(for count: Int) {
        let visitors = state.update { state in
            let visitors = Array(state.queue.prefix(max(count, 0)))
            state.queue.removeFirst(visitors.count)
            state.permits += max(count, 0) - visitors.count
            return visitors
        }
        for visitor in visitors { visitor.continuation.resume(returning: true) }
    }

    /// Waits until `count` calls have arrived in total.
    ///
    /// Returns at once if the task is cancelled.
    public func waitForArrivals(_ count: Int) async {
        await state.until { $0.arrivals >= count }
    }

    private func enter(_ visitor: Visitor) {
        let answer: Bool? = state.update { state in
            state.arrivals += 1
            // A task is marked as cancelled before its handler runs, so a call that was cancelled before it was queued is
            // noticed here.
            if Task.isCancelled { return false }
            if state.isOpen { return true }
            if state.permits > 0 {
                state.permits -= 1
                return true
            }
            state.queue.append(visitor)
            return nil
        }
        if let answer { visitor.continuation.resume(returning: answer) }
    }

    /// Removes the call with `ticket` from the queue, if it still waits, and fails it.
    private func leave(_ ticket: Ticket) {
        let visitor = state.update { state in
            state.queue.firstIndex { $0.ticket === ticket }.map { state.queue.remove(at: $0) }
        }
        visitor?.continuation.resume(returning: false)
    }
}
