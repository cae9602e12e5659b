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

    /// Returns whether a text can contain a match.
    package func mayMatch(_ text: [UInt8]) -> Bool { !candidates(among: [0..<text.count], of: text).isEmpty }

    /// Returns the parts that can contain a match, by index; parts are in order and do not overlap.
    package func candidates(among parts: [Range<Int>], of bytes: [UInt8]) -> [Int] {
        var found = Set<Int>()
        for pattern in patterns {
            _ = ByteView.readBytes(bytes) { bytes in
                var part = 0
                while part < parts.count, let next = pattern.firstCandidate(in: bytes, from: parts[part].lowerBound) {
                    while part < parts.count, parts[part].upperBound <= next { part += 1 }
                    guard part < parts.count else { break }
                    // Between two parts nothing is looked for.
                    if parts[part].lowerBound <= next {
                        found.insert(part)
                        part += 1
                    }
                }
            }
        }
        return found.sorted()
    }
}

extension BytePattern {
    /// Returns the first position from `start` on where the keyword, or a part of it in another spelling, can begin.
    fileprivate func firstCandidate(in bytes: ByteView, from start: Int) -> Int? {
        var scan = PairScan(from: start)
        var end = bytes.count &- count &+ 1
        var first: Int?
        while let position = scan.next(pair, bytes, before: end) {
            if equalBytes(bytes, at: position) == count {
                first = position
                break
            }
        }
        end = min(first ?? bytes.count, bytes.count &- 1)
        for other in otherSpellings where start < end && bytes.contains(other.first.value, from: start, to: end) {
            var scan = PairScan(from: start)
            if let position = scan.next(other, bytes, before: end) { end = position; first = position }
        }
        return first
    }
}
