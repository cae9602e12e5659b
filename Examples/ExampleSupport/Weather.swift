import NoticeBoardTesting

/// The conditions that the built-in simulator imitates, from `--weather`.
package struct Weather: Sendable {
    /// The option's entry in `--help`.
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

    /// Whether requests fail at random.
    ///
    /// The client then doesn't retry, so that the user sees every failure.
    package var isFlaky: Bool { kinds.contains("flaky") }

    /// How many calls a token is valid for, or `nil` if it doesn't expire.
    package var tokenLife: Int? { kinds.contains("expiring") ? 6 : nil }
}
