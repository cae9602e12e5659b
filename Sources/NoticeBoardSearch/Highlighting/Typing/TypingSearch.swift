/// Finds unfinished Korean input in a text.
///
/// At most one alternative of an element matches at a character, so the search never tries two ways from one start.
struct TypingSearch {
    private let elements: [TypedElement]
    private let effect: Highlighter.Options.Effect
    private var folder: SegmentFolder
    private var starts = ClusterCursor()
    /// The characters from `unitsStart` on that were read already; `head` is the first that a match can still begin with.
    private var units: [Unit] = []
    private var unitsStart = 0
    private var head = 0

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
        (elements, effect, folder) = (keyword.typed, keyword.options.effect, SegmentFolder(keyword.options))
        units.reserveCapacity(16)
    }

    /// Returns the first match from `start` on, which is a character boundary, unless none begins before `end`.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        var position = start
        let end = min(end, bytes.count)
        while true {
            position = skip(from: position, until: end, bytes, text)
            if position >= end { return .nothing(until: position) }
            move(to: position)
            if let end = endOfMatch(bytes, text) { return .match(position..<end) }
            position = unit(head, bytes, text)?.end ?? end
        }
    }

    /// Drops the characters before `position`, a boundary.
    private mutating func move(to position: Int) {
        while head < units.count, (head == 0 ? unitsStart : units[head - 1].end) < position { head += 1 }
        if head == units.count {
            units.removeAll(keepingCapacity: true)
            (unitsStart, head) = (position, 0)
        } else if head > 1024 {
            units.removeFirst(head)
            (unitsStart, head) = (position, 0)
        }
    }

    /// Returns a character by its number, or `nil` at the end of the text.
    private mutating func unit(_ index: Int, _ bytes: ByteView, _ text: String) -> Unit? {
        while units.count <= index {
            let start = units.last?.end ?? unitsStart
            guard start < bytes.count else { return nil }
            units.append(readUnit(at: start, bytes, text))
        }
        return units[index]
    }

    private mutating func endOfMatch(_ bytes: ByteView, _ text: String) -> Int? {
        var (index, element) = (head, 0)
        while let unit = unit(index, bytes, text) {
            if elements[element].scalar == unit.scalar || elements[element].single.include(unit.scalar) {
                (index, element) = (index + 1, element + 1)
            } else if elements[element].first.include(unit.scalar), let second = self.unit(index + 1, bytes, text),
                elements[element].second.include(second.scalar)
            {
                (index, element) = (index + 2, element + 1)
            } else if let next = literal(from: element, index, bytes, text) {
                (index, element) = next
            } else {
                return nil
            }
            if element == elements.count { return units[index - 1].end }
        }
        return nil
    }

    /// Matches elements letter by letter until an element and a character end together.
    private mutating func literal(
        from start: Int, _ index: Int, _ bytes: ByteView, _ text: String
    ) -> (index: Int, element: Int)? {
        var (index, element, letter) = (index, start, 0)
        while let unit = unit(index, bytes, text) {
            let isSingle = unit.scalar != Unit.several
            // Both are one scalar, and not the same: most candidates end here.
            if letter == 0, isSingle, !Hangul.isSyllable(elements[element].scalar) { return nil }
            for scalar in isSingle ? TypedElement(scalar: unit.scalar).letters : unit.letters {
                guard element < elements.count, elements[element].letters[letter] == scalar else { return nil }
                letter += 1
                if letter == elements[element].letters.count { (element, letter) = (element + 1, 0) }
            }
            index += 1
            if letter == 0 { return (index, element) }
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
        let end = ClusterCursor.end(ofClusterAt: position, bytes, text)
        let letters = folder.fold(bytes, from: position, to: end)
        let composed = Hangul.composed(letters)
        if composed.count == 1 { return Unit(end: end, scalar: composed[0]) }
        return Unit(end: end, scalar: Unit.several, letters: letters)
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
            position &+= lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
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
