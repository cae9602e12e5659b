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

    private enum Rank: Int, CaseIterable { case beginning, word, inside }

    /// Returns the matching entries: those that match the typed text first, then by rank, otherwise in their own order.
    package func ranked(_ entries: [SearchHistoryEntry], limit: Int) -> [SearchHistoryEntry] {
        guard !typed.isEmpty else { return Array(entries.prefix(max(limit, 0))) }
        var groups = highlighters.flatMap { _ in Rank.allCases.map { _ in [SearchHistoryEntry]() } }
        for entry in entries {
            for (number, highlighter) in highlighters.enumerated() {
                guard let rank = rank(of: entry.keyword, highlighter) else { continue }
                groups[number * Rank.allCases.count + rank.rawValue].append(entry)
                break
            }
        }
        return Array(groups.joined().prefix(max(limit, 0)))
    }

    /// Returns the highlighter of the first reading that `keyword` matches, or `nil`.
    package func highlighter(for keyword: String) -> Highlighter? { highlighters.first { $0.isMatch(in: keyword) } }

    private func rank(of keyword: String, _ highlighter: Highlighter) -> Rank? {
        guard let first = highlighter.firstRange(in: keyword) else { return nil }
        if first.lowerBound == keyword.startIndex { return .beginning }
        // A match inside a word can overlap one at the start of the next word, so every word is tested.
        for start in Self.wordStarts(of: keyword) where start >= first.lowerBound {
            if highlighter.prefixRange(in: String(keyword[start...])) != nil { return .word }
        }
        return .inside
    }

    private static func wordStarts(of text: String) -> [String.Index] {
        var starts: [String.Index] = []
        var isInWord = false
        for index in text.indices {
            let isWord = text[index].isLetter || text[index].isNumber
            if isWord && !isInWord { starts.append(index) }
            isInWord = isWord
        }
        return starts
    }
}
