/// Finds unfinished Korean input in a text.
///
/// At most one alternative of an element matches at a character, so the search never tries two ways from one start.
struct TypingSearch {
    private let elements: [TypedElement]
    private let effect: Folding.Effect
    private var folder: SegmentFolder
    private var starts = ClusterCursor()
    /// Characters of several scalars that were read already, by position: reading one takes long.
    private var slowUnits: [Int: Unit] = [:]

    /// A character of a text.
    private struct Unit {
        /// The scalar of a character that folds and composes to several, or to none.
        static let several = UInt32.max
        let end: Int
        /// The folded and composed scalar, or `several`.
        let scalar: UInt32
        /// The folded letters of a character with several scalars.
        var letters: [UInt32] = []
    }

    init(_ keyword: Keyword) {
        elements = keyword.typed
        effect = keyword.folding.effect
        folder = SegmentFolder(keyword.folding)
    }

    /// Returns the first match from `start` on, which is a character boundary, unless none begins before `end`.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        var position = start
        let end = min(end, bytes.count)
        while true {
            position = skip(from: position, until: end, bytes, text)
            if position >= end { return .nothing(until: position) }
            if let end = endOfMatch(from: position, bytes, text) { return .match(position..<end) }
            position = readUnit(at: position, bytes, text).end
        }
    }

    private mutating func endOfMatch(from start: Int, _ bytes: ByteView, _ text: String) -> Int? {
        var position = start
        var element = 0
        while position < bytes.count {
            let unit = readUnit(at: position, bytes, text)
            if elements[element].scalar == unit.scalar || elements[element].single.include(unit.scalar) {
                position = unit.end
                element += 1
            } else if elements[element].first.include(unit.scalar), unit.end < bytes.count,
                case let second = readUnit(at: unit.end, bytes, text), elements[element].second.include(second.scalar)
            {
                position = second.end
                element += 1
            } else if let next = literal(from: element, at: position, bytes, text) {
                (position, element) = next
            } else {
                return nil
            }
            if element == elements.count { return position }
        }
        return nil
    }

    /// Matches elements letter by letter until an element and a character end together.
    private mutating func literal(
        from start: Int, at offset: Int, _ bytes: ByteView, _ text: String
    ) -> (position: Int, element: Int)? {
        var position = offset
        var element = start
        var letter = 0
        while position < bytes.count {
            let unit = readUnit(at: position, bytes, text)
            let isSingle = unit.scalar != Unit.several
            // Both are one scalar, and not the same: most candidates end here.
            if letter == 0, isSingle, !Hangul.isSyllable(elements[element].scalar) { return nil }
            for scalar in isSingle ? TypedElement(scalar: unit.scalar).letters : unit.letters {
                guard element < elements.count, elements[element].letters[letter] == scalar else { return nil }
                letter += 1
                if letter == elements[element].letters.count { (element, letter) = (element + 1, 0) }
            }
            position = unit.end
            if letter == 0 { return (position, element) }
        }
        return nil
    }

    private mutating func readUnit(at position: Int, _ bytes: ByteView, _ text: String) -> Unit {
        let (scalar, length) = bytes.scalar(at: position)
        if effect == .keeps, scalar < 0x80, bytes.isPlainBreak(at: position &+ 1) {
            return Unit(end: position &+ 1, scalar: folder.head(scalar))
        }
        if effect == .keeps, Hangul.isSyllable(scalar) || Jamo.keyboardLetters.contains(scalar),
            bytes.isSureBreak(at: position &+ length)
        {
            return Unit(end: position &+ length, scalar: scalar)
        }
        if let unit = slowUnits[position] { return unit }
        let end = ClusterCursor.end(ofClusterAt: position, bytes, text)
        let letters = folder.fold(bytes, from: position, to: end)
        let composed = Hangul.composed(letters)
        let unit =
            composed.count == 1 ? Unit(end: end, scalar: composed[0]) : Unit(end: end, scalar: Unit.several, letters: letters)
        if slowUnits.count >= 1_024 { slowUnits = [:] }
        slowUnits[position] = unit
        return unit
    }

    /// Returns the next character that a match can begin with, or `end`.
    ///
    /// Korean input begins with a Korean letter or syllable, which are recognized by their first bytes: E1 for conjoining
    /// letters, E3 for keyboard letters, EA to ED for syllables. A letter or mark after a syllable can change it.
    private mutating func skip(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> Int {
        let first = elements[0].scalar
        let isKorean = Hangul.isSyllable(first) || Jamo.keyboardLetters.contains(first) || Jamo.conjoiningLead(first) != nil
        // A match includes the characters before it that are dropped.
        guard isKorean, effect != .drops else { return start }
        var position = start
        while position < end {
            let lead = bytes[position]
            switch lead {
            case 0x00..<0xE1: break
            case 0xE3, 0xEA...0xED:
                let scalar = bytes.scalar(at: position).value
                let mayJoin = position &+ 3 < bytes.count && bytes[position &+ 3] == 0xE1
                guard mayJoin || elements[0].canBegin(with: scalar) else { break }
                if starts.isBoundary(position, bytes, text) { return position }
            case 0xE1: if starts.isBoundary(position, bytes, text) { return position }
            default: if effect == .maps, starts.isBoundary(position, bytes, text) { return position }
            }
            position &+= ByteView.lengthOfScalar(withLead: lead)
        }
        return end
    }
}

extension TypedElement {
    /// Returns whether a match of the element can begin with `scalar`.
    @inline(__always) fileprivate func canBegin(with scalar: UInt32) -> Bool {
        scalar == self.scalar || single.include(scalar) || first.include(scalar)
    }
}

extension [ClosedRange<UInt32>] {
    /// Returns whether one of the ranges contains `scalar`.
    @inline(__always) fileprivate func include(_ scalar: UInt32) -> Bool {
        for range in self where range.contains(scalar) { return true }
        return false
    }
}
