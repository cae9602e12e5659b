/// Finds one term in one text, match by match.
///
/// Bytes are compared as far as the next trigger; the stretch in which a match could hold it is folded. Where comparing bytes
/// costs more than folding would, as with keywords that repeat themselves in texts that do, the rest of the text is folded.
struct TermSearch {
    private let term: CompiledTerm
    /// Every further match begins here or later. Always a boundary of segments.
    private var position = 0
    private var cursor = BlockCursor(from: 0)
    private var scout = TriggerScout()
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    /// The bytes compared one by one so far.
    private var work = 0
    private var foldsTheRest: Bool
    private var folding: FoldingSearch?
    private var typing: TypingSearch?

    @inline(__always) init(_ term: CompiledTerm) {
        self.term = term
        foldsTheRest = term.path == .folding
    }

    /// The next match: from where to where, in UTF-8.
    @inline(__always) mutating func next(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        guard term.path == .bytes, !foldsTheRest, scout.trigger == nil, bytes.count <= 4096 else {
            return nextByStretches(bytes, text)
        }
        // A short text without triggers is one stretch.
        if scout.scanned == 0, !term.triggers.isEmpty {
            scout.look(term.triggers, from: 0, bytes)
            if scout.trigger != nil { return nextByStretches(bytes, text) }
        }
        return nextByBytes(bytes, text, before: bytes.count) ?? (foldsTheRest ? nextByStretches(bytes, text) : nil)
    }

    @inline(never) private mutating func nextByStretches(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        if term.path == .nothing { return nil }
        while position < bytes.count {
            if foldsTheRest { return exact(from: position, until: bytes.count, bytes, text) }
            if let trigger = scout.trigger, trigger < position { scout.look(term.triggers, from: position, bytes) }
            if scout.scanned == 0 { scout.look(term.triggers, from: 0, bytes) }
            let isLast = scout.trigger == nil && scout.scanned >= bytes.count
            let clear = isLast ? bytes.count : (scout.trigger ?? scout.scanned) &- term.reach
            if clear > position {
                if let match = fast(bytes, text, before: clear) { return match }
                if foldsTheRest { continue }
                if isLast { return nil }
            }
            guard let trigger = scout.trigger else {
                scout.look(term.triggers, from: position, bytes)
                continue
            }
            let start = boundary(atOrBefore: max(clear, position), bytes)
            if let match = exact(from: start, until: trigger &+ 1, bytes, text) { return match }
        }
        return nil
    }

    @inline(__always) private mutating func fast(_ bytes: ByteView, _ text: String, before end: Int) -> Range<Int>? {
        guard term.path == .typing, let typing = term.typing else { return nextByBytes(bytes, text, before: end) }
        return nextByTyping(typing, bytes, text, before: end)
    }

    @inline(__always) private mutating func nextByBytes(_ bytes: ByteView, _ text: String, before end: Int) -> Range<Int>? {
        guard let pattern = term.bytes else { return nil }
        while let start = cursor.next(pattern.pair, bytes, before: end) {
            let (isEqual, cost) = pattern.compare(bytes, at: start)
            work &+= cost
            if isEqual, starts.isBoundary(start, bytes, text), ends.isBoundary(start &+ pattern.count, bytes, text) {
                return found(start..<start &+ pattern.count)
            }
            // As many bytes compared as text was read, several times over: folding will be cheaper.
            if work > 8 &* start &+ 65536, start >= position {
                position = boundary(atOrBefore: start, bytes)
                foldsTheRest = true
                return nil
            }
        }
        return nil
    }

    private mutating func nextByTyping(
        _ pattern: TypingPattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Range<Int>? {
        var matcher = typing?.matcher ?? TypingMatcher(term.options)
        defer { typing = TypingSearch(matcher: matcher) }
        while true {
            let candidate: Int?
            switch pattern.look {
            case .leads(let test): candidate = cursor.next(test, bytes, before: end)
            case .bytes(let pair): candidate = cursor.next(pair, bytes, before: end)
            case .none:
                foldsTheRest = true
                return nil
            }
            guard let candidate else { return nil }
            if bytes[candidate] & 0xC0 != 0x80, starts.isBoundary(candidate, bytes, text),
                let match = matcher.end(pattern.elements, from: candidate, bytes, text)
            {
                return found(candidate..<match)
            }
        }
    }

    @inline(__always) private mutating func found(_ match: Range<Int>) -> Range<Int> {
        position = match.upperBound
        cursor.skip(to: match.upperBound)
        return match
    }

    /// A match from `start` on, by the definition; without one, the search goes on from `end` or later.
    private mutating func exact(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> Range<Int>? {
        let outcome: FoldingSearch.Outcome
        if let pattern = term.typing {
            var search = typing ?? TypingSearch(matcher: TypingMatcher(term.options))
            outcome = search.next(pattern, from: characterStart(atOrBefore: start, bytes, text), until: end, bytes, text)
            typing = search
        } else {
            var search = folding ?? FoldingSearch(term.options)
            folding = nil
            outcome = search.next(term.folded.get(), from: start, until: end, bytes, text)
            folding = search
        }
        switch outcome {
        case .match(let match): return found(match)
        case .nothing(let until):
            position = max(position, until)
            cursor.skip(to: position)
            return nil
        }
    }

    /// The last sure boundary at or before `offset`, or `position`.
    private func boundary(atOrBefore offset: Int, _ bytes: ByteView) -> Int {
        var start = min(offset, bytes.count)
        if start < bytes.count { start = bytes.startOfScalar(at: start) }
        while start > position, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        return max(start, position)
    }

    /// `offset`, or the character boundary before it.
    private mutating func characterStart(atOrBefore offset: Int, _ bytes: ByteView, _ text: String) -> Int {
        var start = offset
        while start > 0, !starts.isBoundary(start, bytes, text) { start = bytes.startOfScalar(before: start) }
        return start
    }
}
