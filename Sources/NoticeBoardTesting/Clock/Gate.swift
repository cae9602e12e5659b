/// A door that a test opens by hand, so that it decides what happens first instead of sleeping and hoping.
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
/// A door that was opened stays open. Safe to use from any task and any thread.
public final class Gate: Sendable {
    /// Tells one visitor from another.
    final class Ticket: Sendable {}

    /// Who stands at the door: `admit` is called once, with false when the visitor gave up.
    private struct Visitor {
        let ticket: Ticket
        let admit: @Sendable (Bool) -> Void
    }

    private struct State {
        var isOpen = false
        /// How many may pass a door that is not open.
        var permits = 0
        var arrivals = 0
        var queue: [Visitor] = []
    }

    private let state = Watched(State())

    /// A closed door.
    public init() {}

    /// Whether the door stands open for everybody.
    public var isOpen: Bool { state.value.isOpen }
    /// How many have arrived at the door in all, whether they passed or not.
    public var arrivals: Int { state.value.arrivals }
    /// How many stand before the door.
    public var waiting: Int { state.value.queue.count }

    /// Waits until the door is open, in the order of the calls.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled, also where the door is open.
    public func pass(isolation: isolated (any Actor)? = #isolation) async throws {
        let ticket = Ticket()
        let isAdmitted = await withTaskCancellationHandler {
            // Naming the actor here keeps this closure on it, and with it the order of the calls.
            await withCheckedContinuation(isolation: isolation) { continuation in
                enter(ticket) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            leave(ticket)
        }
        guard isAdmitted else { throw CancellationError() }
    }

    /// Opens the door for good: all who wait and all who will come pass.
    public func open() {
        let visitors = state.update { state in
            state.isOpen = true
            defer { state.queue = [] }
            return state.queue
        }
        for visitor in visitors { visitor.admit(true) }
    }

    /// Lets the next `count` through: those who wait, in the order of arrival, then those who will come.
    public func open(for count: Int) {
        let visitors = state.update { state in
            let visitors = Array(state.queue.prefix(max(count, 0)))
            state.queue.removeFirst(visitors.count)
            state.permits += max(count, 0) - visitors.count
            return visitors
        }
        for visitor in visitors { visitor.admit(true) }
    }

    /// Waits until `count` have arrived at the door in all.
    ///
    /// Returns at once when the task is cancelled.
    public func waitForArrivals(_ count: Int) async {
        await state.until { $0.arrivals >= count }
    }

    /// Arrives at the door without waiting; `admit` is called once, on this thread or later on another.
    func enter(_ ticket: Ticket, _ admit: @escaping @Sendable (Bool) -> Void) {
        let answer: Bool? = state.update { state in
            state.arrivals += 1
            // A task is marked as cancelled before its handler runs, so that a visitor who left too early to be found
            // in the queue is noticed here. Outside a task this is always false.
            if Task.isCancelled { return false }
            if state.isOpen { return true }
            if state.permits > 0 {
                state.permits -= 1
                return true
            }
            state.queue.append(Visitor(ticket: ticket, admit: admit))
            return nil
        }
        if let answer { admit(answer) }
    }

    /// Goes away from the door: whoever still waits with `ticket` is told that it gave up.
    func leave(_ ticket: Ticket) {
        let visitor = state.update { state in
            state.queue.firstIndex { $0.ticket === ticket }.map { state.queue.remove(at: $0) }
        }
        visitor?.admit(false)
    }
}
