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
/// order of arrival. Latencies of different lengths reorder responses. Copies share numbers and counts.
public struct FaultTransport: StreamingHTTPTransport {
    private let transport: any HTTPTransport
    private let seed: UInt64
    private let faults: Faults
    private let time: TimeSource
    private let counted = Locked(Counts())

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
    public var counts: Counts { counted.withLock { $0 } }

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
        let number = counted.withLock { counts in
            counts.requests += 1
            return counts.requests
        }
        try Task.checkCancellation()
        let fate = faults.fate(ofRequest: number, seed: seed)
        if fate.latency > 0 {
            counted.withLock { $0.delayed += 1 }
            try await time.sleep(fate.latency)
        }
        switch fate.ending {
        case .passes:
            return try await send()
        case .refused:
            counted.withLock { $0.refused += 1 }
            throw NoticeBoardError(.unreachable, "The host refuses the connection, says FaultTransport.")
        case .requestLost:
            counted.withLock { $0.lostRequests += 1 }
            throw NoticeBoardError(.connectionLost, "The request was lost on its way, says FaultTransport.")
        case .answerLost:
            _ = try await send()
            counted.withLock { $0.lostAnswers += 1 }
            throw NoticeBoardError(.connectionLost, "The answer was lost on its way, says FaultTransport.")
        case .failed:
            counted.withLock { $0.failed += 1 }
            return failure
        }
    }
}
