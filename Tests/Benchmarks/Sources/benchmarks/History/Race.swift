import CountedWrites

/// Ways of doing one thing in turns, each with its preparation outside of the time, and what each wrote and synced.
struct Race {
    struct Lane {
        let name: String
        var prepare: () -> Void = {}
        let run: () -> Int
    }

    struct Outcome {
        var nanoseconds: [Double] = []
        var written = counted_writes()
        var result = 0

        var median: Double { nanoseconds.isEmpty ? .infinity : nanoseconds.sorted()[nanoseconds.count / 2] }
    }

    let lanes: [Lane]
    let rounds: Int

    func run() -> [Outcome] {
        var outcomes = lanes.map { _ in Outcome() }
        let clock = ContinuousClock()
        for round in 0...rounds {
            // Forth and back: what one left to the disk is not always paid by the same other.
            for index in round.isMultiple(of: 2) ? Array(lanes.indices) : lanes.indices.reversed() {
                let lane = lanes[index]
                lane.prepare()
                let before = counted_writes_now()
                let start = clock.now
                let result = lane.run()
                let time = start.duration(to: clock.now).components
                let after = counted_writes_now()
                // The first round warms.
                guard round > 0 else { continue }
                outcomes[index].nanoseconds.append(Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9)
                outcomes[index].written.calls += after.calls - before.calls
                outcomes[index].written.bytes += after.bytes - before.bytes
                outcomes[index].written.syncs += after.syncs - before.syncs
                outcomes[index].result = result
            }
        }
        return outcomes
    }

    /// Prints each lane's median of one thing, and the first as a share of the others.
    ///
    /// `milliseconds` is the goal of the first lane's median itself.
    func report(_ title: String, per count: Int = 1, goals: [Goal?] = [], milliseconds: Goal? = nil) {
        let outcomes = run()
        print("\n\(title); medians of \(rounds) rounds")
        for (index, outcome) in outcomes.enumerated() {
            let things = Double(rounds * count)
            let written = outcome.written
            let each = [written.calls, written.syncs, written.bytes].map { (Double($0) / things).short }
            let isCounted = counted_writes_now().calls >= 0
            let writes = isCounted ? "\(each[0]) writes, \(each[1]) syncs, \(each[2]) bytes" : "not counted here"
            let median = outcome.median / Double(count)
            let goal = index == 0 ? milliseconds.map { $0.verdict(median / 1e6) + " (ms)" } : nil
            line(lanes[index].name, duration(median), writes, goal ?? "")
            if outcome.result != outcomes[0].result {
                print("  DIFFERENT RESULTS: \(lanes[0].name) \(outcomes[0].result), \(lanes[index].name) \(outcome.result)")
            }
            guard index > 0 else { continue }
            let ratio = outcomes[0].median / outcome.median
            let limit = goals.count < index ? nil : goals[index - 1]
            line("  \(lanes[0].name) against it", ratio.short + "×", limit?.verdict(ratio) ?? "")
        }
    }
}

extension Double {
    /// Three digits that matter.
    var short: String { self >= 100 ? "\(Int(rounded()))" : "\((self * 1_000).rounded() / 1_000)" }
}
