/// Finds one keyword in one text, match by match.
///
/// A stretch of the text is searched by bytes if nothing in it can spell the keyword in another way, and exactly otherwise.
struct KeywordSearch {
    private let keyword: Keyword
    private var byBytes = ByteSearch()
    private var folding: FoldingSearch?
    private var typing: TypingSearch?
    /// The next match begins here or later.
    private var position = 0
    /// The last position before `position` where an exact search can start.
    private var boundary = 0
    private var stretchEnd = 0
    private var comparesBytes = false

    init(_ keyword: Keyword) { self.keyword = keyword }

    mutating func next(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        while position < bytes.count {
            if position >= stretchEnd { beginStretch(bytes) }
            let match = comparesBytes ? nextByBytes(bytes, text) : nextExactly(bytes, text)
            guard let match else { continue }
            position = match.upperBound
            boundary = match.upperBound
            return match
        }
        return nil
    }

    /// Decides how the next stretch is searched.
    private mutating func beginStretch(_ bytes: ByteView) {
        guard let pattern = keyword.pattern, !byBytes.isTooSlow else {
            stretchEnd = bytes.count
            comparesBytes = false
            return
        }
        // At least as long as a match, so that looking beyond the end for other spellings at most doubles the work.
        stretchEnd = min(bytes.count, position + max(BytePattern.stretchLength, pattern.longestMatch))
        comparesBytes = !pattern.hasOtherSpelling(in: bytes, from: position, to: stretchEnd + pattern.longestMatch)
    }

    private mutating func nextByBytes(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        guard let pattern = keyword.pattern else { return nil }
        if let match = byBytes.next(pattern, from: position, before: stretchEnd, bytes, text) { return match }
        position = byBytes.isTooSlow ? byBytes.position : stretchEnd
        stretchEnd = position
        return nil
    }

    private mutating func nextExactly(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        // Bytes were compared up to `position`, which can be in the middle of a character.
        var start = bytes.startOfScalar(at: position)
        while start > boundary, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        start = max(start, boundary)
        switch exactOutcome(from: start, bytes, text) {
        case .match(let match): return match
        case .nothing(let until):
            position = max(position, until)
            boundary = max(boundary, until)
            return nil
        }
    }

    private mutating func exactOutcome(from start: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        if keyword.typed.isEmpty {
            if folding == nil { folding = FoldingSearch(keyword) }
            return folding?.next(from: start, until: stretchEnd, bytes, text) ?? .nothing(until: stretchEnd)
        }
        if typing == nil { typing = TypingSearch(keyword) }
        return typing?.next(from: start, until: stretchEnd, bytes, text) ?? .nothing(until: stretchEnd)
    }
}
