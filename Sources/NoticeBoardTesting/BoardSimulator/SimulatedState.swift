import NoticeBoardHTTP

/// What the simulated service holds at a moment.
struct SimulatedState: Sendable {
    /// What a test said is to happen to one request.
    struct Step: Sendable {
        var changes: [@Sendable (inout [SimulatedBoard]) -> Void] = []
        var gate: Gate?
        var answer: StubAnswer?
    }

    var boards: [SimulatedBoard]
    var token: SimulatedToken
    var log = Newest<(request: HTTPRequest, note: SimulatedRequest)>()
    var script: [Int: Step] = [:]

    init(boards: [SimulatedBoard], token: String) {
        self.boards = boards
        self.token = SimulatedToken(token)
    }

    /// Notes a request down and lets happen what is to happen before it is answered.
    mutating func receive(_ request: HTTPRequest, in weather: SimulatedWeather) -> (number: Int, step: Step) {
        let number = log.count + 1
        let call = request.method == .get ? try? SimulatedCall(request.target) : nil
        let line = "\(request.method.rawValue) \(request.target)"
        log.append((request, SimulatedRequest(number: number, line: line, call: call)))
        if let index = boards.firstIndex(where: { $0.id == call?.board }) {
            weather.drift(&boards[index], beforeRequest: number)
        }
        let step = script.removeValue(forKey: number) ?? Step()
        for change in step.changes { change(&boards) }
        return (number, step)
    }
}

/// The token that the service accepts, and for how long.
struct SimulatedToken: Sendable {
    private(set) var text: String
    private let first: String
    private var generation = 1
    /// How many more requests it opens; for ever when there is no number.
    private var remaining: Int?

    init(_ text: String) { (self.text, first) = (text, text) }

    mutating func expire(after count: Int) { remaining = max(count, 0) }

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
