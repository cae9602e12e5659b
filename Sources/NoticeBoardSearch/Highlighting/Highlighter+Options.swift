extension Highlighter {
    /// How a text and a keyword are compared.
    ///
    /// Without options, case is ignored by full case folding: `ß` equals `SS`. Each option adds matches, except
    /// `caseSensitive`. Composed and decomposed spellings are always equal, and the device's language has no effect.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Capital and small letters differ.
        public static let caseSensitive = Options(rawValue: 1)
        /// Accents and other marks are ignored: `cafe` finds `café`.
        ///
        /// Korean vowels and finals are no marks.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// Halfwidth and fullwidth forms equal the plain ones: `ABC` finds `ＡＢＣ`.
        public static let widthInsensitive = Options(rawValue: 4)
        /// Unfinished Korean input matches everything it may become: `ㄱㅅ` and `검새` find `검색`.
        public static let hangulTyping = Options(rawValue: 8)

        /// How text and keyword are folded.
        var folding: Folding {
            Folding(
                ignoresCase: !contains(.caseSensitive), ignoresMarks: contains(.diacriticInsensitive),
                ignoresWidth: contains(.widthInsensitive))
        }
    }
}
