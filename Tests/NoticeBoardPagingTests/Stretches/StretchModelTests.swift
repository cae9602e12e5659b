import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Random trials of stretches against a service that is simpler than the list.
@Suite("Stretches: random services", .onOwnThread, .trialLimit(minutes: 3)) struct StretchModelTests {
    @Test("Promises hold after every answer", arguments: StretchKind.all) func promises(kind: StretchKind) {
        let trials = RandomTrials()
        let count = trials.count(30)
        var failed: [UInt64: String] = [:]
        for number in 0..<count {
            let seed = trials.seed &+ UInt64(number)
            var trial = StretchTrial(kind, seed: seed)
            trial.play()
            failed[seed] = trial.complaints.first
        }
        print("stretches \(kind): \(trials), \(failed.count) of \(count) failed")
        #expect(failed.count <= kind.tolerance(of: count), "\(trials) \(kind): \(failed)")
        // Whatever else goes wrong, no row goes that the service has, and none comes twice.
        #expect(!failed.values.contains { $0.contains("is alive") || $0.contains("twice") }, "\(trials) \(kind): \(failed)")
    }

    @Test("An item is found by its ID after any replacements") func labels() {
        let trials = RandomTrials()
        var random = trials.random
        var (list, plain, next) = (LabeledItems<Numbered>(), [Int](), 0)
        for _ in 0..<trials.count(600) {
            let start = random.below(plain.count + 1)
            let range = start..<min(plain.count, start + random.below(6))
            var new = plain[range].filter { _ in random.chance(60) }
            for _ in 0..<random.below(5) {
                new.insert(next, at: random.below(new.count + 1))
                next += 1
            }
            if random.chance(20) { new.reverse() }
            list.replaceSubrange(range, with: new.map { Numbered($0) })
            plain.replaceSubrange(range, with: new)
            #expect(list.map(\.id) == plain, "\(trials)")
            #expect(plain.indices.allSatisfy { list.index(id: plain[$0]) == $0 }, "\(trials)")
        }
        #expect(!list.contains(id: next))
    }
}

extension StretchKind {
    /// How many trials may fail: of stable orders without unreadable elements and pins none, but in a fixed order few.
    fileprivate func tolerance(of count: Int) -> Int {
        switch (order, trouble) {
        case (.moving, _), (_, .quiet), (.newestFirst, .noDeletions), (.newestFirst, .everything): 0
        case (_, .noDeletions), (_, .everything): 1 + count / 50
        case (_, .unreadable), (_, .pinsStay), (_, .pinsTaken): 1 + count / 8
        }
    }
}
