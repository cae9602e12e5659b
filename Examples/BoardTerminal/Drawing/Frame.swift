import NoticeBoardKit
import TerminalSupport

/// Renders a state as the lines of a window, without side effects.
package struct Frame {
    let state: BrowserState
    let size: WindowSize
    let words: Words

    package init(_ state: BrowserState, in size: WindowSize) {
        (self.state, self.size, words) = (state, size, Words(state.language))
    }

    /// One line for each row of the window, cut to its width.
    package var lines: [StyledLine] {
        let top = size.rows > 2 ? [heading] : []
        let rows = bodyRows
        var body = state.view.showsHelp ? help(rows: rows) : self.body(rows: rows)
        body += Array(repeating: StyledLine(), count: max(rows - body.count, 0))
        return (top + body.prefix(rows) + footer).prefix(size.rows).map { $0.cut(to: size.columns) }
    }

    /// How many rows there are between the heading and the footer.
    package var bodyRows: Int { max(size.rows - (size.rows > 2 ? 1 : 0) - footRows, 1) }

    private var footRows: Int { size.rows > 6 ? 2 : size.rows > 1 ? 1 : 0 }

    /// Whether the window is wide enough to show the boards beside the posts.
    package var hasSidebar: Bool { size.columns >= 84 }

    private static let sidebarColumns = 24

    /// The width of the list of posts.
    package var listColumns: Int {
        hasSidebar && ![.search, .post].contains(state.view.pane) ? size.columns - Self.sidebarColumns - 1 : size.columns
    }

    // MARK: - Parts

    private func body(rows: Int) -> [StyledLine] {
        switch state.view.pane {
        case .search: return searchLines(rows: rows)
        case .post: return postLines(rows: rows)
        case .menu where !hasSidebar: return menuLines(rows: rows, columns: size.columns)
        case .list where !hasSidebar: return listLines(rows: rows)
        default: break
        }
        let (menu, list) = (menuLines(rows: rows, columns: Self.sidebarColumns), listLines(rows: rows))
        return (0..<rows).map { row in
            let left = row < menu.count ? menu[row] : StyledLine()
            let right = row < list.count ? list[row] : StyledLine()
            return left.padded(to: Self.sidebarColumns) + StyledLine("│", Theme.faint) + right
        }
    }

    private var heading: StyledLine {
        let (left, right) = headings
        let room = size.columns - right.columns - 1
        return room > 8 ? left.padded(to: room) + StyledLine(" ") + right : left
    }

    private var headings: (StyledLine, StyledLine) {
        if state.view.showsHelp { return (StyledLine(" \(words.help)", Theme.heading), StyledLine()) }
        switch state.view.pane {
        case .search: return (searchHeading, StyledLine(position(state.view.hit, state.search.results), Theme.faint))
        case .post: return (postHeading, StyledLine(postPosition, Theme.faint))
        case .menu where !hasSidebar: return (StyledLine(" \(words.boards)", Theme.heading), StyledLine())
        default:
            let feed = state.list.feed
            var line = StyledLine(" \(state.list.title.isEmpty ? words.boards : state.list.title)", Theme.heading)
            if feed.isLoaded { line.append("  " + words.posts(feed.items.count, of: feed.total), Theme.faint) }
            if let date = feed.storedAt {
                line.append("  " + words.stored(state.list.builder.style.date.text(date)), Theme.stored)
            }
            return (line, StyledLine(listPosition, Theme.faint))
        }
    }

    /// The selected row's position among all posts, which counts those that are missing in gaps above.
    private var listPosition: String {
        let feed = state.list.feed
        guard !feed.items.isEmpty else { return "" }
        let above = feed.entries.prefix(state.view.post.index + 1).reduce(0) { count, entry in
            switch entry {
            case .item: count + 1
            case .gap(let gap): count + (feed.gapSizes[gap] ?? 0)
            }
        }
        return "\(above)/\(feed.total ?? feed.items.count) "
    }

    private func position(_ cursor: ListCursor<Post.ID>, _ feed: FeedState<Post>) -> String {
        feed.items.isEmpty ? "" : "\(min(cursor.index, feed.items.count - 1) + 1)/\(feed.total ?? feed.items.count) "
    }

    /// The status and the keys.
    ///
    /// If there is room for only one line, the status has precedence unless it is empty.
    private var footer: [StyledLine] {
        let status = Status(state: state, words: words).line(columns: size.columns)
        switch footRows {
        case 0: return []
        case 1: return [status.columns > 0 ? status : keys]
        default: return [status, keys]
        }
    }

    private var keys: StyledLine {
        var line = StyledLine()
        for (key, does) in words.keys(state) {
            let part = StyledLine(" \(key)", Theme.key) + StyledLine(" \(does) ", Theme.bar)
            if line.columns + part.columns > size.columns { break }
            line.append(part)
        }
        return line
    }

    private func help(rows: Int) -> [StyledLine] {
        let wide = size.columns >= 44
        let lines = words.allKeys.flatMap { key, does -> [StyledLine] in
            let key = StyledLine("  \(key)", Theme.key)
            return wide ? [key.padded(to: 22) + StyledLine(does)] : [key, StyledLine("    \(does)")]
        }
        let top = min(state.view.helpTop, max(lines.count - rows, 0))
        return Array(lines[top..<min(top + rows, lines.count)])
    }
}
