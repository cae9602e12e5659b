import NoticeBoardKit
import TerminalSupport

/// The boards and the posts.
extension Frame {
    func menuLines(rows: Int, columns: Int) -> [StyledLine] {
        let menu = state.menu
        if let instead = instead(menu.display, empty: menu.emptyText, columns: columns, rows: rows) { return instead }
        let all = menu.rows
        return state.view.board.window(of: all.count, height: rows).map { index in
            let row = all[index]
            var line = StyledLine(row.isSelected ? " ›" : "  ", Look.heading)
            line.append(" " + row.name, row.isSelected ? Look.bold : .plain)
            if row.isFavorite { line.append(" ★", Look.badge) }
            if row.hasNewPosts { line.append(row.newCount > 0 ? " ●\(row.newCount)" : " ●", Look.new) }
            return underCursor(line, state.view.place == .menu && index == state.view.board.index, columns: columns)
        }
    }

    func listLines(rows: Int) -> [StyledLine] {
        let list = state.list
        let columns = listColumns
        // A failure of the menu leaves nothing that could be opened.
        let display = list.board == nil && menuIsBare ? state.menu.display : list.display
        if let instead = instead(display, empty: list.emptyText, columns: columns, rows: rows) { return instead }
        let table = PostTable(columns: columns, words: words)
        return state.view.post.window(of: list.rows.count, height: rows).map { index in
            underCursor(
                table.line(list.rows[index]), state.view.place == .list && index == state.view.post.index, columns: columns)
        }
    }

    private var menuIsBare: Bool { state.menu.display != .items }

    /// What stands where rows would: nothing is there yet, there are none, or a failure with what helps.
    func instead(_ display: FeedDisplay, empty: String?, columns: Int, rows: Int) -> [StyledLine]? {
        let width = max(columns - 4, 2)
        var lines: [StyledLine]
        switch display {
        case .items: return nil
        case .placeholder: return []
        case .empty: lines = Wrapping.lines(of: empty ?? "", width: width)
        case .failure(let failure):
            lines = Wrapping.lines(of: failure.text(in: state.language), width: width, Look.failure)
            let remedy = failure.remedy == .signInAgain ? nil : failure.remedy.text(in: state.language)
            for line in [remedy, words.hint(failure)].compactMap(\.self) { lines += Wrapping.lines(of: line, width: width) }
        }
        let above = max((rows - lines.count) / 3, 0)
        return Array(repeating: StyledLine(), count: above) + lines.map { StyledLine("  ") + $0 }
    }

    /// The row that is meant is reversed from one end to the other.
    func underCursor(_ line: StyledLine, _ isMeant: Bool, columns: Int) -> StyledLine {
        isMeant ? line.padded(to: columns).styled { $0.isReversed = true } : line.cut(to: columns)
    }
}

/// A post a line, in columns; a narrow window has fewer of them.
struct PostTable {
    let columns: Int
    let words: Words

    private static let (writer, date, views) = (12, 8, 6)

    func line(_ row: PostRow) -> StyledLine {
        var details = StyledLine()
        if columns >= 56 {
            details.append(
                StyledLine("  ") + Look.text(row.writer, marked: row.writerHighlights, room: Self.writer).padded(to: Self.writer))
        }
        if columns >= 36 { details.append(StyledLine("  ") + StyledLine(row.date, Look.faint).padded(to: Self.date)) }
        if columns >= 68 {
            details.append(StyledLine(row.viewCount, Look.faint).aligned(right: Self.views + 1) + StyledLine(" "))
        }
        var title = StyledLine(row.isNew ? " ● " : "   ", Look.new)
        if let badge = row.badgeText { title.append("[\(badge)] ", Look.badge) }
        title.append(Look.text(row.title, marked: row.titleHighlights, room: columns))
        // What was read steps back.
        if row.isRead { title = title.styled { ($0.isFaint, $0.isBold) = (true, false) } }
        if row.commentCount > 0 { title.append(" (\(row.commentCount))", Look.faint) }
        return title.padded(to: max(columns - details.columns, 0)) + details
    }

    /// The place of the contents in which something was found.
    func snippet(_ row: PostRow) -> StyledLine {
        let snippet = row.snippet
        return snippet.ranges.isEmpty
            ? StyledLine() : StyledLine("     ") + Look.text(snippet.text, marked: snippet.ranges, Look.faint, room: columns)
    }
}
