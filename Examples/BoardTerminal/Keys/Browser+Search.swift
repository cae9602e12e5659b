import NoticeBoardKit
import TerminalSupport

extension Browser {
    func beginSearch() {
        page.clear()
        view.pane = .search
        (view.isTyping, view.isBelowField) = (true, false)
        view.field = TextField(search.state.text)
        search.begin()
    }

    /// Starts a search from the command line.
    ///
    /// It runs as soon as a board is open.
    package func find(_ keyword: String, _ target: SearchTarget) {
        beginSearch()
        search.setText(keyword)
        view.field = TextField(keyword)
        pendingTarget = target
    }

    func runPendingSearch() {
        guard let target = pendingTarget, view.isTyping else { return }
        pendingTarget = nil
        search.choose(target)
        (view.isTyping, view.isBelowField) = (false, false)
    }

    func endSearch() {
        pendingTarget = nil
        search.end()
        (view.pane, view.isTyping, view.field) = (.list, false, TextField())
        view.hit.moveToStart()
    }

    func pressInField(_ key: Key) -> Outcome {
        switch key {
        case .escape: endSearch()
        case .enter: choose()
        case .down, .tab: moveSelection(by: 1)
        case .up, .backTab: moveSelection(by: -1)
        case .control("d") where view.isBelowField, .delete where view.isBelowField:
            if let row = selectedRow { search.delete(row) }
        case .control("p"): if let row = selectedRow { search.pin(row, !row.isPinned) }
        case .control("r"): search.undo()
        case .control("x"): search.deleteHistory()
        default: edit(key)
        }
        return .handled
    }

    private func edit(_ key: Key) {
        guard view.field.handle(key) else { return }
        view.isBelowField = false
        if view.field.text != search.state.text { search.setText(view.field.text) }
    }

    /// Moves the selection through the rows below the field, and back into the field from the first row.
    private func moveSelection(by rows: Int) {
        if view.isBelowField, view.row.index + rows >= 0 {
            view.row.move(by: rows)
        } else {
            view.isBelowField = rows > 0 && !state.searchRows.isEmpty
            view.row.moveToStart()
        }
    }

    private var selectedRow: SearchRow? {
        view.isBelowField
            ? state.searchRows.first { $0.id == view.row.id } ?? state.searchRows.dropFirst(view.row.index).first : nil
    }

    private func choose() {
        if let row = selectedRow { search.choose(row) } else { search.submit() }
        view.hit.moveToStart()
        view.field = TextField(search.state.text)
        guard search.state.mode == .results else { return }
        (view.isTyping, view.isBelowField) = (false, false)
    }
}
