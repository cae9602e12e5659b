/// Plain text in pieces that a screen draws one by one: divided by empty lines, and where there is more than a view draws at once.
struct PlainPieces: Sequence, IteratorProtocol {
    private var rest: Substring
    /// No piece has more bytes.
    private let longest: Int

    /// The pieces of a text whose lines end with a line feed.
    init(_ text: String, longest: Int) { (rest, self.longest) = (text[...], longest) }

    mutating func next() -> String? {
        var piece = ""
        while !rest.isEmpty {
            guard let line = nextLine() else {
                // What came before is a piece of its own.
                if !piece.isEmpty { return piece }
                let part = removeBeginning()
                if !part.isBlank { return part }
                continue
            }
            let isEmpty = line.allSatisfy(\.isWhitespace)
            if !piece.isEmpty, isEmpty || piece.utf8.count + line.utf8.count >= longest { return piece }
            rest = Substring(rest.unicodeScalars[line.endIndex...].dropFirst())
            if !isEmpty { piece += piece.isEmpty ? line : "\n" + line }
        }
        return piece.isEmpty ? nil : piece
    }

    /// The line that comes next; nothing where it is longer than a piece.
    private func nextLine() -> Substring? {
        let window = rest.utf8.prefix(longest + 1)
        let end = window.firstIndex(of: UInt8(ascii: "\n")) ?? window.endIndex
        return end < window.endIndex || window.count <= longest ? rest[..<end] : nil
    }

    /// Takes as much of a long line away as makes a piece; it ends with a word, where there are words.
    private mutating func removeBeginning() -> String {
        var end = rest.utf8.index(rest.startIndex, offsetBy: longest)
        while rest.utf8[end] & 0xC0 == 0x80 { end = rest.utf8.index(before: end) }
        if let space = rest.utf8[..<end].lastIndex(of: UInt8(ascii: " ")), space > rest.startIndex { end = space }
        defer { rest = Substring(rest.unicodeScalars[end...].drop { $0 == " " }) }
        return String(rest[..<end])
    }
}
