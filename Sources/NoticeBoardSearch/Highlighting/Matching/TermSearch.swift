/// Finds one term in one text, match by match: right for everything, and linear.
///
/// Bytes are compared as far as the next trigger; the stretch in which a match could hold it is folded.
struct TermSearch: HitSource {
    private let term: CompiledTerm
    /// Every further match begins here or later.
    private var clear = 0
    /// The last place before `clear` that is known to be a boundary: where the last match ended, or what was folded.
    private var known = 0
    private var scout = TriggerScout()
    private var anchors = BlockCursor(from: 0)
    /// The next place with what every match has.
    private var anchor = -1
    private var byBytes: ByteSearch?
    private var candidates = BlockCursor(from: 0)
    private var starts = ClusterCursor()
    private var foldsTheRest: Bool
    private var folding: FoldingSearch?
    private var typing: TypingMatcher

    /// A search for `term` from the start of a text on.
    init(_ term: CompiledTerm) {
        self.term = term
        byBytes = term.path == .bytes ? term.bytes.map { ByteSearch($0.pattern) } : nil
        typing = TypingMatcher(term.rules)
        foldsTheRest = term.path == .folding
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        if term.path == .nothing || bytes.count < term.fewestBytes { return nil }
        while clear < bytes.count {
            guard skipToAnchor(bytes) else { return nil }
            if foldsTheRest {
                let end = anchor < 0 ? bytes.count : bytes.endOfScalar(at: anchor)
                if let match = exact(until: end, bytes, text) { return match }
                continue
            }
            scout.look(term.triggers, from: clear, keeping: term.reach, bytes)
            let end = scout.trigger ?? (scout.scanned < bytes.count ? scout.scanned : bytes.count &+ term.reach)
            if end &- term.reach > clear {
                if let match = fast(bytes, text, before: end &- term.reach) { return match }
                if foldsTheRest { continue }
                clear = end &- term.reach
            }
            // Some further than the trigger, since where one is, another is near.
            guard let trigger = scout.trigger else { continue }
            let further = bytes.endOfScalar(at: min(trigger &+ 64, bytes.count &- 1))
            if let match = exact(until: further, bytes, text) { return match }
        }
        return nil
    }

    /// Leaves out the text that is too far before the next anchor; false when there is none.
    private mutating func skipToAnchor(_ bytes: ByteView) -> Bool {
        guard let test = term.bytes?.anchor else { return true }
        if anchor < clear {
            anchors.skip(to: clear)
            guard let next = anchors.next(test, bytes, before: bytes.count) else { return false }
            anchor = next
        }
        clear = max(clear, anchor &- term.reach)
        return true
    }

    private mutating func fast(_ bytes: ByteView, _ text: String, before end: Int) -> Hit? {
        if let pattern = term.typing { return nextByTyping(pattern, bytes, text, before: end) }
        byBytes?.skip(to: clear)
        return byBytes?.next(bytes, text, before: end).map { found($0) }
    }

    private mutating func nextByTyping(
        _ pattern: TypingPattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Hit? {
        candidates.skip(to: clear)
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

    private mutating func found(_ match: Range<Int>) -> Hit {
        (clear, known) = (match.upperBound, match.upperBound)
        return Hit(range: match)
    }

    /// A match from `clear` on that begins before `end`, by the definition; without one, the search goes on from there or later.
    private mutating func exact(until end: Int, _ bytes: ByteView, _ text: String) -> Hit? {
        let start = boundary(atOrBefore: clear, bytes)
        let outcome: FoldingSearch.Outcome
        if let pattern = term.typing {
            outcome = typing.next(pattern.elements, from: start, until: end, bytes, text)
        } else {
            if folding == nil { folding = FoldingSearch(term.folded, term.rules) }
            outcome = folding?.next(from: start, until: end, bytes, text) ?? .nothing(until: end)
        }
        switch outcome {
        case .match(let match): return found(match)
        case .nothing(let until):
            (clear, known) = (max(clear, until), max(known, until))
            return nil
        }
    }

    /// The last sure boundary at or before `offset`, which is not before the end of what was folded or found last.
    private func boundary(atOrBefore offset: Int, _ bytes: ByteView) -> Int {
        var start = bytes.startOfScalar(at: offset)
        while start > known, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        return max(start, known)
    }
}

/// Looks ahead in a text for triggers, a stretch at a time, so that a search which ends early has not read the whole text.
struct TriggerScout {
    /// The next trigger, when one was found in what was looked at.
    private(set) var trigger: Int?
    /// No trigger lies between the last place asked about and here, but for `trigger` itself.
    private(set) var scanned = 0
    private var stretch = 4096

    /// Makes known whether a trigger follows `start`: the next one, or that there is none for more than `margin` bytes.
    mutating func look(_ triggers: TriggerSet, from start: Int, keeping margin: Int, _ bytes: ByteView) {
        if let trigger, trigger >= start { return }
        if trigger != nil || start > scanned { (scanned, stretch) = (max(start, scanned), 256) }
        trigger = nil
        while trigger == nil, scanned < bytes.count, scanned &- start <= margin {
            let end = bytes.count &- scanned <= stretch ? bytes.count : scanned &+ stretch
            // No longer than what the nearest memory holds, where the comparison of bytes then finds it.
            stretch = min(stretch &* 2, 1 << 14)
            trigger = triggers.first(from: scanned, before: end, bytes)
            scanned = trigger.map { $0 &+ 1 } ?? end
        }
    }
}
