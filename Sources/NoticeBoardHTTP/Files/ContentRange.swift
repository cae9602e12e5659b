/// The part of a body that a 206 sends: `Content-Range: bytes 100-199/1234`.
struct ContentRange: Equatable {
    /// The first byte of the part, counted from 0; `nil` if none is sent (`bytes */1234`, of a 416).
    let first: Int?
    /// The size of the whole body; `nil` if the server does not know it.
    let total: Int?

    /// Reads a header field; `nil` for another unit and for contradictions.
    init?(_ text: String) {
        let words = text.utf8.split(maxSplits: 1, whereSeparator: { $0 == UInt8(ascii: " ") })
        guard words.count == 2, words[0].map({ $0 | 0x20 }).elementsEqual("bytes".utf8) else { return nil }
        let halves = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let isOpen = halves[1].elementsEqual("*".utf8)
        total = isOpen ? nil : Self.number(halves[1])
        guard isOpen || total != nil else { return nil }
        if halves[0].elementsEqual("*".utf8) {
            first = nil
            return
        }
        let ends = halves[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
            return nil
        }
        // A part that stops before the end would leave a file that looks complete.
        if let total, last != total - 1 { return nil }
        self.first = first
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
