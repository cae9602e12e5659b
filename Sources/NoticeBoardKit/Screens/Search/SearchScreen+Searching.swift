import NoticeBoardBase
import NoticeBoardPaging
public import NoticeBoardSearch

/// Searching: from the text of the field to results.
extension SearchScreen {
    /// Activates the search; call it when the user taps the field.
    ///
    /// Shows the earlier searches, or suggestions if the field has text. Results of a search while typing stay visible.
    public func focus() {
        begin()
        // Another tap loads a history that could not be loaded.
        earlier.follow()
        // Results of a search while typing stay visible: they belong to the text of the field.
        if page.mode != .results || rules.typingDelay == nil || waiting != nil { leaveResults() }
        publish()
    }

    /// Updates the search text; call it whenever the field's text changes.
    public func type(_ text: String) {
        let key = SearchHistoryEntry.Key(text)
        // Text fields also report their text at the end of editing and after the search has ended.
        if !page.isActive, key.keyword.isEmpty || echo == key.hashValue { return }
        let isSame = page.isActive && key == SearchHistoryEntry.Key(page.text)
        page.text = text
        if !isSame {
            begin()
            stopDelay()
            if waiting != nil { leaveResults() }
            if let delay = rules.typingDelay, !key.keyword.isEmpty {
                searchSoon(after: delay)
            } else {
                drop()
            }
        }
        publish()
    }

    /// Searches for the text of the field in ``State/target``.
    ///
    /// That is the last chosen target, or that of the rules after ``cancel()``.
    public func submit() { choose(page.target) }
    /// Searches the text in the fields of a target.
    public func choose(_ target: SearchTarget) { search(page.text, target: target) }
    /// Runs the search of a row of ``State/history`` or ``State/suggestions``.
    public func choose(_ row: SearchRow) { search(row.isDeletable ? row.keyword : page.text, target: row.target) }

    /// Ends the search; the board is shown as before.
    public func cancel() {
        leave()
        publish()
    }

    private func leave() {
        let key = SearchHistoryEntry.Key(page.text)
        if page.isActive || !key.keyword.isEmpty { echo = key.hashValue }
        page.isActive = false
        page.text = ""
        page.target = rules.target
        page.refusal = nil
        earlier.leave()
        stopDelay()
        drop()
    }

    /// Ends the search and forgets the history, at a sign-out.
    func end() {
        leave()
        use(earlier.ended())
    }

    /// The query that a submit would search.
    var typedQuery: SearchQuery? {
        page.selection.board.flatMap { SearchQuery(page.text, target: page.target, in: $0.id) }
    }

    /// The mode without results.
    var modeWithoutResults: Mode { SearchHistoryEntry.Key(page.text).keyword.isEmpty ? .history : .suggestions }

    /// Whether the results were neither loaded nor are loading, because another part canceled the load.
    var isAbandoned: Bool {
        guard waiting == nil, let feed = results?.posts.state else { return false }
        return !feed.isLoading && feed.display == .placeholder
    }

    /// Activates the search.
    private func begin() {
        if !page.isActive { earlier.follow() }
        page.isActive = true
        page.refusal = nil
        echo = nil
    }

    private func leaveResults() { (page.mode, waiting) = (modeWithoutResults, nil) }

    /// Drops the results, and every search that waits.
    private func drop() {
        results = nil
        former = nil
        submitted = nil
        leaveResults()
    }

    private func stopDelay() {
        delay?.cancel()
        delay = nil
    }

    /// Searches the text after a delay, or shows its results if they are there.
    private func searchSoon(after seconds: Double) {
        let query = typedQuery
        if let query, query == results?.query, !isAbandoned { return page.mode = .results }
        if page.mode == .history { page.mode = .suggestions }
        // Results are not replaced by suggestions for an unfinished syllable, unless it stays for a while.
        let isFinished = query?.isFinished == true
        guard isFinished || page.mode == .results else { return }
        let isShort = !isFinished || query.map { $0.keyword.count <= 2 } == true
        delay = Task { [weak self, time] in
            _ = await time.over(isShort ? seconds + 0.2 : seconds)
            if !Task.isCancelled { self?.searchTyped() }
        }
    }

    /// Searches the text, when the last delay is over.
    private func searchTyped() {
        delay = nil
        if let query = typedQuery, query.isFinished { find(query) } else { page.mode = modeWithoutResults }
        publish()
    }

    /// Records and runs a search that the user submitted or chose.
    private func search(_ keyword: String, target: SearchTarget) {
        begin()
        stopDelay()
        let key = SearchHistoryEntry.Key(keyword, target: target)
        (page.text, page.target) = (key.keyword, target)
        if key.keyword.isEmpty {
            drop()
        } else if let query = typedQuery {
            waiting = nil
            earlier.apply(.save(key))
            // The same search again reloads its results.
            let feed = results?.posts.state
            let isAgain = query == submitted && query == results?.query && feed?.isLoaded == true && feed?.failure == nil
            submitted = query
            if isAgain {
                page.mode = .results
                results?.posts.refresh()
            } else {
                find(query)
            }
        } else {
            waiting = key
            showWaiting()
        }
        publish()
    }

    /// Shows why a search waits: the boards are being loaded or could not be loaded, or the user has to choose one.
    private func showWaiting() {
        switch page.selection {
        case .pending, .loading, .failed: (page.mode, page.refusal) = (.results, nil)
        case .nothing, .noBoards, .signedOut, .open:
            page.mode = modeWithoutResults
            page.refusal = NoticeBoardError(.noBoardSelected, "A search needs a board to search on.")
        }
    }

    /// Shows the results of a query, and loads them unless they are loaded or loading.
    ///
    /// Visible results of another query stay until then.
    private func find(_ query: SearchQuery) {
        if former?.query == query { (results, former) = (former, nil) }
        if let results, results.query == query {
            page.mode = .results
            return results.posts.retry()
        }
        former = page.mode == .results && page.results.display == .items ? former ?? results : nil
        page.mode = .results
        open(query)
        former?.posts.close()
    }

    /// Searches on another board: what waited for a board, or the text again.
    func follow(_ selection: BoardSelection.State) {
        let isOther = selection.board?.id != page.selection.board?.id
        let wasSearched = page.mode == .results && typedQuery == results?.query
        page.selection = selection
        if let waiting {
            if selection.board != nil { return search(waiting.keyword, target: waiting.target) }
            showWaiting()
        } else if isOther {
            page.refusal = nil
            drop()
            // A text that was not searched yet is searched after its delay.
            if wasSearched, let query = typedQuery { find(query) }
        }
        publish()
    }
}
