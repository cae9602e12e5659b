public import NoticeBoardHTTP

/// A board service inside the process: answers the three calls of the board service as the real one does.
///
/// ```swift
/// let client = NoticeBoardClient(transport: BoardSimulator(seed: 7))
/// ```
///
/// A client that was made for a double needs no token; any other sends ``token``.
///
/// The same seed gives the same boards and posts on every system. It reads requests and writes answers by its own code and shares
/// no query, date, model or paging code with the library, so that a mistake of the library cannot hide in it. It stands at any
/// base URL: the path's last segments decide.
///
/// A test changes what it holds with ``change(_:before:_:)``, arranges answers with ``Simulator/hold(_:at:)-(Int,_)`` and
/// ``Simulator/answer(_:with:)-(Int,_)``, lets the token expire with ``expireToken(after:)``, and reads what was asked in
/// ``Simulator/log``. Copies share all of that.
public struct BoardSimulator: Simulator {
    private struct State: Sendable {
        var boards: [SimulatedBoard]
        var token: SimulatedToken
    }

    private let state: Watched<State>
    /// What the test arranged, and the requests so far.
    public let script: SimulatorScript

    /// A service with boards and posts that `seed` determines.
    ///
    /// With a clock, latency passes when that is turned, and otherwise on the system's.
    public init(
        seed: UInt64 = 1, boards: Int = 5, postsPerBoard: Int = 95, content: SimulatedContent = .everyday,
        token: String = "simulator", weather: SimulatedWeather = .calm, quirks: SimulatedQuirks = SimulatedQuirks(),
        clock: ManualClock? = nil
    ) {
        let boards = SimulatedData.boards(seed: seed, count: boards, postsPerBoard: postsPerBoard, content)
        self.init(boards: boards, token: token, weather: weather, quirks: quirks, clock: clock)
    }

    /// A service with the boards given.
    public init(
        boards: [SimulatedBoard], token: String = "simulator", weather: SimulatedWeather = .calm,
        quirks: SimulatedQuirks = SimulatedQuirks(), clock: ManualClock? = nil
    ) {
        let state = Watched(State(boards: boards, token: SimulatedToken(token)))
        self.state = state
        script = SimulatorScript(weather, clock) { request, number in
            let board = request.method == .get ? (try? SimulatedCall(request.target))?.board : nil
            state.update { state in
                guard let index = state.boards.firstIndex(where: { $0.id == board }) else { return }
                weather.drift(&state.boards[index], \.posts, beforeRequest: number) { $0.arrive() }
            }
        } service: { request in
            let (isAdmitted, boards) = state.update { state in
                (state.token.admits(request.headers["authorization"], host: request.origin.host), state.boards)
            }
            guard request.method == .get else { throw SimulatedRefusal(405, "Only GET is known here.") }
            guard isAdmitted else { throw SimulatedRefusal(401, "The access token is not valid.") }
            let answers = BoardAnswers(boards: boards, quirks: quirks)
            return HTTPResponse(200, try answers.answer(try SimulatedCall(request.target)))
        }
    }

    /// The boards as they are now, in the order in which the service lists them.
    public var boards: [SimulatedBoard] {
        get { state.value.boards }
        nonmutating set { state.update { $0.boards = newValue } }
    }

    /// Changes the board of this number: now, or when the request of the number `request` has come and before it is answered.
    ///
    /// ```swift
    /// simulator.change(7) { $0.arrive(2) }
    /// simulator.change(7, before: 3) { $0.posts.removeFirst() }
    /// ```
    ///
    /// There must be such a board now, and the request must be still to come. Nothing else happens at the service while `change`
    /// runs, so it must not ask the simulator itself for anything.
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

    /// The token that the service accepts now.
    public var token: String { state.value.token.text }

    /// Lets the token open `count` more times, and then no more until ``renewToken()``.
    public func expireToken(after count: Int = 0) { state.update { $0.token.remaining = max(count, 0) } }

    /// Hands out a new token and forgets the one before.
    @discardableResult
    public func renewToken() -> String {
        state.update { state in
            state.token.renew()
            return state.token.text
        }
    }
}

/// The token that the service accepts, and for how long.
struct SimulatedToken: Sendable {
    private(set) var text: String
    private let first: String
    private var generation = 1
    /// How many more requests it opens; `nil` is no limit.
    var remaining: Int?

    init(_ text: String) { (self.text, first) = (text, text) }

    mutating func renew() {
        generation += 1
        (text, remaining) = ("\(first)-\(generation)", nil)
    }

    /// Whether `authorization` opens the service, which uses up one time.
    ///
    /// A client that was made for a double has none, and is known by its host.
    mutating func admits(_ authorization: String?, host: String) -> Bool {
        let isDouble = authorization == nil && host == "board.invalid"
        guard isDouble || authorization?.utf8.elementsEqual("Bearer \(text)".utf8) == true else { return false }
        guard let left = remaining else { return true }
        remaining = max(left - 1, 0)
        return left > 0
    }
}
