@_spi(NoticeBoard) import NoticeBoardSearch

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
