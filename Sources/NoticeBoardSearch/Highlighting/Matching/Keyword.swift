/// A keyword prepared for searching any number of texts.
final class Keyword: Sendable {
    /// The folded keyword with Korean letters composed to syllables; empty if the keyword cannot be found.
    let folded: [UInt32]
    /// The keyword's bytes; `nil` if comparing bytes would miss matches or the keyword is unfinished Korean input.
    let pattern: BytePattern?
    private let options: Highlighter.Options
    private let exact: Exact

    /// What the exact search compares.
    private enum Exact: Sendable {
        case folding(FoldedKeyword)
        case typing([TypedElement])
    }

    init(_ text: String, _ options: Highlighter.Options) {
        let scalars = SegmentFolder.fold(text, options)
        folded = Hangul.composed(scalars)
        self.options = options
        let typed = options.contains(.hangulTyping) ? TypedElement.elements(of: folded) : []
        if typed.contains(where: \.isOpen) {
            exact = .typing(typed)
            pattern = nil
        } else {
            exact = .folding(FoldedKeyword(scalars, options))
            pattern = options.effect == .none ? BytePattern(folded, ignoresCase: !options.contains(.caseSensitive)) : nil
        }
    }

    /// Returns a search that finds every match, slower than by bytes.
    func makeExactSearch() -> any ExactSearch {
        switch exact {
        case .folding(let keyword): FoldingSearch(keyword, options)
        case .typing(let elements): TypingSearch(elements, options)
        }
    }
}

/// A search by the definition of a match, in time linear in the text.
protocol ExactSearch: AnyObject {
    /// Returns the first match from `start` on, which is a character boundary, unless none begins before `end`.
    func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome
}

/// What a part of a text contains.
enum ExactOutcome {
    case match(Range<Int>)
    /// No match begins before this position, where another search can start.
    case nothing(until: Int)
}

/// Finds one keyword in one text, match by match.
///
/// A stretch of the text is searched by bytes if nothing in it can spell the keyword in another way, and exactly otherwise.
struct KeywordSearch {
    private let keyword: Keyword
    private var byBytes: ByteSearch?
    private var exact: (any ExactSearch)?
    /// The next match begins here or later.
    private var position = 0
    /// The last position before `position` where an exact search can start.
    private var boundary = 0
    private var stretchEnd = 0
    private var comparesBytes = false
    private static let stretchLength = 1 << 14

    init(_ keyword: Keyword) {
        self.keyword = keyword
        byBytes = keyword.pattern.map { ByteSearch($0) }
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        while position < bytes.count {
            if position >= stretchEnd { beginStretch(bytes) }
            let match = comparesBytes ? nextByBytes(bytes, text) : nextExactly(bytes, text)
            guard let match else { continue }
            (position, boundary) = (match.upperBound, match.upperBound)
            return match
        }
        return nil
    }

    /// Decides how the next stretch is searched.
    private mutating func beginStretch(_ bytes: ByteView) {
        guard let pattern = byBytes?.pattern else {
            stretchEnd = bytes.count
            return
        }
        // At least as long as a match, so that looking beyond the end for other spellings at most doubles the work.
        stretchEnd = min(bytes.count, position + max(Self.stretchLength, pattern.longestMatch))
        comparesBytes = !pattern.hasOtherSpelling(in: bytes, from: position, to: stretchEnd + pattern.longestMatch)
    }

    private mutating func nextByBytes(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        if let match = byBytes?.next(from: position, before: stretchEnd, bytes, text) { return match }
        if byBytes?.isTooSlow == true {
            position = max(position, byBytes?.position ?? 0)
            (byBytes, comparesBytes, stretchEnd) = (nil, false, bytes.count)
        } else {
            position = stretchEnd
        }
        return nil
    }

    private mutating func nextExactly(_ bytes: ByteView, _ text: String) -> Range<Int>? {
        // Bytes were compared up to `position`, which can be in the middle of a character.
        var start = bytes.startOfScalar(at: position)
        while start > boundary, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        let search = exact ?? keyword.makeExactSearch()
        exact = search
        switch search.next(from: max(start, boundary), until: stretchEnd, bytes, text) {
        case .match(let match): return match
        case .nothing(let until):
            position = max(position, until)
            boundary = max(boundary, until)
            return nil
        }
    }
}
