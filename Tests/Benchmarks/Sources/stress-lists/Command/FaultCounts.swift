/// How often each class of fault occurred in each kind of list.
struct FaultCounts {
    private var counts: [FaultClass: [ListKind: Int]] = [:]
    private var forbiddenCounts: [FaultClass: Int] = [:]
    private(set) var scriptCount = 0
    private(set) var faultyScriptCount = 0
    private(set) var requestCount = 0

    var hasForbidden: Bool { !forbiddenCounts.isEmpty }

    mutating func add(_ outcome: Outcome, of script: Script) {
        scriptCount += 1
        requestCount += outcome.requestCount
        if !outcome.faults.isEmpty { faultyScriptCount += 1 }
        for faultClass in outcome.faults.map(\.faultClass) {
            counts[faultClass, default: [:]][script.setup.kind, default: 0] += 1
            if faultClass.isForbidden(in: script.setup) { forbiddenCounts[faultClass, default: 0] += 1 }
        }
    }

    // MARK: - The table

    /// A line for each class, with a column for each order and way of paging, and the habits with the most faults.
    var table: String {
        let columns = RowOrder.allCases.flatMap { order in Paging.allCases.map { ListKind(order: order, paging: $0) } }
        var lines = [
            Self.line("", columns.map { "\($0.order)" } + [""], ""),
            Self.line("class", columns.map { "\($0.paging)" } + ["all"], "habits"),
        ]
        for (faultClass, kinds) in counts.sorted(by: { $0.key.name < $1.key.name }) {
            let cells = columns.map { column in
                Self.sum(kinds) { $0.order == column.order && $0.paging == column.paging }
            }
            let numbers = cells + [Self.sum(kinds) { _ in true }]
            lines.append(Self.line(faultClass.name, numbers.map { $0 == 0 ? "" : "\($0)" }, Self.habits(kinds)))
        }
        for (faultClass, count) in forbiddenCounts.sorted(by: { $0.key.name < $1.key.name }) {
            lines.append("MUST NOT OCCUR: \(faultClass.name): \(count) times")
        }
        return lines.joined(separator: "\n")
    }

    private static func sum(_ kinds: [ListKind: Int], where isCounted: (ListKind) -> Bool) -> Int {
        kinds.filter { isCounted($0.key) }.values.reduce(0, +)
    }

    private static func habits(_ kinds: [ListKind: Int]) -> String {
        let counts = Habit.allCases.map { habit in (habit: habit, count: sum(kinds) { $0.habit == habit }) }
        let most = counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(5)
        return most.map { "\($0.habit) \($0.count)" }.joined(separator: ", ")
    }

    private static func line(_ name: String, _ cells: [String], _ habits: String) -> String {
        let padded = cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(1, 44 - name.count)) + padded.joined() + "   " + habits
    }
}
