import NoticeBoardPaging

extension LiveScript {
    /// Returns a shorter script with the same fault, from which no step can be left out.
    func shrunk(keeping fault: LivePlayer.Fault) -> LiveScript {
        var best = self
        let isBad = { (script: LiveScript) in LivePlayer.faults(of: script).contains(fault) }
        guard isBad(best) else { return best }
        var former: LiveScript?
        while former != best {
            former = best
            var length = best.steps.count
            while length > 0 {
                var index = 0
                while index < best.steps.count {
                    var shorter = best
                    shorter.steps.removeSubrange(index..<min(index + length, best.steps.count))
                    if isBad(shorter) { best = shorter } else { index += length }
                }
                length /= 2
            }
            for path in [\LiveScript.count, \.prefetchDistance, \.refreshPages, \.pageSize] {
                let least = path == \LiveScript.count ? 0 : path == \LiveScript.pageSize ? 2 : 1
                for value in least..<max(best[keyPath: path], least) {
                    var smaller = best
                    smaller[keyPath: path] = value
                    if isBad(smaller) { best = smaller; break }
                }
            }
            for index in best.steps.indices {
                for step in best.steps[index].simpler {
                    var simpler = best
                    simpler.steps[index] = step
                    if isBad(simpler) { best = simpler; break }
                }
            }
        }
        return best
    }
}

extension LiveScript.Step {
    /// Simpler steps of the same kind, the simplest first.
    fileprivate var simpler: [Self] {
        let sendings = { (sending: LiveScript.Sending) -> [LiveScript.Sending] in
            switch sending {
            case .lost: []
            case .once: [.lost]
            case .twice: [.lost, .once]
            }
        }
        switch self {
        case .insert(let sending): return sendings(sending).map { .insert($0) }
        case .delete(let index, let sending):
            return (0..<index).map { .delete($0, sending) } + sendings(sending).map { .delete(index, $0) }
        case .edit(let index, let sending): return sendings(sending).map { .edit(index, $0) }
        case .deliver(let index): return (0..<index).map { .deliver($0) }
        case .connect(let count): return (0..<count).map { .connect(repeating: $0) }
        case .appear(let index): return (0..<index).map { .appear($0) }
        default: return []
        }
    }
}
