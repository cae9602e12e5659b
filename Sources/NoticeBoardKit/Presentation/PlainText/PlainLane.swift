/// The fast way through HTML that is wanted whole: words, white space, tags without attributes and entities with a name, which are
/// nearly all there is; everything else is read by the ``MarkupReader``.
///
/// It writes what a ``PlainWriter`` that keeps line breaks would.
@safe struct PlainLane {
    /// Where is room for more than will ever be written.
    private let room: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var hasSpace = false
    private var breaks = 0

    /// What HTML says, line by line.
    static func text(of reader: inout MarkupReader) -> String {
        // No character is longer than what it was written as, and a word is copied in pieces of eight bytes.
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: reader.bytes.count + 16)
        defer { unsafe room.deallocate() }
        var lane = unsafe PlainLane(room: room)
        lane.read(&reader)
        return unsafe String(decoding: UnsafeBufferPointer(start: room, count: lane.count), as: UTF8.self)
    }

    private init(room: UnsafeMutablePointer<UInt8>) { unsafe self.room = room }

    private mutating func read(_ reader: inout MarkupReader) {
        let (source, elements, entities, words) = (reader.bytes, MarkupElement.byName, MarkupEntity.named, Self.words)
        let end = source.count
        unsafe source.withUnsafeBufferPointer { source in
            unsafe words.withUnsafeBufferPointer { words in
                var index = 0
                while index < end {
                    let byte = unsafe source[index]
                    if unsafe words[Int(byte)] {
                        var last = index + 1
                        while last < end, unsafe words[Int(source[last])] { last += 1 }
                        unsafe write(source, index, last)
                        index = last
                        continue
                    }
                    var next: Int?
                    switch byte {
                    case UInt8(ascii: "<"): next = unsafe tag(UnsafeBufferPointer(rebasing: source[index...]), elements)
                    case UInt8(ascii: "&"): next = unsafe entity(UnsafeBufferPointer(rebasing: source[index...]), entities)
                    case 0xC2: break
                    default:
                        hasSpace = true
                        next = 1
                    }
                    if let next {
                        index += next
                    } else {
                        reader.position = index
                        unsafe take(reader.next(), source)
                        index = max(reader.position, index + 1)
                    }
                }
            }
        }
    }

    /// The length of a tag without attributes that is not hidden; nothing where another begins here, or none.
    private mutating func tag(_ text: UnsafeBufferPointer<UInt8>, _ elements: NameTable<MarkupElement>) -> Int? {
        var index = 1
        if unsafe text.count > 1 && text[1] == UInt8(ascii: "/") { index = 2 }
        var name = PackedName.Builder()
        while index < text.count, unsafe name.append(text[index], ignoringCase: true) { index += 1 }
        guard index < text.count, unsafe text[index] == UInt8(ascii: ">"), let found = name.name, let element = elements[found]
        else { return nil }
        switch element {
        case .block: breaks = max(breaks, 1)
        case .lineBreak: breaks = min(breaks + 1, 2)
        case .cell: hasSpace = true
        case .inline: break
        case .hidden: return nil
        }
        return index + 1
    }

    /// The length of an entity with a name that stands for a character of ASCII, or for a space.
    private mutating func entity(_ text: UnsafeBufferPointer<UInt8>, _ entities: NameTable<Unicode.Scalar>) -> Int? {
        var (index, name) = (1, PackedName.Builder())
        while index < text.count, unsafe name.append(text[index], ignoringCase: false) { index += 1 }
        guard index < text.count, unsafe text[index] == UInt8(ascii: ";"), let found = name.name, let scalar = entities[found]
        else { return nil }
        if scalar == "\u{A0}" {
            hasSpace = true
        } else {
            guard scalar.value > 0x20, scalar.value < 0x7F else { return nil }
            begin()
            put(UInt8(scalar.value))
        }
        return index + 1
    }

    /// Writes what the reader found.
    private mutating func take(_ piece: MarkupReader.Piece?, _ source: UnsafeBufferPointer<UInt8>) {
        switch piece {
        case .text(let range):
            // White space, and what began like a tag or an entity.
            for index in range {
                let byte = unsafe source[index]
                if byte == 0x20 || 0x09...0x0D ~= byte {
                    hasSpace = true
                } else if unsafe byte == 0xC2 && index + 1 < range.upperBound && source[index + 1] == 0xA0 {
                    hasSpace = true
                } else if unsafe byte != 0xA0 || index == range.lowerBound || source[index - 1] != 0xC2 {
                    unsafe write(source, index, index + 1)
                }
            }
        case .word(let range): unsafe write(source, range.lowerBound, range.upperBound)
        case .scalar(let scalar, _):
            if scalar == "\u{A0}" || scalar.properties.isWhitespace {
                hasSpace = true
            } else if let encoded = UTF8.encode(scalar) {
                begin()
                for byte in encoded { put(byte) }
            }
        case .tag(let tag)?:
            switch tag.element {
            case .block: breaks = max(breaks, 1)
            case .lineBreak: breaks = min(breaks + 1, 2)
            case .cell: hasSpace = true
            case .inline, .hidden: break
            }
        case nil: break
        }
    }

    @inline(__always) private mutating func write(_ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        begin()
        guard let base = source.baseAddress else { return }
        let (from, to) = unsafe (UnsafeRawPointer(base), UnsafeMutableRawPointer(room))
        var index = start
        while index < end {
            // Eight bytes at once, more than there are of the word: what is too much is written over.
            if index + 8 <= source.count {
                let piece = unsafe from.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe to.storeBytes(of: piece, toByteOffset: count + index - start, as: UInt64.self)
                index += 8
            } else {
                unsafe room[count + index - start] = source[index]
                index += 1
            }
        }
        count += end - start
    }

    @inline(__always) private mutating func put(_ byte: UInt8) {
        unsafe room[count] = byte
        count += 1
    }

    /// Something that is to be seen follows: what stands before it is written.
    @inline(__always) private mutating func begin() {
        guard hasSpace || breaks > 0 else { return }
        if count > 0 {
            for _ in 0..<max(breaks, 1) {
                put(breaks > 0 ? 0x0A : 0x20)
            }
        }
        (hasSpace, breaks) = (false, 0)
    }

    /// Which bytes are part of a word, whatever follows.
    private static let words: [Bool] = (0...255).map { byte in
        !(byte == 0x20 || 0x09...0x0D ~= byte || byte == 0xC2 || byte == 0x3C || byte == 0x26)
    }
}
