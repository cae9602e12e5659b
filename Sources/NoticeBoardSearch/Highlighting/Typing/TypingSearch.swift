/// Finds a keyword being typed by trying every character: for texts and keywords that have no fast first look.
struct TypingSearch {
    var matcher: TypingMatcher

    /// The first match from `start`, a boundary, on. Gives up when no match begins before `end`.
    mutating func next(
        _ pattern: TypingPattern, from start: Int, until end: Int, _ bytes: ByteView, _ text: String
    ) -> FoldingSearch.Outcome {
        var position = start
        while position < min(end, bytes.count) {
            if let match = matcher.end(pattern.elements, from: position, bytes, text) { return .match(position..<match) }
            position = ClusterCursor.end(ofClusterAt: position, bytes, text)
        }
        return .nothing(until: position)
    }
}
