/// Tells whether, and how far, a text matches a keyword being typed, from a given character on.
///
/// At every character at most one alternative fits, so there is nothing to try twice: what a single character may be, and what
/// the first of two may be, never overlap.
struct TypingMatcher {
    private var folder: SegmentFolder?
    private let options: Highlighter.Options

    init(_ options: Highlighter.Options) { self.options = options }

    /// A character of a text: where it ends, its one composed scalar if it has one, and otherwise its fold.
    private struct Unit {
        var end: Int
        var scalar: UInt32?
        var fold: [UInt32] = []
    }

    /// Where the match ends that begins with the character at `start`, or nil.
    mutating func end(_ elements: [TypedElement], from start: Int, _ bytes: ByteView, _ text: String) -> Int? {
        var (position, index) = (start, 0)
        while position < bytes.count {
            let unit = unit(at: position, bytes, text)
            let element = elements[index]
            if let scalar = unit.scalar, element.single.contains(where: { $0.contains(scalar) }) {
                (position, index) = (unit.end, index + 1)
            } else if let scalar = unit.scalar, let end = endOfPair(element, scalar, unit.end, bytes, text) {
                (position, index) = (end, index + 1)
            } else if let next = literal(elements, from: index, unit, bytes, text) {
                (position, index) = next
            } else {
                return nil
            }
            if index == elements.count { return position }
        }
        return nil
    }

    private mutating func endOfPair(
        _ element: TypedElement, _ scalar: UInt32, _ end: Int, _ bytes: ByteView, _ text: String
    ) -> Int? {
        guard let pair = element.pair, pair.first.contains(where: { $0.contains(scalar) }), end < bytes.count else { return nil }
        let next = unit(at: end, bytes, text)
        guard let scalar = next.scalar, pair.second.contains(where: { $0.contains(scalar) }) else { return nil }
        return next.end
    }

    /// Consumes whole elements by what they are, letter by letter, until a character and an element end together.
    private mutating func literal(
        _ elements: [TypedElement], from start: Int, _ first: Unit, _ bytes: ByteView, _ text: String
    ) -> (position: Int, index: Int)? {
        var (unit, index, letter) = (first, start, 0)
        while true {
            for scalar in unit.scalar.map(Self.letters) ?? unit.fold {
                guard index < elements.count, elements[index].literal[letter] == scalar else { return nil }
                letter += 1
                if letter == elements[index].literal.count { (index, letter) = (index + 1, 0) }
            }
            if letter == 0 { return (unit.end, index) }
            guard unit.end < bytes.count else { return nil }
            unit = self.unit(at: unit.end, bytes, text)
        }
    }

    private static func letters(_ scalar: UInt32) -> [UInt32] {
        Hangul.isSyllable(scalar) ? Hangul.parts(of: scalar).letters : [scalar]
    }

    /// The character that begins at `position`.
    private mutating func unit(at position: Int, _ bytes: ByteView, _ text: String) -> Unit {
        let (scalar, length) = bytes.scalar(at: position)
        if Hangul.isSyllable(scalar) || scalar &- 0x3131 <= 0x5D, bytes.isSureBreak(at: position &+ length) {
            return Unit(end: position &+ length, scalar: scalar)
        }
        let end = ClusterCursor.end(ofClusterAt: position, bytes, text)
        var folder = folder ?? SegmentFolder(options)
        let fold = folder.fold(bytes, from: position, to: end)
        self.folder = folder
        let composed = Hangul.composed(fold)
        return Unit(end: end, scalar: composed.count == 1 ? composed[0] : nil, fold: fold)
    }
}
