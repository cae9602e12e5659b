import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Random sequences of events against a changing list, and the invariants after each.
@Suite("FeedMachine: random events", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct FeedMachineModelTests {
    @Test("Random events leave no duplicate, stale or lost row, apart from rare known cases") func sequences() async {
        let trials = RandomTrials()
        let count = trials.count(200)
        let workers = 4
        let (counts, wrong) = await withTaskGroup(of: (FeedPlayer.Counts, [UInt64]).self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var (counts, wrong) = (FeedPlayer.Counts(), [UInt64]())
                    for number in stride(from: worker, to: count, by: workers) {
                        let seed = trials.seed &+ UInt64(number)
                        var player = FeedPlayer(seed)
                        player.play()
                        counts = counts + player.counts
                        if player.isMisplaced || !player.complaints.isEmpty { wrong.append(seed) }
                    }
                    return (counts, wrong)
                }
            }
            return await group.reduce((FeedPlayer.Counts(), [])) { ($0.0 + $1.0, $0.1 + $1.1) }
        }
        print("random feeds: \(trials), \(count) sequences, \(counts)")
        withKnownIssue(
            """
            Once in 10,000 sequences, with pages of one or two rows: about a page of rows arrives and as many are deleted \
            between two requests, so that the list cannot notice it and shows newer rows below older ones.
            """, isIntermittent: true
        ) {
            for seed in wrong { Issue.record("\(Self.story(seed))") }
        }
        #expect(wrong.count <= 2 + count / 2_000, "\(wrong.map(Self.story))")
        // The generator must have produced the cases that the invariants cover.
        #expect(counts.different * 50 <= counts.compared, "deleted rows stayed after every row appeared")
        if count >= 200 { #expect(counts.all.allSatisfy { $0 > count / 70 }, "\(trials): \(counts)") }
    }

    @Test("A list keeps its invariants without exception", arguments: [FeedPlayer.Changes.none, .withoutDeletions])
    func sound(changes: FeedPlayer.Changes) {
        let trials = RandomTrials()
        for number in 0..<trials.count(60) {
            let seed = trials.seed &+ UInt64(number)
            var player = FeedPlayer(seed, changes)
            player.play()
            #expect(player.complaints.isEmpty, "\(RandomTrials(seed: seed)), changes: \(changes)")
            #expect(!player.isMisplaced, "\(RandomTrials(seed: seed)), changes: \(changes)")
            // Pages without items may use up the requests of a refresh.
            if changes == .none, !player.list.isCapped { #expect(player.counts.gapped == 0, "\(RandomTrials(seed: seed))") }
        }
    }

    @Test("A list that is read upwards keeps its invariants", arguments: [FeedPlayer.Changes.none, .withoutDeletions])
    func upwards(changes: FeedPlayer.Changes) {
        let trials = RandomTrials()
        var counts = FeedPlayer.Counts()
        for number in 0..<trials.count(150, atLeast: 100) {
            let seed = trials.seed &+ UInt64(number)
            var player = FeedPlayer(seed, changes, readsUpwards: true)
            player.play()
            counts = counts + player.counts
            #expect(player.complaints.isEmpty, "\(RandomTrials(seed: seed)), changes: \(changes)")
            #expect(!player.isMisplaced, "\(RandomTrials(seed: seed)), changes: \(changes)")
        }
        #expect(counts.begun > 10)
    }

    @Test("No kind of list shows a row twice or removes a living row", arguments: FeedKind.all)
    func kinds(_ kind: FeedKind) {
        let trials = RandomTrials()
        let count = trials.count(5, atLeast: 2)
        var (counts, lost, twice, others, misplaced) = (FeedPlayer.Counts(), [UInt64](), [UInt64](), [UInt64](), [UInt64]())
        for number in 0..<count {
            let seed = trials.seed &+ UInt64(number)
            var player = FeedPlayer(seed, kind: kind)
            player.play()
            counts = counts + player.counts
            if player.isMisplaced { misplaced.append(seed) }
            guard let complaint = player.complaints.first else { continue }
            if complaint.contains("loses") {
                lost.append(seed)
            } else if complaint.contains("twice") {
                twice.append(seed)
            } else {
                others.append(seed)
                print("other than rows: \(kind), \(seed): \(complaint.prefix(300))")
            }
        }
        print(
            "random lists, \(kind): \(count) seeds from \(trials.seed), alive removed \(lost), twice \(twice),",
            "misplaced \(misplaced.count) \(misplaced.prefix(5)), others \(others.count) \(others.prefix(5)),",
            "compared \(counts.compared), deleted left \(counts.differentBefore) and after a restart \(counts.different),",
            "missing \(counts.incomplete)")
        #expect(lost.isEmpty, "\(kind)")
        #expect(twice.isEmpty, "\(kind)")
        guard [.offsets, .cursors].contains(kind.paging), [.quiet, .withoutDeletions, .everything].contains(kind.events) else {
            return
        }
        #expect(counts.different == 0, "deleted rows stayed after every row appeared: \(kind)")
        #expect(counts.incomplete == 0, "rows were missing after every row appeared: \(kind)")
        #expect(misplaced.isEmpty, "\(kind)")
        #expect(others.isEmpty, "\(kind)")
    }

    /// Seeds of sequences that lost, misplaced or kept rows before the rules were mended.
    private static let mended: [(FeedKind, [UInt64])] = [
        (
            FeedKind(order: .fixed, paging: .offsets, events: .everything),
            [
                6_000_016_784, 6_000_027_568, 6_000_028_769, 6_000_031_299, 6_000_035_250, 6_000_037_924, 6_000_084_060,
                6_000_019_933, 6_200_001_781,
            ]
        ),
        (
            FeedKind(order: .fixed, paging: .offsets, events: .withoutDeletions),
            [6_000_001_355, 6_000_019_583, 6_000_036_427, 6_000_038_150, 6_000_042_898, 6_000_093_475]
        ),
        (
            FeedKind(order: .fixed, paging: .cursors, events: .everything),
            [6_000_031_039, 6_000_032_380, 6_000_038_512, 6_000_041_346, 6_000_065_750, 6_000_086_070, 7_000_010_528]
        ),
        (
            FeedKind(order: .newestFirst, paging: .offsets, events: .everything),
            [6_000_001_728, 6_000_004_473, 6_000_005_646, 6_000_009_675, 6_000_036_202, 6_000_036_773]
        ),
        (FeedKind(order: .newestFirst, paging: .offsets, events: .withoutDeletions), [6_000_086_513]),
        (FeedKind(order: .newestFirst, paging: .cursors, events: .everything), [6_000_006_959]),
        (FeedKind(order: .newestFirst, paging: .offsetsWithoutTotal, events: .everything), [6_000_028_626]),
        (
            FeedKind(order: .fixed, paging: .offsets, events: .undecodable),
            [2_000_000_144, 6_000_000_057, 6_000_000_316, 6_000_000_774, 6_000_000_843, 6_000_001_103]
        ),
        (FeedKind(order: .fixed, paging: .cursors, events: .undecodable), [6_000_000_139]),
        (FeedKind(order: .fixed, paging: .cursors, events: .withoutDeletions), [6_000_079_764]),
        (
            FeedKind(order: .fixed, paging: .cursors, events: .decodableInTurn),
            [6_000_000_138, 6_000_000_485, 6_000_000_598, 6_000_000_842]
        ),
        (
            FeedKind(order: .newestFirst, paging: .cursors, events: .decodableInTurn),
            [6_000_000_039, 6_000_000_068, 6_000_000_088]
        ),
        (FeedKind(order: .newestFirst, paging: .offsets, events: .decodableInTurn), [6_000_000_219, 7_000_004_486]),
        (FeedKind(order: .fixed, paging: .cursors, events: .pins), [3_348_120_009_571_483_356, 4_969_633_788_826_318_957]),
        (FeedKind(order: .moving, paging: .offsets, events: .everything), [6_000_000_150, 6_000_000_276]),
    ]

    @Test("Sequences that failed once stay mended", arguments: mended) func formerFailures(kind: FeedKind, seeds: [UInt64]) {
        for seed in seeds {
            var player = FeedPlayer(seed, kind: kind)
            player.play()
            #expect(player.complaints.isEmpty, "\(kind), \(seed)")
            #expect(!player.isMisplaced, "\(kind), \(seed)")
            #expect(player.counts.different == 0, "\(kind), \(seed)")
            #expect(player.counts.incomplete == 0, "\(kind), \(seed)")
        }
    }

    /// Replays a failed sequence and returns its description.
    private static func story(_ seed: UInt64) -> String {
        var player = FeedPlayer(seed, keepsLog: true)
        player.play()
        return "\(RandomTrials(seed: seed))\n\(player.story)\n\(player.complaints)"
    }
}
