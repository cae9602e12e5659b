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

    /// Removes every entry without a trace, pinned ones too, and records again: for a sign-out.
    public func erase(_ isolation: isolated (any Actor)? = #isolation) async throws { try await erase(isolation: isolation) }

    /// Records a search: its entry moves to the top, or is new there.
    ///
    /// A keyword that nobody could see is refused as `invalidInput`.
    public func save(_ keyword: String, target: SearchTarget = .all, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.save(SearchHistoryEntry.Key(keyword, target: target)), isolation: isolation)
    }

    /// The newest `limit` entries, of every target or of one.
    public func recent(_ limit: Int, target: SearchTarget? = nil) async throws -> [SearchHistoryEntry] {
        let entries = try await entries()
        guard let target else { return Array(entries.prefix(max(limit, 0))) }
        return Array(entries.lazy.filter { $0.target == target }.prefix(max(limit, 0)))
    }

    /// The entries that a person who typed `typed` may be on the way to, at most `limit`.
    ///
    /// `국ㄱ` leads to 국가, `ㄱㅈ` to 공지. Those that begin so come first, then those with a word that does, then those that
    /// hold it elsewhere; the newest first within each. Then what `rhdwl` would be on the Korean layout: 공지. Nothing typed leads
    /// to everything.
    public func suggestions(for typed: String, target: SearchTarget? = nil, limit: Int = 10) async throws
        -> [SearchHistoryEntry]
    {
        let entries = try await entries()
        return SearchHistorySuggestions(typed).ranked(entries.filter { target == nil || $0.target == target }, limit: limit)
    }

    /// Removes a keyword without a trace, in one target or, where none is named, in every one, and gives back what there was.
    @discardableResult
    public func delete(_ keyword: String, target: SearchTarget? = nil, isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        guard let target else { return try await apply(.deleteEverywhere(keyword: keyword), isolation: isolation) }
        return try await apply(.delete([SearchHistoryEntry.Key(keyword, target: target)]), isolation: isolation)
    }

    /// Removes several entries without a trace, and gives back those that there were.
    @discardableResult
    public func delete(_ entries: [SearchHistoryEntry], isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        try await apply(.delete(entries.map(\.id)), isolation: isolation)
    }

    /// Removes everything without a trace, or everything that is not pinned, and gives it back.
    @discardableResult
    public func clear(keepingPinned: Bool, isolation: isolated (any Actor)? = #isolation) async throws -> [SearchHistoryEntry] {
        try await apply(.clear(keepingPinned: keepingPinned), isolation: isolation)
    }

    /// Removes what is too old by the rules now, instead of when two looks a day apart found it so; gives it back.
    @discardableResult
    public func purge(isolation: isolated (any Actor)? = #isolation) async throws -> [SearchHistoryEntry] {
        try await apply(.purge, isolation: isolation)
    }

    /// Keeps an entry whatever its age and however many there are.
    public func pin(_ entry: SearchHistoryEntry, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.pin(entry.id, true), isolation: isolation)
    }

    /// Lets a pinned entry go with the others again.
    public func unpin(_ entry: SearchHistoryEntry, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.pin(entry.id, false), isolation: isolation)
    }

    /// Brings back what a removal gave to where it stood, and gives what found no room, since newer entries took it.
    ///
    /// Throws `historyFull` when nothing of it found room, and `historyOff` when nothing is recorded.
    @discardableResult
    public func restore(_ removed: [SearchHistoryEntry], isolation: isolated (any Actor)? = #isolation) async throws
        -> [SearchHistoryEntry]
    {
        try await apply(.restore(removed), isolation: isolation)
    }

    /// Takes over what an older store holds, below what was saved here; a second import from the same source does nothing.
    ///
    /// Throws `historyOff` when nothing is recorded: keep the older store until it returned.
    public func `import`(_ entries: [SearchHistoryEntry], from source: String, isolation: isolated (any Actor)? = #isolation)
        async throws
    {
        try await apply(.add(entries, source: source), isolation: isolation)
    }

    /// Brings rules into force, for all who have the history open and at every later start; what is left out stays.
    public func obey(_ policy: SearchHistoryPolicy, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.obey(policy), isolation: isolation)
    }

    /// Records searches from now on.
    public func turnOn(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.on, erasing: false), isolation: isolation)
    }

    /// Records no searches until it is turned on, whoever has it open and at every later start; the list stays.
    public func pause(isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.paused, erasing: false), isolation: isolation)
    }

    /// Ends the history until it is turned on, whoever has it open and at every later start: the list is empty and nothing is
    /// written; with `erasing` nothing is left either.
    public func turnOff(erasing: Bool, isolation: isolated (any Actor)? = #isolation) async throws {
        try await apply(.record(.off, erasing: erasing), isolation: isolation)
    }
}
