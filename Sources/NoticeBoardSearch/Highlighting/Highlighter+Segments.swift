extension Highlighter {
    /// A piece of a text that is to be marked as a whole, or not at all.
    public struct Segment: Sendable, Hashable {
        /// The piece, as it stands in the text.
        public let text: Substring
        /// Whether it is to be marked.
        public let isMarked: Bool

        /// A piece of a text.
        public init(text: Substring, isMarked: Bool) { (self.text, self.isMarked) = (text, isMarked) }
    }

    /// `text` cut into marked and plain pieces, none of them empty; put together they are `text` again.
    ///
    /// Matches that share a character are one piece, whatever `merge` is: a piece is marked once.
    public func segments(of text: String, limit: Int = .max) -> [Segment] {
        Self.segments(of: text, markedAt: ranges(in: text, limit: limit))
    }

    /// `text` cut at `ranges`, which are in order and may overlap: for marks that were found before, such as those of a row.
    public static func segments(of text: String, markedAt ranges: [Range<String.Index>]) -> [Segment] {
        segments(of: text[...], markedAt: ranges)
    }

    /// A part of a text cut at ranges within it.
    static func segments(of text: Substring, markedAt ranges: [Range<String.Index>]) -> [Segment] {
        var segments: [Segment] = []
        var position = text.startIndex
        var index = ranges.startIndex
        while index < ranges.endIndex {
            let start = ranges[index].lowerBound
            var end = ranges[index].upperBound
            index += 1
            while index < ranges.endIndex, ranges[index].lowerBound < end {
                end = max(end, ranges[index].upperBound)
                index += 1
            }
            if position < start { segments.append(Segment(text: text[position..<start], isMarked: false)) }
            segments.append(Segment(text: text[start..<end], isMarked: true))
            position = end
        }
        if position < text.endIndex { segments.append(Segment(text: text[position...], isMarked: false)) }
        return segments
    }
}
