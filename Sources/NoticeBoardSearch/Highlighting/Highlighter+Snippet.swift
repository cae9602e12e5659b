extension Highlighter {
    /// A window of a long text around the place where most of what was searched for stands.
    public struct Snippet: Sendable, Hashable {
        /// What to show: the window, with an ellipsis where text was cut off.
        public let text: String
        /// The ranges to mark in `text`.
        public let ranges: [Range<String.Index>]
        /// The window in the original text.
        public let source: Range<String.Index>
        /// Where the window begins in the original, in UTF-8.
        public let utf8Offset: Int
        /// Whether the original goes on before the window.
        public let isCutAtStart: Bool
        /// Whether the original goes on after the window.
        public let isCutAtEnd: Bool

        /// `text` cut into marked and plain pieces.
        public var segments: [Segment] { Highlighter.segments(of: text, markedAt: ranges) }
    }

    /// The richest window of at most `length` characters of `text`.
    ///
    /// The window holds as many whole matches as any, and of such windows it is the first; its matches stand in its middle as
    /// far as the text allows. A text without a match gives its beginning. The ellipses come on top of `length`.
    public func snippet(of text: String, length: Int) -> Snippet {
        let ranges = segments(of: text).filter(\.isMarked).map { $0.text.startIndex..<$0.text.endIndex }
        let window = Self.window(of: text, around: Self.richest(ranges, in: text, length: length), length: max(0, length))
        return Self.snippet(of: text, window, ranges)
    }

    /// The first run of matches that is not longer than `length` and holds as many as any; one match may be longer.
    private static func richest(_ ranges: [Range<String.Index>], in text: String, length: Int) -> Range<String.Index> {
        guard var best = ranges.first, length > 0 else { return text.startIndex..<text.startIndex }
        var bestCount = 0
        // The end of a full window that begins at the current match; both ends only ever move forward.
        var end = text.index(best.lowerBound, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        var last = 0
        for (first, range) in ranges.enumerated() {
            if first > 0, end < text.endIndex {
                let distance = text.distance(from: ranges[first - 1].lowerBound, to: range.lowerBound)
                end = text.index(end, offsetBy: distance, limitedBy: text.endIndex) ?? text.endIndex
            }
            while last < ranges.count, ranges[last].upperBound <= end { last += 1 }
            if last - first > bestCount {
                bestCount = last - first
                best = range.lowerBound..<ranges[last - 1].upperBound
            }
            if last == ranges.count { break }
            last = max(last, first + 1)
        }
        return best
    }

    /// `core` with as much text on both sides as `length` allows, or its beginning.
    private static func window(of text: String, around core: Range<String.Index>, length: Int) -> Range<String.Index> {
        guard let full = text.index(core.lowerBound, offsetBy: length, limitedBy: core.upperBound) else {
            let spare = length - text.distance(from: core.lowerBound, to: core.upperBound)
            let before = text.index(core.lowerBound, offsetBy: -(spare / 2), limitedBy: text.startIndex) ?? text.startIndex
            if let end = text.index(before, offsetBy: length, limitedBy: text.endIndex) { return before..<end }
            // The text ends within the window: what is left over goes to its start.
            return (text.index(text.endIndex, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex)..<text.endIndex
        }
        return core.lowerBound..<full
    }

    private static func snippet(
        of text: String, _ window: Range<String.Index>, _ ranges: [Range<String.Index>]
    ) -> Snippet {
        let (isCutAtStart, isCutAtEnd) = (window.lowerBound > text.startIndex, window.upperBound < text.endIndex)
        let shown = (isCutAtStart ? "…" : "") + text[window] + (isCutAtEnd ? "…" : "")
        let shift = isCutAtStart ? "…".utf8.count : 0
        func index(_ index: String.Index) -> String.Index {
            let offset = text.utf8.distance(from: window.lowerBound, to: index)
            return shown.utf8.index(shown.startIndex, offsetBy: offset + shift)
        }
        let inside = ranges.filter { $0.overlaps(window) }.map { $0.clamped(to: window) }
        return Snippet(
            text: shown, ranges: inside.map { index($0.lowerBound)..<index($0.upperBound) }, source: window,
            utf8Offset: text.utf8.distance(from: text.startIndex, to: window.lowerBound),
            isCutAtStart: isCutAtStart, isCutAtEnd: isCutAtEnd)
    }
}
