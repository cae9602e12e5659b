import NoticeBoardBase
import NoticeBoardHTTP

/// The script of a ``Simulator``, its recorded requests, and its simulated network.
public struct SimulatorScript: Sendable {
    /// The script for one request, or for all requests of a line.
    struct Step: Sendable {
        var changes: [@Sendable () -> Void] = []
        var gate: Gate?
        var answer: StubAnswer?
    }

    struct Content: Sendable {
        var log: [SimulatedRequest] = []
        var steps: [Int: Step] = [:]
        var byLine: [String: Step] = [:]

        /// Returns how many requests of a line had a status.
        func count(_ line: String, _ status: Int) -> Int { log.count { $0.status == status && $0.line == line } }
    }

    let content = Watched(Content())
    private let network: FaultTransport
    private let weather: SimulatedWeather
    private let arrive: @Sendable (HTTPRequest, _ number: Int) -> Void

    /// Creates a script for `service`; `arrive` adds a post before a request of a list, as often as the weather says.
    init(
        _ weather: SimulatedWeather, _ clock: ManualClock?, arrive: @escaping @Sendable (HTTPRequest, _ number: Int) -> Void,
        service: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
    ) {
        let answering = StubTransport { request in
            do { return try service(request) } catch let refusal as SimulatedRefusal {
                let body = SimulatedJSON.object([("message", .string(refusal.message))])
                return .json(body.text, status: HTTPStatus(rawValue: refusal.status))
            }
        }
        network = FaultTransport(answering, seed: weather.seed, faults: weather.faults, clock: clock)
        self.weather = weather
        self.arrive = arrive
    }

    /// Changes the script of a future request.
    func arrange(_ request: Int, _ change: (inout Step) -> Void) {
        content.update { content in
            // A step that never happens would let a test pass that proves nothing.
            precondition(request > content.log.count, "request \(request) has come already")
            change(&content.steps[request, default: Step()])
        }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (received, step) = content.update { content in
            let received = SimulatedRequest(number: content.log.count + 1, request: request)
            content.log.append(received)
            if request.method == .get, weather.hasArrival(beforeRequest: received.number) { arrive(request, received.number) }
            let step = content.steps.removeValue(forKey: received.number) ?? Step()
            for change in step.changes { change() }
            return (received, step)
        }
        let line = received.line
        try await (step.gate ?? content.value.byLine[line]?.gate)?.pass()
        let answer = step.answer ?? content.value.byLine[line]?.answer
        let response = if let answer { try await answer.respond(request) } else { try await network.send(request) }
        content.update { $0.log[received.number - 1].status = response.status.rawValue }
        return response
    }
}
