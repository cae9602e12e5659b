@_spi(NoticeBoard) import NoticeBoardSearch

/// Finds the ends of tags, comments and elements, and remembers each search that failed: a later one would fail as well.
struct HTMLTagEnds {
    /// The place behind which there is no `>`; `nil` until a search has failed.
    private var noEndsFrom: Int?
    /// Elements without an end tag.
    private var open: Set<HTMLName> = []
    private var hasNoCommentEnd = false
    /// Whether a tag did not end before the contents did.
    private var isBroken = false

    /// The first place of a `>`.
    mutating func next(in bytes: ByteView, from start: Int) -> Int? {
        if let noEndsFrom, start >= noEndsFrom { return nil }
        let index = bytes.offset(of: UInt8(ascii: ">"), from: start)
        if index == nil { noEndsFrom = start }
        return index
    }

    /// Returns the place behind the `>` of a tag; its name ends at `start`.
    ///
    /// A quote without its end is none: then the first `>` ends the tag.
    mutating func end(in bytes: ByteView, from start: Int) -> Int? {
        if !isBroken {
            if let end = bytes.tagEnd(from: start, to: bytes.count) { return end }
            isBroken = true
        }
        return next(in: bytes, from: start).map { $0 + 1 }
    }

    /// Returns the place behind the comment that begins at `start`.
    mutating func commentEnd(in bytes: ByteView, from start: Int) -> Int? {
        var index = start + 4
        while !hasNoCommentEnd, let end = next(in: bytes, from: index) {
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
        var index = start
        var isEscaped = false
        var isNested = false
        while let found = bytes.offset(of: UInt8(ascii: "<"), from: index) {
            if isEscaped, (index..<found).contains(where: { bytes.has("-->", at: $0) }) { (isEscaped, isNested) = (false, false) }
            index = found + 1
            if isScript, bytes.has("<!--", at: found) {
                isEscaped = true
            } else if let tag = HTMLTagName(bytes, at: found), tag.name == name.name, tag.end < bytes.count {
                if tag.isClosing, !isNested { return found }
                isNested = isEscaped && !tag.isClosing
            }
        }
        open.insert(name.name)
        return nil
    }
}

extension ByteView {
    /// Returns the place behind the `>` of a tag if it comes before another `<`.
    func strictTagEnd(from start: Int) -> Int? {
        tagEnd(from: start, to: offset(of: UInt8(ascii: "<"), from: start) ?? count)
    }

    /// Returns the place behind the `>` of a tag if it is before `limit`; the tag's name ends at `start`.
    fileprivate func tagEnd(from start: Int, to limit: Int) -> Int? {
        // Most tags have no attributes.
        if byte(start) == UInt8(ascii: ">") { return start + 1 }
        var index = start
        while let attribute = attribute(at: &index, to: limit) { if attribute.isBroken { return nil } }
        return index < limit ? index + 1 : nil
    }

    /// Reads the attribute at `index`, which moves behind it; `nil` at the `>` of the tag or at `limit`.
    ///
    /// As in a browser a name begins with any character, and a quoted value may hold `>`.
    func attribute(at index: inout Int, to limit: Int) -> HTMLAttribute? {
        while index < limit, self[index].isSpace || self[index] == UInt8(ascii: "/") { index += 1 }
        guard index < limit, self[index] != UInt8(ascii: ">") else { return nil }
        let start = index
        repeat {
            index += 1
        } while index < limit && !self[index].isSpace && self[index] != UInt8(ascii: "=") && self[index] != UInt8(ascii: "/")
            && self[index] != UInt8(ascii: ">")
        var attribute = HTMLAttribute(name: start..<index)
        var next = index
        while next < limit, self[next].isSpace { next += 1 }
        guard next < limit, self[next] == UInt8(ascii: "=") else { return attribute }
        repeat { next += 1 } while next < limit && self[next].isSpace
        index = next
        if next < limit, self[next] == UInt8(ascii: "\"") || self[next] == UInt8(ascii: "'") {
            let end = offset(of: self[next], from: next + 1, to: limit) ?? limit
            attribute.value = next + 1..<end
            attribute.isQuoted = true
            attribute.isBroken = end == limit
            index = min(end + 1, limit)
        } else {
            while index < limit, !self[index].isSpace, self[index] != UInt8(ascii: ">") { index += 1 }
            attribute.value = next..<index
        }
        return attribute
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

/// An attribute of a tag.
struct HTMLAttribute {
    let name: Range<Int>
    /// The value without its quotes; `nil` without a value.
    var value: Range<Int>?
    var isQuoted = false
    /// Whether its last quote is missing.
    var isBroken = false
}

/// The attributes of a tag: `href="…" start=3 hidden`.
struct HTMLAttributes: Sequence, IteratorProtocol {
    let bytes: ByteView
    /// The attributes that were not iterated yet.
    private(set) var rest: Range<Int>

    mutating func next() -> HTMLAttribute? {
        var index = rest.lowerBound
        defer { rest = index..<rest.upperBound }
        return bytes.attribute(at: &index, to: rest.upperBound)
    }

    var isEmpty: Bool { rest.isEmpty }
    /// Whether `/>` ends the tag.
    var endsTag: Bool { !isEmpty && bytes[rest.upperBound - 1] == UInt8(ascii: "/") }

    /// The decoded value of the first attribute with this name, which is given in small letters.
    ///
    /// An attribute without a value has an empty one. A value of more than `limit` bytes is not read: `nil`.
    func value(_ name: StaticString, limit: Int = 65_536) -> String? {
        guard let found = first(named: name) else { return nil }
        guard let value = found.value else { return "" }
        guard value.count <= limit else { return nil }
        let ampersand = UInt8(ascii: "&")
        var text = [UInt8]()
        var index = value.lowerBound
        while index < value.upperBound {
            if bytes[index] == ampersand,
                let (reference, end) = HTMLReferences().read(bytes, at: index, to: value.upperBound, in: .attribute)
            {
                text += UTF8.encode(reference.character) ?? UTF8.encodedReplacementCharacter
                if let second = reference.second.flatMap({ UTF8.encode($0) }) { text += second }
                index = end
            } else {
                let end = bytes.offset(of: ampersand, from: index + 1, to: value.upperBound) ?? value.upperBound
                bytes.append(index..<end, to: &text)
                index = end
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether an attribute of this name is there, with a value or without.
    func has(_ name: StaticString) -> Bool { first(named: name) != nil }

    private func first(named name: StaticString) -> HTMLAttribute? { first { isName($0, name) } }

    /// Whether an attribute has this name, which is given in small letters.
    func isName(_ attribute: HTMLAttribute, _ name: StaticString) -> Bool {
        attribute.name.count == name.utf8CodeUnitCount && bytes.has(name, at: attribute.name.lowerBound)
    }

    /// Whether a person or a program may have written these as attributes: ASCII names, and no quote in a bare value.
    ///
    /// Browsers take anything; this tells `<div class=a>` from `<div 는 태그>` and `a<b && c>d`.
    var areValid: Bool {
        allSatisfy { attribute in
            attribute.name.allSatisfy { bytes[$0].isLetter || bytes[$0].isDigit || "-_:.@#[]".utf8.contains(bytes[$0]) }
                && (attribute.isQuoted || attribute.value?.contains { "\"'<".utf8.contains(bytes[$0]) } != true)
        }
    }

    /// Whether one of them has a value.
    var haveValue: Bool { contains { $0.value?.isEmpty == false } }
}
