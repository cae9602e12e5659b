/// A part of a text is searched as a text of its own; what is found is told in indices of both.
extension Highlighter {
    /// Every match in `part`, in order, each with its term, at most `limit`.
    public func matches(in part: Substring, limit: Int = .max) -> [Match] {
        let text = String(part)
        // A part of a bridged string is read from wherever one starts: each place is reached from the one before.
        var (place, same) = (text.startIndex, part.startIndex)
        func index(_ index: String.Index) -> String.Index {
            same = part.utf8.index(same, offsetBy: text.utf8.distance(from: place, to: index))
            place = index
            return same
        }
        return matches(in: text, limit: limit).map { match in
            Match(range: index(match.range.lowerBound)..<index(match.range.upperBound), term: match.term)
        }
    }

    /// Every range to mark in `part`, in order, at most `limit`.
    public func ranges(in part: Substring, limit: Int = .max) -> [Range<String.Index>] {
        matches(in: part, limit: limit).map(\.range)
    }

    /// The first range to mark in `part`, or nil.
    public func firstRange(in part: Substring) -> Range<String.Index>? { matches(in: part, limit: 1).first?.range }

    /// Whether there is anything to mark in `part`.
    public func isMatch(in part: Substring) -> Bool { isMatch(in: String(part)) }

    /// `part` cut into marked and plain pieces, none of them empty; put together they are `part` again.
    public func segments(of part: Substring, limit: Int = .max) -> [Segment] {
        Self.segments(of: part, markedAt: ranges(in: part, limit: limit))
    }
}
