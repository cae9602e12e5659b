/// Tells whether, and how far, a text matches a keyword being typed, from a given character on.
///
/// At every character at most one alternative fits, so there is nothing to try twice: what a single character may be, and what
/// the first of two may be, never overlap.
struct TypingMatcher {
    private var folder: SegmentFolder?
    /// The fold of the last character that is not one composed scalar.
    private var fold: [UInt32] = []
    private let rules: FoldRules

    init(_ rules: FoldRules) { self.rules = rules }

    /// A character of a text: where it ends, and its one composed scalar.
    ///
    /// Without one, it is `several`, and `fold` has them.
    private struct Unit {
        static let several = UInt32.max
        var end: Int
        var scalar: UInt32
    }

    /// Where the match ends that begins with the character at `start`, or nil.
    mutating func end(_ elements: [TypedElement], from start: Int, _ bytes: ByteView, _ text: String) -> Int? {
        var (position, index) = (start, 0)
        while position < bytes.count {
            let unit = unit(at: position, bytes, text)
            if elements[index].scalar == unit.scalar || elements[index].single.contains(unit.scalar) {
                (position, index) = (unit.end, index &+ 1)
            } else if elements[index].first.contains(unit.scalar),
                let end = end(ofSecond: elements[index].second, at: unit.end, bytes, text)
            {
                (position, index) = (end, index &+ 1)
            } else if let next = literal(elements, from: index, position, bytes, text) {
                (position, index) = next
            } else {
                return nil
            }
            if index == elements.count { return position }
        }
        return nil
    }

    private mutating func end(
        ofSecond second: ScalarRanges, at position: Int, _ bytes: ByteView, _ text: String
    ) -> Int? {
        guard position < bytes.count else { return nil }
        let unit = unit(at: position, bytes, text)
        return second.contains(unit.scalar) ? unit.end : nil
    }

    /// Consumes whole elements by what they are, letter by letter, until a character and an element end together.
    private mutating func literal(
        _ elements: [TypedElement], from start: Int, _ position: Int, _ bytes: ByteView, _ text: String
    ) -> (position: Int, index: Int)? {
        var (position, index, letter) = (position, start, 0)
        while position < bytes.count {
            let unit = unit(at: position, bytes, text)
            if letter == 0, unit.scalar != Unit.several, !Hangul.isSyllable(elements[index].scalar) {
                // Both are one scalar, and not the same; the usual end of a candidate.
                return nil
            }
            for scalar in unit.scalar == Unit.several ? fold : TypedElement(scalar: unit.scalar).letters {
                guard index < elements.count else { return nil }
                let letters = elements[index].letters
                guard letters[letter] == scalar else { return nil }
                letter += 1
                if letter == letters.count { (index, letter) = (index + 1, 0) }
            }
            position = unit.end
            if letter == 0 { return (position, index) }
        }
        return nil
    }

    /// The character that begins at `position`.
    private mutating func unit(at position: Int, _ bytes: ByteView, _ text: String) -> Unit {
        let (scalar, length) = bytes.scalar(at: position)
        if scalar < 0x80, bytes.isPlainBreak(at: position &+ 1), !rules.isTurkic {
            let isCapital = rules.ignoresCase && scalar &- 0x41 < 26
            return Unit(end: position &+ 1, scalar: isCapital ? scalar | 0x20 : scalar)
        }
        // A plain character is what it looks like, whatever the options are.
        if Hangul.isSyllable(scalar) || scalar &- 0x3131 <= 0x5D, bytes.isSureBreak(at: position &+ length) {
            return Unit(end: position &+ length, scalar: scalar)
        }
        let end = ClusterCursor.end(ofClusterAt: position, bytes, text)
        var folder = folder ?? SegmentFolder(rules)
        fold = folder.fold(bytes, from: position, to: end)
        self.folder = folder
        let composed = Hangul.composed(fold)
        return Unit(end: end, scalar: composed.count == 1 ? composed[0] : Unit.several)
    }

    /// The first match from `start`, a boundary, on, by trying every character.
    ///
    /// Gives up when no match begins before `end`.
    mutating func next(
        _ elements: [TypedElement], from start: Int, until end: Int, _ bytes: ByteView, _ text: String
    ) -> FoldingSearch.Outcome {
        var position = start
        while position < min(end, bytes.count) {
            if let match = self.end(elements, from: position, bytes, text) { return .match(position..<match) }
            position = ClusterCursor.end(ofClusterAt: position, bytes, text)
        }
        return .nothing(until: position)
    }
}
