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
        public static let caseSensitive = Options(.caseSensitive)
        /// Accents and other marks are ignored: `cafe` finds `café`.
        ///
        /// Korean vowels and finals are no marks.
        public static let diacriticInsensitive = Options(.diacriticInsensitive)
        /// Halfwidth and fullwidth forms equal the plain ones: `ABC` finds `ＡＢＣ`.
        public static let widthInsensitive = Options(.widthInsensitive)
        /// Unfinished Korean input matches everything it may become: `ㄱㅅ` and `검새` find `검색`.
        public static let hangulTyping = Options(.hangulTyping)

        init(_ rule: Rule) { rawValue = 1 << rule.rawValue }

        /// The options one by one; a new case is added here and handled in `SegmentFolder`.
        enum Rule: Int, CaseIterable {
            case caseSensitive, diacriticInsensitive, widthInsensitive, hangulTyping

            /// How the rule changes the scalars of a text before they are compared.
            var effect: Effect {
                switch self {
                case .caseSensitive, .hangulTyping: .keeps
                case .widthInsensitive: .maps
                case .diacriticInsensitive: .drops
                }
            }
        }

        /// How folding changes scalars apart from case and normal form.
        ///
        /// The stronger effect has the higher number.
        enum Effect: Int {
            case keeps, maps, drops
        }

        /// The strongest effect of all rules that are set.
        ///
        /// It decides which quick searches are allowed.
        var effect: Effect {
            let effects = Rule.allCases.filter { contains(Options($0)) }.map(\.effect)
            return effects.max { $0.rawValue < $1.rawValue } ?? .keeps
        }
    }
}
