import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What a run found: requests by kind of act, and what did not hold.
struct Ledger {
    /// One act of the user and its requests.
    struct Act {
        let step: Int
        let requests: [String]
    }

    /// Something that did not hold.
    struct Finding {
        let step: Int
        let act: String
        let text: String
        /// The findings with the largest weight are printed.
        var weight = 0
    }

    private(set) var acts: [String: (count: Int, requests: Int, worst: Act)] = [:]
    private(set) var findings: [String: [Finding]] = [:]
    private(set) var counts: [String: Int] = [:]
    private(set) var memory: [(step: Int, megabytes: Int)] = []

    mutating func add(_ kind: String, _ act: Act) {
        var entry = acts[kind] ?? (0, 0, act)
        entry.count += 1
        entry.requests += act.requests.count
        if act.requests.count > entry.worst.requests.count { entry.worst = act }
        acts[kind] = entry
    }

    /// Records that a claim did not hold.
    mutating func fail(_ claim: String, _ finding: Finding) { findings[claim, default: []].append(finding) }
    /// Counts something for the table.
    mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    mutating func measureMemory(_ step: Int) {
        guard let megabytes = Self.residentMegabytes else { return }
        memory.append((step, megabytes))
    }

    /// The memory of this process, or `nil` on systems other than Linux.
    private static var residentMegabytes: Int? {
        #if canImport(Glibc)
            // What was freed is not counted. The header of malloc_trim is not among those that Swift imports.
            if let symbol = dlsym(nil, "malloc_trim") {
                _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
            }
        #endif
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * 4_096 / 1_048_576
    }

    /// Checks that memory is flat: after the first third of the run it grows by less than 40 MB.
    mutating func checkMemory() {
        guard memory.count >= 6, let last = memory.last else { return }
        let early = memory.prefix(memory.count / 3).map(\.megabytes).max() ?? 0
        if last.megabytes > early + 40 {
            fail(
                "memory is flat", Finding(step: last.step, act: "end", text: "\(early) MB early, \(last.megabytes) MB at the end")
            )
        }
    }

    // MARK: - The table

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Prints everything.
    ///
    /// Acts with more than `most` requests are listed with their offsets.
    func print(most: Int) {
        Swift.print(
            padded("act", 22), padded("times", 7), padded("requests", 9), padded("mean", 7), padded("worst", 6), "at step")
        for (kind, entry) in acts.sorted(by: { $0.key < $1.key }) {
            let mean = String(format: "%.1f", Double(entry.requests) / Double(entry.count))
            Swift.print(
                padded(kind, 22), padded("\(entry.count)", 7), padded("\(entry.requests)", 9), padded(mean, 7),
                padded("\(entry.worst.requests.count)", 6), entry.worst.step)
        }
        for (kind, entry) in acts.sorted(by: { $0.key < $1.key }) where entry.worst.requests.count > most {
            Swift.print("worst \(kind), step \(entry.worst.step): \(Self.text(of: entry.worst.requests))")
        }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { Swift.print("\(name): \(count)") }
        if !memory.isEmpty {
            let least = memory.map(\.megabytes).min() ?? 0
            let most = memory.map(\.megabytes).max() ?? 0
            Swift.print(
                "memory: \(memory[0].megabytes) MB first, \(least) to \(most) MB, \(memory[memory.count - 1].megabytes) MB last")
        }
        for (claim, list) in findings.sorted(by: { $0.key < $1.key }) {
            Swift.print("DOES NOT HOLD: \(claim): \(list.count) times")
            for finding in list.enumerated().sorted(by: { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) })
                .prefix(5).map(\.element)
            { Swift.print("    step \(finding.step), \(finding.act): \(finding.text)") }
        }
    }

    /// The offsets of requests, shortened in the middle.
    static func text(of requests: [String]) -> String {
        guard requests.count > 60 else { return requests.joined(separator: ", ") }
        return requests.prefix(40).joined(separator: ", ") + " … " + requests.suffix(15).joined(separator: ", ")
    }
}
