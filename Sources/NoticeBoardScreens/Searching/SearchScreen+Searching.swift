import NoticeBoardBase
import NoticeBoardPaging
public import NoticeBoardSearch

/// Searching: from the text of the field to results.
extension SearchScreen {
    /// Begins a search; call it when the user taps the field.
    ///
    /// Shows the earlier searches, or suggestions if the field has text. Results of a search while typing stay visible.
    public func begin() {
        activate()
        // Another tap loads a history that could not be loaded.
        earlier.follow()
        // Results of a search while typing stay visible: they belong to the text of the field.
        if stage != .results || rules.typingDelay == nil { leaveResults() }
        publish()
    }

    /// Updates the search text; call it whenever the field's text changes.
    public func setText(_ text: String) {
        let key = SearchHistoryEntry.Key(text)
        // Text fields also report their text at the end of editing and after the search has ended.
        if stage == .inactive, key.keyword.isEmpty || echo == key.hashValue { return }
        let isSame = stage != .inactive && key == SearchHistoryEntry.Key(page.text)
        page.text = text
        if !isSame {
            activate()
            stopDelay()
            if case .waiting = stage { leaveResults() }
            if let delay = rules.typingDelay, !key.keyword.isEmpty {
                searchSoon(after: delay)
            } else {
                dropResults()
            }
        }
        publish()
    }

    /// Searches for the text of the field in ``State/target``.
    ///
    /// That is the last chosen target, or that of the rules after ``end()``.
    public func submit() { choose(page.target) }
    /// Searches the text in the fields of a target.
    public func choose(_ target: SearchTarget) { search(page.text, target: target) }
    /// Runs the search of a row of ``State/history`` or ``State/suggestions``.
    public func choose(_ row: SearchRow) {
        switch row.kind {
        case .earlier: search(row.keyword, target: row.target)
        case .target: search(page.text, target: row.target)
        }
    }

    /// Ends the search: the app shows its list as before.
    ///
    /// Earlier searches and the place stay.
    public func end() {
        leave()
        publish()
    }

    /// Ends the search and forgets the history, at a sign-out; changes of the history that have not begun are not made.
    public func clear() { send(.reset) }

    private func leave() {
        let key = SearchHistoryEntry.Key(page.text)
        if stage != .inactive || !key.keyword.isEmpty { echo = key.hashValue }
        stage = .inactive
        page.text = ""
        page.target = rules.target
        earlier.leave()
        stopDelay()
        dropResults()
    }

    func endAndForget() {
        leave()
        use(earlier.ended())
    }

    /// The query that a submit would search.
    var typedQuery: SearchQuery? {
        page.place.id.flatMap { SearchQuery(page.text, target: page.target, in: $0) }
    }

    var isBlank: Bool { SearchHistoryEntry.Key(page.text).keyword.isEmpty }

    /// Whether the results were neither loaded nor are loading, because another part canceled the load.
    var isAbandoned: Bool {
        if case .waiting = stage { return false }
        guard let feed = results?.feed.state else { return false }
        return !feed.isLoading && feed.display == .placeholder
    }

    private func activate() {
        if stage == .inactive {
            earlier.follow()
            stage = .listing
        }
        echo = nil
    }

    /// Goes back to the earlier searches or the suggestions, unless the search has ended.
    private func leaveResults() { if stage != .inactive { stage = .listing } }

    /// Drops the results, and every search that waits.
    func dropResults() {
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
        if let query, query == results?.query, !isAbandoned { return stage = .results }
        // Results are not replaced by suggestions for an unfinished syllable, unless it stays for a while.
        let isFinished = query?.isFinished == true
        guard isFinished || stage == .results else { return }
        let isShort = !isFinished || query.map { $0.keyword.count <= 2 } == true
        delay = Task { [weak self, time] in
            _ = await time.over(isShort ? seconds + 0.2 : seconds)
            if !Task.isCancelled { self?.searchTyped() }
        }
    }

    /// Searches the text, when the last delay is over.
    private func searchTyped() {
        delay = nil
        if let query = typedQuery, query.isFinished { find(query) } else { leaveResults() }
        publish()
    }

    /// Records and runs a search that the user submitted or chose.
    private func search(_ keyword: String, target: SearchTarget) {
        activate()
        stopDelay()
        let key = SearchHistoryEntry.Key(keyword, target: target)
        page.text = key.keyword
        page.target = target
        if key.keyword.isEmpty {
            dropResults()
        } else if let query = typedQuery {
            if case .waiting = stage { leaveResults() }
            earlier.apply(.save(key))
            run(query)
        } else {
            stage = .waiting(key)
        }
        publish()
    }

    /// Shows the results of a submitted query; the same search again reloads its results.
    private func run(_ query: SearchQuery) {
        let feed = results?.feed.state
        let isShown = query == submitted && query == results?.query && feed?.isLoaded == true && feed?.failure == nil
        submitted = query
        guard isShown else { return find(query) }
        stage = .results
        results?.feed.refresh()
    }

    /// Shows the results of a query, and loads them unless they are loaded or loading.
    ///
    /// Visible results of another query stay until then.
    private func find(_ query: SearchQuery) {
        if former?.query == query {
            results = former
            former = nil
        }
        if let results, results.query == query {
            stage = .results
            return results.feed.retry()
        }
        former = stage == .results && page.results.display == .items ? former ?? results : nil
        stage = .results
        open(query)
        former?.feed.close()
    }

    /// Searches in another place: what waited for one, or the text again.
    func follow(_ place: SearchPlace) {
        let isOther = place.id != page.place.id
        let wasSearched = stage == .results && typedQuery == results?.query
        page.place = place
        if case .waiting(let key) = stage {
            if place.id != nil { return search(key.keyword, target: key.target) }
        } else if isOther {
            stopDelay()
            dropResults()
            if wasSearched, let query = typedQuery {
                find(query)
            } else if let delay = rules.typingDelay, !isBlank {
                // The text was typed before a place was open, or its delay was not over.
                searchSoon(after: delay)
            }
        }
        publish()
    }
}
