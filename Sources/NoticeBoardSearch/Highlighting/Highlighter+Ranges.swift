public import Foundation

extension Highlighter {
    /// A match: where it stands, and which term it is of.
    public struct Match: Sendable, Hashable {
        /// Where it stands in the text.
        public let range: Range<String.Index>
        /// The index of its term in the list that was given; of the first of them, when matches of several were merged.
        public let term: Int

        /// A match of a term at a place.
        public init(range: Range<String.Index>, term: Int = 0) { (self.range, self.term) = (range, term) }
    }

    /// Every range to mark in `text`, in order, at most `limit`.
    public func ranges(in text: String, limit: Int = .max) -> [Range<String.Index>] {
        collect(text, limit, IndexConverter())
    }

    /// Every match in `text`, in order, each with its term, at most `limit`.
    public func matches(in text: String, limit: Int = .max) -> [Match] { collect(text, limit, MatchConverter(places)) }

    /// Every range to mark in `text`, in UTF-8 offsets from its start, at most `limit`.
    public func utf8Ranges(in text: String, limit: Int = .max) -> [Range<Int>] { collect(text, limit, OffsetConverter()) }

    /// Every range to mark in `text`, in UTF-16 units as attributed strings count them, at most `limit`.
    public func utf16Ranges(in text: String, limit: Int = .max) -> [NSRange] { collect(text, limit, UTF16Converter()) }

    /// The first range to mark in `text`, or nil.
    public func firstRange(in text: String) -> Range<String.Index>? {
        look(at: text, else: nil) { glance, bytes, native in
            var converter = IndexConverter()
            return first(glance, bytes, native).map { converter.convert($0, in: text, bytes) }
        }
    }

    /// Whether there is anything to mark in `text`.
    public func isMatch(in text: String) -> Bool {
        look(at: text, else: false) { glance, bytes, native in first(glance, bytes, native) != nil }
    }

    /// Hands every match in `text` to `body`, in order, at most `limit`, without building an array.
    ///
    /// What `body` throws ends the search and comes out of it.
    public func forEachMatch(in text: String, limit: Int = .max, _ body: (Match) throws -> Void) rethrows {
        if limit <= 0 { return }
        try look(at: text, else: ()) { glance, bytes, native in
            try handOver(glance, text, limit, bytes, native) { match, _ in try body(match) }
        }
    }

    /// Hands matches in `text` to `body`, in order, until it sets `stop`, or there were `limit`.
    public func forEachMatch(
        in text: String, limit: Int = .max, _ body: (_ match: Match, _ stop: inout Bool) throws -> Void
    ) rethrows {
        if limit <= 0 { return }
        try look(at: text, else: ()) { glance, bytes, native in
            try handOver(glance, text, limit, bytes, native, body)
        }
    }

    /// The first match that begins where `text` begins, or nil: the door for type-ahead, which ranks a beginning higher.
    package func prefixRange(in text: String) -> Range<String.Index>? {
        guard let first = firstRange(in: text), first.lowerBound == text.startIndex else { return nil }
        return first
    }
}

extension Highlighter {
    /// Reads a text, once, and looks at it: most have no match, and end here.
    @inline(__always) private func look<Result>(
        at text: String, else nothing: Result, _ body: (ByteTerm.Glance, ByteView, String) throws -> Result
    ) rethrows -> Result {
        let result = try ByteView.read(text) { bytes, native -> Result in
            let glance = onlyTerm.glance(at: bytes)
            return glance == .nothing ? nothing : try body(glance, bytes, native)
        }
        return result ?? nothing
    }

    /// Views of the first `limit` matches.
    @inline(__always) private func collect<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter
    ) -> [Converter.Output] {
        if limit <= 0 { return [] }
        return look(at: text, else: []) { collect($0, text, limit, converter, $1, $2) }
    }

    @inline(never) private func collect<Converter: HitConverter>(
        _ glance: ByteTerm.Glance, _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        var (views, converter) = ([] as [Converter.Output], converter)
        search(glance, bytes, native) { hit, likely in
            if views.isEmpty { views.reserveCapacity(min(limit, likely)) }
            views.append(converter.convert(hit, in: text, bytes))
            return views.count < limit
        }
        return views
    }

    @inline(never) private func first(_ glance: ByteTerm.Glance, _ bytes: ByteView, _ native: String) -> Hit? {
        var first: Hit?
        search(glance, bytes, native) { hit, _ in
            first = hit
            return false
        }
        return first
    }

    @inline(never) private func handOver(
        _ glance: ByteTerm.Glance, _ text: String, _ limit: Int, _ bytes: ByteView, _ native: String,
        _ body: (_ match: Match, _ stop: inout Bool) throws -> Void
    ) rethrows {
        var (converter, left, stop) = (MatchConverter(places), limit, false)
        try search(glance, bytes, native) { hit, _ in
            try body(converter.convert(hit, in: text, bytes), &stop)
            left -= 1
            return left > 0 && !stop
        }
    }

    /// Hands matches to `take`, in order, for as long as it wants more, each with how many to expect in all.
    @inline(__always) private func search(
        _ glance: ByteTerm.Glance, _ bytes: ByteView, _ text: String, _ take: (Hit, Int) throws -> Bool
    ) rethrows {
        switch glance {
        case .nothing: break
        case .bytes where onlyTerm.pattern.isLetter: try drain(LetterSearch(onlyTerm.pattern.letter), bytes, text, take)
        case .bytes: try drain(ByteSearch(onlyTerm.pattern), bytes, text, take)
        case .unclear where compiled.count == 1 && merge != .touching: try drain(TermSearch(compiled[0]), bytes, text, take)
        case .unclear:
            if let several, let present = several.glance(at: bytes) {
                return try drain(MergedSearch(SeveralSearch(several, present: present), within: merge.gap), bytes, text, take)
            }
            try drain(MergedSearch(OrderedSearch(compiled, bytes, text), within: merge.gap), bytes, text, take)
        }
    }

    /// The loop over matches, whatever finds them.
    @inline(__always) private func drain<Source: HitSource>(
        _ source: consuming Source, _ bytes: ByteView, _ text: String, _ take: (Hit, Int) throws -> Bool
    ) rethrows {
        while let hit = source.next(bytes, text), try take(hit, Source.likelyCount(in: bytes)) {}
    }
}

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
        // Matches come in the order of their beginnings: going on from one to the next reads the text once.
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

/// Indices of the string, with the term by its place in the list that was given.
struct MatchConverter: HitConverter {
    let places: [Int]
    private var indices = IndexConverter()

    @inline(__always) init(_ places: [Int]) { self.places = places }

    @inline(__always) mutating func convert(_ hit: Hit, in text: String, _ bytes: ByteView) -> Highlighter.Match {
        Highlighter.Match(range: indices.convert(hit, in: text, bytes), term: places[hit.term])
    }
}
