@_spi(NoticeBoard) import NoticeBoardSearch

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
