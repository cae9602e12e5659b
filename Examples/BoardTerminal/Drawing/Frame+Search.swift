import NoticeBoardKit
import TerminalSupport

extension Frame {
    /// How many lines a hit takes: a second one shows the snippet if the contents were searched.
    package var rowsPerHit: Int { [.all, .contents].contains(state.search.query?.target ?? .all) ? 2 : 1 }

    var searchHeading: StyledLine {
        let search = state.search
        if !state.view.isTyping, search.title != nil, let query = search.query {
            let label = query.target.label(in: search.language)
            var line = StyledLine(" ") + StyledLine(label, Theme.heading) + StyledLine(" : ", Theme.faint)
            line.append(query.keyword, Theme.bold)
            if search.results.isLoaded {
                line.append("  " + words.hits(search.results.items.count, of: search.results.total), Theme.faint)
            }
            return line
        }
        let lead = StyledLine(" \(words.search): ", Theme.heading)
        if state.view.field.text.isEmpty {
            return lead + state.view.field.line(width: 2) + StyledLine(search.placeholder, Theme.faint)
        }
        return lead + state.view.field.line(width: max(size.columns - lead.columns - 8, 4), Theme.bold)
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
        if let placeholder = placeholderLines(search.display, empty: search.emptyText, columns: size.columns, rows: rows) {
            return placeholder
        }
        let all = state.searchRows
        let heads = rows > 3 ? [StyledLine("  \(heading)", Theme.faint)] : []
        let window = state.view.row.window(of: all.count, height: rows - heads.count)
        return heads
            + window.map { index in
                let row = all[index]
                var line = StyledLine("   \(row.label) : ", row.kind == .earlier ? Theme.faint : Theme.heading)
                line.append(Theme.text(row.keyword, marked: row.highlights))
                if row.isPinned { line.append(" ★ \(words.pinned)", Theme.badge) }
                return rowLine(line, isSelected: state.view.isBelowField && index == state.view.row.index, columns: size.columns)
            }
    }

    /// How many earlier searches or suggestions fit on the screen.
    package var visibleSearchRows: Int { bodyRows - (bodyRows > 3 ? 1 : 0) }

    private func hitLines(rows: Int) -> [StyledLine] {
        let search = state.search
        if let placeholder = placeholderLines(search.results.display, empty: search.emptyText, columns: size.columns, rows: rows)
        {
            return placeholder
        }
        let table = PostTable(columns: size.columns, words: words)
        let hits = search.hits
        return state.view.hit.window(of: hits.count, height: max(rows / rowsPerHit, 1)).flatMap { index in
            let row = hits[index]
            let isSelected = !state.view.isTyping && index == state.view.hit.index
            let line = rowLine(dimmed(table.line(row)), isSelected: isSelected, columns: size.columns)
            return rowsPerHit == 1 ? [line] : [line, dimmed(table.snippet(row))]
        }
    }

    /// Returns a line faint if the results belong to an earlier text than the field's.
    private func dimmed(_ line: StyledLine) -> StyledLine {
        state.search.showsPreviousResults ? line.styled { $0.isFaint = true } : line
    }
}
