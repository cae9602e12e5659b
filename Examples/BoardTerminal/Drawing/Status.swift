import NoticeBoardKit
import TerminalSupport

/// Draws the status line: a message, progress, a failure or the number of new posts.
struct Status {
    let state: BrowserState
    let words: Words

    func line(columns: Int) -> StyledLine {
        if let message = state.view.message { return StyledLine(" \(message)") }
        let feed = state.feed
        if state.view.pane == .post { return post }
        if state.isLoadingAll { return progress(feed.progress, columns: columns) }
        if state.isBusy {
            return StyledLine(" \(Theme.spinner(state.view.tick)) ", Theme.heading) + StyledLine(words.loading, Theme.faint)
        }
        if let failure = state.failure, !isShownInBody(failure) { return self.failure(failure) }
        if state.marks.failure != nil { return StyledLine(" ✗ ", Theme.failure) + StyledLine(words.marksAreNotKept) }
        if feed.newItemCount > 0 { return StyledLine(" ▲ " + words.newItemCount(feed.newItemCount), Theme.new) }
        if feed.skipped > 0 { return StyledLine(" " + words.skipped(feed.skipped), Theme.faint) }
        return StyledLine()
    }

    private var post: StyledLine {
        let page = state.page
        if page.post != nil, let failure = page.failure { return self.failure(failure) }
        if page.isLoading {
            return StyledLine(" \(Theme.spinner(state.view.tick)) ", Theme.heading) + StyledLine(words.loading, Theme.faint)
        }
        if let notice = page.bannerText { return StyledLine(" ! \(notice)", Theme.failure) }
        return page.hitText.map { StyledLine(" " + words.hit($0), Theme.marked) } ?? StyledLine()
    }

    /// Whether the failure already fills the screen's body, because there are no rows.
    private func isShownInBody(_ failure: NoticeBoardError) -> Bool {
        switch state.view.pane {
        case .menu: state.menu.display == .failure(failure)
        case .list: state.list.display == .failure(failure)
        case .post: state.page.display == .failure(failure)
        case .search: state.search.display == .failure(failure)
        }
    }

    private func failure(_ failure: NoticeBoardError) -> StyledLine {
        var line = StyledLine(" ✗ ", Theme.failure)
        if state.view.pane == .search, failure == state.search.historyFailure { line.append(words.searchesAreNotKept + " ") }
        line.append(failure.text(in: state.language))
        if failure != state.search.refusal { line.append(" " + words.hint(failure), Theme.faint) }
        return line
    }

    private func progress(_ progress: PageProgress, columns: Int) -> StyledLine {
        let text = words.posts(progress.loaded, of: progress.total)
        var line = StyledLine(" \(Theme.spinner(state.view.tick)) ", Theme.heading)
        let room = min(columns - line.columns - text.columns - 3, 40)
        if let fraction = progress.fraction, room > 4 {
            let filled = min(max(Int(fraction * Double(room)), 0), room)
            line.append(String(repeating: "━", count: filled), Theme.heading)
            line.append(String(repeating: "─", count: room - filled) + " ", Theme.faint)
        }
        return line + StyledLine(text)
    }
}

extension Words {
    /// Returns which key to press after a failure.
    func hint(_ failure: NoticeBoardError) -> String { failure.remedy == .signInAgain ? signInHint : retryHint }
}
