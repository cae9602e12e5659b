import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A transport that injects faults at given rates, reproducibly for each seed.
///
/// ```swift
/// let faults = FaultTransport(BoardSimulator(), seed: 7, faults: .init(lostAnswers: 0.1, latency: 0.01...0.05))
/// let client = NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: faults)
/// …
/// print(faults.counts)
/// ```
///
/// The fault of a request depends only on the seed and on its number, so a run can be repeated; requests are numbered in the
/// order of arrival. Copies share numbers and counts.
public struct FaultTransport: StreamingHTTPTransport {
    private let transport: any HTTPTransport
    private let seed: UInt64
    private let faults: Faults
    private let time: TimeSource
    private let traffic = Watched(Traffic())

    private struct Traffic: Sendable {
        var counts = Counts()
        /// Running requests whose responses are not held back.
        var moving = 0
        /// The number of requests that have returned.
        var departed = 0
    }

    /// Creates a transport that forwards requests to `transport` with `faults`.
    ///
    /// Latency passes when `clock` is advanced, or on the system's clock without one.
    public init(_ transport: any HTTPTransport, seed: UInt64, faults: Faults, clock: ManualClock? = nil) {
        self.transport = transport
        self.seed = seed
        self.faults = faults
        time = clock?.time ?? .system
    }

    /// The faults so far.
    public var counts: Counts { traffic.value.counts }

    /// Waits until `count` responses were held back in total.
    ///
    /// Returns at once if the task is cancelled.
    public func heldBack(_ count: Int) async { await traffic.until { $0.counts.heldBack >= count } }

    /// Returns the fate of a request by its number, counted from 1.
    package func fate(ofRequest number: Int) -> Fate { faults.fate(ofRequest: number, seed: seed) }

    /// Forwards `request`, late or not at all.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await pass(failure: HTTPResponse(status: faults.failureStatus)) { try await transport.send(request) }
    }

    /// Forwards `request`, late or not at all; a lost response is lost before its head.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        guard let transport = transport as? any StreamingHTTPTransport else {
            throw NoticeBoardError(.invalidInput, "The transport behind FaultTransport cannot stream.")
        }
        let failure = (head: HTTPResponse(status: faults.failureStatus), body: HTTPByteStream(Data()))
        return try await pass(failure: failure) { try await transport.stream(request) }
    }

    /// Counts a request and applies its fate.
    private func pass<Value>(failure: Value, _ send: () async throws -> Value) async throws -> Value {
        let number = traffic.update { traffic in
            traffic.counts.requests += 1
            traffic.moving += 1
            return traffic.counts.requests
        }
        let fate = fate(ofRequest: number)
        let result: Result<Value, any Error>
        do { result = .success(try await answer(fate, failure, send)) } catch { result = .failure(error) }
        if case .success = result, fate.isHeldBack { await letOthersPass() } else { traffic.update { $0.moving -= 1 } }
        traffic.update { $0.departed += 1 }
        if fate.isHeldBack { try Task.checkCancellation() }
        return try result.get()
    }

    private func answer<Value>(_ fate: Fate, _ failure: Value, _ send: () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        if fate.latency > 0 {
            traffic.update { $0.counts.delayed += 1 }
            try await time.sleep(fate.latency)
        }
        switch fate.ending {
        case .passes:
            return try await send()
        case .refused:
            traffic.update { $0.counts.refused += 1 }
            throw NoticeBoardError(.unreachable, "The host refuses the connection, says FaultTransport.")
        case .requestLost:
            traffic.update { $0.counts.lostRequests += 1 }
            throw NoticeBoardError(.connectionLost, "The request was lost on its way, says FaultTransport.")
        case .answerLost:
            _ = try await send()
            traffic.update { $0.counts.lostAnswers += 1 }
            throw NoticeBoardError(.connectionLost, "The answer was lost on its way, says FaultTransport.")
        case .failed:
            traffic.update { $0.counts.failed += 1 }
            return failure
        }
    }

    /// Waits until another request's response has returned.
    ///
    /// It never waits for a response that is held back, or for a later request, and so can't deadlock.
    private func letOthersPass() async {
        let before = traffic.update { traffic in
            traffic.moving -= 1
            if traffic.moving > 0 { traffic.counts.heldBack += 1 }
            return traffic.departed
        }
        await traffic.until { $0.departed > before || $0.moving == 0 }
        traffic.update { traffic in if traffic.departed > before { traffic.counts.reordered += 1 } }
    }
}
