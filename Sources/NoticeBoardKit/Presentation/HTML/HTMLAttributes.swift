/// The attributes of a tag: `href="…" start=3 hidden`.
struct HTMLAttributes {
    let range: Range<Int>

    /// The decoded value of the first attribute with this name, which is given in small letters.
    ///
    /// An attribute without a value has an empty one. A value of more than `limit` bytes is not read: `nil`.
    func value(_ name: StaticString, _ bytes: ByteView, limit: Int = 65_536) -> String? {
        guard let value = rawValue(name, bytes), value.count <= limit else { return nil }
        guard
            bytes.firstIndex(of: UInt8(ascii: "&"), or: UInt8(ascii: "&"), from: value.lowerBound, to: value.upperBound)
                < value.upperBound
        else { return bytes.text(value) }
        var (text, index) = ([UInt8](), value.lowerBound)
        while index < value.upperBound {
            if bytes[index] == UInt8(ascii: "&"),
                let (character, end) = HTMLReferences().read(bytes, at: index, to: value.upperBound, in: .attribute)
            {
                text += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
                index = end
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    var isEmpty: Bool { range.isEmpty }

    /// Whether an attribute of this name is there, with a value or without.
    func has(_ name: StaticString, _ bytes: ByteView) -> Bool { rawValue(name, bytes) != nil }

    private func rawValue(_ name: StaticString, _ bytes: ByteView) -> Range<Int>? {
        var rest = range
        while let attribute = next(&rest, bytes) {
            if attribute.name.count == name.utf8CodeUnitCount, bytes.has(name, at: attribute.name.lowerBound) {
                return attribute.value ?? attribute.name.upperBound..<attribute.name.upperBound
            }
        }
        return nil
    }

    private func next(_ rest: inout Range<Int>, _ bytes: ByteView) -> (name: Range<Int>, value: Range<Int>?)? {
        var index = rest.lowerBound
        let end = rest.upperBound
        func skipSpace() { while index < end, bytes[index].isSpace { index += 1 } }
        while index < end, bytes[index].isSpace || bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < end else { return nil }
        defer { rest = min(index, end)..<end }
        let start = index
        // The first byte belongs to the name, whatever it is.
        repeat {
            index += 1
        } while index < end && !bytes[index].isSpace && bytes[index] != UInt8(ascii: "=")
            && bytes[index] != UInt8(ascii: "/")
        let name = start..<index
        skipSpace()
        guard index < end, bytes[index] == UInt8(ascii: "=") else { return (name, nil) }
        index += 1
        skipSpace()
        guard index < end else { return (name, index..<index) }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = index
            while index < end, !bytes[index].isSpace { index += 1 }
            return (name, start..<index)
        }
        let valueStart = index + 1
        index = bytes.firstIndex(of: quote, or: quote, from: valueStart, to: end)
        defer { index += 1 }
        return (name, valueStart..<index)
    }

    /// Whether a person or a program may have written these as attributes: ASCII names, and no quote in a bare value.
    ///
    /// Browsers take anything; this tells `<div class=a>` from `<div 는 태그>` and `a<b && c>d`.
    func areValid(_ bytes: ByteView) -> Bool {
        var rest = range
        while let (name, value) = next(&rest, bytes) {
            for index in name {
                let byte = bytes[index]
                guard byte.isLetter || byte.isDigit || "-_:.@#[]".utf8.contains(byte) else { return false }
            }
            let isQuoted = value.map {
                !$0.isEmpty && !bytes[$0.lowerBound - 1].isSpace && bytes[$0.lowerBound - 1] != UInt8(ascii: "=")
            }
            if let value, isQuoted == false {
                for index in value where "\"'<".utf8.contains(bytes[index]) { return false }
            }
        }
        return true
    }

    /// Whether one of them has a value.
    func haveValue(_ bytes: ByteView) -> Bool {
        var rest = range
        while let attribute = next(&rest, bytes) { if attribute.value?.isEmpty == false { return true } }
        return false
    }
}

extension HTMLAttributes {
    /// What a reader sees of a style; no other declarations are read.
    struct Style {
        var isHidden = false
        var isBlock = false
        /// `nil` where the style says nothing about white space.
        var keepsSpace: Bool?
    }

    /// What the attributes `hidden` and `style` say.
    func style(_ bytes: ByteView) -> Style {
        var (style, rest) = (Style(), range)
        while let attribute = next(&rest, bytes) {
            if attribute.name.count == 6, bytes.has("hidden", at: attribute.name.lowerBound) {
                style.isHidden = true
            } else if attribute.name.count == 5, let value = attribute.value, bytes.has("style", at: attribute.name.lowerBound) {
                read(value, bytes, into: &style)
            }
        }
        return style
    }

    private func read(_ declarations: Range<Int>, _ bytes: ByteView, into style: inout Style) {
        var index = declarations.lowerBound
        let (end, semicolon) = (declarations.upperBound, UInt8(ascii: ";"))
        while index < end {
            let next = bytes.firstIndex(of: semicolon, or: semicolon, from: index, to: end)
            while index < next, bytes[index].isSpace { index += 1 }
            if let value = place(ofValueOf: "display", bytes, index..<next) {
                style.isHidden = style.isHidden || bytes.has("none", at: value)
                style.isBlock = bytes.has("block", at: value)
            } else if let value = place(ofValueOf: "white-space", bytes, index..<next) {
                style.keepsSpace = bytes.has("pre", at: value) || bytes.has("break-spaces", at: value)
            }
            index = next + 1
        }
    }

    /// Where the value begins if a declaration has this name.
    private func place(ofValueOf name: StaticString, _ bytes: ByteView, _ declaration: Range<Int>) -> Int? {
        guard bytes.has(name, at: declaration.lowerBound) else { return nil }
        var index = declaration.lowerBound + name.utf8CodeUnitCount
        while index < declaration.upperBound, bytes[index].isSpace { index += 1 }
        guard index < declaration.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
        repeat { index += 1 } while index < declaration.upperBound && bytes[index].isSpace
        return index
    }
}
