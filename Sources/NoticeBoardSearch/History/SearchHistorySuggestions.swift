/// Which entries a person may be on the way to typing, and in what order.
package struct SearchHistorySuggestions {
    private let typed: String
    /// For what was typed, and for what it would be on the Korean layout.
    private let highlighters: [Highlighter]

    package init(_ typed: String) {
        self.typed = SearchHistoryEntry.Key(typed).keyword
        highlighters = ([self.typed] + (EnglishLayout.korean(self.typed).map { [$0] } ?? [])).map {
            Highlighter($0, options: .hangulTyping)
        }
    }

    private enum Rank: Int, CaseIterable { case beginning, word, inside }

    /// The entries that match, the better rank first and what was typed literally before the rest; their own order is kept
    /// within each.
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

    private func rank(of keyword: String, _ highlighter: Highlighter) -> Rank? {
        guard let first = highlighter.firstRange(in: keyword) else { return nil }
        if first.lowerBound == keyword.startIndex { return .beginning }
        // Matches do not overlap, so one inside a word may hide one that begins at the next: each word is asked.
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
