import NoticeBoardPaging

/// How a trace writes lists, positions and answers.
extension Feed<Row> {
    /// The rows with their versions, the gaps (`|`, `|…` loading, `|!` failed), and what else the state says.
    var listText: String {
        let rows = state.entries.map { entry in
            switch entry {
            case .item(let row): row.version == 0 ? "\(row.id)" : "\(row.id)'\(row.version)"
            case .gap(let gap): "|" + Self.mark(of: state.gapPhases[gap] ?? .idle)
            }
        }
        return rows.joined(separator: " ") + "   " + facts.joined(separator: " ")
    }

    private static func mark(of phase: LoadPhase) -> String {
        if phase.failure != nil { return "!" }
        return phase.isLoading ? "…" : ""
    }

    private var facts: [String] {
        var facts = ["total \(state.total.text)"]
        if let end = state.end { facts.append("end \(end)") }
        if state.newItemCount > 0 { facts.append("new \(state.newItemCount)") }
        if state.isStale { facts.append("stale") }
        if !state.isLoaded { facts.append("unloaded") }
        for (name, phase) in [("refresh", state.refresh), ("older", state.older), ("reread", state.reread)] where phase != .idle {
            facts.append("\(name) \(phase.failure.map { "failed(\($0.code.rawValue))" } ?? "loading")")
        }
        if let anchor { facts.append("anchor \(anchor)") }
        if state.hiddenCount > 0 { facts.append("hidden \(state.hiddenCount)") }
        return facts
    }
}

extension PagePosition? {
    var text: String {
        switch self {
        case nil: "first"
        case .offset(let offset): "offset(\(offset))"
        case .page(let number): "page(\(number))"
        case .cursor(let cursor): "cursor(after \((ServiceCursor(cursor)?.row).text))"
        }
    }
}

extension Answer {
    /// The text of the answer; `now` is the service's moment of its delivery.
    func text(at now: Int) -> String {
        if let failure { return "fails \(failure.code.rawValue)" }
        var text = "\(rows.map(\.id))"
        if rows.contains(where: { $0.version > 0 }) { text += " versions \(rows.map(\.version))" }
        text += next == nil ? " no next" : " next \(next.text)"
        text += " total \(total.text)"
        if isStoredCopy { text += " FROM THE DEVICE" }
        if moment < now { text += " (as of change \(moment), now \(now))" }
        return text
    }
}
