extension Highlighter {
    /// The ranges to mark in each of `texts`, at most `limit` in each: one list for one page of titles.
    public func ranges(inEach texts: some Sequence<String>, limit: Int = .max) -> [[Range<String.Index>]] {
        texts.map { ranges(in: $0, limit: limit) }
    }

    /// Hands every match in `texts` to `body`, with the position of its text among them, without building arrays.
    public func forEachMatch(
        inEach texts: some Sequence<String>, limit: Int = .max, _ body: (_ text: Int, _ match: Match) -> Void
    ) {
        var position = 0
        for text in texts {
            forEachMatch(in: text, limit: limit) { body(position, $0) }
            position += 1
        }
    }
}
