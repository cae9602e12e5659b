import NoticeBoardTesting
import Testing

@Suite("RandomTrials", .serialized, .inTurn, .trialLimit(minutes: 1)) struct RandomTrialsTests {
    @Test("Reads seed and effort from the environment") func environment() {
        let trials = RandomTrials(environment: ["NOTICEBOARD_SEED": "18446744073709551615", "NOTICEBOARD_EFFORT": "2.5"])
        #expect(trials == RandomTrials(seed: .max, effort: 2.5))
        #expect(RandomTrials(environment: ["NOTICEBOARD_SEED": "7", "NOTICEBOARD_EFFORT": ""]) == RandomTrials(seed: 7))
    }

    @Test("Creates a random seed if none is set") func madeUp() {
        let seeds = (0..<3).map { _ in RandomTrials(environment: ["NOTICEBOARD_SEED": ""]).seed }
        #expect(Set(seeds).count == 3)
    }

    @Test("A failure's description repeats the run", arguments: [1, 0.25, 10, 1e-3])
    func telling(effort: Double) {
        #expect("\(RandomTrials(seed: 7))" == "NOTICEBOARD_SEED=7")
        let trials = RandomTrials(seed: 1234, effort: effort)
        let received = "\(trials)".split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        #expect(received.first == ["NOTICEBOARD_SEED", "1234"])
        #expect(RandomTrials(environment: Dictionary(uniqueKeysWithValues: received.map { ($0[0], $0[1]) })) == trials)
    }

    @Test(
        "The effort scales the number of trials down to the minimum",
        arguments: [(1.0, 100, 100), (0.255, 25, 30), (10, 1000, 1000), (1e-9, 1, 30), (1e300, Int.max, Int.max)])
    func count(effort: Double, count: Int, atLeast30: Int) {
        let trials = RandomTrials(seed: 1, effort: effort)
        #expect(trials.count(100) == count)
        #expect(trials.count(100, atLeast: 30) == atLeast30)
    }

    #if os(macOS) || os(Linux)
        @Test(
            "An invalid seed or effort traps",
            arguments: [("NOTICEBOARD_SEED", "0x1F"), ("NOTICEBOARD_EFFORT", "0"), ("NOTICEBOARD_EFFORT", "inf")])
        func unreadable(name: String, value: String) async {
            await #expect(processExitsWith: .failure) { [name = name as String, value = value as String] in
                _ = RandomTrials(environment: [name: value])
            }
        }
    #endif
}
