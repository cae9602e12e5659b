import NoticeBoardKit
import TerminalSupport

/// The keys of the search.
extension Browser {
    func beginSearch() {
        page.close()
        view.place = .search
        (view.isTyping, view.isBelowField) = (true, false)
        view.field = TextField(search.state.text)
        search.focus()
    }

    /// Begins with what is to be searched; the board may still have to come.
    package func find(_ keyword: String, _ target: SearchTarget) {
        beginSearch()
        search.type(keyword)
        view.field = TextField(keyword)
        wanted = target
    }

    func findWanted() {
        guard let target = wanted, view.isTyping else { return }
        wanted = nil
        search.choose(target)
        (view.isTyping, view.isBelowField) = (false, false)
    }

    func endSearch() {
        wanted = nil
        search.cancel()
        (view.place, view.isTyping, view.field) = (.list, false, TextField())
        view.hit.moveToStart()
    }

    func typed(_ key: Key) -> Outcome {
        switch key {
        case .escape: endSearch()
        case .enter: choose()
        case .down, .tab: below(by: 1)
        case .up, .backTab: below(by: -1)
        case .control("d") where view.isBelowField, .delete where view.isBelowField: if let row = meantRow { search.delete(row) }
        case .control("p"): if let row = meantRow { search.pin(row, !row.isPinned) }
        case .control("r"): search.undo()
        case .control("x"): search.deleteHistory()
        default: edit(key)
        }
        return .goOn
    }

    private func edit(_ key: Key) {
        guard view.field.take(key) else { return }
        view.isBelowField = false
        if view.field.text != search.state.text { search.type(view.field.text) }
    }

    /// Between the field and the rows below it.
    private func below(by rows: Int) {
        if view.isBelowField, view.row.index + rows >= 0 {
            view.row.move(by: rows)
        } else {
            view.isBelowField = rows > 0 && !state.searchRows.isEmpty
            view.row.moveToStart()
        }
    }

    private var meantRow: SearchRow? {
        view.isBelowField
            ? state.searchRows.first { $0.id == view.row.id } ?? state.searchRows.dropFirst(view.row.index).first : nil
    }

    private func choose() {
        if let row = meantRow { search.choose(row) } else { search.submit() }
        view.hit.moveToStart()
        view.field = TextField(search.state.text)
        guard search.state.mode == .results else { return }
        (view.isTyping, view.isBelowField) = (false, false)
    }
}
