public import NoticeBoardHTTP

extension FaultTransport {
    /// What may happen to a request, and how often.
    ///
    /// Rates go from 0, never, to 1, always. Of the first four at most one befalls a request; where their sum passes 1, those
    /// named first have their share first.
    public struct Faults: Sendable, Hashable {
        /// How often the host refuses the connection: nothing is sent.
        public var refusals: Double
        /// How often the request is lost: it reaches nobody.
        public var lostRequests: Double
        /// How often the answer is lost: the request was answered, and nobody will know.
        public var lostAnswers: Double
        /// How often the server fails: an answer with ``failureStatus``, without asking the transport behind.
        public var failures: Double
        /// The status of such an answer.
        public var failureStatus: HTTPStatus
        /// How often an answer is held back until that of another request under way has gone before it.
        public var reordering: Double
        /// How many seconds a request takes before anything else happens to it.
        public var latency: ClosedRange<Double>

        /// Faults; none unless they are named.
        public init(
            refusals: Double = 0, lostRequests: Double = 0, lostAnswers: Double = 0, failures: Double = 0,
            failureStatus: HTTPStatus = 503, reordering: Double = 0, latency: ClosedRange<Double> = 0...0
        ) {
            self.refusals = refusals
            self.lostRequests = lostRequests
            self.lostAnswers = lostAnswers
            self.failures = failures
            self.failureStatus = failureStatus
            self.reordering = reordering
            self.latency = latency
        }

        /// Each number draws the same three times, so that changing one rate moves no other fault.
        func fate(ofRequest number: Int, seed: UInt64) -> Fate {
            var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0x9E6C_63D0_676A_9A99))
            var draw = random.unit()
            let part = random.unit()
            let isHeldBack = random.unit() < reordering
            let latency = latency.lowerBound + part * (latency.upperBound - latency.lowerBound)
            for (rate, ending) in [
                (refusals, Fate.Ending.refused), (lostRequests, .requestLost), (lostAnswers, .answerLost), (failures, .failed),
            ] {
                if draw < rate { return Fate(ending: ending, latency: latency, isHeldBack: isHeldBack) }
                draw -= max(rate, 0)
            }
            return Fate(ending: .passes, latency: latency, isHeldBack: isHeldBack)
        }
    }

    /// What happens to one request.
    package struct Fate: Sendable, Hashable {
        /// How a request ends.
        package enum Ending: Sendable, Hashable {
            /// It reaches the transport behind, and the answer comes back.
            case passes
            /// The host refuses the connection.
            case refused
            /// It reaches nobody.
            case requestLost
            /// It is answered, and the answer does not come back.
            case answerLost
            /// The server fails.
            case failed
        }

        /// How it ends.
        package let ending: Ending
        /// How many seconds pass before.
        package let latency: Double
        /// Whether its answer lets another go before it.
        package let isHeldBack: Bool
    }

    /// What was done so far.
    public struct Counts: Sendable, Hashable {
        /// Requests that came.
        public var requests = 0
        /// Those that took time.
        public var delayed = 0
        /// Those whose connection was refused.
        public var refused = 0
        /// Those that reached nobody.
        public var lostRequests = 0
        /// Those whose answer was lost.
        public var lostAnswers = 0
        /// Those answered with a failure.
        public var failed = 0
        /// Those whose answer had to wait for another's.
        public var heldBack = 0
        /// Those whose answer another's overtook.
        public var reordered = 0

        /// Nothing was done.
        public init() {}
    }
}
