/// The smallest script of each class and kind, made from those that had a fault.
@MainActor struct SmallestScripts {
    private struct Key: Hashable {
        let faultClass: FaultClass
        let kind: ListKind
    }

    private struct Found {
        let script: Script
        let seed: UInt64

        func isSmaller(than other: Found) -> Bool {
            (script.acts.count, script.setup.service.rowCount) < (other.script.acts.count, other.script.setup.service.rowCount)
        }
    }

    /// The number of scripts of each class and kind that are shrunk; `nil` shrinks one of each class that must not occur.
    private let limit: Int?
    private var shrunkCounts: [Key: Int] = [:]
    private var smallest: [Key: Found] = [:]

    init(limit: Int?) { self.limit = limit }

    mutating func add(_ faults: [Fault], of script: Script, seed: UInt64) {
        for faultClass in faults.map(\.faultClass) {
            let key = Key(faultClass: faultClass, kind: script.setup.kind)
            let count = shrunkCounts[key, default: 0]
            guard count < limit ?? (faultClass.isForbidden(in: script.setup) ? 1 : 0) else { continue }
            shrunkCounts[key] = count + 1
            let found = Found(script: Shrinker.shrink(script, keeping: faultClass), seed: seed)
            if smallest[key].map(found.isSmaller) ?? true { smallest[key] = found }
        }
    }

    func print() {
        for (key, found) in smallest.sorted(by: {
            ($0.key.faultClass.name, $0.key.kind.text) < ($1.key.faultClass.name, $1.key.kind.text)
        }) {
            Swift.print("\n=== \(key.faultClass.name): \(key.kind.text), from seed \(found.seed)\n\(found.script.command)")
            let outcome = Player.play(found.script, isTraced: true)
            Swift.print((outcome.trace.prefix(120) + outcome.faults.map(\.text)).joined(separator: "\n"))
        }
    }
}
