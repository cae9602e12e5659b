/// What changed between two readings of the same page.
struct ExamChanges<ID: Hashable> {
    private(set) var arrivals = 0
    private(set) var deletions = 0
    private(set) var moves = 0
    private(set) var tieMoves = 0
    /// Pages that differ without a reason of their own: those above have grown or shrunk.
    private(set) var shifts = 0

    var isChanging: Bool { arrivals + deletions + moves + tieMoves + shifts > 0 }
    /// Whether items come or go, so that sizes of pages say little.
    var loses: Bool { arrivals + deletions + shifts > 0 }

    /// Compares a page with its first reading.
    mutating func compare(_ before: [ID], _ after: [ID], isFirst: Bool, known: Set<ID>, ranks: [ID: Double]) {
        guard before != after, !before.isEmpty, !after.isEmpty else { return }
        let stayed = Set(before).intersection(after)
        // Another page altogether, as by a cursor that has expired.
        guard !stayed.isEmpty else { return }
        let left = before.filter(stayed.contains)
        let right = after.filter(stayed.contains)
        if left != right { return compareOrder(left, right, ranks) }
        guard isFirst else {
            shifts += 1
            return
        }
        let new = after.prefix { !stayed.contains($0) }
        if !new.isEmpty {
            if new.allSatisfy({ !known.contains($0) }) { arrivals += 1 } else { moves += 1 }
            return
        }
        // Items that followed have moved up.
        let lost = before.filter { !stayed.contains($0) }
        if !lost.isEmpty { deletions += 1 } else { shifts += 1 }
    }

    private mutating func compareOrder(_ left: [ID], _ right: [ID], _ ranks: [ID: Double]) {
        let isTie = zip(left, right).allSatisfy { one, other in
            guard let first = ranks[one], let second = ranks[other] else { return one == other }
            return first == second
        }
        if isTie { tieMoves += 1 } else { moves += 1 }
    }
}
