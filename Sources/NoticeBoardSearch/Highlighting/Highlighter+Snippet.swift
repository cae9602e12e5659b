extension Highlighter {
    /// A window of a long text around the place with the most matches.
    public struct Snippet: Sendable, Hashable {
        /// The text to show: the window on one line, each run of white space as one space, with ellipses where text was cut.
        public let text: String
        /// The ranges to mark in `text`.
        public let ranges: [Range<String.Index>]
        /// Whether the original text continues before the window.
        public let isCutAtStart: Bool
        /// Whether the original text continues after the window.
        public let isCutAtEnd: Bool

        /// Creates a snippet, for example for a preview.
        public init(text: String, ranges: [Range<String.Index>], isCutAtStart: Bool = false, isCutAtEnd: Bool = false) {
            self.text = text
            self.ranges = ranges
            self.isCutAtStart = isCutAtStart
            self.isCutAtEnd = isCutAtEnd
        }

        /// The text split into matches and the pieces between them.
        public var segments: [Segment] { Highlighter.segments(of: text, markedAt: ranges) }
    }

    /// Returns the window of at most `length` characters with the most different keywords and, of those, the most matches.
    ///
    /// The first of equal windows is returned. It is centered on its matches and begins and ends between words if a space allows
    /// it. Without a match it is the beginning of the text. Ellipses are not counted in `length`.
    public func snippet(of text: String, length: Int) -> Snippet {
        snippet(of: text, length: length, isCut: false)
    }

    /// Returns the snippet of the beginning of a text; `isCut` says that more text follows.
    package func snippet(of text: String, length: Int, isCut: Bool) -> Snippet {
        var text = text
        // A string bridged from Objective-C reaches a UTF-8 offset only by counting from its start.
        text.makeContiguousUTF8()
        let flat = FlatText(text)
        let length = min(max(0, length), flat.count)
        let matches = rangesOfEachKeyword(in: text).enumerated().flatMap { keyword, ranges in
            ranges.map { FlatText.Match(range: flat.range(of: $0), keyword: keyword) }
        }
        let visible = matches.filter { !$0.range.isEmpty }.sorted { $0.order < $1.order }
        let window = flat.window(around: flat.richest(visible, length: length), length: length, isCut: isCut)
        let isCutAtStart = window.lowerBound > 0
        let isCutAtEnd = isCut || window.upperBound < flat.count
        let prefix = isCutAtStart ? "…" : ""
        let shown = prefix + flat.piece(window) + (isCutAtEnd ? "…" : "")
        let ranges = visible.map(\.range).mergingOverlaps().filter { $0.overlaps(window) }.map { range in
            let range = range.clamped(to: window)
            let start = prefix.utf8.count + flat.size(of: window.lowerBound..<range.lowerBound)
            return shown.utf8Range(start..<start + flat.size(of: range))
        }
        return Snippet(text: shown, ranges: ranges, isCutAtStart: isCutAtStart, isCutAtEnd: isCutAtEnd)
    }
}

/// A text with one space between words.
///
/// Its positions are counted in characters.
private struct FlatText {
    private var text = ""
    /// The UTF-8 offset of each word in the flat text and in the original, and its length.
    private var words: [(flat: Int, original: Int, count: Int)] = []
    /// The UTF-8 offset of each character, and of the end.
    ///
    /// Found in one pass: from a place in a run of flags, `String` first goes back to the start of the run.
    private let offsets: [Int]

    /// A match in the flat text.
    struct Match {
        let range: Range<Int>
        let keyword: Int
        var order: (Int, Int) { (range.lowerBound, keyword) }
    }

    init(_ original: String) {
        for word in original.unicodeScalars.split(whereSeparator: \.isWhite) {
            if !text.isEmpty { text += " " }
            let start = original.utf8.distance(from: original.startIndex, to: word.startIndex)
            let flat = text.utf8.count
            text += Substring(word)
            words.append((flat, start, text.utf8.count - flat))
        }
        offsets = text.indices.map { [text] in text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
    }

    /// The number of characters.
    var count: Int { offsets.count - 1 }

    /// Returns the size of a piece of the text in bytes of UTF-8.
    func size(of range: Range<Int>) -> Int { offsets[range.upperBound] - offsets[range.lowerBound] }

    func piece(_ range: Range<Int>) -> Substring { text[text.utf8Range(offsets[range.lowerBound]..<offsets[range.upperBound])] }

    /// Converts a range of UTF-8 offsets of the original; empty if it is white space only.
    func range(of range: Range<Int>) -> Range<Int> { position(of: range.lowerBound)..<position(of: range.upperBound) }

    private func position(of offset: Int) -> Int {
        guard let index = words.lastIndex(upTo: offset, \.original) else { return 0 }
        let word = words[index]
        return offsets.lastIndex(upTo: word.flat + min(offset - word.original, word.count), \.self) ?? 0
    }

    /// Returns the run of matches within `length` with the most keywords and matches; a single match can be longer.
    func richest(_ matches: [Match], length: Int) -> Range<Int> {
        guard !matches.isEmpty, length > 0 else { return 0..<0 }
        var best = 0..<1
        var bestCount = (keywords: 0, matches: 0)
        var counts: [Int: Int] = [:]
        var last = 0
        for (first, match) in matches.enumerated() {
            if first > 0 {
                let keyword = matches[first - 1].keyword
                counts[keyword] = counts[keyword].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
            last = max(last, first)
            while last < matches.count, matches[last].range.upperBound - match.range.lowerBound <= length {
                counts[matches[last].keyword, default: 0] += 1
                last += 1
            }
            let count = (keywords: counts.count, matches: last - first)
            if count > bestCount { (best, bestCount) = (first..<last, count) }
            if last == matches.count { break }
        }
        return matches[best.lowerBound].range.lowerBound..<(matches[best].map(\.range.upperBound).max() ?? 0)
    }

    /// Returns `core` with as much text on both sides as `length` allows, or the beginning of `core` if it is longer.
    func window(around core: Range<Int>, length: Int, isCut: Bool) -> Range<Int> {
        if core.count > length { return core.lowerBound..<core.lowerBound + length }
        var start = max(0, core.lowerBound - (length - core.count) / 2)
        var end = min(count, start + length)
        // If the text ends within the window, the rest of the length goes to its start.
        if end == count { start = end - length }
        if start > 0, !isSpace(start - 1), let space = (start..<core.lowerBound).first(where: isSpace) { start = space + 1 }
        let isInWord = end < count ? !isSpace(end) : isCut
        if isInWord, let space = (core.upperBound..<end).last(where: isSpace) { end = space }
        return start..<end
    }

    private func isSpace(_ position: Int) -> Bool { piece(position..<position + 1) == " " }
}

extension String {
    /// Returns the indices of a range of UTF-8 offsets.
    fileprivate func utf8Range(_ range: Range<Int>) -> Range<Index> {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return start..<utf8.index(start, offsetBy: range.count)
    }
}

extension Array {
    /// Returns the index of the last element whose `value` is at most `bound`; the values are in ascending order.
    fileprivate func lastIndex(upTo bound: Int, _ value: (Element) -> Int) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if value(self[middle]) <= bound { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
