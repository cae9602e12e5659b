extension Highlighter {
    /// A piece of a text that is marked as a whole or not at all.
    public struct Segment: Sendable, Hashable {
        /// The piece of the text.
        public let text: Substring
        /// Whether the piece is a match.
        public let isMarked: Bool

        /// Creates a segment, for example for a preview.
        public init(text: Substring, isMarked: Bool) { (self.text, self.isMarked) = (text, isMarked) }
    }

    /// Returns `text` split into matches and the pieces between them, none of them empty.
    public func segments(of text: String) -> [Segment] { Self.segments(of: text, markedAt: ranges(in: text)) }

    /// Returns `text` split at ranges that are already known, such as those of a row.
    ///
    /// The ranges are in order. Overlapping ranges become one segment.
    public static func segments(of text: String, markedAt ranges: [Range<String.Index>]) -> [Segment] {
        var segments: [Segment] = []
        var position = text.startIndex
        for range in ranges.mergingOverlaps() {
            if position < range.lowerBound { segments.append(Segment(text: text[position..<range.lowerBound], isMarked: false)) }
            segments.append(Segment(text: text[range], isMarked: true))
            position = range.upperBound
        }
        if position < text.endIndex { segments.append(Segment(text: text[position...], isMarked: false)) }
        return segments
    }
}
