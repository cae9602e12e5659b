import NoticeBoardKit
import TerminalSupport

extension Browser {
    /// Handles a key and returns what the caller has to do about it.
    package func press(_ key: Key) -> Outcome {
        view.message = nil
        switch key {
        case .control("c"): return .interrupt
        case .control("z"): return .suspend
        case .control("l"): return .redraw
        default: break
        }
        if view.showsHelp { return pressInHelp(key) }
        if view.pane == .search, view.isTyping { return pressInField(key) }
        switch key {
        case .text("q"): return .quit
        case .text("?"): (view.showsHelp, view.helpTop) = (true, 0)
        case .text("/"): beginSearch()
        case .text("r"): retryOrRefresh()
        case .text("s"): signIn()
        case .text("m"): readAll()
        case _ where view.pane == .post: pressInPost(key)
        default: pressInList(key)
        }
        return .handled
    }

    private func pressInHelp(_ key: Key) -> Outcome {
        switch key {
        case .text("q"): return .quit
        case .down, .text("j"): view.helpTop += 1
        case .up, .text("k"): view.helpTop = max(view.helpTop - 1, 0)
        default: view.showsHelp = false
        }
        return .handled
    }

    private func pressInList(_ key: Key) {
        stopLoadingAll()
        switch key {
        case .up, .text("k"): move(by: -1)
        case .down, .text("j"): move(by: 1)
        case .pageUp: move(by: -visibleRows)
        case .pageDown, .text(" "): move(by: visibleRows)
        case .home, .text("g"): moveToStart()
        case .end, .text("G"): moveToEnd()
        case .enter, .right, .text("l"): openRow()
        case .text("b"), .tab, .backTab, .left, .text("h"), .escape, .backspace: back(key)
        default: break
        }
    }

    // MARK: - Moving

    private func move(by rows: Int) {
        switch view.pane {
        case .menu: view.board.move(by: rows)
        case .list: view.post.move(by: rows)
        case .search: view.hit.move(by: abs(rows) > 1 ? rows / 2 : rows)
        case .post: break
        }
    }

    private func moveToStart() {
        switch view.pane {
        case .menu: view.board.moveToStart()
        case .list: view.post.moveToStart()
        case .search: view.hit.moveToStart()
        case .post: break
        }
    }

    /// Moves to the end and loads all pages to get there.
    ///
    /// The next key in a list cancels the loading.
    private func moveToEnd() {
        switch view.pane {
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
        updateCursors()
        switch view.pane {
        case .menu:
            if let board = view.board.id { menu.select(board) }
            view.pane = .list
        case .list, .search, .post: openPost()
        }
    }

    private func back(_ key: Key) {
        switch view.pane {
        case .menu: if key != .left, key != .text("h") { view.pane = .list }
        case .list:
            view.pane = .menu
            let open = menu.state.selection.board?.id
            if let index = menu.state.rows.firstIndex(where: { $0.id == open }) { view.board.move(to: index) }
        case .search: endSearch()
        case .post: closePost()
        }
    }

    // MARK: - Failures and read marks

    private func retryOrRefresh() {
        stopLoadingAll()
        switch view.pane {
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
        if view.pane == .menu { marks.markAllRead() } else if let board = app.selection.board { marks.markAllRead(in: board.id) }
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
