import NoticeBoardBase

/// A tag, by its places in the bytes that were read.
struct MarkupTag {
    var element = MarkupElement.inline
    /// Where its name stands; nowhere for a comment or a declaration.
    var name = 0..<0
    var isClosing = false
    /// What stands between its name and its end.
    var attributes = 0..<0
}

/// Takes text apart into what is to be read, and tags.
///
/// Linear: every piece moves on, and what looked like a tag and was none is never looked through again in the same state.
struct MarkupReader {
    enum Piece {
        /// Text that stands for itself.
        case text(Range<Int>)
        /// The same without any white space in it.
        case word(Range<Int>)
        /// A character that was written as an entity, which stands there.
        case scalar(Unicode.Scalar, Range<Int>)
        /// A tag, or a comment, or an element that is not to be seen.
        case tag(MarkupTag)
    }

    let bytes: [UInt8]
    /// Whether the text goes on behind ``bytes``.
    let isCut: Bool
    /// Whether something was looked for up to their end in vain, and may stand behind it.
    private(set) var reachedEnd = false
    /// Where it goes on.
    var position = 0
    private var deadEnds = DeadEnds()
    /// Where the last search for the end of a declaration failed: none that begins later has one either.
    private var hasNoMoreEnds = false

    /// A reader of a text, or of so many bytes at its beginning.
    init(_ text: String, first count: Int = .max) {
        (bytes, isCut) = unsafe text.withBytes { text in unsafe (Array(text.prefix(count)), text.count > count) }
    }

    mutating func restart() { position = 0 }

    /// Whether there is any tag from here on.
    mutating func findsMarkup() -> Bool {
        while let piece = next() { if case .tag = piece { return true } }
        return false
    }

    mutating func next() -> Piece? {
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "<"):
            if let tag = tag() { return .tag(tag) }
        case UInt8(ascii: "&"):
            if bytes.count - position <= MarkupEntity.longest { reachedEnd = true }
            if let (scalar, end) = MarkupEntity.read(bytes[position...]) {
                defer { position = end }
                return .scalar(scalar, position..<end)
            }
        default: break
        }
        let start = position
        position = endOfWord()
        if position > start { return .word(start..<position) }
        while let byte = byte(at: position) {
            if byte.isSpace { position += 1 } else if isHardSpace(position) { position += 2 } else { break }
        }
        // What began like a tag or an entity and is none.
        if position == start { position += 1 }
        return .text(start..<position)
    }

    /// Where a word ends that may begin here: at white space, and at what may be a tag or an entity.
    private func endOfWord() -> Int {
        let count = bytes.count
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            var index = position
            while index < count {
                let byte = unsafe bytes[index]
                // Most bytes, of Korean all, are above these.
                if byte > UInt8(ascii: "<") {
                    if byte == 0xC2, isHardSpace(index) { break }
                } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte.isSpace {
                    break
                }
                index += 1
            }
            return index
        }
    }

    /// Whether a space stands here at which no line is to end.
    private func isHardSpace(_ index: Int) -> Bool { byte(at: index) == 0xC2 && byte(at: index + 1) == 0xA0 }

    /// Steps over the tag that begins here; nothing, and no step, when none does.
    private mutating func tag() -> MarkupTag? {
        let isClosing = byte(at: position + 1) == UInt8(ascii: "/")
        let nameStart = position + (isClosing ? 2 : 1)
        switch byte(at: nameStart) {
        case nil:
            reachedEnd = true
            return nil
        case UInt8(ascii: "!")?, UInt8(ascii: "?")?:
            return isClosing ? nil : declaration()
        case let letter? where letter.isLetter: break
        default: return nil
        }
        var nameEnd = nameStart
        while let byte = byte(at: nameEnd), byte.isOfName { nameEnd += 1 }
        if nameEnd >= bytes.count { reachedEnd = true }
        // A name ends with white space, a slash or the tag: `<hong@example.com>` is none.
        guard endsName(nameEnd), let element = MarkupElement(name: bytes[nameStart..<nameEnd]) else { return nil }
        guard let end = deadEnds.tagEnd(in: bytes, from: nameEnd) else {
            reachedEnd = true
            return nil
        }
        position = end
        if case .hidden(let endsItself) = element, !isClosing, !endsItself || bytes[end - 2] != UInt8(ascii: "/") {
            skip(untilClosing: bytes[nameStart..<nameEnd])
        }
        return MarkupTag(
            element: element, name: nameStart..<nameEnd, isClosing: isClosing, attributes: nameEnd..<(end - 1))
    }

    /// Steps over `<!-- … -->`, `<!DOCTYPE …>`, `<?xml … ?>`.
    private mutating func declaration() -> MarkupTag? {
        if bytes[position...].starts(with: "<!--".utf8) {
            position = end(of: "-->", from: position + 4) ?? bytes.count
            if position == bytes.count { reachedEnd = true }
            return MarkupTag()
        }
        guard let next = byte(at: position + 2), next.isLetter || next == UInt8(ascii: "["), !hasNoMoreEnds else { return nil }
        guard let end = end(of: ">", from: position + 2) else {
            (hasNoMoreEnds, reachedEnd) = (true, true)
            return nil
        }
        position = end
        return MarkupTag()
    }

    /// Steps over what a script, say, holds, up to its closing tag; over everything when there is none.
    private mutating func skip(untilClosing name: ArraySlice<UInt8>) {
        while position < bytes.count {
            guard let start = end(of: "</", from: position) else { break }
            position = start
            let rest = bytes[start...].prefix(name.count)
            if rest.count == name.count, zip(rest, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }), endsName(rest.endIndex) {
                position = end(of: ">", from: start) ?? bytes.count
                return
            }
        }
        (position, reachedEnd) = (bytes.count, true)
    }

    /// The place after the next `mark`.
    private func end(of mark: StaticString, from start: Int) -> Int? {
        let mark = Array(mark.description.utf8)
        var index = start
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) { return index + mark.count }
            index += 1
        }
        return nil
    }

    private func endsName(_ index: Int) -> Bool {
        byte(at: index).map { $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") } ?? false
    }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
}

extension UInt8 {
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
    fileprivate var isOfName: Bool {
        isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-") || self == UInt8(ascii: ":")
    }
}
