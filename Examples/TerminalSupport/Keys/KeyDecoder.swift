/// Decodes the bytes that a terminal sends into keys, across any split between reads.
///
/// A lone Escape looks like the start of another key. If no byte follows within ``gracePeriod`` seconds, the caller calls
/// ``flush()``, which returns it as a key.
package struct KeyDecoder: Sendable {
    private var bytes: [UInt8] = []
    private var isPasting = false
    private static let maximumSequenceLength = 32
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    package init() {}

    /// How many seconds to wait for more bytes before calling ``flush()``, or `nil` if that isn't needed.
    package var gracePeriod: Double? {
        if isPasting { return 1 }
        return bytes.first == 0x1B ? 0.05 : nil
    }

    /// Adds bytes and returns the keys that are complete.
    package mutating func feed(_ newBytes: some Sequence<UInt8>) -> [Key] {
        bytes += newBytes
        var keys: [Key] = []
        while let (key, count) = next() {
            bytes.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Returns an unfinished paste or Escape sequence as a key, when no byte has followed it.
    package mutating func flush() -> [Key] {
        if isPasting {
            defer { (bytes, isPasting) = ([], false) }
            return bytes.isEmpty ? [] : [.paste(String(decoding: bytes, as: UTF8.self))]
        }
        guard bytes.first == 0x1B else { return [] }
        let isAlone = bytes.count == 1
        bytes = []
        return [isAlone ? .escape : .other]
    }

    /// Returns the first key and its length in bytes, or `nil` if bytes are missing.
    ///
    /// The key is `nil` for bytes to skip.
    private mutating func next() -> (Key?, Int)? {
        guard let first = bytes.first else { return nil }
        if isPasting { return pasted() }
        switch first {
        case 0x1B: return escape()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00..<0x20: return (.other, 1)
        default: return text()
        }
    }

    private mutating func pasted() -> (Key?, Int)? {
        guard let start = bytes.start(of: Self.pasteEnd) else { return nil }
        isPasting = false
        return (.paste(String(decoding: bytes[..<start], as: UTF8.self)), start + Self.pasteEnd.count)
    }

    private func text() -> (Key?, Int)? {
        let count =
            switch bytes[0] {
            case 0x00..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        // Skip invalid UTF-8 one byte at a time, so that the valid text behind it is kept.
        guard count > 0 else { return (nil, 1) }
        let follows = bytes.dropFirst().prefix(count - 1)
        guard follows.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
        guard follows.count == count - 1 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        let isText = !text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0.properties.generalCategory == .control }
        return (isText ? .text(text) : nil, count)
    }

    // MARK: - Sequences

    private mutating func escape() -> (Key?, Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"): return bytes.count > 2 ? (Self.letters[bytes[2]] ?? .other, 3) : nil
        case 0x1B: return (.escape, 1)
        // An ASCII key with Alt. A longer character with Alt decodes as Escape and the character.
        case 0x20..<0x7F: return (.other, 2)
        default: return (.escape, 1)
        }
    }

    /// Decodes a control sequence: `ESC [`, parameters, and a final byte.
    private mutating func controlSequence() -> (Key?, Int)? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            return bytes.count > Self.maximumSequenceLength ? (.other, bytes.count) : nil
        }
        // Another sequence interrupted this one.
        guard (0x40..<0x7F).contains(bytes[end]) else { return (.other, end) }
        let (last, count) = (bytes[end], end + 1)
        if last == UInt8(ascii: "Z") { return (.backTab, count) }
        guard last == UInt8(ascii: "~") else { return (Self.letters[last] ?? .other, count) }
        let number = String(decoding: bytes[2..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        if number == "200" {
            isPasting = true
            return (nil, count)
        }
        return (Self.numbers[number] ?? .other, count)
    }

    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter,
    ]
    private static let numbers: [String: Key] = [
        "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "5": .pageUp, "6": .pageDown,
    ]
}

extension [UInt8] {
    fileprivate func start(of part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        return (0...count - part.count).first { self[$0] == part[0] && self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
