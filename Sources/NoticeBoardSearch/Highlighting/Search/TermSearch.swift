/// Finds one term in one text, match by match.
///
/// Bytes are compared as far as the next trigger; the stretch in which a match could hold it is folded.
struct TermSearch {
    private let term: CompiledTerm
    /// Every further match begins here or later.
    ///
    /// Always a boundary of segments.
    private var position: Int
    private var scout = TriggerScout()
    private var anchors: BlockCursor
    /// The next place with what every match has.
    private var anchor = -1
    private var byBytes: ByteSearch
    private var candidates: BlockCursor
    private var starts = ClusterCursor()
    private var foldsTheRest: Bool
    private var folding: FoldingSearch?
    private var typing: TypingMatcher

    /// A search for `term` from the start of a text on.
    init(_ term: CompiledTerm) {
        self.term = term
        position = 0
        byBytes = ByteSearch(from: 0)
        anchors = BlockCursor(from: 0)
        candidates = BlockCursor(from: 0)
        typing = TypingMatcher(term.options)
        foldsTheRest = term.path == .folding
    }

    /// The next match: from where to where, in UTF-8.
    mutating func next(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        if term.path == .nothing || bytes.count < term.fewestBytes { return nil }
        while position < bytes.count {
            if foldsTheRest { return exact(from: position, until: bytes.count, bytes, text) }
            guard skipToAnchor(bytes) else { return nil }
            if scout.trigger.map({ $0 < position }) ?? (scout.scanned <= position) {
                scout.look(term.triggers, from: position, bytes)
            }
            let isLast = scout.trigger == nil && scout.scanned >= bytes.count
            let clear = isLast ? bytes.count : (scout.trigger ?? scout.scanned) &- term.reach
            if clear > position {
                if let match = fast(bytes, text, before: clear) { return match }
                if foldsTheRest { continue }
                if isLast { return nil }
            }
            guard let trigger = scout.trigger else {
                skip(to: boundary(atOrBefore: max(clear, position), bytes))
                guard skipToAnchor(bytes) else { return nil }
                scout.look(term.triggers, from: position, bytes)
                continue
            }
            let start = boundary(atOrBefore: max(clear, position), bytes)
            if let match = exact(from: start, until: trigger &+ 1, bytes, text) { return match }
        }
        return nil
    }

    /// Leaves out the text that is too far before the next anchor; false when there is none.
    private mutating func skipToAnchor(_ bytes: ByteView) -> Bool {
        guard let test = term.bytes?.anchor else { return true }
        if anchor < position {
            anchors.skip(to: position)
            guard let next = anchors.next(test, bytes, before: bytes.count) else { return false }
            anchor = next
        }
        if anchor &- term.reach > position { skip(to: boundary(atOrBefore: anchor &- term.reach, bytes)) }
        return true
    }

    private mutating func fast(_ bytes: ByteView, _ text: String, before end: Int) -> Range<Int>? {
        if let pattern = term.typing { return nextByTyping(pattern, bytes, text, before: end) }
        guard let byteTerm = term.bytes else { return nil }
        return byBytes.next(byteTerm.pattern, bytes, text, before: end).map { found($0) }
    }

    private mutating func nextByTyping(
        _ pattern: TypingPattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Range<Int>? {
        while true {
            let candidate: Int?
            switch pattern.look {
            case .leads(let test): candidate = candidates.next(test, bytes, before: end)
            case .bytes(let pair): candidate = candidates.next(pair, bytes, before: end)
            case .none:
                foldsTheRest = true
                return nil
            }
            guard let candidate else { return nil }
            if bytes[candidate] & 0xC0 != 0x80, starts.isBoundary(candidate, bytes, text),
                let match = typing.end(pattern.elements, from: candidate, bytes, text)
            {
                return found(candidate..<match)
            }
        }
    }

    private mutating func found(_ match: Range<Int>) -> Range<Int> {
        skip(to: match.upperBound)
        return match
    }

    private mutating func skip(to position: Int) {
        self.position = position
        byBytes.skip(to: position)
        candidates.skip(to: position)
    }

    /// A match from `start` on, by the definition; without one, the search goes on from `end` or later.
    private mutating func exact(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> Range<Int>? {
        let outcome: FoldingSearch.Outcome
        if let pattern = term.typing {
            let start = characterStart(atOrBefore: start, bytes, text)
            outcome = typing.next(pattern.elements, from: start, until: end, bytes, text)
        } else {
            if folding == nil { folding = FoldingSearch(term.folded.get(), term.options) }
            outcome = folding?.next(from: start, until: end, bytes, text) ?? .nothing(until: end)
        }
        switch outcome {
        case .match(let match): return found(match)
        case .nothing(let until):
            skip(to: max(position, until))
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
