public import NoticeBoardHTTP

extension FaultTransport {
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
        /// The rate of server failures: a response with ``failureStatus``, without calling the wrapped transport.
        public var failures: Double
        /// The status of a failure.
        public var failureStatus: HTTPStatus
        /// The seconds before a request is processed.
        public var latency: ClosedRange<Double>

        /// Creates faults; all rates are 0 by default.
        public init(
            refusals: Double = 0, lostRequests: Double = 0, lostAnswers: Double = 0, failures: Double = 0,
            failureStatus: HTTPStatus = 503, latency: ClosedRange<Double> = 0...0
        ) {
            self.refusals = refusals
            self.lostRequests = lostRequests
            self.lostAnswers = lostAnswers
            self.failures = failures
            self.failureStatus = failureStatus
            self.latency = latency
        }

        /// Every request draws the same two numbers, so changing one rate moves no other fault.
        func fate(ofRequest number: Int, seed: UInt64) -> Fate {
            var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0x9E6C_63D0_676A_9A99))
            var draw = random.unit()
            let latency = latency.lowerBound + random.unit() * (latency.upperBound - latency.lowerBound)
            for (rate, ending) in [
                (refusals, Fate.Ending.refused), (lostRequests, .requestLost), (lostAnswers, .answerLost), (failures, .failed),
            ] {
                if draw < rate { return Fate(ending: ending, latency: latency) }
                draw -= max(rate, 0)
            }
            return Fate(ending: .passes, latency: latency)
        }
    }

    /// The fate of one request.
    struct Fate: Sendable, Hashable {
        /// The outcome of a request.
        enum Ending: Sendable, Hashable {
            /// It reaches the wrapped transport, and the response returns.
            case passes
            /// The host refuses the connection.
            case refused
            /// It does not reach the server.
            case requestLost
            /// It is processed, and the response is lost.
            case answerLost
            /// The server fails.
            case failed
        }

        /// The outcome.
        let ending: Ending
        /// The seconds before it is processed.
        let latency: Double
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
