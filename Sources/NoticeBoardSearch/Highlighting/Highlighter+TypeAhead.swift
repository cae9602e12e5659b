extension Highlighter {
    /// The first match that begins where `text` begins, or nil: the door for type-ahead, which ranks a beginning higher.
    package func prefixRange(in text: String) -> Range<String.Index>? {
        guard let first = firstRange(in: text), first.lowerBound == text.startIndex else { return nil }
        return first
    }
}
