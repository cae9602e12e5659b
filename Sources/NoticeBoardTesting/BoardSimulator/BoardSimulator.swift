public import NoticeBoardHTTP

/// A board service inside the process: answers the three calls of the board service as the real one does.
///
/// ```swift
/// let client = NoticeBoardClient(transport: BoardSimulator(seed: 7))
/// ```
///
/// A client that was made for a double needs no token; any other sends ``token``.
///
/// The same seed gives the same boards and posts on every system. It is an independent witness: it reads requests and
/// writes answers by its own code and shares no query, date, model or paging code with the library, so that a mistake of
/// the library cannot hide in it. It stands at any base URL: the path's last segments decide.
///
/// A test changes what it holds, now or between two requests, with ``change(_:before:_:)``, holds an answer back or gives
/// another with ``hold(_:at:)`` and ``answer(_:with:)``, lets the token expire with ``expireToken(after:)``, and reads what
/// was asked in ``log``. Copies share all of that. Safe to use from any task.
public struct BoardSimulator: HTTPTransport {
    let state: Watched<SimulatedState>
    private let weather: SimulatedWeather
    private let network: FaultTransport

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
        let state = Watched(SimulatedState(boards: boards, token: token))
        let service = SimulatedService(state: state, quirks: quirks)
        network =
            if let clock {
                FaultTransport(service, seed: weather.seed, faults: weather.faults, clock: clock)
            } else {
                FaultTransport(service, seed: weather.seed, faults: weather.faults)
            }
        self.state = state
        self.weather = weather
    }

    /// The boards as they are now, in the order in which the service lists them.
    public var boards: [SimulatedBoard] {
        get { state.value.boards }
        nonmutating set { state.update { $0.boards = newValue } }
    }

    /// The token that the service accepts now.
    public var token: String { state.value.token.text }

    /// Answers `request` as the service does.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (number, step) = state.update { $0.receive(request, in: weather) }
        try await step.gate?.pass()
        let response = if let answer = step.answer { try await answer.respond(request) } else { try await network.send(request) }
        state.update { state in state.log.change(number) { $0.note.status = response.status.rawValue } }
        return response
    }
}
