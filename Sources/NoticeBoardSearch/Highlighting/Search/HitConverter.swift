import Foundation

/// Turns a match in UTF-8 offsets into what a caller asked for.
protocol HitConverter {
    associatedtype Output
    /// The view of a match of `text`, whose bytes are `bytes`. Matches come in order.
    mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> Output
}

/// UTF-8 offsets as they are.
struct OffsetConverter: HitConverter {
    @inline(__always) mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> Range<Int> { hit.range }
}

/// UTF-16 units, counted on from the match before.
struct UTF16Converter: HitConverter {
    private var counted = 0
    private var units = 0

    @inline(__always) mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> NSRange {
        let range = units(of: hit, bytes)
        return NSRange(location: range.lowerBound, length: range.count)
    }

    mutating func units(of hit: Hit, _ bytes: ByteView) -> Range<Int> {
        // Matches that were not merged may begin before the one before them has ended.
        if hit.range.lowerBound < counted { (counted, units) = (0, 0) }
        units &+= bytes.utf16Length(from: counted, to: hit.range.lowerBound)
        counted = hit.range.lowerBound
        return units..<units &+ bytes.utf16Length(from: counted, to: hit.range.upperBound)
    }
}

/// Indices of the string.
struct IndexConverter: HitConverter {
    private var utf16 = UTF16Converter()

    @inline(__always) mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> Range<String.Index> {
        guard text.isContiguousUTF8 else { return bridged(hit, in: text, bytes) }
        let start = text.utf8.index(text.startIndex, offsetBy: hit.range.lowerBound)
        return start..<text.utf8.index(start, offsetBy: hit.range.count)
    }

    /// A bridged string counts UTF-16: going there by UTF-8 would read it from its start for every match.
    private mutating func bridged(_ hit: Hit, in text: String, _ bytes: ByteView) -> Range<String.Index> {
        let range = utf16.units(of: hit, bytes)
        return String.Index(utf16Offset: range.lowerBound, in: text)..<String.Index(utf16Offset: range.upperBound, in: text)
    }
}

/// Indices of the string, with the term.
struct MatchConverter: HitConverter {
    private var indices = IndexConverter()

    @inline(__always) mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> Highlighter.Match {
        Highlighter.Match(range: indices.convert(hit, in: text, bytes), term: hit.term)
    }
}
