extension Highlighter {
    /// The ranges to mark in each of `texts`, at most `limit` in each: one list for one page of titles.
    ///
    /// Faster than a call for each text, where most have no match.
    public func ranges(inEach texts: some Sequence<String>, limit: Int = .max) -> [[Range<String.Index>]] {
        let (texts, term) = (Array(texts), onlyTerm)
        var results = [[Range<String.Index>]](repeating: [], count: texts.count)
        for position in texts.indices where !term.isCertainlyAbsent(from: texts[position]) {
            results[position] = ranges(in: texts[position], limit: limit)
        }
        return results
    }

    /// Hands every match in `texts` to `body`, with the position of its text among them, without building arrays.
    ///
    /// Faster than a call for each text, where most have no match.
    public func forEachMatch(
        inEach texts: some Sequence<String>, limit: Int = .max, _ body: (_ text: Int, _ match: Match) -> Void
    ) {
        let (texts, term) = (Array(texts), onlyTerm)
        for position in texts.indices where !term.isCertainlyAbsent(from: texts[position]) {
            forEachMatch(in: texts[position], limit: limit) { body(position, $0) }
        }
    }
}

extension ByteTerm {
    /// Whether a first look at a text shows that there is no match.
    ///
    /// In a loop, nothing has to be retained for it: that costs more than the look.
    @inline(__always) fileprivate func isCertainlyAbsent(from text: String) -> Bool {
        ByteView.read(text) { bytes, _ in glance(at: bytes) == .nothing } ?? true
    }
}
