/// What is taken for the same when a text is folded; the case and the two normal forms, unless told otherwise.
struct FoldRules: Sendable, Hashable {
    var ignoresCase = true
    var ignoresMarks = false
    var ignoresWidth = false
    var ignoresPresentation = false
    /// Whether `İ` is the capital of `i`, and `I` that of `ı`; it changes nothing where the case counts.
    var isTurkic = false
}

/// Folds a text segment by segment, as the options say: NFD, then the case, then NFD again.
///
/// A segment is a scalar with the marks that may change places with one another behind it; what is dropped counts as a mark.
/// Every character begins at a segment, and no segment's fold depends on its neighbours, so a text can be folded from any
/// boundary on and no further than needed.
struct SegmentFolder {
    private let ignoresCase, ignoresMarks, ignoresWidth, ignoresPresentation, isTurkic: Bool
    private var table = FoldTable.current
    /// The fold of the segment read last, when it is longer than four scalars or had marks.
    private(set) var output: [UInt32] = []
    private var scratch: [UInt32] = []

    init(_ rules: FoldRules) {
        (ignoresCase, ignoresMarks, ignoresWidth) = (rules.ignoresCase, rules.ignoresMarks, rules.ignoresWidth)
        (ignoresPresentation, isTurkic) = (rules.ignoresPresentation, rules.ignoresCase && rules.isTurkic)
    }

    /// What folding does to `scalar`, or nil when nothing happens to it.
    @inline(__always) private mutating func lookUp(_ scalar: UInt32) -> FoldTable.Entry? { Self.lookUp(scalar, &table) }

    @inline(__always) private static func lookUp(_ scalar: UInt32, _ table: inout FoldTable) -> FoldTable.Entry? {
        if table.lacks(scalar) { table = FoldTable.reading(scalar) }
        return table.entry(scalar)
    }

    /// The fold of a whole text.
    static func fold(_ text: String, _ rules: FoldRules = FoldRules()) -> [UInt32] {
        ByteView.read(text) { bytes, _ in
            var folder = SegmentFolder(rules)
            return folder.fold(bytes, from: 0, to: bytes.count)
        } ?? []
    }

    /// The fold of the bytes from `start`, a boundary, to `end`.
    mutating func fold(_ bytes: ByteView, from start: Int, to end: Int) -> [UInt32] {
        var folded: [UInt32] = []
        var position = start
        while position < end {
            let fold = read(bytes, from: position)
            if fold.count < 0 { folded += output }
            for index in 0..<max(0, fold.count) { folded.append(fold.scalars[index]) }
            position = fold.end
        }
        return folded
    }

    /// Folds the segment that begins at `start`.
    ///
    /// Where it has more than four scalars, they are in `output`.
    @inline(__always) mutating func read(_ bytes: ByteView, from start: Int) -> Fold {
        let (first, length) = bytes.scalar(at: start)
        let end = start &+ length
        // Most of what follows is ASCII, which never belongs to a segment.
        guard end == bytes.count || bytes[end] < 0x80 || !attaches(bytes.scalar(at: end).value, after: first) else {
            return readMarks(bytes, from: start)
        }
        if first < 0x80, !isTurkic || first != 0x49 {
            return Fold(end: end, ignoresCase && first &- 0x41 < 26 ? first | 0x20 : first)
        }
        if Hangul.isSyllable(first) { return Fold(end: end, syllable: first) }
        return readOne(first, end: end)
    }

    /// Folds a segment of one scalar.
    @inline(never) private mutating func readOne(_ scalar: UInt32, end: Int) -> Fold {
        let plain = ignoresWidth ? WidthForms.plain(scalar) : scalar
        guard let entry = lookUp(plain), !isTurkic else {
            if isTurkic { return foldScalars([scalar], end: end) }
            return Fold(end: end, plain)
        }
        var fold = Fold(end: end)
        if entry.decomposition == 0 {
            if !append(plain, entry, to: &fold) { return foldScalars([scalar], end: end) }
            return fold
        }
        // A decomposition is in canonical order, and no letter in one folds to marks: nothing has to change places.
        for part in table.sequence(entry.decomposition) where !append(part, lookUp(part), to: &fold) {
            return foldScalars([scalar], end: end)
        }
        return fold
    }

    /// Adds what a decomposed scalar folds to; false when there is no room.
    @inline(__always) private mutating func append(_ scalar: UInt32, _ entry: FoldTable.Entry?, to fold: inout Fold) -> Bool {
        if isDropped(scalar) { return true }
        guard ignoresCase, let folding = entry?.folding, folding != 0 else { return fold.append(scalar) }
        for part in table.sequence(folding) where !fold.append(part) { return false }
        return true
    }

    /// Whether the fold of a segment which begins with `scalar` can begin with `first`, which is no mark.
    @inline(__always) mutating func canBegin(_ scalar: UInt32, with first: UInt32) -> Bool {
        let head = head(scalar)
        return head == first || (isTurkic && first == 0x131 && head == 0x69)
    }

    @inline(__always) private mutating func head(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return ignoresCase && scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        if Hangul.isSyllable(scalar) { return Hangul.conjoiningLeads.lowerBound &+ (scalar &- 0xAC00) / 588 }
        let plain = ignoresWidth ? WidthForms.plain(scalar) : scalar
        guard let entry = lookUp(plain) else { return plain }
        let base = entry.decomposition == 0 ? plain : table.sequence(entry.decomposition).first ?? plain
        guard ignoresCase, let folding = lookUp(base)?.folding, folding != 0 else { return base }
        return table.sequence(folding).first ?? base
    }

    /// Whether `scalar` stays in the segment that `previous` belongs to.
    @inline(__always) private mutating func attaches(_ scalar: UInt32, after previous: UInt32) -> Bool {
        isTrailing(scalar) && !endsCluster(previous)
    }

    /// Whether `scalar` follows others in a segment rather than beginning one.
    @inline(__always) mutating func isTrailing(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return false }
        let plain = ignoresWidth ? WidthForms.plain(scalar) : scalar
        guard let entry = lookUp(plain) else { return false }
        if entry.combiningClass != 0 { return true }
        return (ignoresMarks && entry.isMark) || (ignoresPresentation && plain & ~1 == 0xFE0E)
    }

    /// Whether the options drop `scalar` altogether.
    mutating func foldsToNothing(_ scalar: UInt32) -> Bool {
        isDropped(ignoresWidth ? WidthForms.plain(scalar) : scalar)
    }

    /// Whether even a mark behind `scalar` is a character of its own, as behind a line break.
    func endsCluster(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return scalar < 0x20 || scalar == 0x7F }
        guard let scalar = Unicode.Scalar(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
            var text = String(scalar)
            text.unicodeScalars.append("\u{301}")
            return text.count == 2
        default: return false
        }
    }

    @inline(never) private mutating func readMarks(_ bytes: ByteView, from start: Int) -> Fold {
        var (previous, length) = bytes.scalar(at: start)
        var scalars = [previous]
        var end = start &+ length
        while end < bytes.count {
            let (scalar, length) = bytes.scalar(at: end)
            guard attaches(scalar, after: previous) else { break }
            scalars.append(scalar)
            previous = scalar
            end &+= length
        }
        return foldScalars(scalars, end: end)
    }

    private mutating func foldScalars(_ scalars: [UInt32], end: Int) -> Fold {
        output.removeAll(keepingCapacity: true)
        scratch.removeAll(keepingCapacity: true)
        for scalar in scalars { decompose(ignoresWidth ? WidthForms.plain(scalar) : scalar) }
        Self.reorder(&scratch, &table)
        if isTurkic { foldTurkicDots() }
        for scalar in scratch where !isDropped(scalar) {
            if ignoresCase, let folding = lookUp(scalar)?.folding, folding != 0 {
                output += table.sequence(folding)
            } else {
                output.append(scalar)
            }
        }
        Self.reorder(&output, &table)
        return .elsewhere(end: end)
    }

    private mutating func decompose(_ scalar: UInt32) {
        if Hangul.isSyllable(scalar) {
            scratch += Hangul.parts(of: scalar).letters
        } else if let position = lookUp(scalar)?.decomposition, position != 0 {
            scratch += table.sequence(position)
        } else {
            scratch.append(scalar)
        }
    }

    private mutating func isDropped(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return false }
        if ignoresPresentation, scalar & ~1 == 0xFE0E { return true }
        return ignoresMarks && lookUp(scalar)?.isMark == true
    }

    /// I with a dot above, written either way, is the capital of i; any other I is that of ı.
    ///
    /// A segment has one letter at most.
    private mutating func foldTurkicDots() {
        guard let letter = scratch.firstIndex(of: 0x49) else { return }
        let marks = scratch[(letter + 1)...]
        let above = marks.firstIndex { $0 == 0x307 || [0, 230].contains(Self.combiningClass($0, &table)) }
        if let above, scratch[above] == 0x307 {
            scratch[letter] = 0x69
            scratch.remove(at: above)
        } else {
            scratch[letter] = 0x131
        }
    }

    private static func combiningClass(_ scalar: UInt32, _ table: inout FoldTable) -> UInt8 {
        lookUp(scalar, &table)?.combiningClass ?? 0
    }

    /// Puts each row of marks into canonical order; equal classes keep theirs.
    private static func reorder(_ scalars: inout [UInt32], _ table: inout FoldTable) {
        guard scalars.count > 1 else { return }
        let classes = scalars.map { combiningClass($0, &table) }
        var start = 0
        while start < scalars.count {
            guard classes[start] != 0 else {
                start += 1
                continue
            }
            var end = start + 1
            while end < scalars.count, classes[end] != 0 { end += 1 }
            if end - start > 1 {
                let order = (start..<end).sorted { (classes[$0], $0) < (classes[$1], $1) }
                scalars.replaceSubrange(start..<end, with: order.map { scalars[$0] })
            }
            start = end
        }
    }
}

/// What a segment of a text folds to: up to four scalars in place, so that most segments need no memory of their own.
struct Fold {
    /// Where the segment ends.
    var end: Int
    /// How many scalars there are; -1 where they did not fit.
    var count: Int
    var scalars: SIMD4<UInt32>

    @inline(__always) init(end: Int, _ scalar: UInt32) {
        (self.end, count, scalars) = (end, 1, SIMD4(scalar, 0, 0, 0))
    }

    /// The conjoining letters of a syllable.
    @inline(__always) init(end: Int, syllable: UInt32) {
        let parts = Hangul.parts(of: syllable)
        self.end = end
        count = parts.final == 0 ? 2 : 3
        scalars = SIMD4(
            Hangul.conjoiningLeads.lowerBound &+ parts.lead, Hangul.conjoiningVowels.lowerBound &+ parts.vowel,
            Hangul.conjoiningFinals.lowerBound &+ parts.final &- 1, 0)
    }

    /// A segment without scalars, to which some may be added.
    @inline(__always) init(end: Int) { (self.end, count, scalars) = (end, 0, SIMD4()) }

    /// A segment whose scalars stand elsewhere.
    static func elsewhere(end: Int) -> Fold {
        var fold = Fold(end: end)
        fold.count = -1
        return fold
    }

    /// Adds a scalar; false when there is no room.
    @inline(__always) mutating func append(_ scalar: UInt32) -> Bool {
        guard count < 4 else { return false }
        scalars[count] = scalar
        count &+= 1
        return true
    }
}
