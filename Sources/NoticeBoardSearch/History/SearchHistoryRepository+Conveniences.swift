extension SearchHistoryRepository {
    /// Records a search: its entry moves to the top, or is new there.
    ///
    /// A blank keyword is refused as `invalidInput`.
    public func save(_ keyword: String, target: SearchTarget = .all) async throws {
        try await apply(.save(SearchHistoryEntry.Key(keyword, target: target)))
    }

    /// The newest `limit` entries, of all targets or of one.
    public func recent(_ limit: Int, target: SearchTarget? = nil) async throws -> [SearchHistoryEntry] {
        let entries = try await entries()
        guard let target else { return Array(entries.prefix(max(limit, 0))) }
        return Array(entries.lazy.filter { $0.target == target }.prefix(max(limit, 0)))
    }

    /// The entries that a person who typed `typed` may be on the way to, at most `limit`.
    ///
    /// `국ㄱ` leads to 국가, `ㄱㅈ` to 공지. Those that begin so come first, then those with a word that does, then those that
    /// hold it elsewhere; the newest first within each. Nothing typed leads to everything.
    public func suggestions(for typed: String, target: SearchTarget? = nil, limit: Int = 10) async throws
        -> [SearchHistoryEntry]
    {
        let entries = try await entries()
        return SearchHistorySuggestions(typed).ranked(entries.filter { target == nil || $0.target == target }, limit: limit)
    }

    /// Removes one entry without a trace, and gives it back if there was one.
    @discardableResult
    public func delete(_ keyword: String, target: SearchTarget = .all) async throws -> SearchHistoryEntry? {
        try await apply(.delete([SearchHistoryEntry.Key(keyword, target: target)])).first
    }

    /// Removes several entries without a trace, and gives back those that there were.
    @discardableResult
    public func delete(_ entries: [SearchHistoryEntry]) async throws -> [SearchHistoryEntry] {
        try await apply(.delete(entries.map(\.id)))
    }

    /// Removes everything that is not pinned without a trace, and gives it back.
    @discardableResult
    public func clear() async throws -> [SearchHistoryEntry] {
        try await apply(.clear(keepingPinned: true))
    }

    /// Removes everything, pinned entries too, without a trace: at signing out, for example.
    @discardableResult
    public func eraseAll() async throws -> [SearchHistoryEntry] {
        try await apply(.clear(keepingPinned: false))
    }

    /// Keeps an entry whatever its age and however many there are.
    public func pin(_ entry: SearchHistoryEntry) async throws { try await apply(.pin(entry.id, true)) }

    /// Lets a pinned entry go with the others again.
    public func unpin(_ entry: SearchHistoryEntry) async throws { try await apply(.pin(entry.id, false)) }

    /// Brings back what a removal gave, with its dates, counts and pins.
    public func restore(_ removed: [SearchHistoryEntry]) async throws { try await apply(.add(removed, source: nil)) }

    /// Takes over what an older store holds; a second import from the same source does nothing.
    public func `import`(_ entries: [SearchHistoryEntry], from source: String) async throws {
        try await apply(.add(entries, source: source))
    }

    /// Records searches from now on.
    public func turnOn() async throws { try await apply(.record(.on, erasing: false)) }

    /// Records no searches until it is turned on; the list stays.
    public func pause() async throws { try await apply(.record(.paused, erasing: false)) }

    /// Ends the history: the list is empty and nothing is written; with `erasing` nothing is left either.
    public func turnOff(erasing: Bool) async throws { try await apply(.record(.off, erasing: erasing)) }
}
