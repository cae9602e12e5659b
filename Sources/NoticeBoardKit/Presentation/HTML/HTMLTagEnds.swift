@_spi(NoticeBoard) import NoticeBoardSearch

/// Finds the ends of tags, comments and elements, and remembers each search that failed: a later one would fail as well.
struct HTMLTagEnds {
    private var hasNoMoreEnds = false
    /// Elements without an end tag.
    private var open: Set<HTMLName> = []
    private var hasNoCommentEnd = false
    /// Whether a tag did not end before the contents did.
    private var isBroken = false

    /// The first place of a `>`.
    mutating func next(in bytes: ByteView, from start: Int) -> Int? {
        let index = hasNoMoreEnds ? nil : bytes.offset(of: UInt8(ascii: ">"), from: start)
        hasNoMoreEnds = index == nil
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
