/// What counts as the same, and what does not.
///
/// Written `Highlighter.Options`. Composed and decomposed spellings are always the same, and nothing depends on the device's
/// language.
public struct HighlighterOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Capital and small letters are the same, by full case folding: `ß` is `SS`.
    ///
    /// The default.
    public static let caseInsensitive = HighlighterOptions(rawValue: 1 << 0)
    /// Accents and other marks do not count: `cafe` finds `café`.
    ///
    /// Korean vowels and finals always do.
    public static let diacriticInsensitive = HighlighterOptions(rawValue: 1 << 1)
    /// Halfwidth and fullwidth forms are the same as plain ones: `ABC` finds `ＡＢＣ`.
    public static let widthInsensitive = HighlighterOptions(rawValue: 1 << 2)
    /// The text and emoji presentations of a symbol are the same: `❤` finds `❤️`.
    public static let emojiPresentationInsensitive = HighlighterOptions(rawValue: 1 << 3)
    /// The capital of `i` is `İ`, and that of `ı` is `I`.
    ///
    /// It changes nothing where the case counts.
    public static let turkic = HighlighterOptions(rawValue: 1 << 4)
    /// What is still being typed in Korean matches what it may become: `ㄱㅅ` and `검새` find `검색`.
    public static let hangulTyping = HighlighterOptions(rawValue: 1 << 5)
}
