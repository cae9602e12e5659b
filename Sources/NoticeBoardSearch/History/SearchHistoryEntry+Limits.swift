import NoticeBoardBase

extension SearchHistoryEntry.Key {
    /// How many bytes of UTF-8 a keyword may have: more than 10,000 Korean syllables.
    static let longestKeyword = 32_768
    /// How many bytes of UTF-8 a target may have.
    static let longestTarget = 255

    /// What keeps this key out of a history, or nil.
    var refusal: NoticeBoardError? {
        if keyword.isEmpty {
            return NoticeBoardError(.invalidInput, "The keyword is empty or blank.", remedy: .fixInput(.keyword))
        }
        if keyword.utf8.count > Self.longestKeyword {
            let detail = "The keyword has \(keyword.utf8.count) bytes; at most \(Self.longestKeyword) are kept."
            return NoticeBoardError(.invalidInput, detail, remedy: .fixInput(.keyword))
        }
        if target.rawValue.utf8.count > Self.longestTarget {
            let detail = "The target's name has \(target.rawValue.utf8.count) bytes; at most \(Self.longestTarget) are kept."
            return NoticeBoardError(.invalidInput, detail, remedy: .fixInput(.target))
        }
        return nil
    }
}
