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
    let options: Highlighter.Options
    /// The fold in composed form: two keywords are the same when this is.
    let spelling: String
    /// What is compared, when bytes are.
    let bytes: BytePattern?
    let typing: TypingPattern?
    let triggers: [Trigger]
    /// No match that holds a trigger begins further before it than this many bytes.
    let reach: Int
    let folded: Once<FoldedKeyword>

    init(_ keyword: String, _ options: Highlighter.Options) {
        let (spelling, isPlain) = Self.spelling(of: keyword, options)
        let composed = Hangul.composed(spelling.unicodeScalars.map(\.value))
        let ignoresCase = options.contains(.caseInsensitive)
        let byBytes = isPlain && Self.allowsBytes(options, spelling)
        let typing = options.contains(.hangulTyping) ? TypingPattern(composed, isPlain: byBytes, ignoresCase: ignoresCase) : nil
        let isTyping = typing?.elements.contains(where: \.isOpen) == true
        path = spelling.isEmpty ? .nothing : isTyping ? .typing : byBytes ? .bytes : .folding
        bytes = path == .bytes ? BytePattern(Array(spelling.utf8), ignoresCase: ignoresCase) : nil
        self.typing = isTyping ? typing : nil
        triggers = byBytes ? Trigger.matter(to: spelling.lowercased()) : []
        // A scalar of a text folds to one at least, and has four bytes at most. What is typed may become two syllables.
        reach = isTyping ? 24 * composed.count : 4 * spelling.utf8.count
        folded = Once { FoldedKeyword(SegmentFolder.fold(spelling, options), options) }
        self.options = options
        self.spelling = spelling
    }

    /// Whether bytes can be compared under `options`: those which drop or map characters need the text folded.
    private static func allowsBytes(_ options: Highlighter.Options, _ spelling: String) -> Bool {
        if !options.isDisjoint(with: [.diacriticInsensitive, .widthInsensitive, .emojiPresentationInsensitive]) { return false }
        return !options.contains(.turkic) || !spelling.unicodeScalars.contains { "iI".unicodeScalars.contains($0) }
    }

    /// The keyword's fold in composed form, and whether it consists of scalars that stand for themselves.
    private static func spelling(of keyword: String, _ options: Highlighter.Options) -> (String, isPlain: Bool) {
        if keyword.unicodeScalars.allSatisfy({ Caseless.isPlain($0.value) }), allowsBytes(options, keyword) {
            // Most keywords end here, and need no word of Unicode's tables.
            let lowered = keyword.utf8.map { options.contains(.caseInsensitive) && $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            return (String(decoding: lowered, as: UTF8.self), true)
        }
        var folded = String.UnicodeScalarView()
        folded.append(contentsOf: SegmentFolder.fold(keyword, options).compactMap(Unicode.Scalar.init))
        let composed = String(folded).precomposedStringWithCanonicalMapping
        let isPlain = composed.unicodeScalars.allSatisfy { Caseless.isPlain($0.value) || Caseless.isKana($0.value) }
        return (composed, isPlain)
    }
}
