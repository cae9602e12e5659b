public import NoticeBoardHTTP

/// An in-process service that a test scripts and inspects: ``BoardSimulator`` or ``LinkSimulator``.
///
/// Requests are counted from 1. A line is a method and a path without its query, such as `GET /post`. Safe to use from any task.
public protocol Simulator: HTTPTransport {
    /// The test's script and the requests so far.
    var script: SimulatorScript { get }
}

extension Simulator {
    /// Answers `request` like the real service, or as scripted.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await script.send(request) }

    // MARK: Scripting

    /// Holds every future request of a line at `gate`; `nil` stops holding them.
    ///
    /// Their responses are computed when the gate opens.
    public func hold(_ line: String, at gate: Gate?) { script.content.update { $0.byLine[line, default: .init()].gate = gate } }

    /// Holds one future request at `gate`.
    public func hold(_ request: Int, at gate: Gate) { script.arrange(request) { $0.gate = gate } }

    /// Answers every future request of a line with `answer`; `nil` restores the service's own responses.
    public func answer(_ line: String, with answer: StubAnswer?) {
        script.content.update { $0.byLine[line, default: .init()].answer = answer }
    }

    /// Answers one future request with `answer`.
    public func answer(_ request: Int, with answer: StubAnswer) { script.arrange(request) { $0.answer = answer } }

    // MARK: Inspection

    /// The requests so far, in order of arrival.
    public var requests: [HTTPRequest] { log.map(\.request) }

    /// The requests so far, each with its status.
    package var log: [SimulatedRequest] { script.content.value.log }

    /// Returns how many requests of a line had a status.
    public func count(_ line: String, _ status: Int) -> Int { script.content.value.count(line, status) }

    /// Waits until `count` requests have arrived in total; returns at once if the task is cancelled.
    public func waitForRequests(_ count: Int) async { await script.content.until { $0.log.count >= count } }

    /// Waits until `count` requests of a line had a status; returns at once if the task is cancelled.
    public func answered(_ line: String, _ status: Int, times count: Int = 1) async {
        await script.content.until { $0.count(line, status) >= count }
    }
}
