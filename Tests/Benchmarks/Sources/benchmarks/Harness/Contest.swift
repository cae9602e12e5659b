import CountedAllocation

/// One way of doing something, and its result: a number that all contenders must share.
struct Contender {
    let name: String
    let run: () -> Int

    init(_ name: String, _ run: @escaping () -> Int) { (self.name, self.run) = (name, run) }
}

/// What a contender needed.
struct Measurement {
    var nanoseconds: [Double] = []
    var allocations = 0
    var result = 0

    var best: Double { nanoseconds.min() ?? .infinity }
    var median: Double { nanoseconds.isEmpty ? .infinity : nanoseconds.sorted()[nanoseconds.count / 2] }
}

/// Several contenders on equal input, in turns, so that what slows the machine for a while slows them all.
struct Contest {
    let contenders: [Contender]
    let rounds: Int

    func measure() -> [Measurement] {
        var measurements = contenders.map { _ in Measurement() }
        let clock = ContinuousClock()
        for round in 0...rounds {
            for (index, contender) in contenders.enumerated() {
                let before = counted_allocations()
                let start = clock.now
                let result = contender.run()
                let duration = start.duration(to: clock.now).components
                let allocations = counted_allocations() - before
                measurements[index].result = result
                measurements[index].allocations = allocations
                // The first round warms caches and lazily made tables.
                if round > 0 || rounds == 0 {
                    let nanoseconds = Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
                    measurements[index].nanoseconds.append(nanoseconds)
                }
            }
        }
        return measurements
    }
}
