import NoticeBoardKit
import TerminalSupport

/// The search: its field, what may be searched, what was found.
extension Frame {
    /// How many rows a hit has: one more where its contents were searched.
    package var rowsOfHit: Int { [.all, .contents].contains(state.search.query?.target ?? .all) ? 2 : 1 }

    var searchHeading: StyledLine {
        let search = state.search
        if !state.view.isTyping, search.title != nil, let query = search.query {
            let label = query.target.label(in: search.language)
            var line = StyledLine(" ") + StyledLine(label, Look.heading) + StyledLine(" : ", Look.faint)
            line.append(query.keyword, Look.bold)
            if search.results.isLoaded {
                line.append("  " + words.hits(search.results.items.count, of: search.results.total), Look.faint)
            }
            return line
        }
        let lead = StyledLine(" \(words.search): ", Look.heading)
        if state.view.field.text.isEmpty {
            return lead + state.view.field.line(width: 2) + StyledLine(search.placeholder, Look.faint)
        }
        return lead + state.view.field.line(width: max(size.columns - lead.columns - 8, 4), Look.bold)
    }

    func searchLines(rows: Int) -> [StyledLine] {
        switch state.search.mode {
        case .results: return hitLines(rows: rows)
        case .history: return rowLines(words.recent, rows: rows)
        case .suggestions: return rowLines(words.suggestions, rows: rows)
        }
    }

    private func rowLines(_ heading: String, rows: Int) -> [StyledLine] {
        let search = state.search
        if let instead = instead(search.display, empty: search.emptyText, columns: size.columns, rows: rows) { return instead }
        let all = state.searchRows
        let heads = rows > 3 ? [StyledLine("  \(heading)", Look.faint)] : []
        let window = state.view.row.window(of: all.count, height: rows - heads.count)
        return heads
            + window.map { index in
                let row = all[index]
                var line = StyledLine("   \(row.label) : ", row.isDeletable ? Look.faint : Look.heading)
                line.append(Look.text(row.keyword, marked: row.highlights))
                if row.isPinned { line.append(" ★ \(words.pinned)", Look.badge) }
                return underCursor(line, state.view.isBelowField && index == state.view.row.index, columns: size.columns)
            }
    }

    /// How many rows of the search screen are in sight.
    package var searchRowsInSight: Int { bodyRows - (bodyRows > 3 ? 1 : 0) }

    private func hitLines(rows: Int) -> [StyledLine] {
        let search = state.search
        if let instead = instead(search.results.display, empty: search.emptyText, columns: size.columns, rows: rows) {
            return instead
        }
        let table = PostTable(columns: size.columns, words: words)
        let hits = search.hits
        return state.view.hit.window(of: hits.count, height: max(rows / rowsOfHit, 1)).flatMap { index in
            let row = hits[index]
            let isMeant = !state.view.isTyping && index == state.view.hit.index
            let line = underCursor(dimmed(table.line(row)), isMeant, columns: size.columns)
            return rowsOfHit == 1 ? [line] : [line, dimmed(table.snippet(row))]
        }
    }

    /// What is found is of another search than what is typed.
    private func dimmed(_ line: StyledLine) -> StyledLine { state.search.isBehind ? line.styled { $0.isFaint = true } : line }
}
