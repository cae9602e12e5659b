import NoticeBoardKit
import TerminalSupport

/// What the keys do.
extension Browser {
    package func press(_ key: Key) -> Outcome {
        view.message = nil
        switch key {
        case .control("c"): return .interrupt
        case .control("z"): return .suspend
        case .control("l"): return .redraw
        default: break
        }
        if view.showsHelp { return pressInHelp(key) }
        if view.place == .search, view.isTyping { return typed(key) }
        switch key {
        case .text("q"): return .quit
        case .text("?"): (view.showsHelp, view.helpTop) = (true, 0)
        case .text("/"): beginSearch()
        case .text("r"): retryOrRefresh()
        case .text("s"): signIn()
        case .text("m"): readAll()
        case _ where view.place == .post: pressInPost(key)
        default: pressInList(key)
        }
        return .goOn
    }

    private func pressInHelp(_ key: Key) -> Outcome {
        switch key {
        case .text("q"): return .quit
        case .down, .text("j"): view.helpTop += 1
        case .up, .text("k"): view.helpTop = max(view.helpTop - 1, 0)
        default: view.showsHelp = false
        }
        return .goOn
    }

    private func pressInList(_ key: Key) {
        stopLoadingAll()
        switch key {
        case .up, .text("k"): move(by: -1)
        case .down, .text("j"): move(by: 1)
        case .pageUp: move(by: -rowsInSight)
        case .pageDown, .text(" "): move(by: rowsInSight)
        case .home, .text("g"): toStart()
        case .end, .text("G"): toEnd()
        case .enter, .right, .text("l"): openRow()
        case .text("b"), .tab, .backTab, .left, .text("h"), .escape, .backspace: back(key)
        default: break
        }
    }

    // MARK: - Moving

    private func move(by rows: Int) {
        switch view.place {
        case .menu: view.board.move(by: rows)
        case .list: view.post.move(by: rows)
        case .search: view.hit.move(by: abs(rows) > 1 ? rows / 2 : rows)
        case .post: break
        }
    }

    private func toStart() {
        switch view.place {
        case .menu: view.board.moveToStart()
        case .list: view.post.moveToStart()
        case .search: view.hit.moveToStart()
        case .post: break
        }
    }

    /// To the end of what there is, which may have to be loaded first; whatever is pressed meanwhile ends that.
    private func toEnd() {
        switch view.place {
        case .menu: view.board.followsEnd = true
        case .list:
            view.post.followsEnd = true
            list.loadAll()
        case .search:
            view.hit.followsEnd = true
            search.loadAll()
        case .post: break
        }
    }

    private func stopLoadingAll() {
        if list.state.feed.isLoadingAll { list.stopLoadingAll() }
        if search.state.results.isLoadingAll { search.stopLoadingAll() }
        view.board.followsEnd = false
        view.post.followsEnd = false
        view.hit.followsEnd = false
    }

    private func openRow() {
        follow()
        switch view.place {
        case .menu:
            if let board = view.board.id { menu.select(board) }
            view.place = .list
        case .list, .search, .post: openPost()
        }
    }

    private func back(_ key: Key) {
        switch view.place {
        case .menu: if key != .left, key != .text("h") { view.place = .list }
        case .list:
            view.place = .menu
            let open = menu.state.selection.board?.id
            if let place = menu.state.rows.firstIndex(where: { $0.id == open }) { view.board.move(to: place) }
        case .search: endSearch()
        case .post: closePost()
        }
    }

    // MARK: - What failed

    private func retryOrRefresh() {
        stopLoadingAll()
        switch view.place {
        case .post: if page.state.failure != nil { page.next() }
        case .menu: menu.state.boards.failure == nil ? menu.refresh() : menu.retry()
        case .list:
            if menu.state.boards.failure != nil { menu.retry() }
            if list.state.feed.failure != nil { list.retry() } else { list.refresh() }
        case .search:
            if search.state.results.failure != nil || search.state.historyFailure != nil {
                search.retry()
            } else {
                search.refresh()
            }
        }
    }

    private func readAll() {
        if view.place == .menu { marks.readAll() } else if let board = app.selection.board { marks.readAll(on: board.id) }
    }

    private func signIn() {
        guard let signIn = parts.signIn, state.failure?.remedy == .signInAgain else { return }
        signIn()
        view.message = Words(parts.language).signedIn
        if menu.state.boards.failure != nil { menu.retry() }
        if list.state.feed.failure != nil { list.retry() }
        if search.state.results.failure != nil { search.retry() }
        if page.state.failure != nil { page.next() }
    }
}
