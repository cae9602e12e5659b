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
    private struct State {
        var isOpen = false
        /// The number of calls that may pass while the gate is closed.
        var permits = 0
        var arrivals = 0
        /// The numbers of the calls that wait, by arrival.
        var queue: [Int] = []

        /// Lets waiting calls pass in order, as far as there are permits.
        mutating func admit() {
            let count = isOpen ? queue.count : min(permits, queue.count)
            if !isOpen { permits -= count }
            queue.removeFirst(count)
        }
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
        let hasPassed = await state.wait { state, number in
            state.arrivals += 1
            guard let number else { return }
            state.queue.append(number)
            state.admit()
        } orOnCancel: { state, number in
            state.queue.removeAll { $0 == number }
        } until: { state, number in
            !state.queue.contains(number)
        }
        if !hasPassed { throw CancellationError() }
    }

    /// Opens the gate for good, for all current and later calls.
    public func open() {
        state.update { state in
            state.isOpen = true
            state.admit()
        }
    }

    /// Lets `count` calls pass: the waiting ones in order, then later ones.
    public func open(for count: Int) {
        state.update { state in
            state.permits += max(count, 0)
            state.admit()
        }
    }

    /// Waits until `count` calls have arrived in total.
    ///
    /// Returns at once if the task is cancelled.
    public func waitForArrivals(_ count: Int) async {
        await state.until { $0.arrivals >= count }
    }
}
