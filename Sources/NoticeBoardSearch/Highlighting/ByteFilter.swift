/// Finds the parts of a large file that can contain a match of a highlighter, without making strings of the rest.
///
/// What it skips contains no match. What it finds must be searched by the highlighter itself: it may be a part of a character.
package struct ByteFilter: Sendable {
    private let patterns: [BytePattern]

    /// Creates a filter for texts that stand in the file as they are, except for `excluded` bytes, which are written in another way.
    ///
    /// Returns `nil` if a keyword has spellings that the bytes do not show, or contains an excluded byte: search every text then.
    package init?(_ highlighter: Highlighter, excluding excluded: (UInt8) -> Bool) {
        let patterns = highlighter.keywords.compactMap(\.pattern)
        guard patterns.count == highlighter.keywords.count,
            !highlighter.terms.contains(where: { $0.utf8.contains(where: excluded) })
        else { return nil }
        self.patterns = patterns
    }

    /// Returns the parts that can contain a match, by index.
    package func candidates(among parts: [Range<Int>], of bytes: [UInt8]) -> [Int] {
        ByteView.readBytes(bytes) { bytes in
            parts.indices.filter { index in
                let part = parts[index]
                return patterns.contains { $0.mayOccur(in: bytes, from: part.lowerBound, to: part.upperBound) }
            }
        } ?? []
    }
}
