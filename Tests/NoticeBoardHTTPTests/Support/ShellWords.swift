/// Splits a shell line into words of bytes by the POSIX rules; `nil` if a shell would expand, run or divide it.
enum ShellWords {
    static func words(of line: String) -> [[UInt8]]? {
        var rest = Array(line.utf8)[...]
        var words: [[UInt8]] = []
        var word: [UInt8]?
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: " "):
                if let word { words.append(word) }
                word = nil
            case UInt8(ascii: "'"):
                guard let end = rest.firstIndex(of: byte) else { return nil }
                word = (word ?? []) + rest[..<end]
                rest = rest[(end + 1)...]
            case UInt8(ascii: "$"):
                guard let text = escaped(&rest) else { return nil }
                word = (word ?? []) + text
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst(), next == UInt8(ascii: "'") else { return nil }
                word = (word ?? []) + [next]
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                word = (word ?? []) + [byte]
            default: return nil
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// The content of `$'…'`, which may contain only escapes of three octal digits.
    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == UInt8(ascii: "'") else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
            guard byte == UInt8(ascii: "\\"), rest.count > 3 else { return nil }
            guard let number = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) else { return nil }
            text.append(number)
            rest = rest.dropFirst(3)
        }
        return text
    }
}
