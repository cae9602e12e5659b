import NoticeBoardKit
import TerminalSupport

extension Frame {
    func menuLines(rows: Int, columns: Int) -> [StyledLine] {
        let menu = state.menu
        if let lines = placeholderLines(menu.display, empty: menu.emptyText, columns: columns, rows: rows) { return lines }
        let all = menu.rows
        return state.view.board.window(of: all.count, height: rows).map { index in
            let row = all[index]
            var line = StyledLine(row.isSelected ? " ›" : "  ", Theme.heading)
            line.append(" " + row.name, row.isSelected ? Theme.bold : .plain)
            if row.isFavorite { line.append(" ★", Theme.badge) }
            if row.hasNewPosts { line.append(row.newCount > 0 ? " ●\(row.newCount)" : " ●", Theme.new) }
            return rowLine(line, isSelected: state.view.pane == .menu && index == state.view.board.index, columns: columns)
        }
    }

    func listLines(rows: Int) -> [StyledLine] {
        let list = state.list
        let columns = listColumns
        // Without boards there is no board to open, so show why the menu is empty.
        let display = list.board == nil && state.menu.display != .items ? state.menu.display : list.display
        if let lines = placeholderLines(display, empty: list.emptyText, columns: columns, rows: rows) { return lines }
        let table = PostTable(columns: columns, words: words)
        let entries = list.feed.entries
        return state.view.post.window(of: entries.count, height: rows).map { index in
            let line =
                switch entries[index] {
                case .item(let post): table.line(list.builder.row(of: post))
                case .gap(let gap): gapLine(gap)
                }
            return rowLine(line, isSelected: state.view.pane == .list && index == state.view.post.index, columns: columns)
        }
    }

    /// Returns the row of a gap: how many posts are missing, or how its load goes.
    private func gapLine(_ gap: PageGap<Post.ID>) -> StyledLine {
        let feed = state.list.feed
        let phase = feed.gapPhases[gap] ?? .idle
        if let failure = phase.failure {
            return StyledLine("   ✗ ", Theme.failure) + StyledLine(failure.text(in: state.language))
        }
        if phase.isLoading { return StyledLine("   ⋮ \(words.loading)", Theme.faint) }
        return StyledLine("   ⋮ \(words.gap(feed.gapSizes[gap]))", Theme.faint)
    }

    /// Returns the lines to draw instead of rows: none while loading, a text for an empty list, or the failure and its remedy.
    ///
    /// Returns `nil` if there are rows.
    func placeholderLines(_ display: FeedDisplay, empty: String?, columns: Int, rows: Int) -> [StyledLine]? {
        let width = max(columns - 4, 2)
        var lines: [StyledLine]
        switch display {
        case .items: return nil
        case .placeholder: return []
        case .empty: lines = Wrapping.lines(of: empty ?? "", width: width)
        case .failure(let failure):
            lines = Wrapping.lines(of: failure.text(in: state.language), width: width, Theme.failure)
            let remedy = failure.remedy == .signInAgain ? nil : failure.remedy.text(in: state.language)
            for line in [remedy, words.hint(failure)].compactMap(\.self) { lines += Wrapping.lines(of: line, width: width) }
        }
        let above = max((rows - lines.count) / 3, 0)
        return Array(repeating: StyledLine(), count: above) + lines.map { StyledLine("  ") + $0 }
    }

    /// Returns a row cut to the columns; the selected row fills them and is reversed.
    func rowLine(_ line: StyledLine, isSelected: Bool, columns: Int) -> StyledLine {
        isSelected ? line.padded(to: columns).styled { $0.isReversed = true } : line.cut(to: columns)
    }
}

/// Draws each post as one line of columns.
///
/// Narrow windows leave some columns out.
struct PostTable {
    let columns: Int
    let words: Words

    private static let (writer, date, views) = (12, 8, 6)

    func line(_ row: PostRow) -> StyledLine {
        var details = StyledLine()
        if columns >= 56 {
            details.append(
                StyledLine("  ") + Theme.text(row.writer, marked: row.writerHighlights, room: Self.writer).padded(to: Self.writer)
            )
        }
        if columns >= 36 { details.append(StyledLine("  ") + StyledLine(row.date, Theme.faint).padded(to: Self.date)) }
        if columns >= 68 {
            details.append(StyledLine(row.viewCount, Theme.faint).aligned(right: Self.views + 1) + StyledLine(" "))
        }
        var title = StyledLine(row.isNew ? " ● " : "   ", row.isNew ? Theme.new : .plain)
        if let badge = row.badgeText { title.append("[\(badge)] ", Theme.badge) }
        title.append(Theme.text(row.title, marked: row.titleHighlights, room: columns))
        if row.isRead { title = title.styled { ($0.isFaint, $0.isBold) = (true, false) } }
        if row.commentCount > 0 { title.append(" (\(row.commentCount))", Theme.faint) }
        return title.padded(to: max(columns - details.columns, 0)) + details
    }

    /// Returns the part of the contents around the first hit, or an empty line if the contents have none.
    func snippet(_ row: PostRow) -> StyledLine {
        let snippet = row.snippet
        return snippet.ranges.isEmpty
            ? StyledLine() : StyledLine("     ") + Theme.text(snippet.text, marked: snippet.ranges, Theme.faint, room: columns)
    }
}
