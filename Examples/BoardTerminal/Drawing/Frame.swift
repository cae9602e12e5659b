import NoticeBoardKit
import TerminalSupport

/// A whole screen as lines, made of a state and a size and nothing else.
package struct Frame {
    let state: BrowserState
    let size: WindowSize
    let words: Words

    package init(_ state: BrowserState, in size: WindowSize) {
        (self.state, self.size, words) = (state, size, Words(state.language))
    }

    /// As many lines as the window has rows, none wider than it is.
    package var lines: [StyledLine] {
        let top = size.rows > 2 ? [heading] : []
        let rows = bodyRows
        var body = state.view.showsHelp ? help(rows: rows) : self.body(rows: rows)
        body += Array(repeating: StyledLine(), count: max(rows - body.count, 0))
        return (top + body.prefix(rows) + foot).prefix(size.rows).map { $0.cut(to: size.columns) }
    }

    /// How many rows there are between heading and foot.
    package var bodyRows: Int { max(size.rows - (size.rows > 2 ? 1 : 0) - footRows, 1) }

    private var footRows: Int { size.rows > 6 ? 2 : size.rows > 1 ? 1 : 0 }

    /// Whether the boards stand beside their posts.
    package var hasSidebar: Bool { size.columns >= 84 }

    private static let sidebar = 24

    /// How many columns a list has.
    package var listColumns: Int {
        hasSidebar && ![.search, .post].contains(state.view.place) ? size.columns - Self.sidebar - 1 : size.columns
    }

    // MARK: - Parts

    private func body(rows: Int) -> [StyledLine] {
        switch state.view.place {
        case .search: return searchLines(rows: rows)
        case .post: return postLines(rows: rows)
        case .menu where !hasSidebar: return menuLines(rows: rows, columns: size.columns)
        case .list where !hasSidebar: return listLines(rows: rows)
        default: break
        }
        let (menu, list) = (menuLines(rows: rows, columns: Self.sidebar), listLines(rows: rows))
        return (0..<rows).map { row in
            let left = row < menu.count ? menu[row] : StyledLine()
            let right = row < list.count ? list[row] : StyledLine()
            return left.padded(to: Self.sidebar) + StyledLine("│", Look.faint) + right
        }
    }

    private var heading: StyledLine {
        let (left, right) = headings
        let room = size.columns - right.columns - 1
        return room > 8 ? left.padded(to: room) + StyledLine(" ") + right : left
    }

    private var headings: (StyledLine, StyledLine) {
        if state.view.showsHelp { return (StyledLine(" \(words.help)", Look.heading), StyledLine()) }
        switch state.view.place {
        case .search: return (searchHeading, StyledLine(place(state.view.hit, state.search.results), Look.faint))
        case .post: return (postHeading, StyledLine(postPlace, Look.faint))
        case .menu where !hasSidebar: return (StyledLine(" \(words.boards)", Look.heading), StyledLine())
        default:
            let feed = state.list.feed
            var line = StyledLine(" \(state.list.title.isEmpty ? words.boards : state.list.title)", Look.heading)
            if feed.isLoaded { line.append("  " + words.posts(feed.items.count, of: feed.total), Look.faint) }
            return (line, StyledLine(place(state.view.post, feed), Look.faint))
        }
    }

    private func place(_ cursor: ListCursor<Post.ID>, _ feed: FeedState<Post>) -> String {
        feed.items.isEmpty ? "" : "\(min(cursor.index, feed.items.count - 1) + 1)/\(feed.total ?? feed.items.count) "
    }

    /// The status and the keys; where there is room for one, the status if there is something to say.
    private var foot: [StyledLine] {
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
            let part = StyledLine(" \(key)", Look.key) + StyledLine(" \(does) ", Look.bar)
            if line.columns + part.columns > size.columns { break }
            line.append(part)
        }
        return line
    }

    private func help(rows: Int) -> [StyledLine] {
        let wide = size.columns >= 44
        let lines = words.allKeys.flatMap { key, does -> [StyledLine] in
            let key = StyledLine("  \(key)", Look.key)
            return wide ? [key.padded(to: 22) + StyledLine(does)] : [key, StyledLine("    \(does)")]
        }
        let top = min(state.view.helpTop, max(lines.count - rows, 0))
        return Array(lines[top..<min(top + rows, lines.count)])
    }
}
