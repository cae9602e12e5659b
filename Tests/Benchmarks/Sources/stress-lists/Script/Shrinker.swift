/// Makes a script smaller as long as it ends with the same class of fault.
@MainActor struct Shrinker {
    private let faultClass: FaultClass
    private(set) var script: Script
    /// The number of scripts that may still be played.
    private var budget = 1_500
    private var hasChanged = false

    init(_ script: Script, keeping faultClass: FaultClass) {
        self.script = script
        self.faultClass = faultClass
    }

    /// Returns the smallest script that was found.
    static func shrink(_ script: Script, keeping faultClass: FaultClass) -> Script {
        var shrinker = Shrinker(script, keeping: faultClass)
        repeat {
            shrinker.hasChanged = false
            shrinker.removeActs()
            shrinker.simplifyActs()
            shrinker.simplifySetup()
        } while shrinker.hasChanged && shrinker.budget > 0
        return shrinker.script
    }

    /// Takes a smaller script if it still has the fault; returns whether it does.
    @discardableResult private mutating func attempt(_ smaller: Script) -> Bool {
        guard smaller != script else { return false }
        budget -= 1
        guard Player.play(smaller).faults.contains(where: { $0.faultClass == faultClass }) else { return false }
        script = smaller
        hasChanged = true
        return true
    }

    /// Removes acts: half of them at once, then a quarter, in the end one at a time.
    private mutating func removeActs() {
        var size = max(script.acts.count / 2, 1)
        while size > 0 {
            var index = 0
            while index < script.acts.count {
                var smaller = script
                smaller.acts.removeSubrange(index..<min(index + size, script.acts.count))
                if !attempt(smaller) { index += size }
            }
            size /= 2
        }
    }

    private mutating func simplifyActs() {
        for index in script.acts.indices {
            let act = script.acts[index]
            let simplerActs = [
                Act(kind: act.kind),
                Act(kind: act.kind, number: act.number / 2, length: act.length),
                Act(kind: act.kind, number: max(act.number - 1, 0), length: act.length),
                Act(kind: act.kind, number: act.number),
            ]
            for simpler in simplerActs where replace(index, with: simpler) { break }
            if act.kind == .answerAll { replace(index, with: Act(kind: .answer)) }
        }
    }

    @discardableResult private mutating func replace(_ index: Int, with act: Act) -> Bool {
        var simpler = script
        simpler.acts[index] = act
        return attempt(simpler)
    }

    private mutating func simplifySetup() {
        simplify { $0.service.rowCount /= 2 }
        simplify { $0.service.rowCount = max(0, $0.service.rowCount - 1) }
        simplify { $0.refreshPages = 1 }
        simplify { $0.overlap = 0 }
        simplify { $0.service.endsWithEmptyPage = false }
        simplify { $0.service.cursorLoss = .never }
        simplify { $0.service.hasUnevenPages = false }
        simplify { $0.service.servesStoredCopy = false }
        simplify { $0.service.total = .exact }
        simplify { $0.service.pageSize = max(2, $0.service.pageSize - 1) }
        simplify { $0.prefetchDistance = 0 }
    }

    private mutating func simplify(_ change: (inout Setup) -> Void) {
        var simpler = script
        change(&simpler.setup)
        attempt(simpler)
    }
}
