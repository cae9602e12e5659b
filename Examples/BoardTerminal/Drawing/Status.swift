import NoticeBoardKit
import TerminalSupport

/// The one line that says what is going on.
struct Status {
    let state: BrowserState
    let words: Words

    func line(columns: Int) -> StyledLine {
        if let message = state.view.message { return StyledLine(" \(message)") }
        let feed = state.feed
        if state.view.place == .post { return post }
        if state.isLoadingAll { return progress(feed.progress, columns: columns) }
        if state.isBusy {
            return StyledLine(" \(Look.wheel(state.view.tick)) ", Look.heading) + StyledLine(words.loading, Look.faint)
        }
        // Where there is nothing else to be seen, the failure stands in the middle.
        if let failure = state.failure, !isInTheMiddle(failure) { return self.failure(failure) }
        if state.marks.failure != nil { return StyledLine(" ✗ ", Look.failure) + StyledLine(words.marksAreNotKept) }
        if feed.newItemCount > 0 { return StyledLine(" ▲ " + words.newItemCount(feed.newItemCount), Look.new) }
        if feed.skipped > 0 { return StyledLine(" " + words.skipped(feed.skipped), Look.faint) }
        return StyledLine()
    }

    private var post: StyledLine {
        let page = state.page
        if page.post != nil, let failure = page.failure { return self.failure(failure) }
        if page.isWaitingForNext {
            return StyledLine(" \(Look.wheel(state.view.tick)) ", Look.heading) + StyledLine(words.loading, Look.faint)
        }
        if let notice = page.notice { return StyledLine(" ! \(notice)", Look.failure) }
        return page.hitText.map { StyledLine(" " + words.hit($0), Look.marked) } ?? StyledLine()
    }

    private func isInTheMiddle(_ failure: NoticeBoardError) -> Bool {
        switch state.view.place {
        case .menu: state.menu.display == .failure(failure)
        case .list: state.list.display == .failure(failure)
        case .post: state.page.display == .failure(failure)
        case .search: state.search.display == .failure(failure)
        }
    }

    private func failure(_ failure: NoticeBoardError) -> StyledLine {
        var line = StyledLine(" ✗ ", Look.failure)
        if state.view.place == .search, failure == state.search.historyFailure { line.append(words.searchesAreNotKept + " ") }
        line.append(failure.text(in: state.language))
        if failure != state.search.refusal { line.append(" " + words.hint(failure), Look.faint) }
        return line
    }

    private func progress(_ progress: PageProgress, columns: Int) -> StyledLine {
        let text = words.posts(progress.loaded, of: progress.total)
        var line = StyledLine(" \(Look.wheel(state.view.tick)) ", Look.heading)
        let room = min(columns - line.columns - text.columns - 3, 40)
        if let fraction = progress.fraction, room > 4 {
            let filled = min(max(Int(fraction * Double(room)), 0), room)
            line.append(String(repeating: "━", count: filled), Look.heading)
            line.append(String(repeating: "─", count: room - filled) + " ", Look.faint)
        }
        return line + StyledLine(text)
    }
}

extension Words {
    /// Which key helps.
    func hint(_ failure: NoticeBoardError) -> String { failure.remedy == .signInAgain ? signInHint : retryHint }
}
