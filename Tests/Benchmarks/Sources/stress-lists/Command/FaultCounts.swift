/// How often each class of fault occurred in each kind of list.
struct FaultCounts {
    private var counts: [FaultClass: [ListKind: Int]] = [:]
    private(set) var scriptCount = 0
    private(set) var faultyScriptCount = 0
    private(set) var requestCount = 0
    private(set) var forbiddenCount = 0

    mutating func add(_ outcome: Outcome, of script: Script) {
        scriptCount += 1
        requestCount += outcome.requestCount
        if !outcome.faults.isEmpty { faultyScriptCount += 1 }
        for fault in outcome.faults {
            counts[fault.faultClass, default: [:]][script.setup.kind, default: 0] += 1
            if fault.faultClass.isForbidden(in: script.setup) { forbiddenCount += 1 }
        }
    }

    /// The table: a line for each class, with a column for each order and way of paging, and the habits with the most faults.
    var table: String {
        let columns = RowOrder.allCases.flatMap { order in Paging.allCases.map { ListKind(order: order, paging: $0) } }
        let header = columns.map { "\($0.order)".prefix(6) + " " + "\($0.paging)".prefix(3) }
        var lines = [Self.line("class", header + ["all"], "habits")]
        for (faultClass, kinds) in counts.sorted(by: { $0.key.name < $1.key.name }) {
            let cells = columns.map { column in
                kinds.reduce(0) { $0 + ($1.key.order == column.order && $1.key.paging == column.paging ? $1.value : 0) }
            }
            let numbers = (cells + [kinds.values.reduce(0, +)]).map { $0 == 0 ? "" : "\($0)" }
            lines.append(Self.line(faultClass.name, numbers, Self.habits(kinds)))
        }
        return lines.joined(separator: "\n")
    }

    private static func habits(_ kinds: [ListKind: Int]) -> String {
        let counts = Habit.allCases.map { habit in
            (habit: habit, count: kinds.reduce(0) { $0 + ($1.key.habit == habit ? $1.value : 0) })
        }
        let most = counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(5)
        return most.map { "\($0.habit) \($0.count)" }.joined(separator: ", ")
    }

    private static func line(_ name: String, _ cells: [some StringProtocol], _ rest: String) -> String {
        let padded = cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(1, 44 - name.count)) + padded.joined() + "   " + rest
    }
}
