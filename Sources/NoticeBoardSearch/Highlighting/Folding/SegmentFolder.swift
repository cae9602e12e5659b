/// Folds a text segment by segment: width, NFD, dropping marks, case, NFD again, as ``Folding`` says.
///
/// A segment is a scalar with the marks after it that normalization may reorder; dropped scalars count as marks. Every
/// character begins with a segment, and the fold of a segment does not depend on its neighbors, so folding can begin at any
/// boundary and end as soon as enough was read.
struct SegmentFolder {
    private let ignoresCase: Bool
    private let ignoresMarks: Bool
    private let ignoresWidth: Bool
    private var table = FoldTable.current
    /// The fold of the last segment.
    private(set) var output: [UInt32] = []
    private var scratch: [UInt32] = []

    init(_ folding: Folding) {
        ignoresCase = folding.ignoresCase
        ignoresMarks = folding.ignoresMarks
        ignoresWidth = folding.ignoresWidth
    }

    /// Returns the table's entry of `scalar`, or `nil` if folding leaves it as it is.
    @inline(__always) private mutating func lookUp(_ scalar: UInt32) -> FoldTable.Entry? { Self.lookUp(scalar, &table) }

    @inline(__always) private static func lookUp(_ scalar: UInt32, _ table: inout FoldTable) -> FoldTable.Entry? {
        if table.lacks(scalar) { table = FoldTable.reading(scalar) }
        return table.entry(scalar)
    }

    /// Returns the fold of a whole text.
    static func fold(_ text: String, _ folding: Folding = Folding()) -> [UInt32] {
        ByteView.read(text) { bytes, _ in
            var folder = SegmentFolder(folding)
            return folder.fold(bytes, from: 0, to: bytes.count)
        } ?? []
    }

    /// Returns the fold of the bytes from `start`, a boundary, to `end`.
    mutating func fold(_ bytes: ByteView, from start: Int, to end: Int) -> [UInt32] {
        var folded: [UInt32] = []
        var position = start
        while position < end {
            position = read(bytes, from: position)
            folded += output
        }
        return folded
    }

    /// Folds the segment that begins at `start` into `output`, and returns its end.
    @inline(__always) mutating func read(_ bytes: ByteView, from start: Int) -> Int {
        output.removeAll(keepingCapacity: true)
        let (first, length) = bytes.scalar(at: start)
        let end = start &+ length
        // ASCII, which follows most often, always begins a segment.
        if end == bytes.count || bytes[end] < 0x80 || !attaches(bytes.scalar(at: end).value, after: first) {
            if first < 0x80 {
                output.append(ignoresCase && first &- 0x41 < 26 ? first | 0x20 : first)
                return end
            }
            if Hangul.isSyllable(first) {
                Hangul.parts(of: first).appendLetters(to: &output)
                return end
            }
        }
        return readOthers(bytes, from: start)
    }

    /// Returns the first scalar of the fold of a segment that begins with `scalar`, unless `scalar` is a mark.
    @inline(__always) mutating func head(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return ignoresCase && scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        if Hangul.isSyllable(scalar) { return Hangul.conjoiningLeads.lowerBound &+ (scalar &- 0xAC00) / 588 }
        let plain = ignoresWidth ? WidthForms.plain(scalar) : scalar
        guard let entry = lookUp(plain) else { return plain }
        let base = entry.decomposition == 0 ? plain : table.sequence(entry.decomposition).first ?? plain
        guard ignoresCase, let folding = lookUp(base)?.folding, folding != 0 else { return base }
        return table.sequence(folding).first ?? base
    }

    /// Returns whether `scalar` belongs to the same segment as `previous` before it.
    @inline(__always) private mutating func attaches(_ scalar: UInt32, after previous: UInt32) -> Bool {
        isTrailing(scalar) && !endsCluster(previous)
    }

    /// Returns whether `scalar` continues a segment instead of beginning one.
    @inline(__always) mutating func isTrailing(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return false }
        let plain = ignoresWidth ? WidthForms.plain(scalar) : scalar
        guard let entry = lookUp(plain) else { return false }
        return entry.combiningClass != 0 || (ignoresMarks && entry.isMark)
    }

    /// Returns whether folding drops `scalar`.
    mutating func foldsToNothing(_ scalar: UInt32) -> Bool {
        isDropped(ignoresWidth ? WidthForms.plain(scalar) : scalar)
    }

    /// Returns whether even a mark after `scalar` begins a character, as after a line break.
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

    /// Folds any segment.
    @inline(never) private mutating func readOthers(_ bytes: ByteView, from start: Int) -> Int {
        scratch.removeAll(keepingCapacity: true)
        var end = start
        var isAttached = true
        while isAttached {
            let (scalar, length) = bytes.scalar(at: end)
            decompose(ignoresWidth ? WidthForms.plain(scalar) : scalar)
            end &+= length
            isAttached = end < bytes.count && attaches(bytes.scalar(at: end).value, after: scalar)
        }
        Self.reorder(&scratch, &table)
        for scalar in scratch where !isDropped(scalar) {
            if ignoresCase, let folding = lookUp(scalar)?.folding, folding != 0 {
                output += table.sequence(folding)
            } else {
                output.append(scalar)
            }
        }
        Self.reorder(&output, &table)
        return end
    }

    private mutating func decompose(_ scalar: UInt32) {
        if Hangul.isSyllable(scalar) {
            Hangul.parts(of: scalar).appendLetters(to: &scratch)
        } else if let position = lookUp(scalar)?.decomposition, position != 0 {
            scratch += table.sequence(position)
        } else {
            scratch.append(scalar)
        }
    }

    private mutating func isDropped(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return false }
        return ignoresMarks && lookUp(scalar)?.isMark == true
    }

    private static func combiningClass(_ scalar: UInt32, _ table: inout FoldTable) -> UInt8 {
        lookUp(scalar, &table)?.combiningClass ?? 0
    }

    /// Puts each row of marks into canonical order; marks of equal classes keep their order.
    private static func reorder(_ scalars: inout [UInt32], _ table: inout FoldTable) {
        if scalars.count < 2 || (scalars.count == 2 && combiningClass(scalars[0], &table) == 0) { return }
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
