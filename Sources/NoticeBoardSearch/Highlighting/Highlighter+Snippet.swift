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
            (self.text, self.ranges) = (text, ranges)
            (self.isCutAtStart, self.isCutAtEnd) = (isCutAtStart, isCutAtEnd)
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
        let (flat, length) = (FlatText(text), max(0, length))
        let matches = rangesOfEachKeyword(in: text).enumerated().flatMap { keyword, ranges in
            ranges.map { FlatText.Match(range: flat.range(of: $0), keyword: keyword) }
        }
        let visible = matches.filter { !$0.range.isEmpty }.sorted { $0.order < $1.order }
        let window = flat.window(around: flat.richest(visible, length: length), length: length, isCut: isCut)
        let isCutAtStart = window.lowerBound > flat.text.startIndex
        let isCutAtEnd = isCut || window.upperBound < flat.text.endIndex
        let shown = (isCutAtStart ? "…" : "") + flat.text[window] + (isCutAtEnd ? "…" : "")
        let shift = (isCutAtStart ? "…".utf8.count : 0) - flat.offset(window.lowerBound)
        func index(_ index: String.Index) -> String.Index {
            shown.utf8.index(shown.startIndex, offsetBy: flat.offset(index) + shift)
        }
        let inside = visible.map(\.range).mergingOverlaps().filter { $0.overlaps(window) }.map { $0.clamped(to: window) }
        return Snippet(
            text: shown, ranges: inside.map { index($0.lowerBound)..<index($0.upperBound) }, isCutAtStart: isCutAtStart,
            isCutAtEnd: isCutAtEnd)
    }
}

/// A text with one space between words, and the mapping of positions in the original to it.
private struct FlatText {
    private(set) var text = ""
    /// Whether the original is flat already.
    private let isOriginal: Bool
    /// The UTF-8 offset of each word in the flat text and in the original, and its length.
    private var words: [(flat: Int, original: Int, count: Int)] = []

    /// A match in the flat text.
    struct Match {
        let range: Range<String.Index>
        let keyword: Int
        var order: (String.Index, Int) { (range.lowerBound, keyword) }
    }

    init(_ original: String) {
        isOriginal = Self.isFlat(original)
        guard !isOriginal else {
            text = original
            return
        }
        for word in original.unicodeScalars.split(whereSeparator: \.isWhite) {
            if !text.isEmpty { text += " " }
            let start = original.utf8.distance(from: original.startIndex, to: word.startIndex)
            let flat = text.utf8.count
            text.unicodeScalars.append(contentsOf: word)
            words.append((flat, start, text.utf8.count - flat))
        }
    }

    private static func isFlat(_ text: String) -> Bool {
        var isBehindSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = scalar.isWhite
            if isSpace, isBehindSpace || scalar != " " { return false }
            isBehindSpace = isSpace
        }
        return !isBehindSpace
    }

    func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    /// Returns a range of UTF-8 offsets of the original in the flat text; empty if it is white space only.
    func range(of range: Range<Int>) -> Range<String.Index> {
        func index(_ offset: Int) -> String.Index {
            text.utf8.index(text.startIndex, offsetBy: isOriginal ? offset : flatOffset(offset))
        }
        return index(range.lowerBound)..<index(range.upperBound)
    }

    private func flatOffset(_ offset: Int) -> Int {
        var (low, high) = (0, words.count)
        while low < high {
            let middle = (low + high) / 2
            if words[middle].original <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let word = words[low - 1]
        return word.flat + min(offset - word.original, word.count)
    }

    /// Returns the run of matches within `length` with the most keywords and matches; a single match can be longer.
    func richest(_ matches: [Match], length: Int) -> Range<String.Index> {
        guard var best = matches.first?.range, length > 0 else { return text.startIndex..<text.startIndex }
        var bestCount = (keywords: 0, matches: 0)
        var counts: [Int: Int] = [:]
        // The end of a full window that begins at the current match. Both ends only move forward.
        var end = text.index(best.lowerBound, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        var last = 0
        for (first, match) in matches.enumerated() {
            if first > 0 {
                let previous = matches[first - 1]
                if first <= last { counts[previous.keyword] = counts[previous.keyword].flatMap { $0 > 1 ? $0 - 1 : nil } }
                let distance = text.distance(from: previous.range.lowerBound, to: match.range.lowerBound)
                end = text.index(end, offsetBy: distance, limitedBy: text.endIndex) ?? text.endIndex
            }
            last = max(last, first)
            while last < matches.count, matches[last].range.upperBound <= end {
                counts[matches[last].keyword, default: 0] += 1
                last += 1
            }
            let count = (keywords: counts.count, matches: last - first)
            if count > bestCount {
                bestCount = count
                let end = matches[first..<last].map(\.range.upperBound).max() ?? match.range.upperBound
                best = match.range.lowerBound..<end
            }
            if last == matches.count { break }
        }
        return best
    }

    /// Returns `core` with as much text on both sides as `length` allows, or the beginning of `core` if it is longer.
    func window(around core: Range<String.Index>, length: Int, isCut: Bool) -> Range<String.Index> {
        if let full = text.index(core.lowerBound, offsetBy: length, limitedBy: core.upperBound), full < core.upperBound {
            return core.lowerBound..<full
        }
        let spare = length - text.distance(from: core.lowerBound, to: core.upperBound)
        var start = text.index(core.lowerBound, offsetBy: -(spare / 2), limitedBy: text.startIndex) ?? text.startIndex
        var end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        if end == text.endIndex {
            // The text ends within the window: the rest of the length goes to its start.
            start = text.index(end, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex
        }
        if start > text.startIndex, text[text.index(before: start)] != " ",
            let space = text[start..<core.lowerBound].firstIndex(of: " ")
        {
            start = text.index(after: space)
        }
        let isInWord = end < text.endIndex ? text[end] != " " : isCut
        if isInWord, let space = text[core.upperBound..<end].lastIndex(of: " ") { end = space }
        return start..<end
    }
}
