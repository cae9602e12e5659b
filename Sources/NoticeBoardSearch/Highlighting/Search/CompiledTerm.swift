import Foundation

/// One keyword, made ready once for all the texts that it will be looked for in.
final class CompiledTerm: Sendable {
    /// How matches are found; each falls back on folding, or on trying every character, around triggers.
    enum Path: Sendable {
        /// The keyword folds to nothing.
        case nothing
        /// By comparing bytes.
        case bytes
        /// By folding the text.
        case folding
        /// As a keyword being typed.
        case typing
    }

    let path: Path
    let options: HighlighterOptions
    /// The fold in composed form: two keywords are the same when this is.
    let spelling: String
    /// What is compared, when bytes are.
    let bytes: ByteTerm?
    let typing: TypingPattern?
    let triggers: TriggerSet
    /// No match that holds a trigger begins further before it than this many bytes.
    let reach: Int
    /// No text of fewer bytes has a match.
    let fewestBytes: Int
    let folded: Once<FoldedKeyword>

    init(_ keyword: String, _ options: HighlighterOptions) {
        let (spelling, composed, isPlain) = Self.spelling(of: keyword, options)
        let ignoresCase = options.contains(.caseInsensitive)
        let byBytes = isPlain && Self.allowsBytes(options, spelling)
        let isSpelledOneWay = byBytes && !composed.contains(where: Caseless.isKana)
        let typing =
            options.contains(.hangulTyping)
            ? TypingPattern(composed, isPlain: isSpelledOneWay, ignoresCase: ignoresCase) : nil
        let isTyping = typing?.elements.contains(where: \.isOpen) == true
        path = spelling.isEmpty ? .nothing : isTyping ? .typing : byBytes ? .bytes : .folding
        self.typing = isTyping ? typing : nil
        triggers = TriggerSet(byBytes ? Trigger.matter(to: spelling.lowercased()) : [])
        bytes = path == .bytes ? ByteTerm(spelling, ignoresCase: ignoresCase, triggers: triggers) : nil
        // A scalar of a text folds to one at least, and has four bytes at most. What is typed may become two syllables.
        reach = isTyping ? 24 * composed.count : 4 * spelling.utf8.count
        // Of what bytes can stand for, only some ideographs are longer than what a text may have instead: four bytes, not three.
        fewestBytes = path == .bytes ? spelling.utf8.count - spelling.utf8.count / 4 : 1
        folded = Once { FoldedKeyword(SegmentFolder.fold(spelling, options), options) }
        self.options = options
        self.spelling = spelling
    }

    /// Whether bytes can be compared under `options`: those which drop or map characters need the text folded.
    private static func allowsBytes(_ options: HighlighterOptions, _ spelling: String) -> Bool {
        if !options.isDisjoint(with: [.diacriticInsensitive, .widthInsensitive, .emojiPresentationInsensitive]) { return false }
        return !options.contains(.turkic) || !spelling.unicodeScalars.contains { "iI".unicodeScalars.contains($0) }
    }

    /// The keyword's fold in composed form, the same with nothing but syllables composed, and whether it consists of scalars that
    /// stand for themselves.
    private static func spelling(
        of keyword: String, _ options: HighlighterOptions
    ) -> (spelling: String, composed: [UInt32], isPlain: Bool) {
        if keyword.unicodeScalars.allSatisfy({ Caseless.isPlain($0.value) }), allowsBytes(options, keyword) {
            // Most keywords end here, and need no word of Unicode's tables.
            let lowered = keyword.utf8.map { options.contains(.caseInsensitive) && $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            let spelling = String(decoding: lowered, as: UTF8.self)
            return (spelling, spelling.unicodeScalars.map(\.value), true)
        }
        // Syllables are composed here, because Foundation on Linux composes old letters to syllables that do not exist.
        let folded = Hangul.composed(SegmentFolder.fold(keyword, options))
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: folded.compactMap(Unicode.Scalar.init))
        let hasKana = folded.contains(where: Caseless.isKana) && folded.allSatisfy { !(0x1100...0x11FF).contains($0) }
        let spelling = hasKana ? String(scalars).precomposedStringWithCanonicalMapping : String(scalars)
        let isPlain = spelling.unicodeScalars.allSatisfy { Caseless.isPlain($0.value) || Caseless.isKana($0.value) }
        return (spelling, folded, isPlain)
    }
}
