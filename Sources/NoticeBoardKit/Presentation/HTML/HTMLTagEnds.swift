/// Finds the ends of tags, comments and elements, and remembers each search that failed: a later one would fail as well.
struct HTMLTagEnds {
    /// Bytes that do not occur any more.
    private var missing: Set<UInt8> = []
    /// Elements without an end tag.
    private var open: Set<HTMLName> = []
    private var hasNoCommentEnd = false
    /// Whether a tag did not end before the contents did, so that a `>` in its quotes had to end it.
    private var isBroken = false

    /// The first place of a byte.
    mutating func next(_ byte: UInt8, in bytes: ByteView, from start: Int) -> Int? {
        guard !missing.contains(byte) else { return nil }
        let index = bytes.firstIndex(of: byte, from: start)
        if index == nil { missing.insert(byte) }
        return index
    }

    /// Returns the place behind the `>` of a tag; its name ends at `start`.
    ///
    /// As in a browser a quoted value may hold `>`, and `<` ends nothing; a strict search fails at a `<`. A quote without its
    /// end is none.
    mutating func end(in bytes: ByteView, from start: Int, isStrict: Bool) -> Int? {
        if isStrict || !isBroken {
            var index = start
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: ">"): return index + 1
                case UInt8(ascii: "<") where isStrict: return nil
                // At the beginning of a name it is a part of that.
                case UInt8(ascii: "=") where index > start && !bytes[index - 1].isSpace || !isNameStart(bytes, index, start):
                    guard let next = endOfValue(in: bytes, from: index + 1, isStrict: isStrict) else {
                        isBroken = true
                        return isStrict ? nil : firstEnd(in: bytes, from: start)
                    }
                    index = next
                default: index += 1
                }
            }
            if !isStrict { isBroken = true }
        }
        return isStrict ? nil : firstEnd(in: bytes, from: start)
    }

    private mutating func firstEnd(in bytes: ByteView, from start: Int) -> Int? {
        next(UInt8(ascii: ">"), in: bytes, from: start).map { $0 + 1 }
    }

    /// Whether there is no name before the `=` at `index`.
    private func isNameStart(_ bytes: ByteView, _ index: Int, _ start: Int) -> Bool {
        var before = index
        while before > start, index - before < 64, bytes[before - 1].isSpace { before -= 1 }
        return before == start || bytes[before - 1] == UInt8(ascii: "\"") || bytes[before - 1] == UInt8(ascii: "'")
    }

    private mutating func endOfValue(in bytes: ByteView, from start: Int, isStrict: Bool) -> Int? {
        var index = start
        while index < bytes.count, bytes[index].isSpace { index += 1 }
        let quote = bytes.byte(index)
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return next(quote, in: bytes, from: index + 1).map { $0 + 1 }
        }
        while index < bytes.count, !bytes[index].isSpace, bytes[index] != UInt8(ascii: ">") {
            if isStrict, bytes[index] == UInt8(ascii: "<") { break }
            index += 1
        }
        return index
    }

    /// Returns the place behind the comment that begins at `start`.
    mutating func commentEnd(in bytes: ByteView, from start: Int) -> Int? {
        var index = start + 4
        while !hasNoCommentEnd, let end = next(UInt8(ascii: ">"), in: bytes, from: index) {
            let isPlain = bytes[end - 1] == UInt8(ascii: "-") && bytes[end - 2] == UInt8(ascii: "-")
            if isPlain || end >= start + 7 && bytes.has("--!", at: end - 3) { return end + 1 }
            index = end + 1
        }
        hasNoCommentEnd = true
        return nil
    }

    /// The place of the end tag of an element that holds no tags.
    mutating func endTag(of name: HTMLTagName, in bytes: ByteView, from start: Int) -> Int? {
        guard !open.contains(name.name) else { return nil }
        let isScript = bytes.has("script", at: name.range.lowerBound)
        // A script may hold `<!-- <script> </script> -->`.
        var (index, isEscaped, isNested) = (start, false, false)
        while let found = next(UInt8(ascii: "<"), in: bytes, from: index) {
            if isEscaped, hasEscapeEnd(bytes, index..<found) { (isEscaped, isNested) = (false, false) }
            index = found + 1
            if isScript, bytes.has("<!--", at: found) {
                isEscaped = true
                index = found + 2
            } else if let tag = HTMLTagName(bytes, at: found), tag.name == name.name, tag.end < bytes.count {
                if tag.isClosing, !isNested { return found }
                isNested = isEscaped && !tag.isClosing
            }
        }
        open.insert(name.name)
        return nil
    }

    private func hasEscapeEnd(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: index), end < range.upperBound {
            if end >= range.lowerBound + 2, bytes.has("--", at: end - 2) { return true }
            index = end + 1
        }
        return false
    }
}

/// The name that begins a tag.
struct HTMLTagName {
    private(set) var name = HTMLName()
    let isClosing: Bool
    let range: Range<Int>
    /// The place behind it.
    var end: Int { range.upperBound }

    /// Reads the name behind the `<` at `start`.
    ///
    /// `<hong@example.com>` and `a < b` have none.
    init?(_ bytes: ByteView, at start: Int) {
        isClosing = bytes.byte(start + 1) == UInt8(ascii: "/")
        let first = start + (isClosing ? 2 : 1)
        guard bytes.byte(first).isLetter else { return nil }
        var index = first
        while index < bytes.count, bytes[index].isOfTagName {
            name.add(bytes[index].lowercased)
            index += 1
        }
        range = first..<index
        // An address may be in angle brackets: `<https://example.com>`.
        guard bytes[index - 1] != UInt8(ascii: ":") else { return nil }
        switch bytes.byte(index) {
        case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"), 0x20, 0x09...0x0D: break
        default: guard index == bytes.count else { return nil }
        }
    }
}
