/// A keyword prepared for searching any number of texts.
final class Keyword: Sendable {
    /// The folded keyword.
    let scalars: [UInt32]
    /// For each length of a partial match, the length of the longest shorter prefix of the keyword that it ends with.
    ///
    /// The table of Knuth, Morris and Pratt.
    let fallback: [Int]
    /// For each byte, whether a scalar whose UTF-8 begins with it can begin a match.
    let canBegin: [Bool]
    /// Whether the keyword begins with a combining mark, so that the first scalar of a segment cannot be used to skip it.
    let beginsWithMark: Bool
    /// The folded keyword with Korean letters composed to syllables; empty if the keyword cannot be found.
    let folded: [UInt32]
    /// The keyword's bytes; `nil` if comparing bytes would miss matches or the keyword is unfinished Korean input.
    let pattern: BytePattern?
    /// The characters of unfinished Korean input, otherwise empty.
    let typed: [TypedElement]
    let folding: Folding

    /// Prepares a keyword; with `matchesTyping`, unfinished Korean input matches everything it may become.
    init(_ text: String, _ folding: Folding, matchesTyping: Bool) {
        scalars = SegmentFolder.fold(text, folding)
        fallback = Self.fallbacks(scalars)
        canBegin = Self.leadBytes(of: scalars.first ?? 0)
        var folder = SegmentFolder(folding)
        beginsWithMark = folder.isTrailing(scalars.first ?? 0)
        folded = Hangul.composed(scalars)
        self.folding = folding
        let typed = matchesTyping ? TypedElement.elements(of: folded) : []
        let isOpen = typed.contains(where: \.isOpen)
        self.typed = isOpen ? typed : []
        let isByBytes = !isOpen && folding.effect == .keeps
        pattern = isByBytes ? BytePattern(folded, ignoresCase: folding.ignoresCase) : nil
    }
}
