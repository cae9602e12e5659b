/// Finds and ranks the entries that a user may be typing.
package struct SearchHistorySuggestions {
    private let typed: String
    /// For the typed text, and for the texts that its keys write on the Korean layout.
    private let highlighters: [Highlighter]

    /// Prepares suggestions for a typed text.
    ///
    /// A field that capitalizes and Caps Lock change the Korean letters of keys, so the keys are also read in small letters.
    package init(_ typed: String, options: Highlighter.Options = []) {
        self.typed = SearchHistoryEntry.Key(typed).keyword
        var readings = [self.typed]
        for keys in [self.typed, self.typed.lowercased()] {
            guard let korean = EnglishLayout.korean(keys), !readings.contains(korean) else { continue }
            readings.append(korean)
        }
        let options = options.union([.hangulTyping, .widthInsensitive])
        highlighters = readings.map { Highlighter($0, options: options) }
    }

    /// Returns the matching entries: those that match the typed text first, then by rank, otherwise in their own order.
    package func ranked(_ entries: [SearchHistoryEntry], limit: Int) -> [SearchHistoryEntry] {
        guard !typed.isEmpty else { return Array(entries.prefix(max(limit, 0))) }
        let found = entries.compactMap { entry in rank(of: entry.keyword).map { (entry: entry, rank: $0) } }
        // The standard library's sort is stable.
        return found.sorted { $0.rank < $1.rank }.prefix(max(limit, 0)).map(\.entry)
    }

    /// Returns the highlighter of the first reading that `keyword` matches, or `nil`.
    package func highlighter(for keyword: String) -> Highlighter? { highlighters.first { $0.isMatch(in: keyword) } }

    /// Returns the number of the first reading that `keyword` matches, and whether it begins so (0), one of its words does (1) or
    /// neither (2); `nil` if no reading matches.
    private func rank(of keyword: String) -> (reading: Int, place: Int)? {
        for (reading, highlighter) in highlighters.enumerated() {
            guard let first = highlighter.firstRange(in: keyword)?.lowerBound else { continue }
            if first == keyword.startIndex { return (reading, 0) }
            var isInWord = false
            for index in keyword.indices {
                let isWord = keyword[index].isLetter || keyword[index].isNumber
                defer { isInWord = isWord }
                // A match inside a word can overlap one at the start of the next word, so every word is tested.
                guard isWord, !isInWord, index >= first else { continue }
                if highlighter.prefixRange(in: String(keyword[index...])) != nil { return (reading, 1) }
            }
            return (reading, 2)
        }
        return nil
    }
}
