import NoticeBoardHTTP

/// An in-process board service that answers all three calls like the real one.
///
/// ```swift
/// let client = NoticeBoardClient(transport: BoardSimulator(seed: 7))
/// ```
///
/// A client created for a double needs no token; any other sends ``token``.
///
/// The same seed gives the same boards and posts on every system. The simulator shares no query, date, model or paging code with
/// the library, so that a mistake in the library can't hide. It works at any base URL, because only the last path segments
/// count.
///
/// A test can change its content with ``change(_:before:_:)``, script responses with ``Simulator/hold(_:at:)-(Int,_)`` and
/// ``Simulator/answer(_:with:)-(Int,_)``, expire the token with ``expireToken(after:)``, and inspect requests in
/// ``Simulator/requests``. Copies share their state.
public struct BoardSimulator: Simulator {
    private struct State: Sendable {
        var boards: [SimulatedBoard]
        var token: SimulatedToken
    }

    private let state: Watched<State>
    /// The test's script and the requests so far.
    public let script: SimulatorScript

    /// Creates a service whose boards and posts are generated from `seed`.
    ///
    /// Latency passes when `clock` is advanced, or on the system's clock without one.
    public init(
        seed: UInt64 = 1, boards: Int = 5, postsPerBoard: Int = 95, content: SimulatedContent = .everyday,
        token: String = "simulator", weather: SimulatedWeather = .calm, quirks: SimulatedQuirks = SimulatedQuirks(),
        clock: ManualClock? = nil
    ) {
        let boards = SimulatedData.boards(seed: seed, count: boards, postsPerBoard: postsPerBoard, content)
        self.init(boards: boards, token: token, weather: weather, quirks: quirks, clock: clock)
    }

    /// Creates a service with the given boards.
    public init(
        boards: [SimulatedBoard], token: String = "simulator", weather: SimulatedWeather = .calm,
        quirks: SimulatedQuirks = SimulatedQuirks(), clock: ManualClock? = nil
    ) {
        let state = Watched(State(boards: boards, token: SimulatedToken(token)))
        self.state = state
        script = SimulatorScript(weather, clock) { request, _ in
            let board = (try? SimulatedCall(request.target))?.board
            state.update { state in
                if let index = state.boards.firstIndex(where: { $0.id == board }) { state.boards[index].arrive() }
            }
        } service: { request in
            let (isAdmitted, boards) = state.update { state in
                (state.token.admits(request.headers["authorization"], host: request.origin.host), state.boards)
            }
            guard request.method == .get else { throw SimulatedRefusal(405, "Only GET is known here.") }
            guard isAdmitted else { throw SimulatedRefusal(401, "The access token is not valid.") }
            let answers = BoardAnswers(boards: boards, quirks: quirks)
            return .json(try answers.answer(try SimulatedCall(request.target)).text)
        }
    }

    /// The current boards, in the service's order.
    public var boards: [SimulatedBoard] {
        get { state.value.boards }
        nonmutating set { state.update { $0.boards = newValue } }
    }

    /// Changes a board: now, or after the request with the number `request` has arrived and before it is answered.
    ///
    /// ```swift
    /// simulator.change(7) { $0.arrive(2) }
    /// simulator.change(7, before: 3) { $0.posts.removeFirst() }
    /// ```
    ///
    /// The board must exist now, and the request must not have arrived. The service is locked while `change` runs, so it must not
    /// call the simulator.
    public func change(_ board: Int, before request: Int? = nil, _ change: @escaping @Sendable (inout SimulatedBoard) -> Void) {
        // A change that never happens would let a test pass that proves nothing.
        precondition(boards.contains { $0.id == board }, "the simulator has no board \(board)")
        let apply = { @Sendable [state] in
            state.update { state in
                if let index = state.boards.firstIndex(where: { $0.id == board }) { change(&state.boards[index]) }
            }
        }
        if let request { script.arrange(request) { $0.changes.append(apply) } } else { apply() }
    }

    // MARK: The token

    /// The currently valid token.
    public var token: String { state.value.token.text }

    /// Lets the token authorize `count` more requests, and then none until ``renewToken()``.
    public func expireToken(after count: Int = 0) { state.update { $0.token.remaining = max(count, 0) } }

    /// Issues a new token and invalidates the old one; returns the new one.
    @discardableResult
    public func renewToken() -> String {
        state.update { state in
            state.token.renew()
            return state.token.text
        }
    }
}

/// The valid token and its remaining uses.
struct SimulatedToken: Sendable {
    private(set) var text: String
    private let first: String
    private var generation = 1
    /// The remaining uses; `nil` is unlimited.
    var remaining: Int?

    init(_ text: String) { (self.text, first) = (text, text) }

    mutating func renew() {
        generation += 1
        text = "\(first)-\(generation)"
        remaining = nil
    }

    /// Whether `authorization` is valid; consumes one use.
    ///
    /// A client created for a double sends no token and is recognized by its host.
    mutating func admits(_ authorization: String?, host: String) -> Bool {
        let isDouble = authorization == nil && host == "board.invalid"
        guard isDouble || authorization?.utf8.elementsEqual("Bearer \(text)".utf8) == true else { return false }
        guard let left = remaining else { return true }
        remaining = max(left - 1, 0)
        return left > 0
    }
}
