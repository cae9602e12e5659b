@_spi(NoticeBoard) import NoticeBoardSearch

/// Character references of HTML: `&amp;`, `&#44544;`, `&#xD55C;`; all names of the standard.
struct HTMLReferences {
    /// What a reference stands for.
    struct Reference {
        let character: Unicode.Scalar
        /// The second character that a few names have.
        var second: Unicode.Scalar?
        fileprivate var needsSemicolon = true
    }

    private let names = Self.allNames

    /// The place of a reference, which decides whether it needs its semicolon.
    enum Place {
        /// HTML: `&nbspb` is a reference and a letter.
        case text
        /// `?a=1&copy=2` and `&copyright` are none.
        case attribute
        /// An address in a text: `?a=1&copy` is none.
        case address
    }

    /// Returns the character of the reference with its `&` at `start`, and the place behind it.
    @inline(__always) func read(_ bytes: ByteView, at start: Int, to end: Int, in place: @autoclosure () -> Place) -> (
        Reference, end: Int
    )? {
        guard start + 1 < end else { return nil }
        if bytes[start + 1] == UInt8(ascii: "#") { return numeric(bytes, start + 2, end) }
        var index = start + 1
        var name = HTMLName()
        while index < end, index - start <= Self.longestName, bytes[index].isLetter || bytes[index].isDigit {
            name.add(bytes[index])
            index += 1
        }
        if index < end, bytes[index] == UInt8(ascii: ";"), let found = names[name] { return (found, index + 1) }
        guard let prefix = prefix(bytes, start + 1..<index) else { return nil }
        let next = prefix.end < end ? bytes[prefix.end] : 0
        switch place() {
        case .text: return prefix
        case .attribute: return next == UInt8(ascii: "=") || next.isLetter || next.isDigit ? nil : prefix
        case .address: return nil
        }
    }

    /// The longest name that needs no semicolon at the beginning of a range.
    private func prefix(_ bytes: ByteView, _ range: Range<Int>) -> (Reference, end: Int)? {
        var (name, longest) = (HTMLName(), nil as (Reference, end: Int)?)
        for index in range.prefix(Self.longestBareName) {
            name.add(bytes[index])
            if let found = names[name], !found.needsSemicolon { longest = (found, index + 1) }
        }
        return longest
    }

    private func numeric(_ bytes: ByteView, _ start: Int, _ end: Int) -> (Reference, end: Int)? {
        let isHexadecimal = start < end && bytes[start] | 0x20 == UInt8(ascii: "x")
        var index = isHexadecimal ? start + 1 : start
        var number = 0
        let first = index
        while index < end, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue, isHexadecimal || digit < 10 {
            // Beyond the last character its value does not matter.
            number = min(number * (isHexadecimal ? 16 : 10) + digit, 0x20_0000)
            index += 1
        }
        guard index > first else { return nil }
        if index < end, bytes[index] == UInt8(ascii: ";") { index += 1 }
        return (Reference(character: Self.character(number)), index)
    }

    /// The character of a number.
    ///
    /// Surrogates and characters that steer a terminal become U+FFFD.
    private static func character(_ number: Int) -> Unicode.Scalar {
        if 0x80...0x9F ~= number { return windows[number - 0x80] }
        guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init),
            number >= 0x20 && number != 0x7F || 9...10 ~= number || 12...13 ~= number
        else { return "\u{FFFD}" }
        return scalar
    }

    /// The numbers 128 to 159, which HTML reads as Windows-1252.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars).map {
        $0.value < 0xA0 ? "\u{FFFD}" : $0
    }

    private static let longestName = 31
    private static let longestBareName = 6

    /// The names of the data beside this file: `name:characters`, or `name*characters` if the name needs no semicolon.
    private static let allNames: HTMLNameTable<Reference> = {
        var table = HTMLNameTable<Reference>(capacity: 2_125)
        for data in [capitalNames, smallNames] {
            var name = HTMLName()
            var reference: Reference?
            // `nil` within the name.
            var needsSemicolon: Bool?
            for character in data.unicodeScalars {
                if character == " " {
                    if let reference { table.add(name, reference) }
                    name = HTMLName()
                    reference = nil
                    needsSemicolon = nil
                } else if let needsSemicolon {
                    if reference == nil {
                        reference = Reference(character: character, needsSemicolon: needsSemicolon)
                    } else {
                        reference?.second = character
                    }
                } else if character == ":" || character == "*" {
                    needsSemicolon = character == ":"
                } else {
                    name.add(UInt8(truncatingIfNeeded: character.value))
                }
            }
            if let reference { table.add(name, reference) }
        }
        return table
    }()
}

extension ByteView {
    /// Whether the word before `offset` looks like an address; a long word is judged by its end.
    func isAddress(before offset: Int) -> Bool {
        let near = max(0, offset - 256)..<offset
        let start = near.last { self[$0].isSpace || "<>\"'".utf8.contains(self[$0]) } ?? near.lowerBound
        return (start..<offset).contains { self[$0] == UInt8(ascii: "=") || has("://", at: $0) || has("www.", at: $0) }
    }
}
