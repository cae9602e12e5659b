extension SearchHistoryRepository {
    /// Makes a change and returns the entries it removed, newest first.
    ///
    /// It has its place in the order before the call suspends, as ``apply(_:isolation:)`` says.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, _ isolation: isolated (any Actor)? = #isolation
    ) async throws -> [SearchHistoryEntry] {
        try await apply(change, isolation: isolation)
    }

    /// Records a search: its entry moves to the top or is new there.
    ///
    /// A keyword without a visible character is refused as `invalidInput`.
    public func save(_ keyword: String, target: SearchTarget = .all, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.save(SearchHistoryEntry.Key(keyword, target: target)), isolation: isolation)
    }

    /// Returns the newest `limit` entries, of every target or of one.
    public func recent(_ limit: Int, target: SearchTarget? = nil) async throws -> [SearchHistoryEntry] {
        let entries = try await entries()
        guard let target else { return Array(entries.prefix(max(limit, 0))) }
        return Array(entries.lazy.filter { $0.target == target }.prefix(max(limit, 0)))
    }

    /// Returns at most `limit` entries that complete what the user typed.
    ///
    /// `국ㄱ` finds 국가, `ㄱㅈ` 공지. Entries that begin so come first, then those with a word that begins so, then those that
    /// contain it elsewhere; the newest first in each group. Then matches of `rhdwl` on the Korean layout: 공지. An empty text
    /// finds every entry.
    public func suggestions(for typed: String, target: SearchTarget? = nil, limit: Int = 10) async throws
        -> [SearchHistoryEntry]
    {
        let entries = try await entries()
        return SearchHistorySuggestions(typed).ranked(entries.filter { target == nil || $0.target == target }, limit: limit)
    }

    /// Deletes a keyword without a trace, in one target or in every one, and returns its entries.
    @discardableResult
    public func delete(_ keyword: String, target: SearchTarget? = nil, isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        guard let target else { return try await apply(.deleteEverywhere(keyword: keyword), isolation: isolation) }
        return try await apply(.delete([SearchHistoryEntry.Key(keyword, target: target)]), isolation: isolation)
    }

    /// Deletes entries without a trace and returns those that existed.
    @discardableResult
    public func delete(_ entries: [SearchHistoryEntry], isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        try await apply(.delete(entries.map(\.id)), isolation: isolation)
    }

    /// Deletes every entry without a trace, or every entry that is not pinned, and returns them.
    @discardableResult
    public func deleteAll(keepingPinned: Bool, isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        try await apply(.deleteAll(keepingPinned: keepingPinned), isolation: isolation)
    }

    /// Deletes the entries that are too old by the rules at once, and returns them.
    @discardableResult
    public func deleteExpired(isolation: isolated (any Actor)? = #isolation) async throws -> [SearchHistoryEntry] {
        try await apply(.deleteExpired, isolation: isolation)
    }

    /// Erases entries, dates and counters without a trace, for a sign-out.
    ///
    /// It cannot be undone.
    ///
    /// The rules, a recording that is off or paused, and the names of finished imports stay.
    public func erase(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.erase, isolation: isolation)
    }

    /// Keeps an entry whatever its age and however many there are.
    public func pin(_ entry: SearchHistoryEntry, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.pin(entry.id, true), isolation: isolation)
    }

    /// Lets a pinned entry expire like the others again.
    public func unpin(_ entry: SearchHistoryEntry, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.pin(entry.id, false), isolation: isolation)
    }

    /// Brings deleted entries back to their places, and returns those that found no room because newer entries took it.
    ///
    /// Throws `historyFull` if no entry found room, and `historyOff` if the history is off.
    @discardableResult
    public func restore(_ removed: [SearchHistoryEntry], isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        try await apply(.restore(removed), isolation: isolation)
    }

    /// Adds the entries of an older store below the searches that were saved here; does nothing if `source` was imported before.
    ///
    /// Throws `historyOff` if the history is off: keep the older store until this returns.
    public func `import`(_ entries: [SearchHistoryEntry], from source: String, isolation: isolated (any Actor)? = #isolation)
        async throws
    {
        try await apply(.add(entries, source: source), isolation: isolation)
    }

    /// Brings rules into force for every user of the store; `nil` values keep the present ones.
    public func setPolicy(_ policy: SearchHistoryPolicy, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.setPolicy(policy), isolation: isolation)
    }

    /// Records searches from now on.
    public func turnOn(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.on), isolation: isolation)
    }

    /// Stops recording until the history is turned on, at later launches too.
    ///
    /// The list stays.
    public func pause(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.paused), isolation: isolation)
    }

    /// Turns the history off until it is turned on, at later launches too: the list is empty and nothing is recorded.
    ///
    /// Stored entries are there again after ``turnOn(isolation:)``; to remove them, call ``erase(isolation:)`` as well.
    public func turnOff(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.off), isolation: isolation)
    }
}
