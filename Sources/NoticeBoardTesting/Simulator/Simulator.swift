public import NoticeBoardHTTP

/// A service inside the process that a test scripts and reads: ``BoardSimulator`` or ``LinkSimulator``.
///
/// Requests are counted from 1. A line is a method and a path without its query, such as `GET /post`. Safe to use from any task.
public protocol Simulator: HTTPTransport {
    /// What the test arranged, and the requests so far.
    var script: SimulatorScript { get }
}

extension Simulator {
    /// Answers `request` as the service does, or as the test arranged.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await script.send(request) }

    // MARK: What a test arranges

    /// Holds every request of a line at `gate` from now on; `nil` lets them pass again.
    ///
    /// The answer is what the service holds when the gate opens.
    public func hold(_ line: String, at gate: Gate?) { script.content.update { $0.lines[line, default: .init()].gate = gate } }

    /// Holds one request, which is still to come, at `gate`.
    public func hold(_ request: Int, at gate: Gate) { script.arrange(request) { $0.gate = gate } }

    /// Answers every request of a line with `answer` from now on; with `nil` the service answers again.
    public func answer(_ line: String, with answer: StubAnswer?) {
        script.content.update { $0.lines[line, default: .init()].answer = answer }
    }

    /// Answers one request, which is still to come, with `answer`.
    public func answer(_ request: Int, with answer: StubAnswer) { script.arrange(request) { $0.answer = answer } }

    // MARK: What a test reads

    /// The requests so far, in the order in which they came; of very many, the last 10,000.
    public var requests: RecordedRequests { RecordedRequests(log.map(\.request)) }

    /// The requests so far, each with the status of its answer; of very many, the last 10,000.
    public var log: [SimulatedRequest] { script.content.value.log.kept }

    /// How many requests of a line were answered with a status.
    public func count(_ line: String, _ status: Int) -> Int { script.content.value.outcomes["\(line) \(status)"] ?? 0 }

    /// Waits until `count` requests have come in all; returns at once when the task is cancelled.
    public func waitForRequests(_ count: Int) async { await script.content.until { $0.log.count >= count } }

    /// Waits until `count` requests of a line were answered with a status; returns at once when the task is cancelled.
    public func answered(_ line: String, _ status: Int, times count: Int = 1) async {
        await script.content.until { ($0.outcomes["\(line) \(status)"] ?? 0) >= count }
    }
}

/// A request as a simulator recorded it.
public struct SimulatedRequest: Sendable, Hashable {
    /// Its number, counted from 1.
    public let number: Int
    /// The request.
    public let request: HTTPRequest
    /// The status of the answer; `nil` while there is none, and when it was lost.
    public internal(set) var status: Int?

    /// The method and the path without its query: `GET /post`.
    public var line: String { "\(request.method.rawValue) \(request.path)" }
    /// The call of the board service that it is, if it is one.
    public var call: SimulatedCall? { request.method == .get ? try? SimulatedCall(request.target) : nil }
}
