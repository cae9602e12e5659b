/// Writes what is to be seen, and of the space between no more than that.
struct PlainWriter {
    /// Whether white space counts once, as in HTML; else it is written as it comes.
    let collapses: Bool
    /// Whether a line break is one, and not a space.
    let keepsBreaks: Bool
    /// More scalars than these nobody wants; the first of them may be cut off.
    let enough: Int

    /// How many scalars were written.
    private(set) var scalars = 0

    private var bytes: [UInt8] = []
    private var hasSpace = false
    private var breaks = 0

    init(collapses: Bool, keepsBreaks: Bool, enough: Int) {
        self.collapses = collapses
        self.keepsBreaks = keepsBreaks
        self.enough = enough
    }

    /// Everything that was written, white space at its ends too.
    var written: [UInt8] { bytes }

    /// Whether there is as much as anybody wants.
    var isFull: Bool { scalars > enough }

    /// What was written, without white space at its ends.
    var text: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        let start = bytes.firstIndex { !isSpace($0) } ?? 0
        return String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
    }

    mutating func write(_ text: ArraySlice<UInt8>) {
        var index = text.startIndex
        while index < text.endIndex, !isFull {
            let byte = text[index]
            switch byte {
            case 0x20, 0x09...0x0D:
                if collapses {
                    space()
                } else if byte == 0x0D {
                    // A line ends with one mark, whichever system wrote it.
                    if index + 1 == text.endIndex || text[index + 1] != 0x0A { put(0x0A) }
                } else {
                    put(byte)
                }
            case 0xC2 where index + 1 < text.endIndex && text[index + 1] == 0xA0:
                space()
                index += 1
            default:
                index = put(text, from: index)
                continue
            }
            index += 1
        }
    }

    /// Writes what stands together, at once, and tells where it ends.
    private mutating func put(_ text: ArraySlice<UInt8>, from start: Int) -> Int {
        begin()
        var (end, left) = (start, enough - scalars)
        while end < text.endIndex, left >= 0 {
            let byte = text[end]
            // The first byte was looked at.
            if end > start, byte == 0x20 || 0x09...0x0D ~= byte || byte == 0xC2 { break }
            if byte & 0xC0 != 0x80 { left -= 1 }
            end += 1
        }
        bytes.append(contentsOf: text[start..<end])
        scalars = enough - left
        return end
    }

    mutating func write(_ scalar: Unicode.Scalar) {
        if scalar == "\u{A0}" || (collapses && scalar.properties.isWhitespace) { return space() }
        UTF8.encode(scalar)?.forEach { put($0) }
    }

    /// A space, where something follows and nothing else divides.
    mutating func space() {
        if collapses { hasSpace = true } else { put(0x20) }
    }

    /// The beginning or the end of something that has lines of its own.
    mutating func block() { breaks = max(breaks, 1) }

    /// One line break more, up to an empty line.
    mutating func lineBreak() { breaks = min(breaks + 1, 2) }

    private mutating func put(_ byte: UInt8) {
        begin()
        bytes.append(byte)
        if byte & 0xC0 != 0x80 { scalars += 1 }
    }

    /// Something that is to be seen follows: what stands before it is written.
    private mutating func begin() {
        if hasSpace || breaks > 0, !bytes.isEmpty { divide() }
        (hasSpace, breaks) = (false, 0)
    }

    /// Writes what stands between two things that are to be seen.
    private mutating func divide() {
        let isBreak = breaks > 0 && keepsBreaks
        let count = isBreak ? breaks : 1
        bytes.append(contentsOf: repeatElement(isBreak ? 0x0A : 0x20, count: count))
        scalars += count
    }
}
