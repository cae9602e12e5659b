/// Writes what is to be seen, and of the space between no more than that.
struct PlainWriter {
    /// Whether white space counts once, as in HTML; else it is written as it comes.
    let collapses: Bool
    /// Whether a line break is one, and not a space.
    let keepsBreaks: Bool
    /// More scalars than these nobody wants; the first of them may be cut off.
    let enough: Int

    /// How many scalars were written, unless everything is wanted.
    private(set) var scalars = 0

    /// Where a piece of what was written stands in what was read.
    struct Trace {
        let start: Int
        let count: Int
        let source: Range<Int>
        /// Whether it stands there as it was written; an entity does not.
        let isLiteral: Bool

        func moved(by distance: Int) -> Trace {
            Trace(start: start + distance, count: count, source: source, isLiteral: isLiteral)
        }
    }

    /// Where everything stands that was written, from left to right, where somebody wants to know.
    private(set) var traces: [Trace]?

    /// Room for what is written, and how much of it is taken.
    private var bytes: [UInt8]
    private var count = 0
    private var isMuted = false
    private var hasSpace = false
    private var breaks = 0

    init(collapses: Bool, keepsBreaks: Bool, enough: Int, room: Int = 0, traces: Bool = false) {
        self.collapses = collapses
        self.keepsBreaks = keepsBreaks
        self.enough = enough
        bytes = Array(repeating: 0, count: room)
        self.traces = traces ? [] : nil
    }

    /// Everything that was written, white space at its ends too.
    var written: ArraySlice<UInt8> { bytes[..<count] }
    /// How many bytes were written.
    var size: Int { count }

    /// Whether there is as much as anybody wants.
    var isFull: Bool { scalars > enough }

    /// What was written, without white space at its ends.
    var text: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
        let end = written.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        let start = written.firstIndex { !isSpace($0) } ?? end
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Writes a part of a text, in which there may be white space; of what is not traced nobody learns where it stands.
    mutating func write(_ text: [UInt8], _ range: Range<Int>, isTraced: Bool = true) {
        isMuted = !isTraced
        defer { isMuted = false }
        var index = range.lowerBound
        while index < range.upperBound, !isFull {
            let byte = text[index]
            switch byte {
            case 0x20, 0x09...0x0D:
                if collapses {
                    space()
                } else if byte == 0x0D {
                    // A line ends with one mark, whichever system wrote it.
                    if index + 1 == range.upperBound || text[index + 1] != 0x0A { put(0x0A) }
                } else {
                    put(byte)
                }
                index += 1
            case 0xC2 where index + 1 < range.upperBound && text[index + 1] == 0xA0:
                space()
                index += 2
            default:
                let isWord = { (byte: UInt8) in byte > 0x20 && byte != 0xC2 || byte < 0x09 || 0x0E..<0x20 ~= byte }
                let end = text[index + 1..<range.upperBound].firstIndex { !isWord($0) } ?? range.upperBound
                writeWord(text, index..<end)
                index = end
            }
        }
    }

    /// Writes a part of a text in which there is no white space.
    mutating func writeWord(_ text: [UInt8], _ range: Range<Int>) {
        begin()
        var end = range.upperBound
        if enough < .max {
            // Nobody counts what is wanted whole.
            var left = enough - scalars
            end = range.lowerBound
            while end < range.upperBound, left >= 0 {
                if text[end] & 0xC0 != 0x80 { left -= 1 }
                end += 1
            }
            scalars = enough - left
        }
        let length = end - range.lowerBound
        trace(range.lowerBound..<end, length, isLiteral: true)
        makeRoom(for: length)
        let place = count..<(count + length)
        unsafe text.withUnsafeBufferPointer { text in
            let word = unsafe UnsafeBufferPointer(rebasing: text[range.lowerBound..<end])
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                _ = unsafe UnsafeMutableBufferPointer(rebasing: bytes[place]).update(fromContentsOf: word)
            }
        }
        count += length
    }

    /// Writes a character that stands for an entity.
    mutating func write(_ scalar: Unicode.Scalar, from source: Range<Int>? = nil) {
        if scalar == "\u{A0}" || (collapses && scalar.properties.isWhitespace) { return space() }
        guard let encoded = UTF8.encode(scalar) else { return }
        begin()
        if let source { trace(source, encoded.count, isLiteral: false) }
        for byte in encoded { add(byte) }
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
        add(byte)
    }

    private mutating func add(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes[count] = byte
        count += 1
        if enough < .max, byte & 0xC0 != 0x80 { scalars += 1 }
    }

    private mutating func makeRoom(for length: Int) {
        let missing = count + length - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: max(missing, bytes.count, 64))) }
    }

    private mutating func trace(_ source: Range<Int>, _ length: Int, isLiteral: Bool) {
        guard traces != nil, !isMuted else { return }
        traces?.append(Trace(start: count, count: length, source: source, isLiteral: isLiteral))
    }

    /// Something that is to be seen follows: what stands before it is written.
    private mutating func begin() {
        guard hasSpace || breaks > 0 else { return }
        let (isBreak, number) = (breaks > 0 && keepsBreaks, breaks)
        (hasSpace, breaks) = (false, 0)
        if count == 0 { return }
        for _ in 0..<(isBreak ? number : 1) { add(isBreak ? 0x0A : 0x20) }
    }
}
