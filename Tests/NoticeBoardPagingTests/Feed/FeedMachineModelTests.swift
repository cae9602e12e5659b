import NoticeBoardTesting
import Testing

/// Random sequences of events against a list that changes, and what must hold after each.
@Suite("FeedMachine: random events", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct FeedMachineModelTests {
    @Test("Whatever happens, in whatever order: nothing twice, nothing stale, nothing lost") func sequences() async {
        let trials = RandomTrials()
        let count = trials.count(600)
        let workers = 4
        let (counts, misplaced) = await withTaskGroup(of: (FeedPlayer.Counts, [UInt64]).self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var (counts, misplaced) = (FeedPlayer.Counts(), [UInt64]())
                    for number in stride(from: worker, to: count, by: workers) {
                        var player = FeedPlayer(trials.seed &+ UInt64(number))
                        player.play()
                        #expect(player.complaints.isEmpty, "\(Self.story(trials.seed &+ UInt64(number)))")
                        counts = counts + player.counts
                        if player.isMisplaced { misplaced.append(trials.seed &+ UInt64(number)) }
                    }
                    return (counts, misplaced)
                }
            }
            return await group.reduce((FeedPlayer.Counts(), [])) { ($0.0 + $1.0, $0.1 + $1.1) }
        }
        print("random feeds: \(trials), \(count) sequences, \(counts)")
        withKnownIssue(
            "Reading on from further up puts rows that it meets there at the end, once in 10,000 sequences", isIntermittent: true
        ) {
            #expect(misplaced.isEmpty, "\(misplaced)")
        }
        #expect(misplaced.count <= 1 + count / 2_000, "\(misplaced)")
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
