extension Highlighter {
    /// The ranges to mark in each of `texts`, at most `limit` in each: one list for one page of titles.
    public func ranges(inEach texts: some Sequence<String>, limit: Int = .max) -> [[Range<String.Index>]] {
        texts.map { ranges(in: $0, limit: limit) }
    }

    /// Hands every match in `texts` to `body`, with the position of its text among them, without building arrays.
    ///
    /// What `body` throws ends the search and comes out of it.
    public func forEachMatch(
        inEach texts: some Sequence<String>, limit: Int = .max, _ body: (_ text: Int, _ match: Match) throws -> Void
    ) rethrows {
        // An array of them, so that the loop knows what it goes over.
        try forEachMatch(inAll: Array(texts), limit, body)
    }

    private func forEachMatch(
        inAll texts: [String], _ limit: Int, _ body: (_ text: Int, _ match: Match) throws -> Void
    ) rethrows {
        for position in texts.indices {
            try forEachMatch(in: texts[position], limit: limit) { match in try body(position, match) }
        }
    }
}
