import NoticeBoardKit
import TerminalSupport

extension Frame {
    /// The width of a post's lines, limited to 96 columns to keep them readable.
    package var postColumns: Int { max(min(size.columns - 4, 96), 2) }

    func postLines(rows: Int) -> [StyledLine] {
        let page = state.page
        guard let layout = state.layout else { return [] }
        var lines = layout.lines.dropFirst(min(state.view.postTop, max(layout.lines.count - rows, 0))).prefix(rows).map {
            StyledLine("  ") + $0
        }
        let room = rows - lines.count
        if let placeholder = placeholderLines(page.display, empty: page.emptyText, columns: size.columns, rows: room), room > 0 {
            lines += placeholder.prefix(room)
        }
        return lines
    }

    var postHeading: StyledLine {
        StyledLine(" \(state.page.board?.name ?? state.list.title)", Theme.heading)
    }

    var postPosition: String {
        guard let place = state.page.indexInList else { return "" }
        return "\(place + 1)/\(state.page.total ?? place + 1) "
    }
}
