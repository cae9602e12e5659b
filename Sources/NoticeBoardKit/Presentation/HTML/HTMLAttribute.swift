@_spi(NoticeBoard) import NoticeBoardSearch

/// An attribute of a tag.
struct HTMLAttribute {
    let name: Range<Int>
    /// The value without its quotes; `nil` without a value.
    var value: Range<Int>?
    var isQuoted = false
    /// Whether its last quote is missing.
    var isBroken = false
}

extension ByteView {
    /// Returns the place behind the `>` of a tag if it comes before another `<`.
    func strictTagEnd(from start: Int) -> Int? {
        tagEnd(from: start, to: offset(of: UInt8(ascii: "<"), from: start) ?? count)
    }

    /// Returns the place behind the `>` of a tag if it is before `limit`; the tag's name ends at `start`.
    func tagEnd(from start: Int, to limit: Int) -> Int? {
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
