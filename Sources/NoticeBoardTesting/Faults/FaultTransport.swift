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
        try await pass(failure: HTTPResponse(status: 503)) { try await transport.send(request) }
    }

    /// Forwards `request`, late or not at all; a lost response is lost before its head.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        guard let transport = transport as? any StreamingHTTPTransport else {
            throw NoticeBoardError(.invalidInput, "The transport behind FaultTransport cannot stream.")
        }
        let failure = HTTPStreamedResponse(head: HTTPResponse(status: 503), body: HTTPByteStream(Data()))
        return try await pass(failure: failure) { try await transport.stream(request) }
    }

    /// Counts a request and applies its fate.
    private func pass<Value>(failure: Value, _ send: () async throws -> Value) async throws -> Value {
        let number = counted.withLock { counts in
            counts.requests += 1
            return counts.requests
        }
        try Task.checkCancellation()
        let (fault, latency) = faults.fate(ofRequest: number, seed: seed)
        if latency > 0 {
            counted.withLock { $0.delayed += 1 }
            try await time.sleep(latency)
        }
        guard let fault else { return try await send() }
        if fault == \.lostAnswers { _ = try await send() }
        counted.withLock { $0[keyPath: fault] += 1 }
        switch fault {
        case \.failed: return failure
        case \.refused: throw NoticeBoardError(.unreachable, "The host refuses the connection, says FaultTransport.")
        case \.lostRequests: throw NoticeBoardError(.connectionLost, "The request was lost on its way, says FaultTransport.")
        default: throw NoticeBoardError(.connectionLost, "The answer was lost on its way, says FaultTransport.")
        }
    }

    /// The kinds of faults and their rates.
    ///
    /// Rates go from 0 (never) to 1 (always). At most one of the first four hits a request; if their sum exceeds 1, the earlier
    /// ones take precedence.
    public struct Faults: Sendable, Hashable {
        /// The rate of refused connections: nothing is sent.
        public var refusals: Double
        /// The rate of lost requests: they do not reach the server.
        public var lostRequests: Double
        /// The rate of lost responses: the request was processed.
        public var lostAnswers: Double
        /// The rate of server failures: a 503, without calling the wrapped transport.
        public var failures: Double
        /// The seconds before a request is processed.
        public var latency: ClosedRange<Double>

        /// Creates faults; all rates are 0 by default.
        public init(
            refusals: Double = 0, lostRequests: Double = 0, lostAnswers: Double = 0, failures: Double = 0,
            latency: ClosedRange<Double> = 0...0
        ) {
            self.refusals = refusals
            self.failures = failures
            self.latency = latency
            self.lostRequests = lostRequests
            self.lostAnswers = lostAnswers
        }

        /// Returns what is counted if the request has a fault, and its latency.
        ///
        /// Every request draws the same two numbers, so changing one rate moves no other fault.
        func fate(ofRequest number: Int, seed: UInt64) -> (fault: WritableKeyPath<Counts, Int>?, latency: Double) {
            var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0x9E6C_63D0_676A_9A99))
            var draw = random.unit()
            let latency = latency.lowerBound + random.unit() * (latency.upperBound - latency.lowerBound)
            let rates = [
                (refusals, \Counts.refused), (lostRequests, \.lostRequests), (lostAnswers, \.lostAnswers), (failures, \.failed),
            ]
            for (rate, fault) in rates {
                if draw < rate { return (fault, latency) }
                draw -= max(rate, 0)
            }
            return (nil, latency)
        }
    }

    /// The faults so far.
    public struct Counts: Sendable, Hashable {
        /// All requests.
        public var requests = 0
        /// Delayed requests.
        public var delayed = 0
        /// Refused connections.
        public var refused = 0
        /// Lost requests.
        public var lostRequests = 0
        /// Lost responses.
        public var lostAnswers = 0
        /// Failures.
        public var failed = 0
    }
}
