import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A transport that goes wrong as often as it is told, in the same way for the same seed.
///
/// ```swift
/// let faults = FaultTransport(BoardSimulator(), seed: 7, faults: .init(lostAnswers: 0.1, latency: 0.01...0.05))
/// let client = NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: faults)
/// …
/// print(faults.counts)
/// ```
///
/// What happens to a request depends on the seed and on the request's number alone, so that a run can be repeated; the
/// numbers are given in the order in which requests arrive. Copies share numbers and counts.
public struct FaultTransport: StreamingHTTPTransport {
    private let transport: any HTTPTransport
    private let seed: UInt64
    private let faults: Faults
    private let time: TimeSource
    private let traffic = Watched(Traffic())

    private struct Traffic: Sendable {
        var counts = Counts()
        /// Requests under way whose answers are not held back.
        var moving = 0
        /// How many have gone back to their callers.
        var departed = 0
    }

    /// Faults before and after `transport`; latency passes on the system's clock.
    public init(_ transport: any HTTPTransport, seed: UInt64, faults: Faults) {
        self.init(transport, seed: seed, faults: faults, time: .system)
    }

    /// Faults before and after `transport`; latency passes when `clock` is turned.
    public init(_ transport: any HTTPTransport, seed: UInt64, faults: Faults, clock: ManualClock) {
        self.init(transport, seed: seed, faults: faults, time: clock.time)
    }

    init(_ transport: any HTTPTransport, seed: UInt64, faults: Faults, time: TimeSource) {
        self.transport = transport
        self.seed = seed
        self.faults = faults
        self.time = time
    }

    /// What was done so far.
    public var counts: Counts { traffic.value.counts }

    /// Waits until so many answers were held back in all.
    ///
    /// Returns at once when the task is cancelled.
    public func heldBack(_ count: Int) async { await traffic.until { $0.counts.heldBack >= count } }

    /// What happens to the request of this number, counted from 1.
    package func fate(ofRequest number: Int) -> Fate { faults.fate(ofRequest: number, seed: seed) }

    /// Sends `request` on, late, or not at all.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await pass(failure: HTTPResponse(status: faults.failureStatus)) { try await transport.send(request) }
    }

    /// Sends `request` on, late, or not at all; a lost answer is lost before its head.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        guard let transport = transport as? any StreamingHTTPTransport else {
            throw NoticeBoardError(.invalidInput, "The transport behind FaultTransport cannot stream.")
        }
        let failure = HTTPStreamedResponse(
            head: HTTPResponse(status: faults.failureStatus), body: HTTPByteStream(Data()))
        return try await pass(failure: failure) { try await transport.stream(request) }
    }

    /// Counts a request and lets happen to it what its number says.
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

    /// Waits for another request's answer to go back first.
    ///
    /// It waits for none that is itself held back, nor for one that has not come yet: so it never waits for ever.
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
