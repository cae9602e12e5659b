extension Highlighter {
    /// A window of a long text around the place where most of what was searched for stands.
    public struct Snippet: Sendable, Hashable {
        /// What to show: the window, each stretch of white space as one space, with an ellipsis where text was cut off.
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

        /// A snippet of some text; of all of it, unless told otherwise.
        public init(
            text: String, ranges: [Range<String.Index>], source: Range<String.Index>? = nil, utf8Offset: Int = 0,
            isCutAtStart: Bool = false, isCutAtEnd: Bool = false
        ) {
            (self.text, self.ranges, self.source) = (text, ranges, source ?? text.startIndex..<text.endIndex)
            (self.utf8Offset, self.isCutAtStart, self.isCutAtEnd) = (utf8Offset, isCutAtStart, isCutAtEnd)
        }

        /// `text` cut into marked and plain pieces.
        public var segments: [Segment] { Highlighter.segments(of: text[...], markedAt: ranges) }
    }

    /// The richest window of at most `length` characters of `text`, on one line.
    ///
    /// Of all windows it holds the most different terms, of those the most matches, and of those it is the first; its matches
    /// stand in its middle as far as the text allows. It begins and ends between words where there is a space to do so. A text
    /// without a match gives its beginning. The ellipses come on top of `length`.
    public func snippet(of text: String, length: Int) -> Snippet {
        guard text.isContiguousUTF8 else { return snippet(ofBridged: text, length: length) }
        let (flat, length) = (FlatText(text), max(0, length))
        // Every match of every term counts here, also those that are shown as one.
        let core = flat.richest(Highlighter(self, merge: .none).matches(in: text), length: length)
        let window = flat.window(around: core, length: length)
        let (isCutAtStart, isCutAtEnd) = (window.lowerBound > flat.text.startIndex, window.upperBound < flat.text.endIndex)
        let shown = (isCutAtStart ? "…" : "") + flat.text[window] + (isCutAtEnd ? "…" : "")
        let shift = (isCutAtStart ? "…".utf8.count : 0) - flat.offset(window.lowerBound)
        let marks = segments(of: text).filter(\.isMarked).map { flat.range(of: $0.text.startIndex..<$0.text.endIndex) }
        let inside = marks.filter { $0.overlaps(window) }.map { $0.clamped(to: window) }
        func index(_ index: String.Index) -> String.Index {
            shown.utf8.index(shown.startIndex, offsetBy: flat.offset(index) + shift)
        }
        let source = flat.source(of: window)
        return Snippet(
            text: shown, ranges: inside.map { index($0.lowerBound)..<index($0.upperBound) }, source: source,
            utf8Offset: text.utf8.distance(from: text.startIndex, to: source.lowerBound), isCutAtStart: isCutAtStart,
            isCutAtEnd: isCutAtEnd)
    }

    /// A bridged string is copied once: going to a place in it would read it from its start for every word.
    private func snippet(ofBridged text: String, length: Int) -> Snippet {
        var native = text
        native.makeContiguousUTF8()
        let found = snippet(of: native, length: length)
        let start = text.utf8.index(text.startIndex, offsetBy: found.utf8Offset)
        let source = start..<text.utf8.index(start, offsetBy: native[found.source].utf8.count)
        return Snippet(
            text: found.text, ranges: found.ranges, source: source, utf8Offset: found.utf8Offset,
            isCutAtStart: found.isCutAtStart, isCutAtEnd: found.isCutAtEnd)
    }
}

/// A text whose words stand one space apart, and the way from one to the other.
private struct FlatText {
    private(set) var text = ""
    private let original: String
    /// Whether its words stood so already, and places are the same in both.
    private let isOriginal: Bool
    /// Where each word begins, in UTF-8: here and in the original.
    private var words: [(here: Int, there: Int, count: Int)] = []

    init(_ original: String) {
        self.original = original
        isOriginal = Self.isFlat(original)
        guard !isOriginal else {
            text = original
            return
        }
        for word in original.unicodeScalars.split(whereSeparator: Self.isSpace) {
            if !text.isEmpty { text += " " }
            let there = original.utf8.distance(from: original.startIndex, to: word.startIndex)
            let here = text.utf8.count
            text.unicodeScalars.append(contentsOf: word)
            words.append((here, there, text.utf8.count - here))
        }
    }

    private static func isFlat(_ text: String) -> Bool {
        var isBehindSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = isSpace(scalar)
            if isSpace, isBehindSpace || scalar != " " { return false }
            isBehindSpace = isSpace
        }
        return !isBehindSpace
    }

    /// Most letters are told at once: no white space stands behind U+3000.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x7E, 0x3001...: false
        default: scalar.properties.isWhitespace
        }
    }

    func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    /// Where a range of the original stands here; empty where it was white space alone.
    func range(of range: Range<String.Index>) -> Range<String.Index> {
        if isOriginal { return range }
        func index(_ index: String.Index) -> String.Index {
            let offset = original.utf8.distance(from: original.startIndex, to: index)
            let here = lastWord { $0.there <= offset }.map { $0.here + min(offset - $0.there, $0.count) }
            return text.utf8.index(text.startIndex, offsetBy: here ?? 0)
        }
        return index(range.lowerBound)..<index(range.upperBound)
    }

    /// Where a range from here stands in the original.
    func source(of range: Range<String.Index>) -> Range<String.Index> {
        if isOriginal { return range }
        func index(_ index: String.Index) -> String.Index {
            let offset = offset(index)
            let there = lastWord { $0.here <= offset }.map { $0.there + offset - $0.here }
            return original.utf8.index(original.startIndex, offsetBy: there ?? 0)
        }
        return index(range.lowerBound)..<index(range.upperBound)
    }

    /// The last word for which `isBefore` holds; it holds for no word after one for which it does not.
    private func lastWord(_ isBefore: ((here: Int, there: Int, count: Int)) -> Bool) -> (here: Int, there: Int, count: Int)? {
        var (low, high) = (0, words.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(words[middle]) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : words[low - 1]
    }

    /// The first run of matches that is not longer than `length` and holds as many terms and matches as any; one match may be
    /// longer.
    func richest(_ matches: [Highlighter.Match], length: Int) -> Range<String.Index> {
        let matches = matches.map { (range: range(of: $0.range), term: $0.term) }.filter { !$0.range.isEmpty }
        guard var best = matches.first?.range, length > 0 else { return text.startIndex..<text.startIndex }
        var bestCount = (terms: 0, matches: 0)
        var counts: [Int: Int] = [:]
        // The end of a full window that begins at the current match; both ends only ever move forward.
        var end = text.index(best.lowerBound, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        var last = 0
        for (first, match) in matches.enumerated() {
            if first > 0 {
                let previous = matches[first - 1]
                if first <= last { counts[previous.term] = counts[previous.term].flatMap { $0 > 1 ? $0 - 1 : nil } }
                let distance = text.distance(from: previous.range.lowerBound, to: match.range.lowerBound)
                end = text.index(end, offsetBy: distance, limitedBy: text.endIndex) ?? text.endIndex
            }
            last = max(last, first)
            while last < matches.count, matches[last].range.upperBound <= end {
                counts[matches[last].term, default: 0] += 1
                last += 1
            }
            let count = (terms: counts.count, matches: last - first)
            if count > bestCount {
                bestCount = count
                let end = matches[first..<last].map(\.range.upperBound).max() ?? match.range.upperBound
                best = match.range.lowerBound..<end
            }
            if last == matches.count { break }
        }
        return best
    }

    /// `core` with as much text on both sides as `length` allows, or its beginning.
    func window(around core: Range<String.Index>, length: Int) -> Range<String.Index> {
        if let full = text.index(core.lowerBound, offsetBy: length, limitedBy: core.upperBound), full < core.upperBound {
            return core.lowerBound..<full
        }
        let spare = length - text.distance(from: core.lowerBound, to: core.upperBound)
        var start = text.index(core.lowerBound, offsetBy: -(spare / 2), limitedBy: text.startIndex) ?? text.startIndex
        var end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        if end == text.endIndex {
            // The text ends within the window: what is left over goes to its start.
            start = text.index(end, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex
        }
        if start > text.startIndex, text[text.index(before: start)] != " ",
            let space = text[start..<core.lowerBound].firstIndex(of: " ")
        {
            start = text.index(after: space)
        }
        if end < text.endIndex, text[end] != " ", let space = text[core.upperBound..<end].lastIndex(of: " ") { end = space }
        return start..<end
    }
}
