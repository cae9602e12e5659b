import NoticeBoardTesting
import Testing

/// Random sequences of events against a list that changes, and what must hold after each.
@Suite("FeedMachine: random events", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct FeedMachineModelTests {
    @Test("Whatever happens, in whatever order: nothing twice, nothing stale, nothing lost") func sequences() async {
        let trials = RandomTrials()
        let count = trials.count(600)
        let workers = 4
        let counts = await withTaskGroup(of: FeedPlayer.Counts.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var counts = FeedPlayer.Counts()
                    for number in stride(from: worker, to: count, by: workers) {
                        var player = FeedPlayer(trials.seed &+ UInt64(number))
                        player.play()
                        #expect(player.complaints.isEmpty, "\(Self.story(trials.seed &+ UInt64(number)))")
                        counts = counts + player.counts
                    }
                    return counts
                }
            }
            return await group.reduce(FeedPlayer.Counts(), +)
        }
        print("random feeds: \(trials), \(count) sequences, \(counts)")
        // The generator must have produced what the claims are about.
        if count >= 600 { #expect(counts.all.allSatisfy { $0 > count / 30 }, "\(trials): \(counts)") }
    }

    /// What a sequence that went wrong was like, told by playing it again.
    private static func story(_ seed: UInt64) -> String {
        var player = FeedPlayer(seed, keepsLog: true)
        player.play()
        return "\(RandomTrials(seed: seed))\n\(player.story)\n\(player.complaints)"
    }
}
