import NoticeBoardTesting

/// What the day is like at the built-in simulator, so that a person can watch what becomes of a screen.
package struct Weather: Sendable {
    /// As `--help` tells it.
    package static let help = """
          --weather KINDS    how the simulator fares, any of slow, flaky, busy and expiring with commas between: answers take
                             their time, some fail, posts arrive while one reads, the token expires after a while
        """

    private let kinds: Set<String>
    private let seed: UInt64

    package init(_ text: String?, seed: UInt64) throws(Failure) {
        self.seed = seed
        kinds = Set((text ?? "").split(separator: ",").map(String.init))
        guard text?.isEmpty != true, kinds.isSubset(of: ["slow", "flaky", "busy", "expiring"]) else {
            throw Failure(.usage, "--weather must be some of slow, flaky, busy and expiring, with commas between.")
        }
    }

    package var simulated: SimulatedWeather {
        var faults = FaultTransport.Faults()
        if kinds.contains("slow") { faults.latency = 0.4...1.5 }
        if kinds.contains("flaky") { (faults.failures, faults.refusals) = (0.2, 0.1) }
        return SimulatedWeather(seed: seed, faults: faults, arrivals: kinds.contains("busy") ? 0.7 : 0)
    }

    /// Whether each failure is to be seen, and not only that which several attempts have in common.
    package var isFlaky: Bool { kinds.contains("flaky") }

    /// For how many calls a token is good.
    package var tokenLife: Int? { kinds.contains("expiring") ? 6 : nil }
}
