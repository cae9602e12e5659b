extension TypingMatcher {
    /// The first match from `start`, a boundary, on, by trying every character.
    ///
    /// Gives up when no match begins before `end`.
    mutating func next(
        _ elements: [TypedElement], from start: Int, until end: Int, _ bytes: ByteView, _ text: String
    ) -> FoldingSearch.Outcome {
        var position = start
        while position < min(end, bytes.count) {
            if let match = self.end(elements, from: position, bytes, text) { return .match(position..<match) }
            position = ClusterCursor.end(ofClusterAt: position, bytes, text)
        }
        return .nothing(until: position)
    }
}
